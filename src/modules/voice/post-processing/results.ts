import { type Context, viewerOf } from '../../../context.ts';
import { is, listFilter, listOf, oneOf, within } from '../../../database/reads/filters.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import { tables } from '../../../database/tables.ts';
import { NotFoundError } from '../../../errors.ts';
import type { CallPostProcessing } from '../../../generated/prisma/client.ts';
import type { RecordKind } from '../../../records/change-record.ts';
import { queueSteps } from './plan-steps.ts';
import { isBeingRun, lockCall } from './work-on-step.ts';

export const CALL_POST_PROCESSING: RecordKind<CallPostProcessing> = {
  thing: 'Call post-processing',
  table: tables.CallPostProcessing,
};

export const callPostProcessingFilter = listFilter('CallPostProcessingFilter', {
  status: oneOf('PostProcessingStatus', 'One of these statuses.', { type: 'CallPostProcessingStatus' }),
  kind: oneOf('PostProcessingKind', 'Of one of these kinds.', { type: 'VoicePostProcessingKind' }),
  callId: is('ID', 'For this call.'),
  postProcessingId: is('ID', 'Of this step.'),
  createdAt: within('When the call ended.'),
});

export const listCallPostProcessings = listOf(tables.CallPostProcessing, callPostProcessingFilter);

/** Gives failed work all its tries again, and makes waiting work due now. A step that a worker is running is left to it. */
export async function replayCallPostProcessing(ctx: Context, id: string): Promise<CallPostProcessing> {
  const { team } = viewerOf(ctx);
  const own = { id, teamId: team.id };
  if (!isUuid(id)) throw new NotFoundError(CALL_POST_PROCESSING.thing);
  const now = new Date();
  return ctx.db.transaction(async (tx) => {
    const found = await tx.prisma.callPostProcessing.findFirst({ where: own, select: { callId: true } });
    if (!found) throw new NotFoundError(CALL_POST_PROCESSING.thing);
    const call = { teamId: team.id, callId: found.callId };
    await lockCall(tx, call);
    const { count } = await tx.prisma.callPostProcessing.updateMany({
      where: { ...own, status: { in: ['failed', 'waiting'] }, NOT: isBeingRun(now) },
      data: { status: 'waiting', attempts: 0, failureReason: null, dueAt: now, endedAt: null },
    });
    if (count > 0) await queueSteps(tx, call, now);
    return tx.prisma.callPostProcessing.findFirstOrThrow({ where: own });
  });
}
