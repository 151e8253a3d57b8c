import type { Context } from '../../../context.ts';
import { is, listFilter, listOf, textWithin, within } from '../../../database/reads/filters.ts';
import { loadById } from '../../../database/reads/lists.ts';
import type { Row } from '../../../database/table.ts';
import { tables } from '../../../database/tables.ts';
import { NotFoundError } from '../../../errors.ts';
import { type Contact, Prisma, type Tag } from '../../../generated/prisma/client.ts';

const hasTag = (names: readonly string[]) => [
  Prisma.sql`EXISTS (SELECT 1 FROM contact_tags j JOIN tags g ON g.team_id = j.team_id AND g.id = j.tag_id
    WHERE j.team_id = t.team_id AND j.contact_id = t.id AND g.name = ANY(${names}::text[]))`,
];

export const contactFilter = listFilter('ContactFilter', {
  number: is('SafeInt', 'Exactly this number, E.164 digits without the plus sign.'),
  name: textWithin('the name'),
  email: textWithin('the e-mail address'),
  countryId: is('Int', 'In this country, an ISO 3166-1 numeric code.'),
  tags: { type: 'String', isList: true, description: 'With at least one of these tags; case counts.', sql: hasTag },
  createdAt: within('When it was created.'),
});

export const listContacts = listOf(tables.Contact, contactFilter);

export async function getContact(ctx: Context, id: string, fields: readonly string[]): Promise<Row<Contact>> {
  const contact = await loadById(ctx, tables.Contact, id, fields);
  if (!contact) throw new NotFoundError('Contact');
  return contact;
}

export const tagFilter = listFilter('TagFilter', { name: textWithin('the name') });

export const listTags = listOf(tables.Tag, tagFilter, { field: 'name', direction: 'asc' });

export async function getTag(ctx: Context, id: string, fields: readonly string[]): Promise<Row<Tag>> {
  const tag = await loadById(ctx, tables.Tag, id, fields);
  if (!tag) throw new NotFoundError('Tag');
  return tag;
}
