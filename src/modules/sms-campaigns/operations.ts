import type { Context } from '../../context.ts';
import { MAX_PAGE } from '../../database/lists.ts';
import { columnList, type Row, read } from '../../database/table.ts';
import { tables } from '../../database/tables.ts';
import { ValidationError } from '../../errors.ts';
import { Prisma, type SmsCampaign } from '../../generated/prisma/client.ts';
import { messages } from '../../input/validation-messages.ts';
import { announceCampaign } from '../../live/announce.ts';
import { UNDER_WAY } from '../campaigns/rules.ts';
import { closeSends } from '../campaigns/sends.ts';
import { changeRecord } from '../records/change-record.ts';
import { SMS } from './kind.ts';

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
  const source = Prisma.sql`FROM sms_campaigns t WHERE ${tables.SmsCampaign.scope(ctx.teamId)} AND ${kind}`;
  const [items, [counted]] = await Promise.all([
    read<Row<SmsCampaign>>(
      ctx.reader,
      Prisma.sql`SELECT ${columnList(tables.SmsCampaign, fields)} ${source} ORDER BY t.created_at DESC, t.id DESC
        LIMIT ${perPage}::bigint OFFSET ${(page - 1) * perPage}::bigint`,
    ),
    read<{ count: number }>(ctx.reader, Prisma.sql`SELECT count(*) AS count ${source}`),
  ]);
  return { items, page, perPage, total: counted!.count };
}

/**
 * E19. The planner sends no further steps; a campaign that waits or runs is stopped with its open sends. Stopping it
 * again changes nothing.
 */
export function stopSmsCampaignPlanner(ctx: Context, id: string): Promise<SmsCampaign> {
  return changeRecord(ctx, SMS, id, async (tx, campaign) => {
    const planner = campaign.plannerData as { isActive: boolean } | null;
    if (!planner) throw new ValidationError({ planner: ['Campaign does not have planner'] });
    const stops = UNDER_WAY.includes(campaign.status);
    if (!planner.isActive && !stops) return campaign;

    await closeSends(tx, SMS, campaign, 'The campaign’s planner was stopped.');
    await announceCampaign(tx, campaign.id);
    await tx.log.create({
      data: { teamId: campaign.teamId, callerType: 'sms_campaign', callerId: id, text: 'Campaign planner stopped.' },
    });
    return tx.smsCampaign.update({
      where: { teamId_id: { teamId: campaign.teamId, id } },
      data: { plannerData: { ...planner, isActive: false }, ...(stops ? { status: 'stopped' } : {}) },
    });
  });
}
