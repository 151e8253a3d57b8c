import { loadById } from '../../../database/lists.ts';
import { tables } from '../../../database/tables.ts';
import { builder } from '../../../graphql/builder.ts';
import { filterInput } from '../../../graphql/lists.ts';
import { columns } from '../../../graphql/selection.ts';
import { clickRate } from '../../sending/steps.ts';
import { type MessagesOfStatus, messagesByStatus, type Progress, progressOf } from '../progress.ts';
import { heldUntil, recipientFilter, standOf } from '../recipients.ts';
import { SmsMessageStatusEnum, SmsMessageType } from './message-types.ts';
import { SmsCampaignType, SmsSendType } from './types.ts';

const MessagesOfStatusType = builder.objectRef<MessagesOfStatus>('SmsMessagesOfStatus').implement({
  description: 'How many of a send’s messages have one status.',
  fields: (t) => ({
    status: t.expose('status', { type: SmsMessageStatusEnum, description: 'Their status.' }),
    count: t.exposeInt('count', { description: 'How many, at least 1.' }),
  }),
});

const SmsRecipientFilter = filterInput(recipientFilter);

builder.prismaObject('SmsRecipient', {
  select: { contactId: true },
  fields: (t) => ({
    contactId: t.exposeID('contactId', { description: 'Id of the contact.' }),
    contact: t.one('contact', { access: 'viewer' }),
    status: t.field({
      type: SmsMessageStatusEnum,
      select: { status: true, reason: true, dueAt: true, messageId: true },
      description: 'The status of its message.',
      resolve: async (recipient, _args, ctx) => (await standOf(ctx, recipient)).status,
    }),
    statusReason: t.field({
      type: 'String',
      nullable: true,
      select: { status: true, reason: true, dueAt: true, messageId: true },
      description: 'Why it is held, was skipped, has failed or is unknown, in plain words; else null.',
      resolve: async (recipient, _args, ctx) => (await standOf(ctx, recipient)).reason,
    }),
    heldUntil: t.field({
      type: 'DateTime',
      nullable: true,
      select: { status: true, reason: true, dueAt: true },
      description: 'When a held message is looked at next; null for any other.',
      resolve: heldUntil,
    }),
    step: t.exposeInt('step', { nullable: true }),
    messageId: t.exposeID('messageId', { nullable: true }),
    message: t.field({
      type: SmsMessageType,
      nullable: true,
      access: 'viewer',
      select: { messageId: true },
      description: 'Its message; null before it is claimed.',
      resolve: ({ messageId }, _args, ctx, info) => loadById(ctx, tables.SmsMessage, messageId, columns(info)),
    }),
  }),
});

builder.prismaObject('SmsSendStep', {
  select: { step: true },
  fields: (t) => ({
    step: t.exposeInt('step'),
    startedAt: t.expose('startedAt', { type: 'DateTime' }),
    filledAt: t.expose('filledAt', { type: 'DateTime', nullable: true }),
    judgedAt: t.expose('judgedAt', { type: 'DateTime', nullable: true }),
    handed: t.exposeInt('handed'),
    accepted: t.exposeInt('accepted'),
    delivered: t.exposeInt('delivered'),
    failed: t.exposeInt('failed'),
    expired: t.exposeInt('expired'),
    unknown: t.exposeInt('unknown'),
    clicked: t.exposeInt('clicked'),
    unsubscribed: t.exposeInt('unsubscribed'),
    clickRate: t.field({
      type: 'Float',
      nullable: true,
      select: { accepted: true, clicked: true },
      description: 'Clicked messages in percent of those accepted; null while none was.',
      resolve: clickRate,
    }),
    brands: t.exposeStringList('brands'),
    timezones: t.exposeStringList('timezones'),
  }),
});

builder.prismaObjectFields(SmsSendType, (t) => ({
  cycle: t.exposeInt('cycle'),
  amount: t.exposeInt('amount', { nullable: true }),
  slot: t.exposeString('slot', { nullable: true }),
  step: t.exposeInt('step'),
  statusReason: t.exposeString('statusReason', { nullable: true }),
  audienceSize: t.exposeInt('audienceSize'),
  startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true }),
  endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true }),
  steps: t.list('steps', { access: 'viewer', orderBy: { step: 'asc' } }),
  stepsCount: t.count('steps'),
  messagesByStatus: t.field({
    type: [MessagesOfStatusType],
    access: 'viewer',
    select: { id: true },
    size: 9,
    description:
      'How many of its messages have which status, waiting and skipped contacts included; a status that none has is left out.',
    resolve: ({ id }, _args, ctx) => messagesByStatus(ctx, id),
  }),
  messages: t.list('recipients', {
    access: 'viewer',
    description:
      'Its audience, each contact with its message: those that wait first, by the time at which they are due. `messagesByStatus` counts them.',
    args: { filter: t.arg({ type: SmsRecipientFilter, description: 'Which of them.' }) },
    filter: ({ filter }) => recipientFilter.where(filter),
    orderBy: { status: 'asc', dueAt: 'asc', contactId: 'asc' },
  }),
}));

const ProgressType = builder.objectRef<Progress>('SmsCampaignProgress').implement({
  description:
    'How far a campaign is in its present cycle, as it is counted at this moment. Every contact of the audience counts in `total` and is queued, held, skipped, or has a message.',
  fields: (t) => ({
    total: t.exposeInt('total', {
      description: 'Contacts in the audience so far; it grows while the audience is put together.',
    }),
    queued: t.exposeInt('queued', { description: 'Contacts whose turn has not come.' }),
    held: t.exposeInt('held', { description: 'Contacts that wait for a moment or an answer.' }),
    skipped: t.exposeInt('skipped', { description: 'Contacts that get no message.' }),
    sending: t.exposeInt('sending', { description: 'Messages that are being handed over.' }),
    sent: t.exposeInt('sent', { description: 'Messages that a provider accepted, whatever became of them since.' }),
    delivered: t.exposeInt('delivered', { description: 'Messages that were delivered.' }),
    failed: t.exposeInt('failed', { description: 'Messages that were refused, failed or expired.' }),
    unknown: t.exposeInt('unknown', { description: 'Messages of which nobody knows whether they went out.' }),
    clicked: t.exposeInt('clicked', { description: 'Messages whose link a person followed.' }),
    unsubscribed: t.exposeInt('unsubscribed', {
      description: 'Messages after which their reader asked not to be contacted.',
    }),
    perMinute: t.exposeInt('perMinute', { description: 'Messages handed over in the last 60 seconds.' }),
    estimatedEnd: t.expose('estimatedEnd', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the last of the queued goes out at the present rate; held ones are not counted. Null while nothing goes out, or nobody is queued.',
    }),
  }),
});

builder.prismaObjectFields(SmsCampaignType, (t) => ({
  cycle: t.exposeInt('cycle'),
  statusReason: t.exposeString('statusReason', { nullable: true }),
  progress: t.field({
    type: ProgressType,
    access: 'viewer',
    select: { id: true },
    description: 'How far it is, at this moment.',
    resolve: ({ id }, _args, ctx) => progressOf(ctx, id),
  }),
}));
