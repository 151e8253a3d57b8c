import { randomUUID } from 'node:crypto';
import type { Prisma } from '../../src/generated/prisma/client.ts';
import type { TestApp } from './app.ts';

const START = Date.parse('2026-03-01T09:00:00.000Z');

/** Minutes after a fixed morning, so rows made with rising numbers have a known order. */
export const at = (minutes: number) => new Date(START + minutes * 60_000);

export interface Dashboard {
  /** Oldest first. */
  campaignIds: string[];
  offerIds: string[];
  /** Oldest first, per campaign. */
  sendIds: string[][];
}

export async function createDashboard(
  { services: { db } }: TestApp,
  teamId: string,
  size: { campaigns: number; sends: number; logs: number },
): Promise<Dashboard> {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
  const campaignIds = numbers(size.campaigns).map(() => randomUUID());
  const offerIds = [randomUUID(), randomUUID()];
  const sendIds = campaignIds.map(() => numbers(size.sends).map(() => randomUUID()));

  await db.prisma.smsCampaign.createMany({
    data: campaignIds.map((id, index) => ({
      id,
      teamId,
      name: `Campaign ${String(index).padStart(3, '0')}`,
      status: index % 2 === 0 ? 'running' : 'draft',
      sendType: index % 3 === 0 ? 'planner' : 'manual',
      manualData: index % 3 === 0 ? undefined : { sendAmount: 200, sendDatetime: null, throttleBatchSize: 0 },
      createdAt: at(index),
      updatedAt: at(index),
    })),
  });
  await db.prisma.offer.createMany({
    data: offerIds.map((id, index) => ({
      id,
      teamId,
      name: `Offer ${index}`,
      url: `https://offer.example/${index}`,
      profit: '12.50',
      createdAt: at(0),
      updatedAt: at(0),
    })),
  });
  await db.prisma.smsCampaignOffer.createMany({
    data: campaignIds.flatMap((smsCampaignId) =>
      offerIds.map((offerId, position) => ({ teamId, smsCampaignId, offerId, position })),
    ),
  });
  await db.prisma.smsSend.createMany({
    data: sendIds.flatMap((ids, campaign) =>
      ids.map((id, index) => ({
        id,
        teamId,
        smsCampaignId: campaignIds[campaign]!,
        status: 'sent' as const,
        meta: { ...EMPTY_META, sendType: 'manual' } as Prisma.InputJsonObject,
        createdAt: at(campaign + index),
        updatedAt: at(campaign + index),
      })),
    ),
  });
  await db.prisma.log.createMany({
    data: [
      ...campaignIds.map((callerId) => log(teamId, 'sms_campaign', callerId, 0)),
      ...sendIds
        .flat()
        .flatMap((callerId) => numbers(size.logs).map((index) => log(teamId, 'sms_campaign_send', callerId, index))),
    ],
  });
  return { campaignIds, offerIds, sendIds };
}

const log = (teamId: string, callerType: 'sms_campaign' | 'sms_campaign_send', callerId: string, index: number) => ({
  teamId,
  callerType,
  callerId,
  text: `Log ${index}`,
  createdAt: at(index),
});

export const EMPTY_META = {
  sendType: null,
  segmentIds: [],
  smsRoutingPlanId: null,
  filterSegmentId: null,
  domainPlanId: null,
  useDedicatedDomains: false,
  smartEncoding: false,
  requiresConsent: null,
  manualData: null,
  multistepData: null,
  plannerData: null,
  hlrSettings: null,
};

export const PLANNER = {
  daysOfWeek: ['Mon', 'Tue'],
  weeklySchedule: null,
  multistepData: null,
  weeklySmsContactLimit: 5,
  dailySmsContactLimit: 1,
  isActive: true,
};
