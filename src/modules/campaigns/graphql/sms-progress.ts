import { builder } from '../../../graphql/builder.ts';
import { filterInput } from '../../../graphql/lists.ts';
import { clickRate } from '../../delivery/engine/steps.ts';
import type { MessageCounts, SendsOfStatus } from '../sms/counts.ts';
import { heldUntil, recipientFilter, standOf } from '../sms/messages.ts';
import type { MessagesOfStatus, Progress } from '../sms/progress.ts';
import { CampaignProgressType } from './campaign.ts';
import { CONTACTS, countsType } from './counts.ts';
import { SendStatusEnum } from './enums.ts';
import { SmsMessageStatusEnum, SmsMessageType } from './sms-messages.ts';

/** The progress of a campaign and of its sends. */

export const SmsCampaignProgressType = countsType<Omit<Progress, 'estimatedEnd'>>(
  'SmsCampaignProgress',
  'How far a campaign is in its present cycle, as it is counted at this moment. Every contact of the audience counts in `total` and is queued, held, skipped, or has a message.',
  {
    ...CONTACTS,
    sending: 'Messages that are being handed over.',
    sent: 'Messages that a provider accepted, whatever became of them since.',
    delivered: 'Messages that were delivered.',
    failed: 'Messages that were refused, failed or expired.',
    unknown: 'Messages without a known result: the provider may or may not have accepted them.',
    clicked: 'Messages whose link a person followed.',
    unsubscribed: 'Messages after which their reader asked not to be contacted.',
    perMinute: 'Messages handed over in the last 60 seconds.',
  },
  [CampaignProgressType],
);

builder.objectFields(SmsCampaignProgressType, (t) => ({
  estimatedEnd: t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'When the last of the queued goes out at the present rate; held ones are not counted. Null while nothing goes out, or nobody is queued.',
    resolve: (progress) => (progress as Progress).estimatedEnd,
  }),
}));

export const SmsMessageCountsType = countsType<MessageCounts>(
  'SmsMessageCounts',
  'How many of a campaign’s messages came how far. A message counts wherever it applies, also once it is too old to be kept (`MESSAGE_DAYS`).',
  {
    total: 'All of them.',
    sent: 'Went out.',
    clicked: 'Had their link opened.',
    lead: 'Led to a lead.',
    sale: 'Led to a sale.',
    failed: 'Failed or expired, as in reports.',
  },
);

export const SmsSendsOfStatusType = builder.objectRef<SendsOfStatus>('SmsSendsOfStatus').implement({
  description: 'How many of a campaign’s sends have one status.',
  fields: (t) => ({
    status: t.expose('status', { type: SendStatusEnum, description: 'Their status.' }),
    count: t.exposeInt('count', { description: 'How many, at least 1.' }),
  }),
});

export const SmsMessagesOfStatusType = builder.objectRef<MessagesOfStatus>('SmsMessagesOfStatus').implement({
  description: 'How many of a send’s messages have one status.',
  fields: (t) => ({
    status: t.expose('status', { type: SmsMessageStatusEnum, description: 'Their status.' }),
    count: t.exposeInt('count', { description: 'How many, at least 1.' }),
  }),
});

export const SmsRecipientFilter = filterInput(recipientFilter);

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
    ...t.columns('step', 'messageId'),
    message: t.byId(SmsMessageType, 'messageId', {
      access: 'viewer',
      description: 'Its message; null before it is claimed.',
    }),
    smsSend: t.one('smsSend', { access: 'viewer' }),
  }),
});

builder.prismaObject('SmsSendStep', {
  select: { step: true },
  fields: (t) => ({
    ...t.columns('step', 'startedAt', 'filledAt', 'judgedAt', 'handed', 'accepted', 'delivered', 'failed', 'expired'),
    ...t.columns('unknown', 'clicked', 'unsubscribed'),
    clickRate: t.field({
      type: 'Float',
      nullable: true,
      select: { accepted: true, clicked: true },
      description: 'Clicked messages in percent of those accepted; null while none was.',
      resolve: clickRate,
    }),
    brands: t.exposeStringList('brands'),
    timezones: t.exposeStringList('timezones'),
    smsSend: t.one('smsSend', { access: 'viewer' }),
  }),
});
