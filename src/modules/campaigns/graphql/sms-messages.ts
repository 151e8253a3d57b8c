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
    id: t.exposeID('id'),
    smsCampaignId: t.exposeID('smsCampaignId'),
    smsSendId: t.exposeID('smsSendId'),
    contactId: t.exposeID('contactId'),
    segmentId: t.exposeID('segmentId', { nullable: true }),
    offerId: t.exposeID('offerId', { nullable: true }),
    smsId: t.exposeString('smsId', { nullable: true }),
    toNumber: t.expose('phoneNormalized', { type: 'PhoneNumber' }),
    countryId: t.exposeID('countryId', { nullable: true }),
    networkBrand: t.exposeString('networkBrand', { nullable: true }),
    senderId: t.exposeString('senderId', { nullable: true }),
    finalText: t.exposeString('finalText'),
    smsParts: t.exposeInt('smsParts'),
    shortenedUrl: t.exposeString('shortenedUrl', { nullable: true }),
    isSent: t.exposeBoolean('isSent'),
    isClicked: t.exposeBoolean('isClicked'),
    isLead: t.exposeBoolean('isLead'),
    isSale: t.exposeBoolean('isSale'),
    dlrCode: t.exposeInt('dlrCode', { nullable: true }),
    failureReason: t.exposeString('failReason', { nullable: true }),
    repliedAt: t.expose('repliedAt', { type: 'DateTime', nullable: true }),
    unsubscribedMethod: t.expose('unsubscribedMethod', { type: UnsubscribedMethodEnum, nullable: true }),
    status: t.expose('status', { type: SmsMessageStatusEnum }),
    step: t.exposeInt('step', { nullable: true }),
    cost: t.expose('cost', { type: 'Decimal', nullable: true }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true }),
    settledAt: t.expose('settledAt', { type: 'DateTime', nullable: true }),
    clickedAt: t.expose('timeClicked', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
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
