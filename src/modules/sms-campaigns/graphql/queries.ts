import { builder } from '../../../graphql/builder.ts';
import { DateTimeRange, orderInput } from '../../../graphql/lists.ts';
import { columns } from '../../../graphql/selection.ts';
import { getRecord } from '../../records/get-record.ts';
import { listSmsMessages, SMS_MESSAGE } from '../messages.ts';
import { SmsMessageType } from './message-types.ts';

const SmsMessageFilter = builder.inputType('SmsMessageFilter', {
  description: 'Every condition given must hold.',
  fields: (t) => ({
    smsCampaignId: t.field({ type: 'UUID', description: 'Of this campaign.' }),
    smsSendId: t.field({ type: 'UUID', description: 'Of this send of a campaign.' }),
    contactId: t.field({ type: 'UUID', description: 'To this contact.' }),
    offerId: t.field({ type: 'UUID', description: 'Selling this offer.' }),
    isSent: t.boolean({ description: 'Whether they went out.' }),
    isClicked: t.boolean({ description: 'Whether their link was opened.' }),
    isLead: t.boolean({ description: 'Whether they led to a lead.' }),
    isSale: t.boolean({ description: 'Whether they led to a sale.' }),
    hasFailed: t.boolean({ description: 'Whether they have a reason why they failed.' }),
    createdAt: t.field({ type: DateTimeRange, description: 'When they were created.' }),
  }),
});

const SmsMessageOrder = orderInput('SmsMessage', { createdAt: 'When it was created.' });

builder.queryFields((t) => ({
  smsMessages: t.connection(
    {
      type: SmsMessageType,
      access: 'viewer',
      description: 'The team’s SMS messages, newest first unless ordered otherwise.',
      args: {
        filter: t.arg({ type: SmsMessageFilter, description: 'Which messages.' }),
        orderBy: t.arg({ type: SmsMessageOrder, description: 'In which order.' }),
      },
      resolve: (_root, args, ctx, info) => listSmsMessages(ctx, args, columns(info)),
    },
    { description: 'A page of SMS messages.' },
    { description: 'An SMS message in a list.' },
  ),
  smsMessage: t.field({
    type: SmsMessageType,
    access: 'viewer',
    description: 'One SMS message. `NOT_FOUND` when the team has none of this id.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx, info) => getRecord(ctx, SMS_MESSAGE, id, columns(info)),
  }),
}));
