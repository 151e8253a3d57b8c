import type { Context } from '../../context.ts';
import { type ConnectionArgs, type Order, readConnection } from '../../database/connection.ts';
import { contains, oneOf, type TimeRange, within } from '../../database/filters.ts';
import { loadById, MAX_PAGE } from '../../database/lists.ts';
import { columnList, type Row, read } from '../../database/table.ts';
import { AppError, NotFoundError, ValidationError } from '../../errors.ts';
import { type CampaignStatus, Prisma, type SendType, type SmsCampaign } from '../../generated/prisma/client.ts';
import { messages } from '../../validation-messages.ts';
import { GOING_OUT, UNDER_WAY } from '../campaigns/rules.ts';
import { smsCampaigns } from './loaders.ts';
import { changeSmsCampaign, closeRuns } from './runs.ts';

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

/** E22. The record stays, marked as deleted, and no run of it stays open; `CONFLICT` while messages go out. */
export function deleteSmsCampaign(ctx: Context, id: string): Promise<{ id: string }> {
  return changeSmsCampaign(ctx, id, async (tx, { status }) => {
    if (GOING_OUT.includes(status)) {
      throw new AppError('CONFLICT', 'The SMS campaign is sending. Stop it before deleting it.');
    }
    await closeRuns(tx, id);
    await tx.smsCampaign.update({ where: { id }, data: { deletedAt: new Date() } });
    return { id };
  });
}

/**
 * E19. The planner sends no further steps; a campaign that waits or runs is stopped with its open sends. Stopping it
 * again changes nothing.
 */
export function stopSmsCampaignPlanner(ctx: Context, id: string): Promise<SmsCampaign> {
  return changeSmsCampaign(ctx, id, async (tx, campaign) => {
    const planner = campaign.plannerData as { isActive: boolean } | null;
    if (!planner) throw new ValidationError({ planner: ['Campaign does not have planner'] });
    const stops = UNDER_WAY.includes(campaign.status);
    if (!planner.isActive && !stops) return campaign;

    await closeRuns(tx, id);
    await tx.log.create({
      data: { teamId: campaign.teamId, callerType: 'sms_campaign', callerId: id, text: 'Campaign planner stopped.' },
    });
    return tx.smsCampaign.update({
      where: { id },
      data: { plannerData: { ...planner, isActive: false }, ...(stops ? { status: 'stopped' } : {}) },
    });
  });
}
