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
    id: t.exposeID('id'),
    fromNumber: t.expose('fromNumber', { type: 'PhoneNumber' }),
    toSender: t.exposeString('toSender', { nullable: true }),
    text: t.exposeString('text'),
    kind: t.expose('kind', { type: ReplyKindEnum }),
    keyword: t.exposeString('keyword', { nullable: true }),
    receivedAt: t.expose('receivedAt', { type: 'DateTime' }),
    readAt: t.expose('readAt', { type: 'DateTime', nullable: true }),
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
    id: t.exposeID('id'),
    kind: t.expose('kind', { type: DirectMessageKindEnum }),
    number: t.expose('number', { type: 'PhoneNumber' }),
    senderId: t.exposeString('senderId', { nullable: true }),
    text: t.exposeString('text'),
    smsParts: t.exposeInt('smsParts'),
    status: t.expose('status', { type: DirectMessageStatusEnum }),
    reason: t.exposeString('reason', { nullable: true }),
    dueAt: t.expose('dueAt', { type: 'DateTime' }),
    smsId: t.exposeString('smsId', { nullable: true }),
    dlrCode: t.exposeInt('dlrCode', { nullable: true }),
    cost: t.expose('cost', { type: 'Decimal', nullable: true }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true }),
    settledAt: t.expose('settledAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
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
    id: t.exposeID('id'),
    number: t.expose('number', { type: 'PhoneNumber' }),
    sender: t.string({
      nullable: true,
      select: { sender: true },
      description: 'The team’s sender: digits without the plus sign, or a name; null: the provider’s own.',
      resolve: ({ sender }) => sender || null,
    }),
    status: t.expose('status', { type: ConversationStatusEnum }),
    lastText: t.exposeString('lastText'),
    lastDirection: t.expose('lastDirection', { type: MessageDirectionEnum }),
    lastActivityAt: t.expose('lastActivityAt', { type: 'DateTime' }),
    lastReplyAt: t.expose('lastReplyAt', { type: 'DateTime', nullable: true }),
    unreadCount: t.exposeInt('unreadCount', { description: 'Replies that nobody has read.' }),
    isSuppressed: t.boolean({
      select: { id: true },
      description: 'Whether its number asked not to be contacted: nothing can be sent to it then.',
      resolve: ({ id }, _args, ctx) => isConversationSuppressed(ctx, id),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
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
    id: t.exposeID('id'),
    word: t.exposeString('word'),
    match: t.expose('match', { type: ReplyKeywordMatchEnum }),
    sender: t.exposeString('sender', { nullable: true }),
    answer: t.exposeString('answer', { nullable: true }),
    notifyUserIds: t.exposeIDList('notifyUserIds'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    smsCampaign: t.one('smsCampaign', { access: 'viewer' }),
    tag: t.one('tag', { access: 'viewer' }),
  }),
});
