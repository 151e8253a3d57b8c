import { type Context, viewerOf } from '../../context.ts';
import { type ConnectionArgs, type Order, readConnection } from '../../database/connection.ts';
import { contains, oneOf, type TimeRange, within } from '../../database/filters.ts';
import { isUuid, loadById } from '../../database/lists.ts';
import type { Row } from '../../database/table.ts';
import { AppError, NotFoundError } from '../../errors.ts';
import { type CampaignStatus, Prisma, type SendType, type VoiceCampaign } from '../../generated/prisma/client.ts';
import { GOING_OUT } from '../campaigns/rules.ts';
import { postProcessings, voiceCampaigns } from './loaders.ts';
import { changeVoiceCampaign, closeRuns } from './runs.ts';

const THING = 'Voice campaign';

export interface VoiceCampaignFilter {
  status?: CampaignStatus[] | null;
  sendType?: SendType[] | null;
  name?: string | null;
  createdAt?: TimeRange | null;
}

export function listVoiceCampaigns(
  ctx: Context,
  args: ConnectionArgs & { filter?: VoiceCampaignFilter | null; orderBy?: Order | null },
  fields: readonly string[],
) {
  const { filter } = args;
  return readConnection(ctx, voiceCampaigns, args, {
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

export async function getVoiceCampaign(
  ctx: Context,
  id: string,
  fields: readonly string[],
): Promise<Row<VoiceCampaign>> {
  const campaign = await loadById(ctx, voiceCampaigns, id, fields);
  if (!campaign) throw new NotFoundError(THING);
  return campaign;
}

/** The record stays, marked as deleted, and no run of it stays open; `CONFLICT` while calls go out. */
export function deleteVoiceCampaign(ctx: Context, id: string): Promise<{ id: string }> {
  return changeVoiceCampaign(ctx, id, async (tx, { status }) => {
    if (GOING_OUT.includes(status)) {
      throw new AppError('CONFLICT', 'The voice campaign is calling. Stop it before deleting it.');
    }
    await closeRuns(tx, id);
    await tx.voiceCampaign.update({ where: { id }, data: { deletedAt: new Date() } });
    return { id };
  });
}

export function listPostProcessings(ctx: Context, args: ConnectionArgs, fields: readonly string[]) {
  return readConnection(ctx, postProcessings, args, { fields });
}

/** E21. */
export async function deletePostProcessing(ctx: Context, id: string): Promise<{ id: string }> {
  const { team } = viewerOf(ctx);
  const { count } = isUuid(id)
    ? await ctx.db.postProcessing.deleteMany({ where: { id, teamId: team.id } })
    : { count: 0 };
  if (count === 0) throw new NotFoundError('Post-processing');
  return { id };
}
