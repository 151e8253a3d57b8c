import { builder } from '../../../../graphql/builder.ts';

export const ReplyKindEnum = builder.enumType('ReplyKind', {
  description: 'What a reply asks for.',
  values: {
    TEXT: { description: 'Any other text.' },
    STOP: { description: 'Not to be contacted any more.' },
    START: { description: 'To be contacted again.' },
    HELP: { description: 'Who writes, and how to stop it.' },
    KEYWORD: { description: 'What one of the team’s keywords stands for.' },
  },
});

export const ConversationStatusEnum = builder.enumType('ConversationStatus', {
  description: 'Whether somebody still has to look after a conversation.',
  values: {
    OPEN: { description: 'It is open.' },
    CLOSED: { description: 'Somebody closed it. The next reply opens it again.' },
  },
});

export const MessageDirectionEnum = builder.enumType('MessageDirection', {
  description: 'Who wrote a message.',
  values: { INBOUND: { description: 'The person.' }, OUTBOUND: { description: 'The team.' } },
});

export const ReplyKeywordMatchEnum = builder.enumType('ReplyKeywordMatch', {
  description: 'How much of a reply a keyword is. Case, accents and punctuation do not matter.',
  values: {
    EXACT: { description: 'All of it, apart from a “please” or “thanks”.' },
    PREFIX: { description: 'Its first words.' },
  },
});

export const DirectMessageKindEnum = builder.enumType('DirectMessageKind', {
  description: 'What a direct message is for.',
  values: {
    REPLY: { description: 'An answer that somebody wrote in a conversation.' },
    ONE_OFF: { description: 'A message of `sendSms`.' },
    CAMPAIGN_TEST: { description: 'A test of a campaign’s text.' },
    HELP: { description: 'The answer to HELP.' },
    KEYWORD: { description: 'The answer to a keyword.' },
  },
});

export const DirectMessageStatusEnum = builder.enumType('DirectMessageStatus', {
  description: 'The status of a message to one person.',
  values: {
    QUEUED: { description: 'Waits for a worker, for the hours of its reader, or to be tried again.' },
    SENDING: { description: 'Is being handed over to the provider.' },
    ACCEPTED: { description: 'The provider took it; its receipt has not come.' },
    DELIVERED: { description: 'It is on the phone.' },
    FAILED: { description: 'It was refused, or could not be delivered. The reason says why.' },
    EXPIRED: { description: 'It could not be sent or delivered in time.' },
    UNKNOWN: { description: 'Nobody knows whether it went out: the provider did not answer. A receipt tells.' },
  },
});

export const ConversationSourceEnum = builder.enumType('ConversationMessageSource', {
  description: 'Where a message of a conversation comes from.',
  values: {
    REPLY: { description: 'The person wrote it; `reply` has it by its id.' },
    CAMPAIGN: { description: 'A campaign sent it; `smsMessage` has it by its id.' },
    DIRECT: { description: 'A single message outside campaigns; read it with `directMessage(id:)`.' },
  },
});
