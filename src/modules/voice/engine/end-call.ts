import type { Tx } from '../../../database/transaction.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import type { CallOutcome, CallStatus } from '../../../generated/prisma/client.ts';
import { publish } from '../../../observability/events.ts';
import { markCalls } from '../../insight/reports/roll-ups/marks.ts';
import { planSteps } from '../post-processing/plan-steps.ts';

import { afterCall } from './after-call.ts';
import type { CallKey } from './engine.ts';
import { recordCallChanges } from './record-changes.ts';

/** Ends a call whose end no event will report. Returns the number that was called, or null when it has ended already. */
export async function endCallAs(
  tx: Tx,
  { teamId, campaignId, callId }: CallKey,
  { outcome, reason }: { outcome: CallOutcome; reason: string },
  now: Date,
): Promise<string | null> {
  const [call] = await tx.rows<{
    number: string;
    former: CallStatus;
    outcome: CallOutcome;
    was: CallOutcome | null;
  }>`WITH former AS (SELECT id, status, call_outcome FROM calls
        WHERE team_id = ${teamId}::uuid AND id = ${callId}::uuid AND status <> 'ended' FOR UPDATE)
      UPDATE calls k SET status = 'ended', ended_reason = ${reason}, ended_at = ${now}::timestamptz,
        call_outcome = COALESCE(k.call_outcome, ${outcome}::call_outcome), updated_at = ${now}::timestamptz
      FROM former f WHERE k.team_id = ${teamId}::uuid AND k.id = f.id
      RETURNING k.to_number::text AS number, f.status AS former, k.call_outcome AS outcome, f.call_outcome AS was`;
  if (!call) return null;
  await markCalls(tx, teamId, [callId]);
  await tx.change`UPDATE voice_campaigns SET calls_ended = calls_ended + 1,
        calls_in_flight = calls_in_flight - ${call.former === 'scheduled' ? 0 : 1}::int
      WHERE team_id = ${teamId}::uuid AND id = ${campaignId}::uuid`;
  if (call.was === null) {
    await tx.change`INSERT INTO call_outcome_logs (team_id, id, call_id, new_call_outcome, status, created_at)
        VALUES (${teamId}::uuid, ${uuidv7(now.getTime())}::uuid, ${callId}::uuid, ${call.outcome}::call_outcome, 'applied',
          ${now}::timestamptz)`;
  }
  const before = { status: call.former, callOutcome: call.was };
  const after = { id: callId, status: 'ended', callOutcome: call.outcome } as const;
  await recordCallChanges(tx, teamId, [{ before, after }], now);
  await planSteps(tx, { teamId, callId }, now);
  tx.committed(() => publish({ is: 'call_ended', outcome: call.outcome }));
  await afterCall(tx, { teamId, callId, outcome: call.outcome, former: call.was }, now);
  return call.number;
}
