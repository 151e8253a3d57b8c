import { type Context, viewerOf } from '../../context.ts';
import { type ConnectionArgs, type Order, readConnection } from '../../database/connection.ts';
import { equals, oneOf, type TimeRange, within } from '../../database/filters.ts';
import { isUuid } from '../../database/lists.ts';
import { NotFoundError } from '../../errors.ts';
import {
  type Call,
  type CallOutcome,
  type CallSource,
  type CallStatus,
  Prisma,
} from '../../generated/prisma/client.ts';
import type { RecordKind } from '../records/change-record.ts';
import { calls } from './loaders.ts';

export interface CallFilter {
  status?: CallStatus[] | null;
  callOutcome?: CallOutcome[] | null;
  callSource?: CallSource[] | null;
  voiceCampaignId?: string | null;
  contactId?: string | null;
  numberId?: string | null;
  createdAt?: TimeRange | null;
}

type ListArgs<Filter> = ConnectionArgs & { filter?: Filter | null; orderBy?: Order | null };

export function listCalls(ctx: Context, { filter, ...args }: ListArgs<CallFilter>, fields: readonly string[]) {
  return readConnection(ctx, calls, args, {
    fields,
    orderBy: args.orderBy,
    filter: [
      ...oneOf(Prisma.sql`t.status`, 'call_status', filter?.status),
      ...oneOf(Prisma.sql`t.call_outcome`, 'call_outcome', filter?.callOutcome),
      ...oneOf(Prisma.sql`t.call_source`, 'call_source', filter?.callSource),
      ...equals(Prisma.sql`t.voice_campaign_id`, 'uuid', filter?.voiceCampaignId),
      ...equals(Prisma.sql`t.contact_id`, 'uuid', filter?.contactId),
      ...equals(Prisma.sql`t.number_id`, 'uuid', filter?.numberId),
      ...within(Prisma.sql`t.created_at`, filter?.createdAt),
    ],
  });
}

export const CALL: RecordKind<Call> = { thing: 'Call', table: calls };

/**
 * E6. Every change leaves a log with the outcome before and after.
 *
 * Not in the reference: the outcome that the call already has is a no-op without a log. Either way the outcome now
 * stands: events that arrive later (E12) do not change it.
 */
export function changeCallOutcome(ctx: Context, id: string, callOutcome: CallOutcome): Promise<Call> {
  const { team } = viewerOf(ctx);
  if (!isUuid(id)) throw new NotFoundError('Call');
  return ctx.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM calls WHERE id = ${id}::uuid AND team_id = ${team.id}::uuid FOR UPDATE`;
    const call = await tx.call.findFirst({ where: { id, teamId: team.id, deletedAt: null } });
    if (!call) throw new NotFoundError('Call');
    const isSame = call.callOutcome === callOutcome;
    if (isSame && call.outcomeDecidedAt) return call;
    if (!isSame) {
      await tx.callOutcomeLog.create({
        data: {
          teamId: team.id,
          callId: id,
          initialCallOutcome: call.callOutcome,
          newCallOutcome: callOutcome,
          status: 'applied',
        },
      });
    }
    return tx.call.update({ where: { id }, data: { callOutcome, outcomeDecidedAt: new Date() } });
  });
}
