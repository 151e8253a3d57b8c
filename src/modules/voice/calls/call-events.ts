import { type Context, viewerOf } from '../../../context.ts';
import { is, listFilter, listOf, oneOf, within } from '../../../database/reads/filters.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import { tables } from '../../../database/tables.ts';
import { NotFoundError } from '../../../errors.ts';
import type { CallEvent } from '../../../generated/prisma/client.ts';
import type { RecordKind } from '../../../records/change-record.ts';
import { applyStored } from './apply-call-events.ts';
import { ensureApplied } from './call-event-job.ts';

export const CALL_EVENT: RecordKind<CallEvent> = { thing: 'Call event', table: tables.CallEvent };

export const callEventFilter = listFilter('CallEventFilter', {
  status: oneOf('CallEventStatus', 'One of these statuses.'),
  type: is('String', 'Of exactly this type, e.g. `status-update`.'),
  callId: is('ID', 'Applied to this call.'),
  externalCallId: is('String', 'About the call that the provider knows by this id.'),
  voiceAccountId: is('ID', 'Come with the secret of this account.'),
  receivedAt: within('When it came.'),
});

export const listCallEvents = listOf(tables.CallEvent, callEventFilter, { field: 'receivedAt', direction: 'desc' });

export async function replayCallEvent(ctx: Context, id: string): Promise<CallEvent> {
  const { team } = viewerOf(ctx);
  if (!isUuid(id)) throw new NotFoundError(CALL_EVENT.thing);
  await ctx.db.transaction(async (tx) => {
    const [event] = await tx.prisma.callEvent.updateManyAndReturn({
      where: { id, teamId: team.id, status: { in: ['failed', 'received'] } },
      data: { status: 'received', failureReason: null },
    });
    if (event) await ensureApplied(tx, event, ctx.trace.id);
    else if ((await tx.prisma.callEvent.count({ where: { id, teamId: team.id } })) === 0)
      throw new NotFoundError(CALL_EVENT.thing);
  });
  const event = { id, teamId: team.id };
  await applyStored(ctx, event, { settle: true });
  return ctx.db.prisma.callEvent.findUniqueOrThrow({ where: { teamId_id: event } });
}
