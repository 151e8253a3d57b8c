import type { Context } from '../../context.ts';
import type { VoiceCampaign } from '../../generated/prisma/client.ts';
import { messages } from '../../validation-messages.ts';
import { refuse, statusErrors } from '../campaigns/input-rules.ts';
import { GOING_OUT, statusWhenStarted } from '../campaigns/rules.ts';
import { firstMoment, required, startErrors } from '../campaigns/start-rules.ts';
import { linkErrors } from './references.ts';
import { changeVoiceCampaign, followStatus, openRun } from './runs.ts';

/**
 * Starts a campaign, or lets it wait for the moment that its data names. Starting one that is going out changes
 * nothing, so that of two starts at once one opens a run.
 */
export function startVoiceCampaign(ctx: Context, id: string): Promise<VoiceCampaign> {
  return changeVoiceCampaign(ctx, id, async (tx, current) => {
    if (GOING_OUT.includes(current.status)) return current;
    const now = new Date();
    const status = statusWhenStarted(current.status, firstMoment(current, now), now);
    const links = linksOf(current);
    refuse({
      ...statusErrors(current.status, status),
      ...required(links.agentId === null && links.agentIds.length === 0 ? ['meta.agentId'] : []),
      ...required(links.numberId === null && links.numberIds.length === 0 ? ['meta.numberId'] : []),
      ...startErrors(current),
      ...(await linkErrors(tx, current.teamId, links)),
    });
    const campaign = await tx.voiceCampaign.update({ where: { id }, data: { status, stoppedReason: null } });
    await followStatus(tx, current.status, campaign);
    await openRun(tx, campaign);
    return campaign;
  });
}

const linksOf = ({ segmentIds, filterSegmentId, agentId, agentIds, numberId, numberIds }: VoiceCampaign) => ({
  segmentIds: segmentIds as Record<string, unknown>[],
  filterSegmentId,
  agentId,
  agentIds: (agentIds ?? []) as string[],
  numberId,
  numberIds: (numberIds ?? []) as string[],
});

/** Not in the reference: how long a reason may be. */
const MAX_REASON = 1_000;

/** Stopping a campaign that is stopped changes nothing but the reason, where one is given. */
export function stopVoiceCampaign(ctx: Context, id: string, reason: string | null | undefined): Promise<VoiceCampaign> {
  return changeVoiceCampaign(ctx, id, async (tx, current) => {
    const tooLong = (reason?.length ?? 0) > MAX_REASON;
    refuse({
      ...statusErrors(current.status, 'stopped'),
      ...(tooLong && { reason: [messages.atMostCharacters('reason', MAX_REASON)] }),
    });
    const kept = current.status === 'stopped' ? undefined : null;
    const campaign = await tx.voiceCampaign.update({
      where: { id },
      data: { status: 'stopped', stoppedReason: reason ?? kept },
    });
    await followStatus(tx, current.status, campaign);
    return campaign;
  });
}
