import { type Context, viewerOf } from '../../context.ts';
import { type ConnectionArgs, type Order, readConnection } from '../../database/connection.ts';
import { contains, oneOf, type TimeRange, within } from '../../database/filters.ts';
import { isUuid, loadById, MAX_PAGE } from '../../database/lists.ts';
import { columnList, type Row, read } from '../../database/table.ts';
import { AppError, NotFoundError, ValidationError } from '../../errors.ts';
import { type CampaignStatus, Prisma, type SendType, type SmsCampaign } from '../../generated/prisma/client.ts';
import { messages } from '../../validation-messages.ts';
import { smsCampaigns } from './loaders.ts';
import { SENDING, STOPPABLE, STOPPABLE_SENDS } from './rules.ts';

const THING = 'SMS campaign';

export interface SmsCampaignFilter {
  status?: CampaignStatus[] | null;
  sendType?: SendType[] | null;
  name?: string | null;
  createdAt?: TimeRange | null;
}

export function listSmsCampaigns(
  ctx: Context,
  args: ConnectionArgs & { filter?: SmsCampaignFilter | null; orderBy?: Order | null },
  fields: readonly string[],
) {
  const { filter } = args;
  return readConnection(ctx, smsCampaigns, args, {
    fields,
    orderBy: args.orderBy,
    filter: [
      ...oneOf(Prisma.sql`t.status`, 'campaign_status', filter?.status),
      ...oneOf(Prisma.sql`t.send_type`, 'send_type', filter?.sendType),
      ...contains(Prisma.sql`t.name`, filter?.name),
      ...within(Prisma.sql`t.created_at`, filter?.createdAt),
    ],
  });
}

export async function getSmsCampaign(ctx: Context, id: string, fields: readonly string[]): Promise<Row<SmsCampaign>> {
  const campaign = await loadById(ctx, smsCampaigns, id, fields);
  if (!campaign) throw new NotFoundError(THING);
  return campaign;
}

export type SmsCampaignKind = 'planned' | 'default';

export interface SmsCampaignPage {
  items: Row<SmsCampaign>[];
  page: number;
  perPage: number;
  total: number;
}

/** E14: numbered pages, newest first, as the documented REST list needs them. */
export async function pageSmsCampaigns(
  ctx: Context,
  args: { type?: SmsCampaignKind | null; page: number; perPage: number },
  fields: readonly string[],
): Promise<SmsCampaignPage> {
  const { page, perPage, type } = args;
  if (perPage > MAX_PAGE) throw new ValidationError({ perPage: [messages.atMost('perPage', MAX_PAGE)] });
  const planned = Prisma.sql`t.send_type = 'planner'`;
  const kind = !type ? Prisma.sql`TRUE` : type === 'planned' ? planned : Prisma.sql`${planned} IS NOT TRUE`;
  const source = Prisma.sql`FROM sms_campaigns t WHERE ${smsCampaigns.scope(ctx.teamId)} AND ${kind}`;
  const [items, [counted]] = await Promise.all([
    read<Row<SmsCampaign>>(
      ctx.reader,
      Prisma.sql`SELECT ${columnList(smsCampaigns, fields)} ${source} ORDER BY t.created_at DESC, t.id DESC
        LIMIT ${perPage}::bigint OFFSET ${(page - 1) * perPage}::bigint`,
    ),
    read<{ count: number }>(ctx.reader, Prisma.sql`SELECT count(*) AS count ${source}`),
  ]);
  return { items, page, perPage, total: counted!.count };
}

/** E22. The record stays, marked as deleted; `CONFLICT` while messages go out. */
export async function deleteSmsCampaign(ctx: Context, id: string): Promise<{ id: string }> {
  const { team } = viewerOf(ctx);
  if (!isUuid(id)) throw new NotFoundError(THING);
  const mine = { id, teamId: team.id, deletedAt: null };
  const { count } = await ctx.db.smsCampaign.updateMany({
    where: { ...mine, status: { notIn: SENDING } },
    data: { deletedAt: new Date() },
  });
  if (count === 1) return { id };
  if ((await ctx.db.smsCampaign.count({ where: mine })) === 0) throw new NotFoundError(THING);
  throw new AppError('CONFLICT', 'The SMS campaign is sending. Stop it before deleting it.');
}

/**
 * E19. The planner sends no further steps; a campaign that waits or runs is stopped with its open sends. Stopping it
 * again changes nothing.
 */
export function stopSmsCampaignPlanner(ctx: Context, id: string): Promise<SmsCampaign> {
  const { team } = viewerOf(ctx);
  if (!isUuid(id)) throw new NotFoundError(THING);
  return ctx.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM sms_campaigns WHERE id = ${id}::uuid AND team_id = ${team.id}::uuid FOR UPDATE`;
    const campaign = await tx.smsCampaign.findFirst({ where: { id, teamId: team.id, deletedAt: null } });
    if (!campaign) throw new NotFoundError(THING);
    const planner = campaign.plannerData as { isActive: boolean } | null;
    if (!planner) throw new ValidationError({ planner: ['Campaign does not have planner'] });
    const stops = STOPPABLE.includes(campaign.status);
    if (!planner.isActive && !stops) return campaign;

    await tx.smsSend.updateMany({
      where: { smsCampaignId: id, status: { in: STOPPABLE_SENDS } },
      data: { status: 'stopped', nextStepAt: null },
    });
    await tx.log.create({
      data: { teamId: team.id, callerType: 'sms_campaign', callerId: id, text: 'Campaign planner stopped.' },
    });
    return tx.smsCampaign.update({
      where: { id },
      data: { plannerData: { ...planner, isActive: false }, ...(stops ? { status: 'stopped' } : {}) },
    });
  });
}
