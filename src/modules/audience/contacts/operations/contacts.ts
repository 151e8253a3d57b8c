import {
  contains,
  either,
  listFilter,
  listOf,
  numbered,
  textWithin,
  within,
} from '../../../../database/reads/filters.ts';
import { tables } from '../../../../database/tables.ts';
import { type Contact, Prisma, type Tag } from '../../../../generated/prisma/client.ts';
import { tagName } from '../../../../input/printable.ts';
import { digitsIn, isNumber } from '../../../../phone-numbers/is-number.ts';
import type { RecordKind } from '../../../../records/change-record.ts';
import { hasTag } from '../../../delivery/reach/has-tag.ts';

export const CONTACT: RecordKind<Contact> = { thing: 'Contact', table: tables.Contact };
export const TAG: RecordKind<Tag> = { thing: 'Tag', table: tables.Tag };

const tagged = (names: readonly string[], _key: string, teamId: string) => [
  hasTag(teamId, Prisma.sql`t.id`, names.map(tagName)),
];

const found = (text: string): Prisma.Sql[] =>
  either([
    ...contains(Prisma.sql`t.name`, text),
    ...contains(Prisma.sql`t.email`, text),
    ...contains(Prisma.sql`t.number::text`, digitsIn(text)),
  ]);

export const contactFilter = listFilter('ContactFilter', {
  search: {
    type: 'String',
    description:
      'Text within the name or e-mail address, or digits within the number. Case, blanks and signs of a number, and its leading zeros, do not matter.',
    isTextWithin: true,
    sql: found,
  },
  number: isNumber('This number'),
  name: textWithin('the name'),
  email: textWithin('the e-mail address'),
  countryId: numbered('In this country.'),
  tags: { type: 'String', isList: true, description: 'With at least one of these tags; case counts.', sql: tagged },
  createdAt: within('When it was created.'),
});

export const listContacts = listOf(tables.Contact, contactFilter);

export const tagFilter = listFilter('TagFilter', { name: textWithin('the name') });

export const listTags = listOf(tables.Tag, tagFilter, { field: 'name', direction: 'asc' });
