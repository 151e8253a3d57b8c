import { type Context, viewerOf } from '../../context.ts';
import { type ConnectionArgs, type Order, readConnection } from '../../database/connection.ts';
import { equals, oneOf, type TimeRange, within } from '../../database/filters.ts';
import { isUuid, loadById } from '../../database/lists.ts';
import type { Row } from '../../database/table.ts';
import { tables } from '../../database/tables.ts';
import { NotFoundError } from '../../errors.ts';
import { type CallEvent, type CallEventStatus, Prisma } from '../../generated/prisma/client.ts';
import { applyStored } from './apply-call-events.ts';
import { ensureApplied } from './call-event-job.ts';

const THING = 'Call event';

export interface CallEventFilter {
  status?: CallEventStatus[] | null;
  type?: string | null;
  callId?: string | null;
  externalCallId?: string | null;
  voiceAccountId?: string | null;
  receivedAt?: TimeRange | null;
}

export function listCallEvents(
  ctx: Context,
  { filter, orderBy, ...args }: ConnectionArgs & { filter?: CallEventFilter | null; orderBy?: Order | null },
  fields: readonly string[],
) {
  return readConnection(ctx, tables.CallEvent, args, {
    fields,
    orderBy: orderBy ?? { field: 'receivedAt', direction: 'desc' },
    filter: [
      ...oneOf(Prisma.sql`t.status`, 'call_event_status', filter?.status),
      ...equals(Prisma.sql`t.type`, 'text', filter?.type),
      ...equals(Prisma.sql`t.call_id`, 'uuid', filter?.callId),
      ...equals(Prisma.sql`t.external_call_id`, 'text', filter?.externalCallId),
      ...equals(Prisma.sql`t.voice_account_id`, 'uuid', filter?.voiceAccountId),
      ...within(Prisma.sql`t.received_at`, filter?.receivedAt),
    ],
  });
}

export async function getCallEvent(ctx: Context, id: string, fields: readonly string[]): Promise<Row<CallEvent>> {
  const event = await loadById(ctx, tables.CallEvent, id, fields);
  if (!event) throw new NotFoundError(THING);
  return event;
}

/**
 * Puts a failed event back, with all its attempts before it, and applies it at once; whether that worked is its status.
 * One that waits is applied now, one that was applied is left alone.
 */
export async function replayCallEvent(ctx: Context, id: string): Promise<CallEvent> {
  const { team } = viewerOf(ctx);
  if (!isUuid(id)) throw new NotFoundError(THING);
  await ctx.db.$transaction(async (tx) => {
    const [event] = await tx.callEvent.updateManyAndReturn({
      where: { id, teamId: team.id, status: { in: ['failed', 'received'] } },
      data: { status: 'received', failureReason: null },
    });
    if (event) await ensureApplied(tx, event, ctx.trace.id);
    else if ((await tx.callEvent.count({ where: { id, teamId: team.id } })) === 0) throw new NotFoundError(THING);
  });
  const event = { id, teamId: team.id };
  await applyStored(ctx, event, { settle: true });
  return ctx.db.callEvent.findUniqueOrThrow({ where: { teamId_id: event } });
}
