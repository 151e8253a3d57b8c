import { builder } from '../../../graphql/builder.ts';
import { filterInput } from '../../../graphql/lists.ts';
import type { OptOut } from '../../delivery/receipts/opt-out.ts';
import { listSmsMessages, SMS_MESSAGE, smsMessageFilter } from '../sms/messages.ts';

export const SmsMessageStatusEnum = builder.enumType('SmsMessageStatus', {
  description: 'The status of the message to a contact, from the moment the contact joins a send’s audience.',
  values: {
    queued: { description: 'Waits for its turn.' },
    held: {
      description: 'Waits for a moment or an answer: hours, limits, a look-up, a pause. `statusReason` says for what.',
    },
    sending: { description: 'Is being handed over to the provider.' },
    accepted: { description: 'The provider took it, or a person opened its link; its receipt has not come.' },
    delivered: { description: 'It is on the phone.' },
    failed: { description: 'It was refused, or could not be delivered.' },
    expired: { description: 'It could not be delivered in time.' },
    unknown: {
      description:
        'It is unknown whether it went out: the provider did not answer. A receipt, a click or a postback settles it.',
    },
    skipped: { description: 'The contact gets no message. `statusReason` says why.' },
  },
});

const UnsubscribedMethodEnum = builder.enumType('UnsubscribedMethod', {
  description: 'How a contact unsubscribed.',
  values: {
    reply: { description: 'By a reply.' },
    provider: { description: 'The provider reported it.' },
    call: { description: 'In a call.' },
  } satisfies Record<OptOut['method'], { description: string }> as Record<string, { description: string }>,
});

export const SmsMessageType = builder.prismaObject('SmsMessage', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'smsCampaignId', 'smsSendId', 'contactId', 'segmentId', 'offerId', 'smsId', 'networkBrand'),
    ...t.columns('senderId', 'finalText', 'smsParts', 'shortenedUrl', 'isSent', 'isClicked', 'isLead', 'isSale'),
    ...t.columns('dlrCode', 'repliedAt', 'step', 'cost', 'sentAt', 'settledAt', 'createdAt', 'updatedAt'),
    toNumber: t.expose('phoneNormalized', { type: 'PhoneNumber' }),
    countryId: t.exposeID('countryId', { nullable: true }),
    failureReason: t.exposeString('failReason', { nullable: true }),
    unsubscribedMethod: t.expose('unsubscribedMethod', { type: UnsubscribedMethodEnum, nullable: true }),
    status: t.expose('status', { type: SmsMessageStatusEnum }),
    clickedAt: t.expose('timeClicked', { type: 'DateTime', nullable: true }),
    smsCampaign: t.one('smsCampaign', { access: 'viewer' }),
    contact: t.one('contact', { access: 'viewer' }),
    smsSend: t.one('smsSend', { access: 'viewer' }),
    segment: t.one('segment', { access: 'viewer' }),
    offer: t.one('offer', { access: 'viewer' }),
    campaignText: t.one('campaignText', { access: 'viewer' }),
    country: t.one('country', { access: 'viewer' }),
    network: t.one('network', { access: 'viewer' }),
    routingPlan: t.one('routingPlan', { access: 'viewer' }),
    routingPlanRule: t.one('routingPlanRule', { access: 'viewer' }),
    route: t.one('route', { access: 'viewer' }),
    replies: t.list('replies', { access: 'viewer', orderBy: { receivedAt: 'desc' } }),
  }),
});

const SmsMessageFilter = filterInput(smsMessageFilter);

builder.queryFields((t) => ({
  smsMessages: t.page({
    type: SmsMessageType,
    access: 'viewer',
    description: 'The team’s SMS messages, newest first.',
    filter: SmsMessageFilter,
    list: listSmsMessages,
    texts: { filter: 'Which messages.' },
  }),
  smsMessage: t.record({ type: SmsMessageType, of: SMS_MESSAGE, access: 'viewer', description: 'One SMS message.' }),
}));
