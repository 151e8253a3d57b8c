import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { openDatabase } from '../../src/database/client.ts';
import { keepPartitions } from '../../src/modules/insight/retention/partitions.ts';
import { testAppOn, testConfig } from '../support/app-on.ts';

/** Keeps the partitions of a migrated database as on each date that it reads, a line each, and answers a line of JSON to each. */
const { values } = parseArgs({ options: { url: { type: 'string' } } });

const config = testConfig({ MESSAGE_DAYS: 30, LOG_LEVEL: 'warn' });
const database = await openDatabase({ url: values.url!, lockTimeout: config.LOCK_TIMEOUT_MS });
const { services, pool } = testAppOn(database, config);

const partitions = async () => {
  const { rows } = await pool.query<{ name: string }>(
    "SELECT i.inhrelid::regclass::text AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE c.relkind = 'r'",
  );
  return new Set(rows.map(({ name }) => name));
};
for await (const date of createInterface({ input: process.stdin })) {
  const before = await partitions();
  const began = performance.now();
  await keepPartitions(services, new Date(date));
  const ms = performance.now() - began;
  const after = await partitions();
  const made = [...after].filter((name) => !before.has(name)).length;
  const dropped = [...before].filter((name) => !after.has(name)).length;
  process.stdout.write(`${JSON.stringify({ made, dropped, ms })}\n`);
}
await database.close();
