import type { FieldErrors } from '../../errors.ts';
import type { Prisma, SendType, SmsCampaign } from '../../generated/prisma/client.ts';
import {
  feedDataErrors,
  hlrSettingsErrors,
  manualDataErrors,
  multistepDataErrors,
  plannerDataErrors,
  recurringDataErrors,
} from '../campaigns/data-rules.ts';
import {
  feedData,
  type Given,
  hlrSettings,
  manualData,
  multistepData,
  plannerData,
  recurringData,
} from '../campaigns/given-data.ts';
import { json } from '../campaigns/json-column.ts';
import type {
  FeedData,
  HlrSettings,
  ManualData,
  MultistepData,
  PlannerData,
  RecurringData,
} from '../campaigns/meta-data.ts';
import { each, one, referenceErrors } from '../records/references.ts';

/** An SMS campaign's meta as a request gives it: what is absent is kept, null clears, nested data is replaced. */
export interface SmsCampaignMetaUpdate {
  sendType?: SendType | null | undefined;
  segmentIds?: string[] | null | undefined;
  smsRoutingPlanId?: string | null | undefined;
  filterSegmentId?: string | null | undefined;
  domainPlanId?: string | null | undefined;
  useDedicatedDomains?: boolean | null | undefined;
  manualData?: Given<ManualData> | null | undefined;
  multistepData?: Given<MultistepData> | null | undefined;
  plannerData?: Given<PlannerData> | null | undefined;
  recurringData?: Given<RecurringData> | null | undefined;
  feedData?: Given<FeedData> | null | undefined;
  hlrSettings?: Given<HlrSettings> | null | undefined;
}

/** `meta: null` clears every field of it. */
const CLEARED: Required<SmsCampaignMetaUpdate> = {
  sendType: null,
  segmentIds: null,
  smsRoutingPlanId: null,
  filterSegmentId: null,
  domainPlanId: null,
  useDedicatedDomains: null,
  manualData: null,
  multistepData: null,
  plannerData: null,
  recurringData: null,
  feedData: null,
  hlrSettings: null,
};

export function metaErrors(meta: SmsCampaignMetaUpdate): FieldErrors {
  return {
    ...(meta.manualData && manualDataErrors(meta.manualData, 'meta.manualData')),
    ...(meta.multistepData && multistepDataErrors(meta.multistepData, 'meta.multistepData')),
    ...(meta.plannerData && plannerDataErrors(meta.plannerData, 'meta.plannerData')),
    ...(meta.recurringData && recurringDataErrors(meta.recurringData, 'meta.recurringData')),
    ...(meta.feedData && feedDataErrors(meta.feedData, 'meta.feedData')),
    ...(meta.hlrSettings && hlrSettingsErrors(meta.hlrSettings, 'meta.hlrSettings')),
  };
}

type Links = Pick<SmsCampaignMetaUpdate, 'segmentIds' | 'filterSegmentId' | 'smsRoutingPlanId' | 'domainPlanId'>;

/** What the meta names must be the team's, and so must offers where a request names some. */
export const linkErrors = (
  tx: Prisma.TransactionClient,
  teamId: string,
  meta: Links,
  offerIds?: string[] | null,
): Promise<FieldErrors> =>
  referenceErrors(tx, teamId, {
    segments: [...each('meta.segmentIds', meta.segmentIds), ...one('meta.filterSegmentId', meta.filterSegmentId)],
    routing_plans: one('meta.smsRoutingPlanId', meta.smsRoutingPlanId),
    domain_plans: one('meta.domainPlanId', meta.domainPlanId),
    offers: each('offerIds', offerIds),
  });

export function metaColumns(update: SmsCampaignMetaUpdate | null | undefined) {
  const meta = update === null ? CLEARED : (update ?? {});
  return {
    sendType: meta.sendType,
    segmentIds: meta.segmentIds === null ? [] : meta.segmentIds && [...new Set(meta.segmentIds.map(lowerCase))],
    smsRoutingPlanId: meta.smsRoutingPlanId,
    filterSegmentId: meta.filterSegmentId,
    domainPlanId: meta.domainPlanId,
    useDedicatedDomains: meta.useDedicatedDomains === null ? false : meta.useDedicatedDomains,
    manualData: json(meta.manualData, manualData),
    multistepData: json(meta.multistepData, multistepData),
    plannerData: json(meta.plannerData, plannerData),
    recurringData: json(meta.recurringData, recurringData),
    feedData: json(meta.feedData, feedData),
    hlrSettings: json(meta.hlrSettings, hlrSettings),
  } satisfies Prisma.SmsCampaignUncheckedUpdateInput;
}

const lowerCase = (id: string) => id.toLowerCase();

/** The copy of a campaign's meta that a send keeps. */
export const metaSnapshot = (campaign: SmsCampaign): Prisma.InputJsonObject => ({
  sendType: campaign.sendType,
  segmentIds: campaign.segmentIds,
  smsRoutingPlanId: campaign.smsRoutingPlanId,
  filterSegmentId: campaign.filterSegmentId,
  domainPlanId: campaign.domainPlanId,
  useDedicatedDomains: campaign.useDedicatedDomains,
  manualData: campaign.manualData as Prisma.InputJsonValue,
  multistepData: campaign.multistepData as Prisma.InputJsonValue,
  plannerData: campaign.plannerData as Prisma.InputJsonValue,
  recurringData: campaign.recurringData as Prisma.InputJsonValue,
  feedData: campaign.feedData as Prisma.InputJsonValue,
  hlrSettings: campaign.hlrSettings as Prisma.InputJsonValue,
});
