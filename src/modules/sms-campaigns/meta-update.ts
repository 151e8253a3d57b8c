import type { FieldErrors } from '../../errors.ts';
import type { Prisma, SendType } from '../../generated/prisma/client.ts';
import { cleared, dataColumns, type GivenData } from '../campaigns/meta-fields.ts';
import { each, one, referenceErrors } from '../records/references.ts';

const DATA = ['manualData', 'multistepData', 'plannerData', 'recurringData', 'feedData', 'hlrSettings'] as const;

/** An SMS campaign's meta as a request gives it: what is absent is kept, null clears. */
export interface SmsCampaignMetaUpdate extends GivenData<(typeof DATA)[number]> {
  sendType?: SendType | null | undefined;
  segmentIds?: string[] | null | undefined;
  smsRoutingPlanId?: string | null | undefined;
  filterSegmentId?: string | null | undefined;
  domainPlanId?: string | null | undefined;
  useDedicatedDomains?: boolean | null | undefined;
}

/** Its columns. */
export const META = [
  'sendType',
  'segmentIds',
  'smsRoutingPlanId',
  'filterSegmentId',
  'domainPlanId',
  'useDedicatedDomains',
  ...DATA,
] as const satisfies (keyof SmsCampaignMetaUpdate)[];

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
  const meta = update === null ? cleared(META) : (update ?? {});
  return {
    sendType: meta.sendType,
    segmentIds: meta.segmentIds === null ? [] : meta.segmentIds && [...new Set(meta.segmentIds.map(lowerCase))],
    smsRoutingPlanId: meta.smsRoutingPlanId,
    filterSegmentId: meta.filterSegmentId,
    domainPlanId: meta.domainPlanId,
    useDedicatedDomains: meta.useDedicatedDomains === null ? false : meta.useDedicatedDomains,
    ...dataColumns(meta, DATA),
  } satisfies Prisma.SmsCampaignUncheckedUpdateInput;
}

const lowerCase = (id: string) => id.toLowerCase();
