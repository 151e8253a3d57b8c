import { setTimeout } from 'node:timers/promises';
import pino from 'pino';
import { readConfig } from '../../../src/config.ts';
import { openDatabase } from '../../../src/database/client.ts';
import { startWorker } from '../../../src/jobs/worker.ts';

/**
 * Run by tests as a process of its own: the worker on a database of the environment's, telling how far the only data
 * file's import is. SIGTERM stops it in order.
 */
const config = readConfig(process.env);
const { pool, prisma, embedded, close } = await openDatabase({ url: config.DATABASE_URL, dataDir: config.DATA_DIR });
const worker = await startWorker({
  config,
  logger: pino({ level: 'error' }, pino.destination(2)),
  db: prisma,
  pool,
  reader: { pool, embedded },
  tokenKey: Buffer.alloc(32),
});

let stopping = false;
process.once('SIGTERM', () => {
  stopping = true;
});
while (!stopping) {
  const { rows } = await pool.query('SELECT status, processed_rows FROM data_files');
  process.stdout.write(`${rows[0].status} ${rows[0].processed_rows}\n`);
  await setTimeout(10);
}
await worker.stop();
await close();
