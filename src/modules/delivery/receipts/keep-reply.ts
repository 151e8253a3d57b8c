import { everyForm } from 'phone-numbers';
import type { Reply } from 'sms-providers';
import type { Tx } from '../../../database/transaction.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import type { ReplyKeywordMatch, ReplyKind } from '../../../generated/prisma/client.ts';
import type { Route } from '../engine/engine.ts';

import { MAY_BE_OUT } from './credit-stop.ts';
import { keywordOf, saysSo } from './keywords.ts';
import { senderOf } from './sender-of.ts';

export interface KeptReply {
  id: string;
  /** It was kept before. Then nothing of this is stored. */
  isRepeat: boolean;
  /** When it came: of a person's replies without a time in the order that they came in, whatever the servers' clocks show. */
  at: Date;
  kind: ReplyKind;
  /** The team's keyword, folded, and its id. */
  keyword: string | null;
  keywordId: string | null;
  /** Canonical digits. */
  number: string;
  contactId: string | null;
  /** Null where the number is a national one of an unknown country. */
  conversationId: string | null;
  /** Whose number it is, or may be. */
  writers: readonly string[];
  routeId: string;
  /** The team's sender in the conversation; null: the provider's own. */
  sender: string | null;
  newest: Known['newest'];
  helpText: string | null;
}

interface Rule {
  id: string;
  folded: string;
  match: ReplyKeywordMatch;
  sender: string | null;
  campaignId: string | null;
}

interface Known {
  stopWords: string[] | null;
  helpText: string | null;
  contactId: string | null;
  newest: { id: string; campaignId: string; senderId: string | null; isSending: boolean } | null;
  routeSender: string | null;
  rules: Rule[] | null;
}

const REPEATED_MS = 600_000;
/** Nobody writes as many in that time. */
const MOST_FORMER = 100;
const LONGEST_SENDER = 20;

/** As stored and compared: digits without the plus sign, or a name. */
export function plainSender(given: string | null): string | null {
  const name = given?.trim().slice(0, LONGEST_SENDER) ?? '';
  return /^\+?[\d ().-]+$/.test(name) ? name.replaceAll(/\D/g, '') || null : name || null;
}

/** Stores a reply and what its conversation shows of it, unless it is a repeat. */
export async function keepReply(
  tx: Tx,
  { teamId, id: routeId }: Pick<Route, 'teamId' | 'id'>,
  { id: givenId, hasDerivedId, from: given, to, text, at: givenAt, isStop }: Reply,
  now: Date,
): Promise<KeptReply> {
  const { number: person, candidates } = await senderOf(tx, { teamId, routeId }, given);
  const number = person ?? (given.replace(/\D/g, '').slice(0, 18) || '0');
  const toSender = plainSender(to);
  const known = await readKnown(tx, { teamId, routeId, number, isKnown: person !== null, toSender });
  const { contactId, newest, helpText } = known;
  const sender = toSender ?? plainSender(newest?.senderId ?? known.routeSender);
  const own = isStop ? 'stop' : keywordOf(text, known.stopWords ?? []);
  const rule = own ? undefined : ruleFor(known.rules ?? [], text, { sender, campaignId: newest?.campaignId ?? null });
  const kind: ReplyKind = own ?? (rule ? 'keyword' : 'text');
  const keyword = rule?.folded ?? null;
  const former = hasDerivedId ? await readFormer(tx, { teamId, routeId, number, toSender }, givenAt) : [];
  const [last] = former;
  const at = new Date(Math.max(givenAt.getTime(), (last?.at.getTime() ?? 0) + 1));
  const id = uuidv7(at.getTime());
  const store = (
    providerId: string,
  ) => tx.change`INSERT INTO sms_replies (team_id, id, route_id, provider_id, from_number,
        to_sender, text, kind, keyword, contact_id, message_id, sms_campaign_id, received_at)
      VALUES (${teamId}::uuid, ${id}::uuid, ${routeId}::uuid, ${providerId}, ${number}::bigint, ${toSender}, ${text},
        ${kind}::reply_kind, ${keyword}, ${contactId}::uuid, ${newest?.id ?? null}::uuid,
        ${newest?.campaignId ?? null}::uuid, ${at}::timestamptz)
      ON CONFLICT (team_id, route_id, provider_id) DO NOTHING`;
  const ownId = `${givenId} ${id}`;
  const isRepeat =
    // What would lift a STOP that came after it is rather taken for a repeat.
    (own === 'start' ? former : former.slice(0, 1)).some(({ providerId }) => providerId.startsWith(`${givenId} `)) ||
    ((await store(hasDerivedId ? ownId : givenId)) === 0 &&
      ((await isKept(tx, { teamId, routeId, number }, givenId, text)) || (await store(ownId)) === 0));
  const place = { teamId, routeId, number, sender, contactId };
  const conversationId = isRepeat || person === null ? null : await joinConversation(tx, place, { id, text, at }, now);
  const keywordId = rule?.id ?? null;
  const said = { id, isRepeat, at, kind, keyword, keywordId };
  const writers = person === null ? candidates : [person];
  return { ...said, number, writers, contactId, conversationId, routeId, sender, newest, helpText };
}

/**
 * The person's replies of the last ten minutes, over the route and to the sender, newest first: one without an id and a time is a repeat of
 * the newest if it says the same.
 */
const readFormer = (tx: Tx, { teamId, routeId, number, toSender }: Omit<Asked, 'isKnown'>, at: Date) =>
  tx.rows<{ providerId: string; at: Date }>`SELECT provider_id AS "providerId", received_at AS at FROM sms_replies
    WHERE team_id = ${teamId}::uuid AND from_number = ${number}::bigint AND route_id = ${routeId}::uuid
      AND to_sender IS NOT DISTINCT FROM ${toSender} AND received_at >= ${new Date(at.getTime() - REPEATED_MS)}::timestamptz
    ORDER BY received_at DESC, id DESC LIMIT ${MOST_FORMER}::int`;

/** Some providers use an id again, for another person or text. Of an erased reply nothing is left to compare. */
const isKept = async (
  tx: Tx,
  { teamId, routeId, number }: Pick<Asked, 'teamId' | 'routeId' | 'number'>,
  givenId: string,
  text: string,
) =>
  (await tx.row`SELECT FROM sms_replies
      WHERE team_id = ${teamId}::uuid AND route_id = ${routeId}::uuid AND from_number = ${number}::bigint AND text = ${text}
        AND (provider_id = ${givenId} OR starts_with(provider_id, ${`${givenId} `}))
    UNION ALL SELECT FROM sms_replies
      WHERE team_id = ${teamId}::uuid AND route_id = ${routeId}::uuid AND provider_id = ${givenId} AND from_number = 0 AND text = ''
    LIMIT 1`) !== undefined;

interface Asked {
  teamId: string;
  routeId: string;
  number: string;
  isKnown: boolean;
  toSender: string | null;
}

/** A person with several senders of the team answers the newest message from that sender. */
async function readKnown(tx: Tx, { teamId, routeId, number, isKnown, toSender }: Asked): Promise<Known> {
  const forms = isKnown ? everyForm(number) : [];
  const known = await tx.row<Known>`
      SELECT s.stop_words AS "stopWords", s.help_text AS "helpText", t.sender_id AS "routeSender",
      (SELECT id FROM contacts WHERE team_id = ${teamId}::uuid AND number = ANY(${forms}::bigint[])
        ORDER BY number = ${number}::bigint DESC LIMIT 1) AS "contactId",
      (SELECT json_build_object('id', m.id, 'campaignId', m.sms_campaign_id, 'senderId', m.sender_id,
          'isSending', m.status = 'sending')
        FROM sms_messages m JOIN contacts c ON c.team_id = m.team_id AND c.id = m.contact_id
        WHERE m.team_id = ${teamId}::uuid AND c.number = ANY(${forms}::bigint[]) AND m.sms_routing_route_id = ${routeId}::uuid
          AND ${MAY_BE_OUT}
        ORDER BY (m.sender_id = ${toSender}) IS TRUE DESC, m.created_at DESC, m.id DESC LIMIT 1) AS newest,
      (SELECT json_agg(json_build_object('id', k.id, 'folded', k.folded, 'match', k.match, 'sender', k.sender,
          'campaignId', k.sms_campaign_id)) FROM reply_keywords k WHERE k.team_id = ${teamId}::uuid) AS rules
      FROM routes t LEFT JOIN sending_settings s ON s.team_id = ${teamId}::uuid
      WHERE t.team_id = ${teamId}::uuid AND t.id = ${routeId}::uuid`;
  return known ?? { stopWords: null, helpText: null, contactId: null, newest: null, routeSender: null, rules: null };
}

/** The narrowest comes first: of the campaign, then of the sender; the whole text, then its longest beginning. */
function ruleFor(
  rules: readonly Rule[],
  text: string,
  { sender, campaignId }: { sender: string | null; campaignId: string | null },
): Rule | undefined {
  const rank = (rule: Rule) =>
    (rule.campaignId === null ? 0 : 4) + (rule.sender === null ? 0 : 2) + (rule.match === 'exact' ? 1 : 0);
  return rules
    .filter((rule) => rule.campaignId === null || rule.campaignId === campaignId)
    .filter((rule) => rule.sender === null || rule.sender === sender)
    .filter((rule) => saysSo(text, rule.folded, rule.match))
    .sort((a, b) => rank(b) - rank(a) || b.folded.length - a.folded.length || (a.id < b.id ? -1 : 1))[0];
}

interface Place {
  teamId: string;
  routeId: string;
  number: string;
  sender: string | null;
  contactId: string | null;
}

/** A late reply does not take the place of a newer text. */
async function joinConversation(
  tx: Tx,
  { teamId, routeId, number, sender, contactId }: Place,
  { id, text, at }: { id: string; text: string; at: Date },
  now: Date,
): Promise<string> {
  const joined = await tx.row<{ id: string }>`WITH joined AS (
        INSERT INTO conversations AS c (team_id, id, number, sender, contact_id, route_id, last_text, last_direction,
          last_activity_at, last_reply_at, unread_count, created_at, updated_at)
        VALUES (${teamId}::uuid, ${uuidv7(now.getTime())}::uuid, ${number}::bigint, ${sender ?? ''}, ${contactId}::uuid,
          ${routeId}::uuid, ${text}, 'inbound', ${at}::timestamptz, ${at}::timestamptz, 1, ${now}::timestamptz,
          ${now}::timestamptz)
        ON CONFLICT (team_id, number, sender) DO UPDATE SET status = 'open', contact_id = EXCLUDED.contact_id,
          route_id = EXCLUDED.route_id, unread_count = c.unread_count + 1, updated_at = EXCLUDED.updated_at,
          last_text = CASE WHEN EXCLUDED.last_activity_at >= c.last_activity_at THEN EXCLUDED.last_text ELSE c.last_text END,
          last_direction = CASE WHEN EXCLUDED.last_activity_at >= c.last_activity_at THEN EXCLUDED.last_direction
            ELSE c.last_direction END,
          last_activity_at = greatest(c.last_activity_at, EXCLUDED.last_activity_at),
          last_reply_at = greatest(c.last_reply_at, EXCLUDED.last_reply_at)
        RETURNING c.id)
      UPDATE sms_replies r SET conversation_id = joined.id FROM joined
      WHERE r.team_id = ${teamId}::uuid AND r.id = ${id}::uuid RETURNING joined.id`;
  return joined!.id;
}
