import { builder } from '../../../../graphql/builder.ts';
import { filterInput } from '../../../../graphql/lists.ts';
import { columns } from '../../../../graphql/selection.ts';
import { getRecord } from '../../../../records/get-record.ts';
import {
  CONVERSATION,
  conversationFilter,
  DIRECT_MESSAGE,
  directMessageFilter,
  listConversations,
  listDirectMessages,
  listReplies,
  listReplyKeywords,
  REPLY,
  REPLY_KEYWORD,
  replyFilter,
  replyKeywordFilter,
} from '../lists.ts';
import { watchConversation, watchReplies } from '../watch.ts';
import { ConversationType, DirectMessageType, ReplyKeywordType, ReplyType } from './types.ts';

builder.queryFields((t) => ({
  replies: t.page({
    type: ReplyType,
    access: 'viewer',
    description: 'What people wrote back to the team, newest first.',
    filter: filterInput(replyFilter),
    list: listReplies,
    texts: { filter: 'Which replies.' },
  }),
  reply: t.record({ type: ReplyType, of: REPLY, access: 'viewer', description: 'One reply.' }),
  conversations: t.page({
    type: ConversationType,
    access: 'viewer',
    description: 'The team’s conversations, those with the newest reply or answer first.',
    filter: filterInput(conversationFilter),
    list: listConversations,
    texts: { filter: 'Which conversations.' },
  }),
  conversation: t.record({
    type: ConversationType,
    of: CONVERSATION,
    access: 'viewer',
    description: 'One conversation.',
  }),
  directMessages: t.page({
    type: DirectMessageType,
    access: 'viewer',
    description: 'The team’s messages to one person each, outside of campaigns’ sends, newest first.',
    filter: filterInput(directMessageFilter),
    list: listDirectMessages,
    texts: { filter: 'Which messages.' },
  }),
  directMessage: t.record({
    type: DirectMessageType,
    of: DIRECT_MESSAGE,
    access: 'viewer',
    description: 'One direct message.',
  }),
  replyKeywords: t.page({
    type: ReplyKeywordType,
    access: 'viewer',
    description: 'The team’s keywords, newest first.',
    filter: filterInput(replyKeywordFilter),
    list: listReplyKeywords,
    texts: { filter: 'Which keywords.' },
  }),
  replyKeyword: t.record({ type: ReplyKeywordType, of: REPLY_KEYWORD, access: 'viewer', description: 'One keyword.' }),
}));

builder.subscriptionFields((t) => ({
  replyReceived: t.field({
    type: ReplyType,
    access: 'viewer',
    description:
      'The team’s replies from now on, as they are stored. `NOT_FOUND` when the team has no conversation of this id.',
    args: { conversationId: t.arg.id({ description: 'Only replies of this conversation.' }) },
    subscribe: (_root, { conversationId }, ctx) => watchReplies(ctx, conversationId),
    resolve: ({ id }, _args, ctx, info) => getRecord(ctx, REPLY, id, columns(info)),
  }),
  conversationChanged: t.field({
    type: ConversationType,
    access: 'viewer',
    description:
      'Sends a conversation at once, and again after each change of it, its replies or its direct messages. Changes within 0.2 seconds are sent as one. `NOT_FOUND` when the team has none of this id.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    subscribe: (_root, { id }, ctx) => watchConversation(ctx, id),
    resolve: ({ id }, _args, ctx, info) => getRecord(ctx, CONVERSATION, id, columns(info)),
  }),
}));
