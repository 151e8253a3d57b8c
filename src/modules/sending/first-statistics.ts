import { Prisma } from '../../generated/prisma/client.ts';
import { transactionAgain } from './again.ts';
import type { Engine } from './engine.ts';
import { rowsOf } from './rows.ts';

const known = new WeakSet<Engine['pool']>();

/**
 * Without statistics of the messages PostgreSQL takes any index of the team's for checking what refers to them, and keeps
 * to it: every link and every provider's id would read all messages of the team. The first batch is enough for it to
 * know better, and does not wait for autovacuum, which the embedded database does not have.
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
