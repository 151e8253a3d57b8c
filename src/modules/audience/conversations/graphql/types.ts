import { builder } from '../../../../graphql/builder.ts';
import { DateTimeRange } from '../../../../graphql/lists.ts';
import { PersonType } from '../../../identity/teams/graphql/member-types.ts';
import { isConversationSuppressed, readThread, type ThreadMessage } from '../thread.ts';
import {
  ConversationSourceEnum,
  ConversationStatusEnum,
  DirectMessageKindEnum,
  DirectMessageStatusEnum,
  MessageDirectionEnum,
  ReplyKeywordMatchEnum,
  ReplyKindEnum,
} from './enums.ts';

export const ReplyType = builder.prismaObject('SmsReply', {
  name: 'Reply',
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'toSender', 'text', 'keyword', 'receivedAt', 'readAt'),
    fromNumber: t.expose('fromNumber', { type: 'PhoneNumber' }),
    kind: t.expose('kind', { type: ReplyKindEnum }),
    contact: t.one('contact', { access: 'viewer' }),
    conversation: t.one('conversation', { access: 'viewer' }),
    message: t.one('message', { access: 'viewer' }),
    smsCampaign: t.one('smsCampaign', { access: 'viewer' }),
    route: t.one('route', { access: 'viewer' }),
  }),
});

export const DirectMessageType = builder.prismaObject('DirectMessage', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'senderId', 'text', 'smsParts', 'reason', 'dueAt', 'smsId', 'dlrCode', 'cost', 'sentAt'),
    ...t.columns('settledAt', 'createdAt', 'updatedAt'),
    kind: t.expose('kind', { type: DirectMessageKindEnum }),
    number: t.expose('number', { type: 'PhoneNumber' }),
    status: t.expose('status', { type: DirectMessageStatusEnum }),
    contact: t.one('contact', { access: 'viewer' }),
    conversation: t.one('conversation', { access: 'viewer' }),
    smsCampaign: t.one('smsCampaign', { access: 'viewer' }),
    route: t.one('route', { access: 'viewer' }),
    createdBy: t.byId(PersonType, 'createdById', {
      access: 'viewer',
      description: 'Who wrote it; null for a token, for an automatic answer, and once they have left the team.',
    }),
  }),
});

const ConversationMessageFilter = builder.inputType('ConversationMessageFilter', {
  description: 'Every condition given must hold.',
  fields: (t) => ({
    direction: t.field({ type: [MessageDirectionEnum], description: 'Written by one of these.' }),
    source: t.field({ type: [ConversationSourceEnum], description: 'From one of these sources.' }),
    at: t.field({ type: DateTimeRange, description: 'When they were written.' }),
  }),
});

const ConversationMessageType = builder.objectRef<ThreadMessage>('ConversationMessage').implement({
  description: 'A message of a conversation, whether it went out or came in.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id, that of the record that `source` names.' }),
    direction: t.expose('direction', { type: MessageDirectionEnum, description: 'Who wrote it.' }),
    source: t.expose('kind', { type: ConversationSourceEnum, description: 'Where it comes from.' }),
    text: t.exposeString('text', { description: 'Its text.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was written.' }),
    status: t.expose('status', {
      type: DirectMessageStatusEnum,
      nullable: true,
      description: 'Its status; null for what the person wrote.',
    }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why it waits or failed; null otherwise.' }),
    smsCampaignId: t.exposeID('smsCampaignId', {
      nullable: true,
      description: 'The campaign that it is from, tests or answers; null: none.',
    }),
  }),
});

export const ConversationType = builder.prismaObject('Conversation', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'lastText', 'lastActivityAt', 'lastReplyAt', 'createdAt', 'updatedAt'),
    number: t.expose('number', { type: 'PhoneNumber' }),
    sender: t.string({
      nullable: true,
      select: { sender: true },
      description: 'The team’s sender: digits without the plus sign, or a name; null: the provider’s own.',
      resolve: ({ sender }) => sender || null,
    }),
    status: t.expose('status', { type: ConversationStatusEnum }),
    lastDirection: t.expose('lastDirection', { type: MessageDirectionEnum }),
    unreadCount: t.exposeInt('unreadCount', { description: 'Replies that nobody has read.' }),
    isSuppressed: t.boolean({
      select: { id: true },
      description: 'Whether its number asked not to be contacted: nothing can be sent to it then.',
      resolve: ({ id }, _args, ctx) => isConversationSuppressed(ctx, id),
    }),
    contact: t.one('contact', { access: 'viewer' }),
    route: t.one('route', { access: 'viewer' }),
    assignee: t.byId(PersonType, 'assigneeId', {
      access: 'viewer',
      description: 'Who looks after it; null: nobody, or somebody who has left the team.',
    }),
    messages: t.connection(
      {
        type: ConversationMessageType,
        access: 'viewer',
        select: { id: true },
        description: 'What went out and what came in, newest first.',
        args: { filter: t.arg({ type: ConversationMessageFilter, description: 'Which of them.' }) },
        resolve: ({ id }, args, ctx) => readThread(ctx, id, args),
      },
      { name: 'ConversationMessageConnection', description: 'A page of a conversation’s messages.' },
      { name: 'ConversationMessageEdge', description: 'A message of a conversation in a list.' },
    ),
  }),
});

export const ReplyKeywordType = builder.prismaObject('ReplyKeyword', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'word', 'sender', 'answer', 'createdAt', 'updatedAt'),
    match: t.expose('match', { type: ReplyKeywordMatchEnum }),
    notifyUserIds: t.exposeIDList('notifyUserIds'),
    smsCampaign: t.one('smsCampaign', { access: 'viewer' }),
    tag: t.one('tag', { access: 'viewer' }),
  }),
});
