import type { ReplyKind } from '../../src/generated/prisma/client.ts';
import { after, before, HOUR, MINUTE, NOW } from './clock.ts';
import { demoId } from './ids.ts';
import type { SeededSmsMessage } from './sms-messages.ts';
import type { TeamSeed } from './team-seed.ts';

const TEXTS = [
  'Is this still available?',
  'Please call me after 5 pm.',
  'YES',
  'How much is shipping to Ohio?',
  'Thanks! Got it yesterday.',
  'wrong number',
  'HELP',
];
const KINDS: Partial<Record<string, ReplyKind>> = { YES: 'keyword', HELP: 'help' };
const ANSWER = 'Thanks for writing! We will get back to you within the hour.';

/** Of the messages that are out, one in so many is answered. */
const ANSWERED = 25;

/** What people wrote back, with its conversations, a few answers and the team's keywords. */
export async function seedReplies(seed: TeamSeed, sent: SeededSmsMessage[]): Promise<void> {
  const { team, teamId, insert, nextId } = seed;
  const stopped = sent.filter(({ unsubscribedMethod }) => unsubscribedMethod === 'reply');
  const asked = sent.filter(({ unsubscribedMethod }, at) => unsubscribedMethod === null && at % ANSWERED === 0);
  const written = [
    ...stopped.map((message) => ({
      message,
      text: 'STOP',
      kind: 'stop' as const,
      at: after(message.settledAt, MINUTE),
    })),
    ...asked.map((message, at) => ({
      message,
      text: TEXTS[at % TEXTS.length]!,
      kind: KINDS[TEXTS[at % TEXTS.length]!] ?? ('text' as const),
      at: before(NOW, (asked.length - at) * HOUR),
    })),
  ].map((one) => ({ ...one, id: nextId('smsReply') }));
  const conversations = new Map<string, typeof written>();
  for (const one of written) {
    const key = `${one.message.phoneNormalized} ${one.message.senderId}`;
    conversations.set(key, [...(conversations.get(key) ?? []), one]);
  }
  const rows = [...conversations.values()].map((replies, at) => ({ id: nextId('conversation'), replies, at }));
  const newest = rows.at(-1)!;
  const former = newest.replies.at(-1)!;
  newest.replies.push({
    ...former,
    id: nextId('smsReply'),
    text: 'Hello?',
    kind: 'text' as const,
    at: after(former.at, MINUTE),
  });
  const isAnswered = (row: (typeof rows)[number]) => row.at % 3 === 2 && row !== newest;
  await insert(
    'conversations',
    rows.map((row) => {
      const { message, text, at } = row.replies.at(-1)!;
      const lastActivityAt = isAnswered(row) ? after(at, 5 * MINUTE) : at;
      return {
        teamId,
        id: row.id,
        number: Number(message.phoneNormalized),
        sender: message.senderId,
        contactId: message.contactId,
        routeId: message.smsRoutingRouteId,
        status: row.at % 4 === 1 && row !== newest ? ('closed' as const) : ('open' as const),
        assigneeId: isAnswered(row) || row === newest ? demoId('user', team, 1) : null,
        lastText: isAnswered(row) ? ANSWER : text,
        lastDirection: isAnswered(row) ? ('outbound' as const) : ('inbound' as const),
        lastActivityAt,
        lastReplyAt: at,
        unreadCount: isAnswered(row) ? 0 : row.replies.length,
        createdAt: row.replies[0]!.at,
        updatedAt: lastActivityAt,
      };
    }),
  );
  await insert(
    'sms_replies',
    rows.flatMap((row) =>
      row.replies.map(({ id, message, text, kind, at }) => ({
        teamId,
        id,
        routeId: message.smsRoutingRouteId,
        providerId: `reply-${id}`,
        fromNumber: Number(message.phoneNormalized),
        toSender: message.senderId,
        text,
        kind,
        keyword: kind === 'keyword' ? text : null,
        contactId: message.contactId,
        messageId: message.id,
        smsCampaignId: message.smsCampaignId,
        conversationId: row.id,
        receivedAt: at,
        readAt: isAnswered(row) ? after(at, MINUTE) : null,
      })),
    ),
  );
  await insert(
    'direct_messages',
    rows.filter(isAnswered).map(({ id, replies }) => {
      const { message, at } = replies.at(-1)!;
      const sentAt = after(at, 5 * MINUTE);
      return {
        teamId,
        id: nextId('directMessage'),
        kind: 'reply' as const,
        conversationId: id,
        contactId: message.contactId,
        routeId: message.smsRoutingRouteId,
        number: Number(message.phoneNormalized),
        senderId: message.senderId,
        text: ANSWER,
        smsParts: 1,
        status: 'delivered' as const,
        dueAt: sentAt,
        tries: 1,
        handedAt: sentAt,
        smsId: `answer-${message.smsId}`,
        cost: '0',
        createdById: demoId('user', team, 1),
        sentAt,
        settledAt: after(sentAt, MINUTE),
        createdAt: sentAt,
        updatedAt: after(sentAt, MINUTE),
      };
    }),
  );
  const keyword = { teamId, match: 'exact' as const, sender: null, createdAt: NOW, updatedAt: NOW };
  const campaign = written.at(-1)!.message.smsCampaignId;
  await insert('reply_keywords', [
    {
      ...keyword,
      id: nextId('replyKeyword'),
      word: 'Yes',
      folded: 'YES',
      smsCampaignId: null,
      tagId: null,
      answer: 'Great! We will call you back.',
    },
    {
      ...keyword,
      id: nextId('replyKeyword'),
      word: 'More',
      folded: 'MORE',
      smsCampaignId: campaign,
      tagId: demoId('tag', team, 1),
      answer: 'See https://example.com/more for details.',
    },
  ]);
}
