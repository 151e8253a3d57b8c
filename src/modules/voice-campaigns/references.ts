import { isUuid } from '../../database/lists.ts';
import type { FieldErrors } from '../../errors.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { messages } from '../../validation-messages.ts';
import type { VoiceCampaignMetaUpdate } from './meta-update.ts';

/** Where a reference stands in the input, and what it names. */
type Reference = [path: string, id: unknown];

/**
 * What a meta names must be the team's. One statement per table, however many records are named; they are locked, so
 * that none is deleted before the campaign that names it is written.
 */
export async function referenceErrors(
  tx: Prisma.TransactionClient,
  teamId: string,
  meta: VoiceCampaignMetaUpdate,
): Promise<FieldErrors> {
  const unknown = [
    ...(await unknownAmong(tx, 'segments', teamId, [
      ...given('meta.filterSegmentId', meta.filterSegmentId),
      ...segmentsOf(meta),
    ])),
    ...(await unknownAmong(tx, 'agents', teamId, [
      ...given('meta.agentId', meta.agentId),
      ...each('meta.agentIds', meta.agentIds),
    ])),
    ...(await unknownAmong(tx, 'numbers', teamId, [
      ...given('meta.numberId', meta.numberId),
      ...each('meta.numberIds', meta.numberIds),
    ])),
  ];
  return Object.fromEntries(unknown.map((path) => [path, [messages.selected(path)]]));
}

const given = (path: string, id: string | null | undefined): Reference[] =>
  id === null || id === undefined ? [] : [[path, id]];

const each = (path: string, ids: readonly string[] | null | undefined): Reference[] =>
  (ids ?? []).map((id, at) => [`${path}.${at}`, id]);

/** Not in the reference: of a segment's object only the `id` is understood, and one without an id is kept as it is. */
const segmentsOf = ({ segmentIds }: VoiceCampaignMetaUpdate): Reference[] =>
  (segmentIds ?? []).flatMap((segment, at): Reference[] =>
    segment.id === undefined ? [] : [[`meta.segmentIds.${at}.id`, segment.id]],
  );

async function unknownAmong(
  tx: Prisma.TransactionClient,
  table: 'agents' | 'numbers' | 'segments',
  teamId: string,
  references: Reference[],
): Promise<string[]> {
  const key = (id: unknown) => (typeof id === 'string' && isUuid(id) ? id.toLowerCase() : null);
  const ids = [...new Set(references.flatMap(([, id]) => key(id) ?? []))];
  const rows =
    ids.length === 0
      ? []
      : await tx.$queryRaw<{ id: string }[]>`SELECT id::text AS id FROM ${Prisma.raw(table)}
          WHERE team_id = ${teamId}::uuid AND id = ANY(${ids}::uuid[]) FOR KEY SHARE`;
  const known = new Set<string | null>(rows.map(({ id }) => id));
  return references.filter(([, id]) => !known.has(key(id))).map(([path]) => path);
}
