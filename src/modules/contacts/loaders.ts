import { nestedList } from '../../database/lists.ts';
import { defineTable } from '../../database/table.ts';
import { type Contact, Prisma, type Tag } from '../../generated/prisma/client.ts';

export const contacts = defineTable<Contact>('contacts', Prisma.ContactScalarFieldEnum);
export const tags = defineTable<Tag>('tags', Prisma.TagScalarFieldEnum);

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
