import { builder } from '../../../graphql/builder.ts';
import { filterInput, orderInput } from '../../../graphql/lists.ts';
import { columns } from '../../../graphql/selection.ts';
import { getRecord } from '../../records/get-record.ts';
import { listSmsMessages, SMS_MESSAGE, smsMessageFilter } from '../messages.ts';
import { SmsMessageType } from './message-types.ts';

const SmsMessageFilter = filterInput(smsMessageFilter);

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
