import { builder } from '../../graphql/builder.ts';
import { DateTimeRange, orderInput } from '../../graphql/lists.ts';
import { columns } from '../../graphql/selection.ts';
import { CallOutcomeEnum, CallSourceEnum, CallStatusEnum, VoiceProviderEnum } from './enums.ts';
import { getCall, getNumber, listCalls, listNumbers } from './operations.ts';
import { CallType, NumberType } from './types.ts';

const CallFilter = builder.inputType('CallFilter', {
  description: 'Every condition given must hold.',
  fields: (t) => ({
    status: t.field({ type: [CallStatusEnum], description: 'One of these statuses.' }),
    callOutcome: t.field({ type: [CallOutcomeEnum], description: 'One of these outcomes.' }),
    callSource: t.field({ type: [CallSourceEnum], description: 'From one of these sources.' }),
    voiceCampaignId: t.field({ type: 'UUID', description: 'Made by this campaign.' }),
    contactId: t.field({ type: 'UUID', description: 'With this contact.' }),
    numberId: t.field({ type: 'UUID', description: 'From or to this number of the team.' }),
    createdAt: t.field({ type: DateTimeRange, description: 'When it was created.' }),
  }),
});

const CallOrder = orderInput('Call', { createdAt: 'When it was created.' });

builder.queryField('calls', (t) =>
  t.connection(
    {
      type: CallType,
      access: 'viewer',
      description: 'The team’s calls, newest first unless ordered otherwise.',
      args: {
        filter: t.arg({ type: CallFilter, description: 'Which calls.' }),
        orderBy: t.arg({ type: CallOrder, description: 'In which order.' }),
      },
      resolve: (_root, args, ctx, info) => listCalls(ctx, args, columns(info)),
    },
    { description: 'A page of calls.' },
    { description: 'A call in a list.' },
  ),
);

builder.queryField('call', (t) =>
  t.field({
    type: CallType,
    access: 'viewer',
    description: 'One call. `NOT_FOUND` when the team has none of this id.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx, info) => getCall(ctx, id, columns(info)),
  }),
);

const NumberFilter = builder.inputType('NumberFilter', {
  description: 'Every condition given must hold.',
  fields: (t) => ({
    number: t.field({ type: 'SafeInt', description: 'This number: E.164 digits without the plus sign.' }),
    voiceProvider: t.field({ type: [VoiceProviderEnum], description: 'Connected by one of these providers.' }),
    voiceAccountId: t.field({ type: 'UUID', description: 'Run by this account.' }),
  }),
});

const NumberOrder = orderInput('Number', {
  createdAt: 'When it was created.',
  number: 'The number itself.',
});

builder.queryField('numbers', (t) =>
  t.connection(
    {
      type: NumberType,
      access: 'viewer',
      description: 'The team’s phone numbers, newest first unless ordered otherwise.',
      args: {
        filter: t.arg({ type: NumberFilter, description: 'Which numbers.' }),
        orderBy: t.arg({ type: NumberOrder, description: 'In which order.' }),
      },
      resolve: (_root, args, ctx, info) => listNumbers(ctx, args, columns(info)),
    },
    { description: 'A page of numbers.' },
    { description: 'A number in a list.' },
  ),
);

builder.queryField('number', (t) =>
  t.field({
    type: NumberType,
    access: 'viewer',
    description: 'One phone number. `NOT_FOUND` when the team has none of this id.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx, info) => getNumber(ctx, id, columns(info)),
  }),
);
