import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import type { Services } from './context.ts';
import { openDatabase } from './database/client.ts';
import { migrate } from './database/migrate.ts';
import { listen } from './http-server.ts';
import { migrateQueue } from './jobs/queue.ts';
import { startWorker } from './jobs/worker.ts';

export interface RunningServer {
  /** Where it listens, e.g. `http://127.0.0.1:4000`. */
  url: string;
  services: Services;
  /** Closes in order: HTTP first, then the jobs, the database last. */
  close(): Promise<void>;
}

export interface StartOptions {
  /** Runs after the migrations and before the first request: demo data. */
  prepare?: (services: Services) => Promise<void>;
}

export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  const logger = pino({ level: config.LOG_LEVEL });
  const database = await openDatabase({
    url: config.DATABASE_URL,
    dataDir: config.DATA_DIR,
    poolSize: config.DATABASE_POOL_SIZE,
    statementTimeout: config.STATEMENT_TIMEOUT_MS,
    onError: (error) => logger.warn({ err: error }, 'a database connection broke'),
  });
  try {
    await migrate(database);
    const services: Services = {
      config,
      logger,
      db: database.prisma,
      pool: database.pool,
      reader: { pool: database.pool, embedded: database.embedded },
      tokenKey: await tokenKey(config),
    };
    await migrateQueue(services);
    await options.prepare?.(services);
    const http = await listen(createApp(services), services);
    const worker = config.WORKER ? await startWorker(services) : null;
    logger.info({ url: http.url, embedded: database.embedded }, 'listening');
    return {
      url: http.url,
      services,
      async close() {
        await http.close();
        await worker?.stop();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * The key that team tokens are encrypted under: TOKEN_KEY, else one made at the first start and kept beside the data.
 * Losing it loses what E13 shows, not the tokens' validity.
 */
async function tokenKey(config: Config): Promise<Buffer> {
  if (config.TOKEN_KEY) return Buffer.from(config.TOKEN_KEY, 'hex');
  const file = join(config.DATA_DIR, 'token.key');
  await mkdir(config.DATA_DIR, { recursive: true });
  await writeFile(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
  return Buffer.from((await readFile(file, 'utf8')).trim(), 'hex');
}
