import type { FieldErrors } from '../../errors.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { each, one, type Reference, referenceErrors } from '../records/references.ts';
import type { VoiceCampaignMetaUpdate } from './meta-update.ts';

type Links = Pick<
  VoiceCampaignMetaUpdate,
  'segmentIds' | 'filterSegmentId' | 'agentId' | 'agentIds' | 'numberId' | 'numberIds'
>;

/** What a meta names must be the team's, and so must offers where a request names some. */
export const linkErrors = (
  tx: Prisma.TransactionClient,
  teamId: string,
  meta: Links,
  offerIds?: string[] | null,
): Promise<FieldErrors> =>
  referenceErrors(tx, teamId, {
    segments: [...one('meta.filterSegmentId', meta.filterSegmentId), ...segmentsOf(meta)],
    agents: [...one('meta.agentId', meta.agentId), ...each('meta.agentIds', meta.agentIds)],
    numbers: [...one('meta.numberId', meta.numberId), ...each('meta.numberIds', meta.numberIds)],
    offers: each('offerIds', offerIds),
  });

/** Not in the reference: of a segment's object only the `id` is understood, and one without an id is kept as it is. */
const segmentsOf = ({ segmentIds }: Links): Reference[] =>
  (segmentIds ?? []).flatMap((segment, at): Reference[] =>
    segment.id === undefined ? [] : [[`meta.segmentIds.${at}.id`, segment.id]],
  );
