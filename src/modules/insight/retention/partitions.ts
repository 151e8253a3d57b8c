import { setTimeout } from 'node:timers/promises';
import type { Services } from '../../../context.ts';
import { type Db, hasCode, type Tx } from '../../../database/transaction.ts';
import { firstUuidOf, momentOf } from '../../../database/uuid.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

/** Partitioned by id. `ahead`: partitions made in advance; workers may be down no longer. */
const TABLES = [
  { table: 'call_events', months: 1, ahead: 2, days: 'CALL_EVENT_DAYS' },
  { table: 'calls', months: 1, ahead: 2 },
  // A send asks each partition for its newest logs, so they are few.
  { table: 'logs', months: 12, ahead: 1, days: 'LOG_DAYS' },
  { table: 'sms_messages', months: 1, ahead: 2, days: 'MESSAGE_DAYS' },
  { table: 'hub_messages', months: 1, ahead: 2, days: 'MESSAGE_DAYS' },
] as const;

/** SQLSTATEs: the table is locked, or its default partition has ids of that month. */
const NOT_NOW = ['55P03', '23514', '40P01'];

export const keptFrom = (days: number, now = new Date()) =>
  firstUuidOf(monthOf(new Date(now.getTime() - days * 86_400_000), 0));

const monthOf = (at: Date, months: number) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1));

function bounds(at: Date, months: number, n: number): [from: Date, to: Date] {
  const first = n * months - (at.getUTCMonth() % months);
  return [monthOf(at, first), monthOf(at, first + months)];
}

/** Tries all of them. What failed for another reason than a lock or a row in its way is thrown at the end. */
export async function keepPartitions(
  { db, config, logger }: Pick<Services, 'db' | 'config' | 'logger'>,
  now = new Date(),
) {
  const failures: unknown[] = [];
  for (const { table, months, ahead } of TABLES) {
    for (let n = 1; n <= ahead; n += 1) {
      const [from, to] = bounds(now, months, n);
      const name = `${table}_${from
        .toISOString()
        .slice(0, months === 12 ? 4 : 7)
        .replace('-', '_')}`;
      await attempt(name, () => inAMoment(() => db.transaction((tx) => make(tx, table, name, from, to))));
    }
  }
  for (const { table, ...kept } of TABLES) {
    const days = 'days' in kept ? config[kept.days] : 0;
    if (days === 0) continue;
    const from = keptFrom(days, now);
    for (const name of await olderThan(db, table, from)) {
      await attempt(name, () => inAMoment(() => db.transaction((tx) => drop(tx, table, name))));
    }
    // In every run: clicks and receipts of a message come after it is gone, too.
    if (table === 'sms_messages') await attempt(table, () => dropNames(db, from));
  }
  if (failures.length > 0) throw failures[0];

  async function attempt(name: string, work: () => Promise<void>): Promise<void> {
    await work().catch((err: unknown) => {
      logger.warn({ err, name }, 'a partition could not be made or dropped; it is tried again');
      if (!hasCode(err, NOT_NOW)) failures.push(err);
    });
  }
}

/** Attached when complete. That locks the default partition, to see that no row of it belongs to the new one. */
async function make(tx: Tx, table: string, name: string, from: Date, to: Date): Promise<void> {
  await takeTurn(tx);
  const shape = await tx.row<{ exists: boolean; options: string | null }>`
    SELECT /* across teams: the shape of a table */ to_regclass(${`partitions.${name}`}) IS NOT NULL AS exists,
      array_to_string(reloptions, ', ') AS options FROM pg_class WHERE oid = ${`partitions.${table}_default`}::regclass`;
  if (shape!.exists) return;
  await waitBriefly(tx);
  const options = shape!.options ? ` WITH (${shape!.options})` : '';
  await tx.query(`CREATE TABLE /* across teams: a table */ partitions.${name}
    (LIKE ${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)${options}`);
  // Of a table this is not copied; see database/statistics.ts.
  await tx.query(`ALTER TABLE /* across teams: a table */ partitions.${name} ALTER team_id SET STATISTICS 0`);
  await tx.query(`ALTER TABLE /* across teams: a table */ ${table} ATTACH PARTITION partitions.${name}
    FOR VALUES FROM ('${firstUuidOf(from)}') TO ('${firstUuidOf(to)}')`);
}

async function olderThan(tx: Tx, table: string, id: string): Promise<string[]> {
  const rows = await tx.rows<{ name: string }>`
    SELECT /* across teams: partitions */ name FROM (
      SELECT c.relname AS name, substring(pg_get_expr(c.relpartbound, c.oid) FROM $$TO \\('([0-9a-f-]{36})'\\)$$)::uuid AS until
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = ${table}::regclass) p
    WHERE until <= ${id}::uuid ORDER BY until`;
  return rows.map(({ name }) => name);
}

const isBefore = (column: string) => (id: string) => Prisma.sql`${Prisma.raw(column)} < ${id}::uuid`;

/** What has no key to messages, and none of use without them. */
const NAMES = [
  { table: 'sms_link_events', key: ['team_id', 'id'], isOld: isBefore('message_id') },
  {
    table: 'sms_provider_messages',
    key: ['team_id', 'route_id', 'provider_id'],
    // Ids that receipts named, and no message has.
    isOld: (id: string) =>
      Prisma.sql`(${isBefore('message_id')(id)} OR message_id IS NULL AND created_at < ${momentOf(id)}::timestamptz)`,
  },
  { table: 'sms_receipts', key: ['team_id', 'id'], isOld: isBefore('id') },
];
/** Per statement, to keep locks short. */
const BATCH = 1_000;

async function dropNames(db: Db, id: string): Promise<void> {
  for (const { table, key, isOld } of NAMES) {
    const same = Prisma.raw(key.map((column) => `o.${column} = d.${column}`).join(' AND '));
    let deleted = BATCH;
    while (deleted === BATCH)
      deleted = await db.change`DELETE /* across teams: what has expired */ FROM ${Prisma.raw(table)} o
        USING (SELECT ${Prisma.raw(key.join(', '))} FROM ${Prisma.raw(table)} WHERE ${isOld(id)}${db.reach.within('team_id')}
          LIMIT ${BATCH}::int) d WHERE ${same}${db.reach.within('o.team_id')}`;
  }
}

const MOMENTS = 60;
const PAUSE_MS = 1_000;
/** Other statements on the table queue behind one that waits for a lock. */
const LOCK_WAIT = '10ms';

/** Tries again where the table is in use. */
async function inAMoment(work: () => Promise<void>): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (tried === MOMENTS || !hasCode(error, ['55P03'])) throw error;
      await setTimeout(PAUSE_MS);
    }
  }
}

/** A table with a default partition cannot detach others concurrently. */
async function drop(tx: Tx, table: string, name: string): Promise<void> {
  await takeTurn(tx);
  await waitBriefly(tx);
  await tx.query(`ALTER TABLE /* across teams: a table */ ${table} DETACH PARTITION partitions.${name}`);
  await tx.query(`DROP TABLE /* across teams: a table */ partitions.${name}`);
}

/** One worker at a time. */
async function takeTurn(tx: Tx): Promise<void> {
  await tx.query(`SET LOCAL lock_timeout = '2s'`);
  await tx.change`SELECT pg_advisory_xact_lock(hashtext('partitions'))`;
}

const waitBriefly = (tx: Tx) => tx.query(`SET LOCAL lock_timeout = '${LOCK_WAIT}'`);
