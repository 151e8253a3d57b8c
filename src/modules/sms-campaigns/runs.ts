import { type Context, viewerOf } from '../../context.ts';
import { isUuid } from '../../database/lists.ts';
import { columnList } from '../../database/table.ts';
import { NotFoundError } from '../../errors.ts';
import { type CampaignStatus, Prisma, type SmsCampaign } from '../../generated/prisma/client.ts';
import { OPEN_RUNS, UNDER_WAY } from '../campaigns/rules.ts';
import { firstMoment } from '../campaigns/start-rules.ts';
import { smsCampaigns } from './loaders.ts';
import { metaSnapshot } from './meta-update.ts';

const EVERYTHING = columnList(smsCampaigns, [...smsCampaigns.fields]);

/** What a campaign's change needs: its transaction, and the campaign as it stands under its lock. */
export type Change<Result> = (tx: Prisma.TransactionClient, campaign: SmsCampaign) => Promise<Result>;

/** Everything about a campaign is checked and written under its lock: of two changes at once the second sees the first. */
export function changeSmsCampaign<Result>(ctx: Context, id: string, change: Change<Result>): Promise<Result> {
  const { team } = viewerOf(ctx);
  if (!isUuid(id)) throw new NotFoundError('SMS campaign');
  return ctx.db.$transaction(async (tx) => {
    const [campaign] = await tx.$queryRaw<SmsCampaign[]>(
      Prisma.sql`SELECT ${EVERYTHING} FROM sms_campaigns t
        WHERE t.id = ${id}::uuid AND ${smsCampaigns.scope(team.id)} FOR UPDATE`,
    );
    if (!campaign) throw new NotFoundError('SMS campaign');
    return change(tx, campaign);
  });
}

/**
 * Brings a campaign's runs in line with its status. One that gets under way has one open run, which waits until it is
 * due; one that no longer is has none. Its log tells of every change.
 */
export async function followStatus(
  tx: Prisma.TransactionClient,
  before: CampaignStatus,
  campaign: SmsCampaign,
): Promise<void> {
  const { id, teamId, status } = campaign;
  if (status === before) {
    if (status === 'pending') await refreshRun(tx, campaign);
    return;
  }
  const text = `Status changed from ${before} to ${status}.`;
  await tx.log.create({ data: { teamId, callerType: 'sms_campaign', callerId: id, text } });
  if (UNDER_WAY.includes(status)) await openRun(tx, campaign);
  else await closeRuns(tx, id);
}

/** A run that waits takes the campaign's meta over; one that goes out keeps its own, and no second one is opened. */
export async function openRun(tx: Prisma.TransactionClient, campaign: SmsCampaign): Promise<void> {
  const smsCampaignId = campaign.id;
  if ((await refreshRun(tx, campaign)) > 0) return;
  if ((await tx.smsSend.count({ where: { smsCampaignId, status: { in: OPEN_RUNS } } })) > 0) return;
  await tx.smsSend.create({ data: { teamId: campaign.teamId, smsCampaignId, ...runOf(campaign) } });
}

async function refreshRun(tx: Prisma.TransactionClient, campaign: SmsCampaign): Promise<number> {
  const where = { smsCampaignId: campaign.id, status: 'pending' as const };
  return (await tx.smsSend.updateMany({ where, data: runOf(campaign) })).count;
}

function runOf(campaign: SmsCampaign) {
  const now = new Date();
  return {
    meta: metaSnapshot(campaign),
    nextStepAt: campaign.status === 'pending' ? firstMoment(campaign, now) : now,
  };
}

export async function closeRuns(tx: Prisma.TransactionClient, smsCampaignId: string): Promise<void> {
  await tx.smsSend.updateMany({
    where: { smsCampaignId, status: { in: OPEN_RUNS } },
    data: { status: 'stopped', nextStepAt: null },
  });
}
