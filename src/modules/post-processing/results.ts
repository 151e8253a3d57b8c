import { type Context, viewerOf } from '../../context.ts';
import { type ConnectionArgs, type Order, readConnection } from '../../database/connection.ts';
import { equals, oneOf, type TimeRange, within } from '../../database/filters.ts';
import { isUuid } from '../../database/lists.ts';
import { tables } from '../../database/tables.ts';
import { NotFoundError } from '../../errors.ts';
import {
  type CallPostProcessing,
  type PostProcessingKind,
  type PostProcessingStatus,
  Prisma,
} from '../../generated/prisma/client.ts';
import { sqlOf } from '../calling/follow-up.ts';
import type { RecordKind } from '../records/change-record.ts';
import { queueSteps } from './plan-steps.ts';
import { lockCall } from './work-on-step.ts';

export const CALL_POST_PROCESSING: RecordKind<CallPostProcessing> = {
  thing: 'Call post-processing',
  table: tables.CallPostProcessing,
};

export interface CallPostProcessingFilter {
  status?: PostProcessingStatus[] | null;
  kind?: PostProcessingKind[] | null;
  callId?: string | null;
  postProcessingId?: string | null;
  createdAt?: TimeRange | null;
}

export function listCallPostProcessings(
  ctx: Context,
  { filter, ...args }: ConnectionArgs & { filter?: CallPostProcessingFilter | null; orderBy?: Order | null },
  fields: readonly string[],
) {
  return readConnection(ctx, tables.CallPostProcessing, args, {
    fields,
    orderBy: args.orderBy,
    filter: [
      ...oneOf(Prisma.sql`t.status`, 'post_processing_status', filter?.status),
      ...oneOf(Prisma.sql`t.kind`, 'post_processing_kind', filter?.kind),
      ...equals(Prisma.sql`t.call_id`, 'uuid', filter?.callId),
      ...equals(Prisma.sql`t.post_processing_id`, 'uuid', filter?.postProcessingId),
      ...within(Prisma.sql`t.created_at`, filter?.createdAt),
    ],
  });
}

/** Puts what failed back, with all its tries before it; what waits is tried at once. What was done stays done. */
export async function replayCallPostProcessing(ctx: Context, id: string): Promise<CallPostProcessing> {
  const { team } = viewerOf(ctx);
  const own = { id, teamId: team.id };
  if (!isUuid(id)) throw new NotFoundError(CALL_POST_PROCESSING.thing);
  return ctx.db.$transaction(async (tx) => {
    const found = await tx.callPostProcessing.findFirst({ where: own, select: { callId: true } });
    if (!found) throw new NotFoundError(CALL_POST_PROCESSING.thing);
    const call = { teamId: team.id, callId: found.callId };
    await lockCall(tx, call);
    const { count } = await tx.callPostProcessing.updateMany({
      where: { ...own, status: { in: ['failed', 'waiting'] } },
      data: { status: 'waiting', attempts: 0, failureReason: null, dueAt: new Date(), endedAt: null },
    });
    if (count > 0) await queueSteps(sqlOf(tx), call);
    return tx.callPostProcessing.findFirstOrThrow({ where: own });
  });
}
