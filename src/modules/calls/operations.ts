import { type Context, viewerOf } from '../../context.ts';
import { type ConnectionArgs, type Order, readConnection } from '../../database/connection.ts';
import { equals, oneOf, type TimeRange, within } from '../../database/filters.ts';
import { isUuid, loadById } from '../../database/lists.ts';
import type { Row } from '../../database/table.ts';
import { NotFoundError } from '../../errors.ts';
import {
  type Call,
  type CallOutcome,
  type CallSource,
  type CallStatus,
  type Number as PhoneNumber,
  Prisma,
  type VoiceProvider,
} from '../../generated/prisma/client.ts';
import { calls, numbers } from './loaders.ts';

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

export async function getCall(ctx: Context, id: string, fields: readonly string[]): Promise<Row<Call>> {
  const call = await loadById(ctx, calls, id, fields);
  if (!call) throw new NotFoundError('Call');
  return call;
}

export interface NumberFilter {
  number?: number | null;
  voiceProvider?: VoiceProvider[] | null;
  voiceAccountId?: string | null;
}

export function listNumbers(ctx: Context, { filter, ...args }: ListArgs<NumberFilter>, fields: readonly string[]) {
  return readConnection(ctx, numbers, args, {
    fields,
    orderBy: args.orderBy,
    filter: [
      ...equals(Prisma.sql`t.number`, 'bigint', filter?.number),
      ...oneOf(Prisma.sql`t.voice_provider`, 'voice_provider', filter?.voiceProvider),
      ...equals(Prisma.sql`t.voice_account_id`, 'uuid', filter?.voiceAccountId),
    ],
  });
}

export async function getNumber(ctx: Context, id: string, fields: readonly string[]): Promise<Row<PhoneNumber>> {
  const number = await loadById(ctx, numbers, id, fields);
  if (!number) throw new NotFoundError('Number');
  return number;
}

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

/** E9. Not in the reference: the number's account and the provider's id of the number stay as they are. */
export async function setNumberVoiceProvider(
  ctx: Context,
  id: string,
  voiceProvider: VoiceProvider,
): Promise<PhoneNumber> {
  const { team } = viewerOf(ctx);
  if (!isUuid(id)) throw new NotFoundError('Number');
  const [number] = await ctx.db.number.updateManyAndReturn({ where: { id, teamId: team.id }, data: { voiceProvider } });
  if (!number) throw new NotFoundError('Number');
  return number;
}
