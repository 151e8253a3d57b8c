import type { Services } from '../../context.ts';
import { transaction } from '../../database/transaction.ts';
import { hasCode } from '../sending/again.ts';
import type { Tx } from '../sending/engine.ts';

/** Tables with a partition for each month, by their ids. */
const TABLES = ['call_events', 'calls', 'sms_messages'] as const;

/** How many months ahead partitions are made. No worker may stand still for longer. */
const AHEAD = 2;

/** SQLSTATEs: the table is locked, or its default partition has ids of that month, which stay there. */
const NOT_NOW = ['55P03', '23514', '40P01'];

/** The first id of a moment, as ids begin with their milliseconds. */
function firstId(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The first id that is kept. Months are kept and dropped as a whole. */
export const keptFrom = (days: number, now = new Date()) =>
  firstId(monthOf(new Date(now.getTime() - days * 86_400_000), 0));

const monthOf = (at: Date, months: number) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1));

/**
 * Makes the partitions of coming months, gives grown ones statistics, and drops those whose events are all older than the
 * retention.
 */
export async function keepPartitions(
  { pool, config, logger }: Pick<Services, 'pool' | 'config' | 'logger'>,
  now = new Date(),
) {
  for (const table of TABLES) {
    for (let months = 1; months <= AHEAD; months += 1) {
      const [from, to] = [monthOf(now, months), monthOf(now, months + 1)];
      await unlessHeld(() => transaction(pool, (tx) => make(tx, table, from, to)));
    }
  }
  for (const name of await withoutStatistics(pool)) {
    await unlessHeld(() => transaction(pool, (tx) => analyze(tx, name)));
  }
  if (config.CALL_EVENT_DAYS === 0) return;
  for (const name of await olderThan(pool, 'call_events', keptFrom(config.CALL_EVENT_DAYS, now))) {
    await unlessHeld(() => transaction(pool, (tx) => drop(tx, 'call_events', name)));
  }

  async function unlessHeld(work: () => Promise<void>): Promise<void> {
    await work().catch((err: unknown) => {
      if (!hasCode(err, NOT_NOW)) throw err;
      logger.warn({ err }, 'a partition could not be made, analyzed or dropped; it is tried again in an hour');
    });
  }
}

/** Makes a partition and attaches it when it is complete, so that writers and readers of the table do not wait. */
async function make(tx: Tx, table: string, from: Date, to: Date): Promise<void> {
  const name = `${table}_${from.toISOString().slice(0, 7).replace('-', '_')}`;
  await holdBriefly(tx);
  const { rows } = await tx.query<{ exists: boolean; options: string | null }>(
    `SELECT /* across teams: the shape of a table */ to_regclass('partitions.${name}') IS NOT NULL AS exists,
       array_to_string(reloptions, ', ') AS options FROM pg_class WHERE oid = 'partitions.${table}_default'::regclass`,
  );
  const { exists, options } = rows[0]!;
  if (exists) return;
  await tx.query(`CREATE TABLE /* across teams: a table */ partitions.${name}
    (LIKE ${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)${options ? ` WITH (${options})` : ''}`);
  await tx.query(`ALTER TABLE /* across teams: a table */ ${table} ATTACH PARTITION partitions.${name}
    FOR VALUES FROM ('${firstId(from)}') TO ('${firstId(to)}')`);
}

/**
 * Partitions that have grown to ten times their size since PostgreSQL last analysed them, or that it never analysed. A new month
 * has no statistics until autovacuum comes, and the embedded database has none.
 */
async function withoutStatistics(tx: Tx): Promise<string[]> {
  const { rows } = await tx.query<{ name: string }>(
    `SELECT /* across teams: partitions */ c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = ANY($1::regclass[])
       AND pg_relation_size(c.oid) > 10::bigint * c.relpages * current_setting('block_size')::int ORDER BY c.relname`,
    [TABLES],
  );
  return rows.map(({ name }) => name);
}

async function analyze(tx: Tx, name: string): Promise<void> {
  await holdBriefly(tx);
  await tx.query(`ANALYZE /* across teams: statistics of a table */ partitions.${name}`);
}

/** Partitions with no ids from this one on. */
async function olderThan(tx: Tx, table: string, id: string): Promise<string[]> {
  const { rows } = await tx.query<{ name: string }>(
    `SELECT /* across teams: partitions */ name FROM (
       SELECT c.relname AS name, substring(pg_get_expr(c.relpartbound, c.oid) FROM $$TO \\('([0-9a-f-]{36})'\\)$$)::uuid AS until
       FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = '${table}'::regclass) p
     WHERE until <= $1::uuid ORDER BY until`,
    [id],
  );
  return rows.map(({ name }) => name);
}

async function drop(tx: Tx, table: string, name: string): Promise<void> {
  await holdBriefly(tx);
  await tx.query(`ALTER TABLE /* across teams: a table */ ${table} DETACH PARTITION partitions.${name}`);
  await tx.query(`DROP TABLE /* across teams: a table */ partitions.${name}`);
}

/** Waits for locks only briefly, as everybody behind would wait, too. One worker at a time. */
async function holdBriefly(tx: Tx): Promise<void> {
  await tx.query(`SET LOCAL lock_timeout = '2s'`);
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('partitions'))`);
}
