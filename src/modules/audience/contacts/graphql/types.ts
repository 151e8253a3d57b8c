import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../../../../context.ts';
import { builder } from '../../../../graphql/builder.ts';
import { columns } from '../../../../graphql/selection.ts';
import { contactOfNumber, contactsOfTag, tagsOfContact } from '../loaders.ts';

export const ContactType = builder.prismaObject('Contact', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'teamId', 'name', 'email', 'foreignId', 'timezone', 'networkBrand', 'unsubscribedAt'),
    ...t.columns('createdAt', 'updatedAt'),
    number: t.expose('number', { type: 'PhoneNumber' }),
    countryId: t.exposeID('countryId', { nullable: true }),
    country: t.one('country', { access: 'viewer' }),
    networkId: t.exposeID('networkId', { nullable: true }),
    network: t.one('network', { access: 'viewer' }),
    tags: t.list(tagsOfContact, { access: 'viewer', description: 'Its tags by name.' }),
    messages: t.list('smsMessages', { access: 'viewer' }),
    calls: t.list('calls', { access: 'viewer' }),
  }),
});

/** Of a record that has a number. */
export const contactOfItsNumber = {
  type: ContactType,
  nullable: true,
  access: 'viewer',
  select: { number: true },
  description: 'The contact that has the number; null when none does.',
  resolve: ({ number }: { number: bigint | number }, _args: object, ctx: Context, info: GraphQLResolveInfo) =>
    contactOfNumber(ctx, number, columns(info)),
} as const;

export const TagType = builder.prismaObject('Tag', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'name', 'deletingAt', 'createdAt'),
    contacts: t.list(contactsOfTag, { access: 'viewer', description: 'Contacts that carry it, newest first.' }),
  }),
});

const CUSTOM = 'A field of the team’s own.';

builder.prismaObjectFields(ContactType, (t) => ({
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
