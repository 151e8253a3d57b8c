import type { Tx } from '../../../../database/transaction.ts';
import { MAX_CALL_SECONDS } from '../engine.ts';

/** What the team's latest calls say of the next ones. */
export interface ExpectedCall {
  seconds: number;
  /** Null when no provider has reported a cost. */
  cost: string | null;
  /** How many calls say so. */
  calls: number;
}

const LATEST = 200;
const DEFAULT_SECONDS = 60;

export async function readExpectedCall(tx: Tx, teamId: string): Promise<ExpectedCall> {
  const row = await tx.row<{ seconds: number | null; cost: string | null; calls: number }>`
    SELECT round(avg(LEAST(extract(epoch FROM ended_at - started_at), ${MAX_CALL_SECONDS}::int)))::int AS seconds,
      round(avg(cost), 6)::text AS cost, count(*)::int AS calls
    FROM (SELECT started_at, ended_at, cost, is_answered FROM calls
      WHERE team_id = ${teamId}::uuid ORDER BY created_at DESC, id DESC LIMIT ${LATEST}::int) k
    WHERE is_answered AND ended_at > started_at`;
  const { seconds, cost, calls } = row!;
  return { seconds: Math.max(1, seconds ?? DEFAULT_SECONDS), cost, calls };
}
