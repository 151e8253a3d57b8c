import type pg from 'pg';
import { type Call, Prisma } from '../../generated/prisma/client.ts';
import { planSteps } from '../post-processing/plan-steps.ts';
import type { Tx } from '../sending/engine.ts';
import { changed } from '../sending/rows.ts';
import { afterCall, suppressCalled } from './after-call.ts';

type Followed = Pick<Call, 'teamId' | 'id' | 'status' | 'callOutcome'>;

/** Does what a change of a call means for its contact, campaign and slot, in the transaction of the change. */
export async function followUp(
  tx: Tx,
  before: Followed,
  { teamId, id: callId, status, callOutcome: outcome }: Followed,
  now: Date,
): Promise<void> {
  const former = before.callOutcome;
  if (before.status === status && former === outcome) return;
  if (status === 'ended' && before.status !== status) await planSteps(tx, { teamId, callId }, now);
  if (status === 'ended') await afterCall(tx, { teamId, callId, outcome, former }, now);
  // A person decided while the call was going on.
  else if (outcome === 'do_not_call' && former !== outcome) await suppressCalled(tx, teamId, callId, now);
}

/** Plain SQL within Prisma's transaction. */
export const sqlOf = (tx: Prisma.TransactionClient): Tx =>
  ({
    async query(asked: string | pg.QueryConfig, given: unknown[] = []) {
      const { text, values = given }: pg.QueryConfig = typeof asked === 'string' ? { text: asked } : asked;
      const rows = await tx.$queryRawUnsafe<unknown[]>(text, ...values);
      return { rows, rowCount: rows.length };
    },
  }) as unknown as Tx;

/** The other way round: Prisma's raw statements on a connection of our own. */
export const rawOf = (tx: Tx): Pick<Prisma.TransactionClient, '$executeRaw'> =>
  ({
    $executeRaw: (strings: readonly string[], ...values: unknown[]) => changed(tx, Prisma.sql(strings, ...values)),
  }) as unknown as Pick<Prisma.TransactionClient, '$executeRaw'>;
