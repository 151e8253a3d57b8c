import { type Context, viewerOf } from '../../../context.ts';
import type { Prisma, Tag } from '../../../generated/prisma/client.ts';
import { readTagging, refuseUnknownContacts, type TaggingInput } from '../rules.ts';

type Transaction = Prisma.TransactionClient;

export interface TaggedContacts {
  /** Each contact counted once. */
  contactsCount: number;
  tags: Tag[];
}

/** Calls for the same contacts wait for each other. */
const PATIENT = { timeout: 60_000 };

/**
 * E8. Adds tags to contacts or, with `truncate`, replaces theirs; all contacts or none. As many statements for one
 * contact as for ten thousand.
 *
 * Calls in parallel lock in one order – tags by name, then contacts by id – so that none waits for another in a circle.
 */
export function addTagsToContacts(ctx: Context, input: TaggingInput): Promise<TaggedContacts> {
  const { team } = viewerOf(ctx);
  const { contactIds, tags: names } = readTagging(input);
  return ctx.db.$transaction(async (tx) => {
    const tags = await tagsNamed(tx, team.id, names);
    refuseUnknownContacts(input.contactIds, await lockContacts(tx, team.id, contactIds));
    const tagIds = tags.map(({ id }) => id);
    if (input.truncate) {
      await tx.$executeRaw`
        DELETE FROM contact_tags j WHERE j.team_id = ${team.id}::uuid
          AND j.contact_id = ANY(${contactIds}::uuid[]) AND j.tag_id <> ALL(${tagIds}::uuid[])`;
    }
    await attachTags(tx, team.id, contactIds, tagIds);
    return { contactsCount: contactIds.length, tags };
  }, PATIENT);
}

/**
 * Takes tags off contacts; one that a contact or the team does not have is passed over. All contacts or none, in as
 * many statements for one as for ten thousand.
 */
export function removeTagsFromContacts(ctx: Context, input: Omit<TaggingInput, 'truncate'>): Promise<number> {
  const { team } = viewerOf(ctx);
  const { contactIds, tags: names } = readTagging({ ...input, truncate: false });
  return ctx.db.$transaction(async (tx) => {
    refuseUnknownContacts(input.contactIds, await lockContacts(tx, team.id, contactIds));
    await tx.$executeRaw`
      DELETE FROM contact_tags j USING tags g
      WHERE j.team_id = ${team.id}::uuid AND g.team_id = j.team_id AND g.id = j.tag_id AND g.name = ANY(${names}::text[])
        AND j.contact_id = ANY(${contactIds}::uuid[])`;
    return contactIds.length;
  }, PATIENT);
}

/** The team's tags of these names, those that were missing made, kept from deletion until the transaction ends. */
export async function tagsNamed(tx: Transaction, teamId: string, names: readonly string[]): Promise<Tag[]> {
  if (names.length === 0) return [];
  const sorted = [...names].sort();
  await tx.tag.createMany({ data: sorted.map((name) => ({ teamId, name })), skipDuplicates: true });
  return tx.$queryRaw<Tag[]>`
    SELECT id, team_id AS "teamId", name, created_at AS "createdAt" FROM tags
    WHERE team_id = ${teamId}::uuid AND name = ANY(${sorted}::text[]) ORDER BY name FOR KEY SHARE`;
}

/**
 * Of two calls for one contact the second finds what the first has left. Does not wait for writes that only refer to
 * the contact, such as messages.
 */
async function lockContacts(tx: Transaction, teamId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM contacts WHERE id = ANY(${ids}::uuid[]) AND team_id = ${teamId}::uuid
    ORDER BY id FOR NO KEY UPDATE`;
  return new Set(rows.map(({ id }) => id));
}

/** Every tag to every contact; what is there already stays as it is. */
export async function attachTags(
  tx: Transaction,
  teamId: string,
  contactIds: readonly string[],
  tagIds: readonly string[],
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO contact_tags (team_id, contact_id, tag_id)
    SELECT ${teamId}::uuid, c.id, g.id FROM unnest(${contactIds}::uuid[]) c(id) CROSS JOIN unnest(${tagIds}::uuid[]) g(id)
    ORDER BY 2, 3 ON CONFLICT DO NOTHING`;
}
