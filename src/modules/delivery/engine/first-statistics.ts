import { COLLISION_OR_LOCKED } from '../../../database/transaction.ts';
import type { Engine } from './engine.ts';

/** The month that this process last looked after. */
const months = new WeakMap<Engine['db'], string>();

/**
 * Gives PostgreSQL statistics of the messages after the first batch of each month, which begins a partition. The batch was
 * claimed at `now` or a little later. Without statistics PostgreSQL may check foreign keys by any index that begins with the
 * team, and keeps that plan: every check would read all messages of the team. Autovacuum would come too late, and the embedded
 * database has none. On Citus the partitions are on the workers, where this does not reach, and autovacuum has to do.
 */
export async function giveFirstStatistics({ db }: Pick<Engine, 'db'>, now: Date): Promise<void> {
  const month = now.toISOString().slice(0, 7);
  if (months.get(db) === month) return;
  const isDone = await db.transaction(
    async (tx) => {
      // While partitions are changed or analysed elsewhere this worker keeps sending and tries again after the next batch.
      const { rows: locks } = await tx.query<{ isMine: boolean }>(
        `SELECT pg_try_advisory_xact_lock(hashtext('partitions')) AS "isMine"`,
      );
      if (!locks[0]!.isMine) return false;
      const { rows: tables } = await tx.query<{ name: string }>(
        `SELECT /* across teams: statistics of a table */ c.oid::regclass::text AS name FROM pg_class c
       LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
       WHERE c.reltuples <= 0 AND (c.oid = 'sms_messages'::regclass
         OR i.inhparent = 'sms_messages'::regclass AND pg_relation_size(c.oid) > 0)`,
      );
      if (tables.length > 0) {
        const names = tables.map(({ name }) => name).join(', ');
        await tx.query(`ANALYZE /* across teams: statistics of a table */ ${names}`);
      }
      return true;
    },
    { again: COLLISION_OR_LOCKED },
  );
  if (isDone) months.set(db, month);
}
