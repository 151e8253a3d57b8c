import type { Prisma, SendType } from '../../generated/prisma/client.ts';
import { json } from '../campaigns/json-column.ts';
import { cleared, dataColumns, type GivenData } from '../campaigns/meta-fields.ts';

const DATA = ['manualData', 'recurringData', 'feedData', 'hlrSettings'] as const;

/** A voice campaign's meta as E1 takes it: what is absent is kept, null clears. */
export interface VoiceCampaignMetaUpdate extends GivenData<(typeof DATA)[number]> {
  sendType?: SendType | null | undefined;
  segmentIds?: Record<string, unknown>[] | null | undefined;
  filterSegmentId?: string | null | undefined;
  agentId?: string | null | undefined;
  numberId?: string | null | undefined;
  agentIds?: string[] | null | undefined;
  numberIds?: string[] | null | undefined;
  stoppedReason?: string | null | undefined;
}

/** Its columns that a duplicate has, too. */
export const COPIED = [
  'sendType',
  'segmentIds',
  'filterSegmentId',
  'agentId',
  'numberId',
  'agentIds',
  'numberIds',
  ...DATA,
] as const satisfies (keyof VoiceCampaignMetaUpdate)[];

export const META = [...COPIED, 'stoppedReason'] as const;

export function metaColumns(update: VoiceCampaignMetaUpdate | null | undefined) {
  // Not in the reference: null for the whole of it.
  const meta = update === null ? cleared(META) : (update ?? {});
  return {
    sendType: meta.sendType,
    segmentIds: meta.segmentIds === null ? [] : (meta.segmentIds as Prisma.InputJsonValue[] | undefined),
    filterSegmentId: meta.filterSegmentId,
    agentId: meta.agentId,
    numberId: meta.numberId,
    agentIds: json(meta.agentIds, lowerCase),
    numberIds: json(meta.numberIds, lowerCase),
    ...dataColumns(meta, DATA),
    stoppedReason: meta.stoppedReason,
  } satisfies Prisma.VoiceCampaignUncheckedUpdateInput;
}

/** As a uuid column would keep them. */
const lowerCase = (ids: string[]) => ids.map((id) => id.toLowerCase());
