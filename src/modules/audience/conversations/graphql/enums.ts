import { builder } from '../../../../graphql/builder.ts';

export const ReplyKindEnum = builder.enumType('ReplyKind', {
  description: 'What a reply asks for.',
  values: {
    text: { description: 'Any other text.' },
    stop: { description: 'Not to be contacted any more.' },
    start: { description: 'To be contacted again.' },
    help: { description: 'Who writes, and how to stop it.' },
    keyword: { description: 'The action of one of the team’s keywords.' },
  },
});

export const ConversationStatusEnum = builder.enumType('ConversationStatus', {
  description: 'Whether somebody still has to look after a conversation.',
  values: {
    open: { description: 'It is open.' },
    closed: { description: 'Somebody closed it. The next reply opens it again.' },
  },
});

export const MessageDirectionEnum = builder.enumType('MessageDirection', {
  description: 'Who wrote a message.',
  values: { inbound: { description: 'The person.' }, outbound: { description: 'The team.' } },
});

export const ReplyKeywordMatchEnum = builder.enumType('ReplyKeywordMatch', {
  description: 'How much of a reply a keyword is. Case, accents and punctuation do not matter.',
  values: {
    exact: { description: 'All of it, apart from a “please” or “thanks”.' },
    prefix: { description: 'Its first words.' },
  },
});

export const DirectMessageKindEnum = builder.enumType('DirectMessageKind', {
  description: 'What a direct message is for.',
  values: {
    reply: { description: 'An answer that somebody wrote in a conversation.' },
    one_off: { description: 'A message of `sendSms`.' },
    campaign_test: { description: 'A test of a campaign’s text.' },
    help: { description: 'The answer to HELP.' },
    keyword: { description: 'The answer to a keyword.' },
  },
});

export const DirectMessageStatusEnum = builder.enumType('DirectMessageStatus', {
  description: 'The status of a message to one person.',
  values: {
    queued: { description: 'Waits for a worker, for the hours of its reader, or to be tried again.' },
    sending: { description: 'Is being handed over to the provider.' },
    accepted: { description: 'The provider took it; its receipt has not come.' },
    delivered: { description: 'It is on the phone.' },
    failed: { description: 'It was refused, or could not be delivered. The reason says why.' },
    expired: { description: 'It could not be sent or delivered in time.' },
    unknown: { description: 'It is unknown whether it went out: the provider did not answer. A receipt settles it.' },
  },
});

export const ConversationSourceEnum = builder.enumType('ConversationMessageSource', {
  description: 'Where a message of a conversation comes from.',
  values: {
    reply: { description: 'The person wrote it; `reply` has it by its id.' },
    campaign: { description: 'A campaign sent it; `smsMessage` has it by its id.' },
    direct: { description: 'A single message outside campaigns; read it with `directMessage(id:)`.' },
  },
});
