import type { Context } from '../../../context.ts';
import type { Tx } from '../../../database/transaction.ts';
import { ValidationError } from '../../../errors.ts';
import type { SmsCampaign } from '../../../generated/prisma/client.ts';
import { announceCampaign } from '../../../live/announce.ts';
import { changeRecord } from '../../../records/change-record.ts';
import { closeGate } from '../../delivery/engine/call-gate.ts';
import { factsOf, recordEvents, records } from '../../webhooks/events/record-events.ts';
import { OPEN_SENDS, UNDER_WAY } from '../rules.ts';
import { closeSends, NOT_PAUSED } from '../sends.ts';
import { SMS } from './kind.ts';

/**
 * E19. The planner sends no further steps. A planner campaign that waits or runs is stopped with its open sends; one of another type
 * that has planner data continues. Stopping it again changes nothing.
 */
export function stopSmsCampaignPlanner(ctx: Context, id: string): Promise<SmsCampaign> {
  return changeRecord(ctx, SMS, id, async (tx, campaign) => {
    const planner = campaign.plannerData as { isActive: boolean } | null;
    const isPlanner = campaign.sendType === 'planner' || (await hasPlannerSend(tx, campaign));
    const stops = isPlanner && UNDER_WAY.includes(campaign.status);
    if (!planner && !stops) throw new ValidationError({ planner: ['Campaign does not have planner'] });
    if (!planner?.isActive && !stops) return campaign;

    if (stops) {
      await tx.rows(closeGate(campaign.teamId));
      await closeSends(tx, SMS, campaign, 'The campaign’s planner was stopped.');
    }
    await announceCampaign(tx, campaign.id);
    await tx.prisma.log.create({
      data: { teamId: campaign.teamId, callerType: 'sms_campaign', callerId: id, text: 'Campaign planner stopped.' },
    });
    const stopped = await tx.prisma.smsCampaign.update({
      where: { teamId_id: { teamId: campaign.teamId, id } },
      data: {
        ...(planner && { plannerData: { ...planner, isActive: false } }),
        ...(stops ? { status: 'stopped', ...NOT_PAUSED } : {}),
      },
    });
    const facts = factsOf('campaign_status_changed', stops ? [id] : []);
    await recordEvents(tx, campaign.teamId, records.smsCampaign, facts, new Date());
    return stopped;
  });
}

/** The type of a campaign may have been changed: an open send keeps that with which it began. */
const hasPlannerSend = async (tx: Tx, { teamId, id }: SmsCampaign): Promise<boolean> =>
  (await tx.row`SELECT FROM sms_sends WHERE team_id = ${teamId}::uuid AND sms_campaign_id = ${id}::uuid
    AND status = ANY(${OPEN_SENDS}::text[]::send_status[]) AND meta ->> 'sendType' = 'planner' LIMIT 1`) !== undefined;
