import { type Context, viewerOf } from '../../../../context.ts';
import { idIn } from '../../../../database/partitions.ts';
import type { Tx } from '../../../../database/transaction.ts';
import type { AddTagsToContactsInput, RemoveTagsFromContactsInput } from '../../../../generated/inputs.ts';
import { Prisma, type Tag } from '../../../../generated/prisma/client.ts';
import { taggedAs } from '../../../delivery/reach/has-tag.ts';
import { readTagging, refuseUnknownContacts } from '../rules.ts';

type Transaction = Tx;

export interface TaggedContacts {
  contactsCount: number;
  tags: Tag[];
}

const PATIENT = { timeout: 60_000 };

/** E8. As many statements for ten thousand contacts as for one. Locks in a fixed order, to avoid deadlocks. */
export function addTagsToContacts(ctx: Context, input: AddTagsToContactsInput): Promise<TaggedContacts> {
  const { team } = viewerOf(ctx);
  const { contactIds, tags: names } = readTagging(input, ctx.reader.embedded);
  return ctx.db.transaction(async (tx) => {
    const tags = await tagsNamed(tx, team.id, names);
    refuseUnknownContacts(input.contactIds, await lockContacts(tx, team.id, contactIds));
    const tagIds = tags.map(({ id }) => id);
    if (input.truncate) {
      await tx.change`
        DELETE FROM contact_tags j WHERE j.team_id = ${team.id}::uuid
          AND ${idIn(Prisma.sql`j.contact_id`, contactIds)} AND j.tag_id <> ALL(${tagIds}::uuid[])`;
    }
    await attachTags(tx, team.id, contactIds, tagIds);
    return { contactsCount: contactIds.length, tags };
  }, PATIENT);
}

export function removeTagsFromContacts(ctx: Context, input: RemoveTagsFromContactsInput): Promise<number> {
  const { team } = viewerOf(ctx);
  const { contactIds, tags: names } = readTagging({ ...input, truncate: false }, ctx.reader.embedded);
  return ctx.db.transaction(async (tx) => {
    refuseUnknownContacts(input.contactIds, await lockContacts(tx, team.id, contactIds));
    await tx.change`
      DELETE FROM contact_tags x WHERE x.team_id = ${team.id}::uuid AND ${idIn(Prisma.sql`x.contact_id`, contactIds)}
        AND ${taggedAs(team.id, names)}`;
    return contactIds.length;
  }, PATIENT);
}

/** Creates missing ones. None can be deleted until the transaction ends. */
export async function tagsNamed(tx: Transaction, teamId: string, names: readonly string[]): Promise<Tag[]> {
  if (names.length === 0) return [];
  const sorted = [...names].sort();
  await tx.prisma.tag.createMany({ data: sorted.map((name) => ({ teamId, name })), skipDuplicates: true });
  return tx.rows<Tag>`
    SELECT id, team_id AS "teamId", name, deleting_at AS "deletingAt", created_at AS "createdAt" FROM tags
    WHERE team_id = ${teamId}::uuid AND name = ANY(${sorted}::text[]) ORDER BY name FOR KEY SHARE`;
}

/** Does not wait for writes that only refer to the contact, such as messages. */
async function lockContacts(tx: Transaction, teamId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>`
    SELECT id FROM contacts WHERE ${idIn(Prisma.sql`id`, ids)} AND team_id = ${teamId}::uuid
    ORDER BY id FOR NO KEY UPDATE`;
  return new Set(rows.map(({ id }) => id));
}

export async function attachTags(
  tx: Transaction,
  teamId: string,
  contactIds: readonly string[],
  tagIds: readonly string[],
): Promise<void> {
  await tx.change`
    INSERT INTO contact_tags (team_id, contact_id, tag_id)
    SELECT ${teamId}::uuid, c.id, g.id FROM unnest(${contactIds}::uuid[]) c(id) CROSS JOIN unnest(${tagIds}::uuid[]) g(id)
    ORDER BY 2, 3 ON CONFLICT DO NOTHING`;
}
