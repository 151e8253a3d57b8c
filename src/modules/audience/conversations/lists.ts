import { is, isSet, listFilter, listOf, matching, oneOf, textWithin, within } from '../../../database/reads/filters.ts';
import { tables } from '../../../database/tables.ts';
import {
  type Conversation,
  type DirectMessage,
  Prisma,
  type ReplyKeyword,
  type SmsReply,
} from '../../../generated/prisma/client.ts';
import { isNumber } from '../../../phone-numbers/is-number.ts';
import type { RecordKind } from '../../../records/change-record.ts';
import type { Deletable } from '../../../records/delete-record.ts';

export const REPLY: RecordKind<SmsReply> = { thing: 'Reply', table: tables.SmsReply };
export const CONVERSATION: RecordKind<Conversation> = { thing: 'Conversation', table: tables.Conversation };
export const DIRECT_MESSAGE: RecordKind<DirectMessage> = { thing: 'Direct message', table: tables.DirectMessage };
export const REPLY_KEYWORD: Deletable<ReplyKeyword> = {
  thing: 'Reply keyword',
  table: tables.ReplyKeyword,
  uses: () => [],
};

export const replyFilter = listFilter('ReplyFilter', {
  kind: oneOf('ReplyKind', 'Of one of these kinds.'),
  keyword: is('String', 'With this keyword of the team, as `Reply.keyword` has it.'),
  isUnread: matching('Boolean', 'Whether nobody has read them.', (wanted) => [
    Prisma.sql`t.read_at IS ${Prisma.raw(wanted ? 'NULL' : 'NOT NULL')}`,
  ]),
  fromNumber: isNumber('From this phone number'),
  toSender: is('String', 'To this sender of the team: digits without the plus sign, or a name.'),
  contactId: is('ID', 'From this contact.'),
  smsCampaignId: is('ID', 'To messages of this campaign.'),
  conversationId: is('ID', 'In this conversation.'),
  receivedAt: within('When they were received.'),
});

export const listReplies = listOf(tables.SmsReply, replyFilter, { field: 'receivedAt', direction: 'desc' });

export const conversationFilter = listFilter('ConversationFilter', {
  status: oneOf('ConversationStatus', 'With one of these statuses.'),
  isUnread: matching('Boolean', 'Whether they have replies that nobody has read.', (wanted) => [
    Prisma.sql`t.unread_count ${Prisma.raw(wanted ? '> 0' : '= 0')}`,
  ]),
  assigneeId: is('ID', 'Assigned to this person.'),
  isAssigned: isSet('assigneeId', 'Whether they are assigned to anybody.'),
  contactId: is('ID', 'With this contact.'),
  number: isNumber('With this phone number'),
  lastActivityAt: within('When the newest reply or answer was written.'),
});

export const listConversations = listOf(tables.Conversation, conversationFilter, {
  field: 'lastActivityAt',
  direction: 'desc',
});

export const directMessageFilter = listFilter('DirectMessageFilter', {
  kind: oneOf('DirectMessageKind', 'Of one of these kinds.'),
  status: oneOf('DirectMessageStatus', 'With one of these statuses.'),
  contactId: is('ID', 'To this contact.'),
  conversationId: is('ID', 'In this conversation.'),
  number: isNumber('To this phone number'),
  createdAt: within('When they were written.'),
});

export const listDirectMessages = listOf(tables.DirectMessage, directMessageFilter);

export const replyKeywordFilter = listFilter('ReplyKeywordFilter', {
  smsCampaignId: is('ID', 'Of this campaign.'),
  sender: is('String', 'Of this sender.'),
  word: textWithin('the word'),
});

export const listReplyKeywords = listOf(tables.ReplyKeyword, replyKeywordFilter);
