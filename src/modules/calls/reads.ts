import type { Context } from '../../context.ts';
import { type ConnectionArgs, type Order, readConnection } from '../../database/connection.ts';
import { equals, isSet, oneOf, type TimeRange, within } from '../../database/filters.ts';
import { read } from '../../database/table.ts';
import { tables } from '../../database/tables.ts';
import { type CallOutcome, type CallSource, type CallStatus, Prisma } from '../../generated/prisma/client.ts';
import type { CallsOfOutcome, CallsOfStatus } from './loaders.ts';

export interface CallFilter {
  status?: CallStatus[] | null;
  callOutcome?: CallOutcome[] | null;
  hasOutcome?: boolean | null;
  callSource?: CallSource[] | null;
  voiceCampaignId?: string | null;
  voiceCampaignSendId?: string | null;
  contactId?: string | null;
  numberId?: string | null;
  agentId?: string | null;
  toNumber?: number | null;
  isAnswered?: boolean | null;
  isAnswerMachine?: boolean | null;
  isLead?: boolean | null;
  isSale?: boolean | null;
  createdAt?: TimeRange | null;
}

const conditions = (filter: CallFilter | null | undefined): Prisma.Sql[] => [
  ...oneOf(Prisma.sql`t.status`, 'call_status', filter?.status),
  ...oneOf(Prisma.sql`t.call_outcome`, 'call_outcome', filter?.callOutcome),
  ...isSet(Prisma.sql`t.call_outcome`, filter?.hasOutcome),
  ...oneOf(Prisma.sql`t.call_source`, 'call_source', filter?.callSource),
  ...equals(Prisma.sql`t.voice_campaign_id`, 'uuid', filter?.voiceCampaignId),
  ...equals(Prisma.sql`t.voice_campaign_send_id`, 'uuid', filter?.voiceCampaignSendId),
  ...equals(Prisma.sql`t.contact_id`, 'uuid', filter?.contactId),
  ...equals(Prisma.sql`t.number_id`, 'uuid', filter?.numberId),
  ...equals(Prisma.sql`t.agent_id`, 'uuid', filter?.agentId),
  ...equals(Prisma.sql`t.to_number`, 'bigint', filter?.toNumber),
  ...equals(Prisma.sql`t.is_answered`, 'boolean', filter?.isAnswered),
  ...equals(Prisma.sql`t.is_answer_machine`, 'boolean', filter?.isAnswerMachine),
  ...equals(Prisma.sql`t.is_lead`, 'boolean', filter?.isLead),
  ...equals(Prisma.sql`t.is_sale`, 'boolean', filter?.isSale),
  ...within(Prisma.sql`t.created_at`, filter?.createdAt),
];

export function listCalls(
  ctx: Context,
  { filter, ...args }: ConnectionArgs & { filter?: CallFilter | null; orderBy?: Order | null },
  fields: readonly string[],
) {
  return readConnection(ctx, tables.Call, args, { fields, orderBy: args.orderBy, filter: conditions(filter) });
}

export const countByOutcome = (ctx: Context, filter: CallFilter | null | undefined) =>
  countBy<CallsOfOutcome>(ctx, Prisma.sql`t.call_outcome AS outcome`, filter);

export const countByStatus = (ctx: Context, filter: CallFilter | null | undefined) =>
  countBy<CallsOfStatus>(ctx, Prisma.sql`t.status AS status`, filter);

/** One statement for a dashboard's tiles. */
const countBy = <Counted>(ctx: Context, column: Prisma.Sql, filter: CallFilter | null | undefined) =>
  read<Counted>(
    ctx.reader,
    Prisma.sql`SELECT ${column}, count(*) AS count FROM calls t
      WHERE ${Prisma.join([tables.Call.scope(ctx.teamId), ...conditions(filter)], ' AND ')} GROUP BY 1 ORDER BY 1`,
  );
