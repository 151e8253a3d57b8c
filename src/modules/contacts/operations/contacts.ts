import type { Context } from '../../../context.ts';
import { type ConnectionArgs, type Order, readConnection } from '../../../database/connection.ts';
import { contains, equals, type TimeRange, within } from '../../../database/filters.ts';
import { loadById } from '../../../database/lists.ts';
import type { Row } from '../../../database/table.ts';
import { tables } from '../../../database/tables.ts';
import { NotFoundError } from '../../../errors.ts';
import { type Contact, Prisma, type Tag } from '../../../generated/prisma/client.ts';

export interface ContactFilter {
  number?: number | null;
  name?: string | null;
  email?: string | null;
  countryId?: number | null;
  tags?: string[] | null;
  createdAt?: TimeRange | null;
}

export function listContacts(
  ctx: Context,
  args: ConnectionArgs & { filter?: ContactFilter | null; orderBy?: Order | null },
  fields: readonly string[],
) {
  const { filter } = args;
  return readConnection(ctx, tables.Contact, args, {
    fields,
    orderBy: args.orderBy,
    filter: [
      ...equals(Prisma.sql`t.number`, 'bigint', filter?.number),
      ...contains(Prisma.sql`t.name`, filter?.name),
      ...contains(Prisma.sql`t.email`, filter?.email),
      ...equals(Prisma.sql`t.country_id`, 'int', filter?.countryId),
      ...hasTag(filter?.tags),
      ...within(Prisma.sql`t.created_at`, filter?.createdAt),
    ],
  });
}

const hasTag = (names: readonly string[] | null | undefined): Prisma.Sql[] =>
  names
    ? [
        Prisma.sql`EXISTS (SELECT 1 FROM contact_tags j JOIN tags g ON g.team_id = j.team_id AND g.id = j.tag_id
          WHERE j.team_id = t.team_id AND j.contact_id = t.id AND g.name = ANY(${names}::text[]))`,
      ]
    : [];

export async function getContact(ctx: Context, id: string, fields: readonly string[]): Promise<Row<Contact>> {
  const contact = await loadById(ctx, tables.Contact, id, fields);
  if (!contact) throw new NotFoundError('Contact');
  return contact;
}

export function listTags(
  ctx: Context,
  args: ConnectionArgs & { filter?: { name?: string | null } | null; orderBy?: Order | null },
  fields: readonly string[],
) {
  return readConnection(ctx, tables.Tag, args, {
    fields,
    orderBy: args.orderBy ?? { field: 'name', direction: 'asc' },
    filter: contains(Prisma.sql`t.name`, args.filter?.name),
  });
}

export async function getTag(ctx: Context, id: string, fields: readonly string[]): Promise<Row<Tag>> {
  const tag = await loadById(ctx, tables.Tag, id, fields);
  if (!tag) throw new NotFoundError('Tag');
  return tag;
}
