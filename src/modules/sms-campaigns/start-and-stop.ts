import type { Context } from '../../context.ts';
import type { FieldErrors } from '../../errors.ts';
import type { Prisma, SmsCampaign } from '../../generated/prisma/client.ts';
import { refuse, statusErrors } from '../campaigns/input-rules.ts';
import { GOING_OUT, statusWhenStarted } from '../campaigns/rules.ts';
import { firstMoment, required, startErrors } from '../campaigns/start-rules.ts';
import { linkErrors } from './meta-update.ts';
import { changeSmsCampaign, followStatus, openRun } from './runs.ts';

/** What a campaign lacks before it can get under way. What it names may have gone since it was named. */
export async function lackErrors(tx: Prisma.TransactionClient, campaign: SmsCampaign): Promise<FieldErrors> {
  const texts = await tx.campaignText.count({ where: { smsCampaignId: campaign.id } });
  return {
    ...required(texts === 0 ? ['texts'] : []),
    ...startErrors(campaign),
    ...(await linkErrors(tx, campaign.teamId, campaign)),
  };
}

/**
 * Starts a campaign, or lets it wait for the moment that its data names. Starting one that is going out changes
 * nothing, so that of two starts at once one opens a run.
 */
export function startSmsCampaign(ctx: Context, id: string): Promise<SmsCampaign> {
  return changeSmsCampaign(ctx, id, async (tx, current) => {
    if (GOING_OUT.includes(current.status)) return current;
    const now = new Date();
    const status = statusWhenStarted(current.status, firstMoment(current, now), now);
    refuse({ ...statusErrors(current.status, status), ...(await lackErrors(tx, current)) });
    const campaign = await tx.smsCampaign.update({ where: { id }, data: { status, ...revivedPlanner(current) } });
    await followStatus(tx, current.status, campaign);
    await openRun(tx, campaign);
    return campaign;
  });
}

/** A planner that was stopped (E19) goes on when its campaign is started again. */
function revivedPlanner({ sendType, plannerData }: SmsCampaign): Prisma.SmsCampaignUpdateInput {
  return sendType === 'planner' ? { plannerData: { ...(plannerData as Prisma.JsonObject), isActive: true } } : {};
}

/** Stopping a campaign that is stopped changes nothing. */
export function stopSmsCampaign(ctx: Context, id: string): Promise<SmsCampaign> {
  return changeSmsCampaign(ctx, id, async (tx, current) => {
    if (current.status === 'stopped') return current;
    refuse(statusErrors(current.status, 'stopped'));
    const campaign = await tx.smsCampaign.update({ where: { id }, data: { status: 'stopped' } });
    await followStatus(tx, current.status, campaign);
    return campaign;
  });
}
