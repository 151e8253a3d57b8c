import type { Context } from '../../../context.ts';
import { tables } from '../../../database/tables.ts';
import type { Call, CallOutcome } from '../../../generated/prisma/client.ts';
import { announceCampaign } from '../../../live/announce.ts';
import { changeRecord, type RecordKind } from '../../../records/change-record.ts';
import { markCalls } from '../../insight/reports/roll-ups/marks.ts';
import { followUp } from '../engine/follow-up.ts';
import { recordCallChanges } from '../engine/record-changes.ts';
import { hurrySteps } from '../post-processing/plan-steps.ts';

export const CALL: RecordKind<Call> = { thing: 'Call', table: tables.Call };

/** E6. Not in the reference: setting the present outcome logs nothing. Later events (E12) no longer change it either way. */
export function changeCallOutcome(ctx: Context, id: string, callOutcome: CallOutcome): Promise<Call> {
  return changeRecord(ctx, CALL, id, async (tx, call) => {
    const isSame = call.callOutcome === callOutcome;
    if (isSame && call.outcomeDecidedAt) return call;
    if (!isSame) {
      await tx.prisma.callOutcomeLog.create({
        data: {
          teamId: call.teamId,
          callId: id,
          initialCallOutcome: call.callOutcome,
          newCallOutcome: callOutcome,
          status: 'applied',
        },
      });
    }
    if (call.voiceCampaignId) await announceCampaign(tx, call.voiceCampaignId);
    const changed = await tx.prisma.call.update({
      where: { teamId_id: { teamId: call.teamId, id } },
      data: { callOutcome, outcomeDecidedAt: new Date() },
    });
    await markCalls(tx, call.teamId, [id]);
    await recordCallChanges(tx, call.teamId, [{ before: call, after: changed }], new Date());
    await followUp(tx, call, changed, new Date());
    await hurrySteps(tx, { teamId: call.teamId, callId: id }, { isDecided: !isSame }, new Date());
    return changed;
  });
}
