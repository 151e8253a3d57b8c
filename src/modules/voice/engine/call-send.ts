import { Prisma } from '../../../generated/prisma/client.ts';
import type { OpenSend } from '../../delivery/engine/open-send.ts';
import type { SendMeta } from '../../delivery/engine/plan.ts';
import { segmentIdsOf } from '../../delivery/meta/meta.ts';
import type { FeedData, HlrSettings, ManualData, RecurringData } from '../../delivery/meta/meta-data.ts';

/** A send of a voice campaign that is due, with its campaign; both are locked until the transaction ends. */
export interface CallSend extends OpenSend {
  meta: CallMeta;
  contactFrom: string | null;
  contactUntil: string | null;
  /** Whether the team has settings of its own. */
  areSet: boolean;
}

/** The send's meta in the shape that planning reads, and who calls. */
export interface CallMeta extends SendMeta {
  agentIds: string[];
  numberIds: string[];
}

export interface StoredMeta {
  sendType: SendMeta['sendType'];
  segmentIds: { id?: unknown }[];
  filterSegmentId: string | null;
  agentId: string | null;
  agentIds: string[] | null;
  numberId: string | null;
  numberIds: string[] | null;
  manualData: ManualData | null;
  recurringData: RecurringData | null;
  feedData: FeedData | null;
  hlrSettings: HlrSettings | null;
  preCheckUrl?: string | null;
  /** Absent in sends of earlier versions. */
  requiresConsent?: SendMeta['requiresConsent'];
}

/** A voice campaign has no texts, routes, steps or planner. A single agent or number is added to its list. */
export const metaOf = (meta: StoredMeta): CallMeta => ({
  sendType: meta.sendType,
  segmentIds: segmentIdsOf(meta.segmentIds),
  filterSegmentId: meta.filterSegmentId,
  smsRoutingPlanId: null,
  domainPlanId: null,
  manualData: meta.manualData,
  multistepData: null,
  plannerData: null,
  recurringData: meta.recurringData,
  feedData: meta.feedData,
  hlrSettings: meta.hlrSettings,
  preCheckUrl: meta.preCheckUrl ?? null,
  requiresConsent: meta.requiresConsent ?? null,
  agentIds: each(meta.agentId, meta.agentIds),
  numberIds: each(meta.numberId, meta.numberIds),
});

const NONE: StoredMeta = {
  sendType: null,
  segmentIds: [],
  filterSegmentId: null,
  agentId: null,
  agentIds: null,
  numberId: null,
  numberIds: null,
  manualData: null,
  recurringData: null,
  feedData: null,
  hlrSettings: null,
};

/** The same of what a campaign or a send keeps. Old sends keep an empty object. */
export const keptMetaOf = (stored: unknown): CallMeta => metaOf({ ...NONE, ...(stored as Partial<StoredMeta> | null) });

const each = (one: string | null, several: string[] | null) => [
  ...new Set([...(one ? [one] : []), ...(several ?? [])]),
];

/** What a due send of calls has beside what every send has: the team's hours. */
export const CALL_COLUMNS = Prisma.sql`, x.contact_from AS "contactFrom", x.contact_until AS "contactUntil",
  x.team_id IS NOT NULL AS "areSet"`;
export const CALL_JOINS = Prisma.sql` LEFT JOIN sending_settings x ON x.team_id = s.team_id`;

export const readCallSend = (row: object): CallSend => {
  const send = row as Omit<CallSend, 'meta'> & { meta: StoredMeta };
  return { ...send, meta: metaOf(send.meta) };
};
