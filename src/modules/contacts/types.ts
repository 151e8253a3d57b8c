import { loadById } from '../../database/lists.ts';
import type { Row } from '../../database/table.ts';
import type { Contact, Tag } from '../../generated/prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { nested, pageArgs } from '../../graphql/lists.ts';
import { columns } from '../../graphql/selection.ts';
import { countries, networks } from '../networks/loaders.ts';
import { CountryType, NetworkType } from '../networks/types.ts';
import { contacts, contactsOfTag, tags, tagsOfContact } from './loaders.ts';

export const ContactType = builder.objectRef<Row<Contact>>('Contact');
export const TagType = builder.objectRef<Row<Tag>>('Tag');

ContactType.implement({
  description: 'A person the team may reach under one phone number.',
  table: contacts,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    teamId: t.exposeID('teamId', { description: 'The team it belongs to.' }),
    number: t.expose('number', {
      type: 'SafeInt',
      description: 'Phone number, E.164 digits without the plus sign; unique in the team.',
    }),
    name: t.exposeString('name', { nullable: true, description: 'Name.' }),
    email: t.exposeString('email', { nullable: true, description: 'E-mail address.' }),
    foreignId: t.exposeString('foreignId', { nullable: true, description: 'Its id in the team’s own systems.' }),
    timezone: t.exposeString('timezone', {
      nullable: true,
      description: 'IANA name; the team’s time zone counts when null.',
    }),
    countryId: t.exposeInt('countryId', { nullable: true, description: 'ISO 3166-1 numeric code of its country.' }),
    country: t.field({
      type: CountryType,
      nullable: true,
      access: 'viewer',
      columns: ['countryId'],
      description: 'Its country.',
      resolve: (contact, _args, ctx, info) => loadById(ctx, countries, contact.countryId, columns(info)),
    }),
    networkId: t.exposeInt('networkId', { nullable: true, description: 'Id of the network its number is in.' }),
    network: t.field({
      type: NetworkType,
      nullable: true,
      access: 'viewer',
      columns: ['networkId'],
      description: 'The network its number is in.',
      resolve: (contact, _args, ctx, info) => loadById(ctx, networks, contact.networkId, columns(info)),
    }),
    networkBrand: t.exposeString('networkBrand', { nullable: true, description: 'Name of that network’s brand.' }),
    unsubscribedAt: t.expose('unsubscribedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the person asked not to be contacted; null when they did not.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    tags: t.field({
      type: [TagType],
      access: 'viewer',
      args: pageArgs,
      description: 'Its tags by name.',
      ...nested(tagsOfContact),
    }),
    tagsCount: t.int({
      columns: ['id'],
      description: 'How many tags it has.',
      resolve: (contact, _args, ctx) => tagsOfContact.count(ctx, contact.id, {}),
    }),
  }),
});

TagType.implement({
  description: 'A label on contacts.',
  table: tags,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    name: t.exposeString('name', { description: 'The label, 1 to 255 characters; unique in the team, case counts.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was first used.' }),
    contacts: t.field({
      type: [ContactType],
      access: 'viewer',
      args: pageArgs,
      description: 'Contacts that carry it, newest first.',
      ...nested(contactsOfTag),
    }),
    contactsCount: t.int({
      columns: ['id'],
      description: 'How many contacts carry it.',
      resolve: (tag, _args, ctx) => contactsOfTag.count(ctx, tag.id, {}),
    }),
  }),
});

/** The fields of an import (E3) that have no meaning of their own: five texts, five whole numbers and so on. */
const CUSTOM = 'A field of the team’s own.';

builder.objectFields(ContactType, (t) => ({
  custom1Str: t.exposeString('custom1Str', { nullable: true, description: CUSTOM }),
  custom2Str: t.exposeString('custom2Str', { nullable: true, description: CUSTOM }),
  custom3Str: t.exposeString('custom3Str', { nullable: true, description: CUSTOM }),
  custom4Str: t.exposeString('custom4Str', { nullable: true, description: CUSTOM }),
  custom5Str: t.exposeString('custom5Str', { nullable: true, description: CUSTOM }),
  custom1Int: t.expose('custom1Int', { type: 'SafeInt', nullable: true, description: CUSTOM }),
  custom2Int: t.expose('custom2Int', { type: 'SafeInt', nullable: true, description: CUSTOM }),
  custom3Int: t.expose('custom3Int', { type: 'SafeInt', nullable: true, description: CUSTOM }),
  custom4Int: t.expose('custom4Int', { type: 'SafeInt', nullable: true, description: CUSTOM }),
  custom5Int: t.expose('custom5Int', { type: 'SafeInt', nullable: true, description: CUSTOM }),
  custom1Dec: t.expose('custom1Dec', { type: 'Decimal', nullable: true, description: CUSTOM }),
  custom2Dec: t.expose('custom2Dec', { type: 'Decimal', nullable: true, description: CUSTOM }),
  custom1Datetime: t.expose('custom1Datetime', { type: 'DateTime', nullable: true, description: CUSTOM }),
  custom2Datetime: t.expose('custom2Datetime', { type: 'DateTime', nullable: true, description: CUSTOM }),
  custom3Datetime: t.expose('custom3Datetime', { type: 'DateTime', nullable: true, description: CUSTOM }),
  custom4Datetime: t.expose('custom4Datetime', { type: 'DateTime', nullable: true, description: CUSTOM }),
  custom5Datetime: t.expose('custom5Datetime', { type: 'DateTime', nullable: true, description: CUSTOM }),
}));
