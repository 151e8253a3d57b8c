import type { FieldErrors } from '../../errors.ts';
import type { Prisma, SendType, VoiceCampaign } from '../../generated/prisma/client.ts';
import { feedDataErrors, hlrSettingsErrors, manualDataErrors, recurringDataErrors } from '../campaigns/data-rules.ts';
import { feedData, type Given, hlrSettings, manualData, recurringData } from '../campaigns/given-data.ts';
import { json } from '../campaigns/json-column.ts';
import type { FeedData, HlrSettings, ManualData, RecurringData } from '../campaigns/meta-data.ts';

/** A voice campaign's meta as E1 takes it: what is absent is kept, null clears, nested data is replaced as a whole. */
export interface VoiceCampaignMetaUpdate {
  sendType?: SendType | null | undefined;
  segmentIds?: Record<string, unknown>[] | null | undefined;
  filterSegmentId?: string | null | undefined;
  agentId?: string | null | undefined;
  numberId?: string | null | undefined;
  agentIds?: string[] | null | undefined;
  numberIds?: string[] | null | undefined;
  manualData?: Given<ManualData> | null | undefined;
  recurringData?: Given<RecurringData> | null | undefined;
  feedData?: Given<FeedData> | null | undefined;
  stoppedReason?: string | null | undefined;
  hlrSettings?: Given<HlrSettings> | null | undefined;
}

/** Not in the reference: `meta: null` clears every field of it. */
const CLEARED: Required<VoiceCampaignMetaUpdate> = {
  sendType: null,
  segmentIds: null,
  filterSegmentId: null,
  agentId: null,
  numberId: null,
  agentIds: null,
  numberIds: null,
  manualData: null,
  recurringData: null,
  feedData: null,
  stoppedReason: null,
  hlrSettings: null,
};

export function metaErrors(meta: VoiceCampaignMetaUpdate): FieldErrors {
  return {
    ...(meta.manualData && manualDataErrors(meta.manualData, 'meta.manualData')),
    ...(meta.recurringData && recurringDataErrors(meta.recurringData, 'meta.recurringData')),
    ...(meta.feedData && feedDataErrors(meta.feedData, 'meta.feedData')),
    ...(meta.hlrSettings && hlrSettingsErrors(meta.hlrSettings, 'meta.hlrSettings')),
  };
}

export function metaColumns(update: VoiceCampaignMetaUpdate | null | undefined) {
  const meta = update === null ? CLEARED : (update ?? {});
  return {
    sendType: meta.sendType,
    segmentIds: meta.segmentIds === null ? [] : (meta.segmentIds as Prisma.InputJsonValue[] | undefined),
    filterSegmentId: meta.filterSegmentId,
    agentId: meta.agentId,
    numberId: meta.numberId,
    agentIds: json(meta.agentIds, lowerCase),
    numberIds: json(meta.numberIds, lowerCase),
    manualData: json(meta.manualData, manualData),
    recurringData: json(meta.recurringData, recurringData),
    feedData: json(meta.feedData, feedData),
    stoppedReason: meta.stoppedReason,
    hlrSettings: json(meta.hlrSettings, hlrSettings),
  } satisfies Prisma.VoiceCampaignUncheckedUpdateInput;
}

/** As a uuid column would keep them. */
const lowerCase = (ids: string[]) => ids.map((id) => id.toLowerCase());

/** The copy of a campaign's meta that a send keeps. */
export const metaSnapshot = (campaign: VoiceCampaign): Prisma.InputJsonObject => ({
  sendType: campaign.sendType,
  segmentIds: campaign.segmentIds as Prisma.InputJsonValue,
  filterSegmentId: campaign.filterSegmentId,
  agentId: campaign.agentId,
  numberId: campaign.numberId,
  agentIds: campaign.agentIds as Prisma.InputJsonValue,
  numberIds: campaign.numberIds as Prisma.InputJsonValue,
  manualData: campaign.manualData as Prisma.InputJsonValue,
  recurringData: campaign.recurringData as Prisma.InputJsonValue,
  feedData: campaign.feedData as Prisma.InputJsonValue,
  stoppedReason: campaign.stoppedReason,
  hlrSettings: campaign.hlrSettings as Prisma.InputJsonValue,
});
