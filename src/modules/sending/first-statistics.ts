import { transactionAgain } from './again.ts';
import type { Engine } from './engine.ts';

/** The month that this process last looked after. */
const months = new WeakMap<Engine['pool'], string>();

/**
 * Gives PostgreSQL statistics of the messages after the first batch of each month, which begins a partition. Without them it
 * may check foreign keys by any index that begins with the team, and keeps that plan: every check would read all messages of
 * the team. Autovacuum would come too late, and the embedded database has none.
 */
export async function giveFirstStatistics({ pool, now }: Pick<Engine, 'pool' | 'now'>): Promise<void> {
  const month = now().toISOString().slice(0, 7);
  if (months.get(pool) === month) return;
  months.set(pool, month);
  await transactionAgain(pool, async (tx) => {
    const { rows } = await tx.query<{ name: string }>(
      `SELECT /* across teams: statistics of a table */ c.oid::regclass::text AS name
       FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = 'sms_messages'::regclass AND c.reltuples <= 0 AND pg_relation_size(c.oid) > 0`,
    );
    for (const { name } of rows) await tx.query(`ANALYZE /* across teams: statistics of a table */ ${name}`);
  });
}
