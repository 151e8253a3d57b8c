import { loaderFor, nestedList, type ReadContext } from '../../database/lists.ts';
import { columnList, defineTable, type Row, read } from '../../database/table.ts';
import { type Contact, Prisma, type SuppressedNumber, type Tag } from '../../generated/prisma/client.ts';

export const contacts = defineTable<Contact>('contacts', Prisma.ContactScalarFieldEnum, {
  related: {
    tags: Prisma.sql`ARRAY(
      SELECT o.name FROM contact_tags j JOIN tags o ON o.id = j.tag_id WHERE j.contact_id = t.id ORDER BY o.name)`,
  },
});
export const tags = defineTable<Tag>('tags', Prisma.TagScalarFieldEnum);
export const suppressedNumbers = defineTable<SuppressedNumber>(
  'suppressed_numbers',
  Prisma.SuppressedNumberScalarFieldEnum,
);

export const tagsOfContact = nestedList(tags, {
  join: Prisma.sql`JOIN contact_tags j ON j.tag_id = t.id`,
  parent: Prisma.sql`j.contact_id`,
  order: Prisma.sql`t.name, t.id`,
});

export const contactsOfTag = nestedList(contacts, {
  join: Prisma.sql`JOIN contact_tags j ON j.contact_id = t.id`,
  parent: Prisma.sql`j.tag_id`,
  order: Prisma.sql`t.created_at DESC, t.id DESC`,
});

/** To-one by the number, which is unique in the team; one statement per level. */
export function contactOfNumber(
  ctx: ReadContext,
  number: bigint | number,
  fields: readonly string[],
): Promise<Row<Contact> | null> {
  const loader = loaderFor<Row<Contact> | null>(ctx, contactOfNumber, fields.join(), async (numbers) => {
    const rows = await read<Row<Contact>>(
      ctx.reader,
      Prisma.sql`SELECT ${columnList(contacts, [...fields, 'number'])} FROM contacts t
        WHERE t.number = ANY(${numbers}::bigint[]) AND ${contacts.scope(ctx.teamId)}`,
    );
    const byNumber = new Map(rows.map((row) => [String(row.number), row]));
    return numbers.map((key) => byNumber.get(key) ?? null);
  });
  return loader.load(String(number));
}
