import { Prisma } from '../../generated/prisma/client.ts';
import { transactionAgain } from './again.ts';
import type { Engine } from './engine.ts';
import { rowsOf } from './rows.ts';

const known = new WeakSet<Engine['pool']>();

/**
 * Gives PostgreSQL statistics of the messages after the first batch. Without them it may check foreign keys by any index
 * that begins with the team, and keeps that plan: every check would read all messages of the team. Autovacuum would come
 * too late, and the embedded database has none.
 */
export async function giveFirstStatistics({ pool }: Pick<Engine, 'pool'>): Promise<void> {
  if (known.has(pool)) return;
  known.add(pool);
  await transactionAgain(pool, async (tx) => {
    const [table] = await rowsOf<{ rows: number }>(
      tx,
      Prisma.sql`SELECT /* across teams: statistics of a table */ reltuples AS rows FROM pg_class WHERE oid = 'sms_messages'::regclass`,
    );
    if (table!.rows <= 0) await tx.query('ANALYZE /* across teams: statistics of a table */ sms_messages');
  });
}
