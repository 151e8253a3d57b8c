import { loaderFor, nestedList, type ReadContext } from '../../../database/reads/lists.ts';
import { columnList, type Row, read } from '../../../database/table.ts';
import { tables } from '../../../database/tables.ts';
import { type Contact, Prisma } from '../../../generated/prisma/client.ts';

export const tagsOfContact = nestedList(tables.Tag, {
  join: Prisma.sql`JOIN contact_tags j ON j.team_id = t.team_id AND j.tag_id = t.id`,
  parent: Prisma.sql`j.contact_id`,
  order: [Prisma.sql`t.name`, Prisma.sql`t.id`],
  direction: 'asc',
});

export const contactsOfTag = nestedList(tables.Contact, {
  // No join: without statistics it may compare all contacts of the team with each row of the tag.
  holds: (tagId, teamId) => Prisma.sql`t.id = ANY(ARRAY(
    SELECT j.contact_id FROM contact_tags j WHERE j.team_id = ${teamId}::uuid AND j.tag_id = ${tagId}))`,
  counted: (teamId) => Prisma.sql`contact_tags j WHERE j.team_id = ${teamId}::uuid`,
  parent: Prisma.sql`j.tag_id`,
  order: [Prisma.sql`t.created_at`, Prisma.sql`t.id`],
  direction: 'desc',
});

export function contactOfNumber(
  ctx: ReadContext,
  number: bigint | number,
  fields: readonly string[],
): Promise<Row<Contact> | null> {
  const loader = loaderFor<Row<Contact> | null>(ctx, contactOfNumber, fields.join(), async (numbers) => {
    const rows = await read<Row<Contact>>(
      ctx.reader,
      Prisma.sql`SELECT ${columnList(tables.Contact, [...fields, 'number'])} FROM contacts t
        WHERE t.number = ANY(${numbers}::bigint[]) AND ${tables.Contact.scope(ctx.teamId)}`,
    );
    const byNumber = new Map(rows.map((row) => [String(row.number), row]));
    return numbers.map((key) => byNumber.get(key) ?? null);
  });
  return loader.load(String(number));
}
