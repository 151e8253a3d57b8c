import { builder } from '../../../../graphql/builder.ts';
import { columns } from '../../../../graphql/selection.ts';
import { PersonType } from '../../../identity/teams/graphql/member-types.ts';
import { ContactType, contactOfItsNumber } from '../../contacts/graphql/types.ts';
import { DataFileType } from '../../data-files/graphql/types.ts';
import { consentsOfNumber } from '../operations.ts';
import { ChannelEnum, ConsentPurposeEnum, ConsentSourceEnum, ConsentStateEnum } from './enums.ts';

export const ConsentEventType = builder.prismaObject('ConsentEvent', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'evidence', 'line', 'occurredAt'),
    number: t.expose('number', { type: 'PhoneNumber' }),
    channel: t.expose('channel', { type: ChannelEnum, nullable: true }),
    purpose: t.expose('purpose', { type: ConsentPurposeEnum, nullable: true }),
    state: t.expose('state', { type: ConsentStateEnum }),
    source: t.expose('source', { type: ConsentSourceEnum }),
    dataFile: t.byId(DataFileType, 'dataFileId', {
      access: 'viewer',
      description: 'The imported file; null for any other source, and once it is deleted.',
    }),
    recordedBy: t.byId(PersonType, 'userId', {
      access: 'viewer',
      description:
        'The person of the team who recorded it; null for a token, for what the system records, and once they have left the team.',
    }),
    contact: t.field(contactOfItsNumber),
  }),
});

export const ConsentType = builder.prismaObject('Consent', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'since'),
    number: t.expose('number', { type: 'PhoneNumber' }),
    channel: t.expose('channel', { type: ChannelEnum }),
    purpose: t.expose('purpose', { type: ConsentPurposeEnum }),
    state: t.expose('state', { type: ConsentStateEnum }),
    event: t.one('event', { access: 'viewer' }),
    contact: t.field(contactOfItsNumber),
  }),
});

builder.prismaObjectField(ContactType, 'consents', (t) =>
  t.field({
    type: [ConsentType],
    access: 'viewer',
    size: 4,
    select: { number: true },
    description:
      'What its number has consented to, at most one for each channel and purpose. The history is `consentEvents`, and part of `timeline`.',
    resolve: ({ number }, _args, ctx, info) => consentsOfNumber(ctx, number, columns(info)),
  }),
);
