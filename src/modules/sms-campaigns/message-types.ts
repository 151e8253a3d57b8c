import { loadById } from '../../database/lists.ts';
import type { Row } from '../../database/table.ts';
import type { SmsMessage } from '../../generated/prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { nested, pageArgs } from '../../graphql/lists.ts';
import { columns } from '../../graphql/selection.ts';
import { contacts } from '../contacts/loaders.ts';
import { ContactType } from '../contacts/types.ts';
import { messagesOfContact, messagesOfSmsCampaign, smsCampaigns, smsMessages } from './loaders.ts';
import { SmsCampaignType } from './types.ts';

export const SmsMessageType = builder.objectRef<Row<SmsMessage>>('SmsMessage').implement({
  description: 'A message of an SMS campaign to one contact.',
  table: smsMessages,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    smsCampaignId: t.exposeID('smsCampaignId', { description: 'The campaign.' }),
    smsSendId: t.exposeID('smsSendId', { description: 'The campaign’s run that sent it.' }),
    contactId: t.exposeID('contactId', { description: 'The contact.' }),
    segmentId: t.exposeID('segmentId', { nullable: true, description: 'The segment that the contact was found in.' }),
    offerId: t.exposeID('offerId', { nullable: true, description: 'The offer that it sells.' }),
    smsId: t.exposeString('smsId', { nullable: true, description: 'The operator’s id of it.' }),
    phoneNormalized: t.exposeString('phoneNormalized', { description: 'The number it went to, E.164 digits.' }),
    countryId: t.exposeInt('countryId', { nullable: true, description: 'ISO 3166-1 numeric code of its country.' }),
    networkBrand: t.exposeString('networkBrand', { nullable: true, description: 'Brand of the number’s network.' }),
    senderId: t.exposeString('senderId', { nullable: true, description: 'Whom it says it is from.' }),
    finalText: t.exposeString('finalText', { description: 'Its text.' }),
    smsParts: t.exposeInt('smsParts', { description: 'How many parts it is sent in.' }),
    shortenedUrl: t.exposeString('shortenedUrl', { nullable: true, description: 'The link in it.' }),
    isSent: t.exposeBoolean('isSent', { description: 'Whether it went out.' }),
    isClicked: t.exposeBoolean('isClicked', { description: 'Whether its link was opened.' }),
    isLead: t.exposeBoolean('isLead', { description: 'Whether it led to a lead.' }),
    isSale: t.exposeBoolean('isSale', { description: 'Whether it led to a sale.' }),
    dlrCode: t.exposeInt('dlrCode', { nullable: true, description: 'Code of the operator’s delivery receipt.' }),
    failReason: t.exposeString('failReason', { nullable: true, description: 'Why it failed.' }),
    unsubscribedMethod: t.exposeString('unsubscribedMethod', {
      nullable: true,
      description: 'How its reader unsubscribed; null when they did not.',
    }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true, description: 'When it went out.' }),
    timeClicked: t.expose('timeClicked', {
      type: 'DateTime',
      nullable: true,
      description: 'When its link was first opened.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    smsCampaign: t.field({
      type: SmsCampaignType,
      nullable: true,
      access: 'viewer',
      columns: ['smsCampaignId'],
      description: 'The campaign; null once that is deleted.',
      resolve: (message, _args, ctx, info) => loadById(ctx, smsCampaigns, message.smsCampaignId, columns(info)),
    }),
    contact: t.field({
      type: ContactType,
      nullable: true,
      access: 'viewer',
      columns: ['contactId'],
      description: 'The contact.',
      resolve: (message, _args, ctx, info) => loadById(ctx, contacts, message.contactId, columns(info)),
    }),
  }),
});

builder.objectFields(ContactType, (t) => ({
  messages: t.field({
    type: [SmsMessageType],
    access: 'viewer',
    args: pageArgs,
    description: 'SMS messages to them, newest first.',
    ...nested(messagesOfContact),
  }),
  messagesCount: t.int({
    columns: ['id'],
    description: 'How many SMS messages there are to them.',
    resolve: (contact, _args, ctx) => messagesOfContact.count(ctx, contact.id, {}),
  }),
}));

builder.objectFields(SmsCampaignType, (t) => ({
  messages: t.field({
    type: [SmsMessageType],
    access: 'viewer',
    args: pageArgs,
    description: 'Its messages, newest first; `messagesByState` counts them.',
    ...nested(messagesOfSmsCampaign),
  }),
}));
