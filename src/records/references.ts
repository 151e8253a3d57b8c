import { isUuid } from '../database/reads/lists.ts';
import type { Tx } from '../database/transaction.ts';
import type { FieldErrors } from '../errors.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { messages } from '../input/validation-messages.ts';

export type Reference = [path: string, id: unknown];

const NAMED = {
  agents: 'archived_at IS NULL',
  client_companies: 'TRUE',
  domain_plans: 'TRUE',
  integrations: 'TRUE',
  numbers: 'archived_at IS NULL',
  offers: 'deleted_at IS NULL',
  routes: 'deleting_at IS NULL',
  routing_plans: 'TRUE',
  segments: 'TRUE',
  seller_endpoints: 'deleting_at IS NULL',
  voice_accounts: 'archived_at IS NULL',
  voice_campaigns: 'deleted_at IS NULL',
};

export type Named = keyof typeof NAMED;

/** They must belong to the team. Locked until the record that names them is written, except by queries. */
export async function referenceErrors(
  tx: Tx,
  teamId: string,
  references: Partial<Record<Named, Reference[]>>,
  { lock = true } = {},
): Promise<FieldErrors> {
  const unknown: string[] = [];
  for (const [table, named] of Object.entries(references)) {
    unknown.push(...(await unknownAmong(tx, table as Named, teamId, named, lock)));
  }
  return Object.fromEntries(unknown.map((path) => [path, [messages.selected(path)]]));
}

export const one = (path: string, id: string | null | undefined): Reference[] =>
  id === null || id === undefined ? [] : [[path, id]];

export const each = (path: string, ids: readonly string[] | null | undefined): Reference[] =>
  (ids ?? []).map((id, at) => [`${path}.${at}`, id]);

async function unknownAmong(
  tx: Tx,
  table: Named,
  teamId: string,
  references: Reference[],
  lock: boolean,
): Promise<string[]> {
  const key = (id: unknown) => (typeof id === 'string' && isUuid(id) ? id.toLowerCase() : null);
  const ids = [...new Set(references.flatMap(([, id]) => key(id) ?? []))];
  const rows =
    ids.length === 0
      ? []
      : await tx.rows<{ id: string }>`SELECT id::text AS id FROM ${Prisma.raw(table)}
          WHERE team_id = ${teamId}::uuid AND id = ANY(${ids}::uuid[]) AND ${Prisma.raw(NAMED[table])}
          ${lock ? Prisma.sql`FOR KEY SHARE` : Prisma.empty}`;
  const known = new Set<string | null>(rows.map(({ id }) => id));
  return references.filter(([, id]) => !known.has(key(id))).map(([path]) => path);
}
