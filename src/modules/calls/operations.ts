import type { Context } from '../../context.ts';
import type { Call, CallOutcome } from '../../generated/prisma/client.ts';
import { changeRecord, type RecordKind } from '../records/change-record.ts';
import { calls } from './loaders.ts';

export const CALL: RecordKind<Call> = { thing: 'Call', table: calls };

/**
 * E6. Every change leaves a log with the outcome before and after.
 *
 * Not in the reference: the outcome that the call already has is a no-op without a log. Either way the outcome now
 * stands: events that arrive later (E12) do not change it.
 */
export function changeCallOutcome(ctx: Context, id: string, callOutcome: CallOutcome): Promise<Call> {
  return changeRecord(ctx, CALL, id, async (tx, call) => {
    const isSame = call.callOutcome === callOutcome;
    if (isSame && call.outcomeDecidedAt) return call;
    if (!isSame) {
      await tx.callOutcomeLog.create({
        data: {
          teamId: call.teamId,
          callId: id,
          initialCallOutcome: call.callOutcome,
          newCallOutcome: callOutcome,
          status: 'applied',
        },
      });
    }
    return tx.call.update({ where: { id, teamId: call.teamId }, data: { callOutcome, outcomeDecidedAt: new Date() } });
  });
}
