import { COLLISION_OR_LOCKED, type Db, type Tx } from '../../../database/transaction.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import type { MessageStatus } from '../../../generated/prisma/client.ts';
import { announceMessages } from '../../../live/announce.ts';
import { markMessages } from '../../insight/reports/roll-ups/marks.ts';
import { factsOf, recordEvents, records } from '../../webhooks/events/record-events.ts';
import { countAsSent } from '../engine/arrived.ts';
import { offerUrl } from './offer-url.ts';
import { shortCodeIn } from './short-codes.ts';

interface Visit {
  isBot: boolean;
  /** False for a request that only checks the link. */
  counts: boolean;
  userAgent: string | null;
  now: Date;
}

interface Clicked {
  campaignId: string;
  sendId: string;
  step: number | null;
  status: MessageStatus;
}

interface Link {
  teamId: string;
  messageId: string;
  url: string;
}

/** Null when no team, or more than one, has this code. The visit's id is the click id. */
export async function followLink(db: Db, path: string, visit: Visit): Promise<string | null> {
  const code = shortCodeIn(path);
  const link = code === null ? undefined : await linkOf(db, code);
  if (!link) return null;
  const clickId = uuidv7(visit.now.getTime());
  if (visit.counts) await db.transaction((tx) => keepVisit(tx, link, clickId, visit), { again: COLLISION_OR_LOCKED });
  return offerUrl(link.url, clickId);
}

async function linkOf(db: Db, code: string): Promise<Link | undefined> {
  const found = await db.reach.find(async () => {
    const links = await db.keptRows<Link>`
      SELECT /* across teams: a visitor brings nothing but the code of a link */
        team_id AS "teamId", id AS "messageId", link_target AS url FROM sms_messages WHERE link_code = ${code}${db.reach.within('team_id')} LIMIT 2`;
    return links.length > 0 ? links : undefined;
  });
  const [link, another] = found ?? [];
  // Codes are random, so two teams may have the same one.
  return another ? undefined : link;
}

/** A person's first visit is the click, and proves that a message of unknown outcome went out. */
async function keepVisit(tx: Tx, { teamId, messageId }: Link, id: string, { isBot, userAgent, now }: Visit) {
  const kind = isBot ? 'bot' : 'click';
  // The message may be gone at this moment; the visitor is redirected all the same.
  await tx.change`INSERT INTO sms_link_events (team_id, id, message_id, kind, user_agent, occurred_at)
      SELECT m.team_id, ${id}::uuid, m.id, ${kind}, ${userAgent?.slice(0, 500) ?? null}, ${now}::timestamptz
      FROM sms_messages m WHERE m.team_id = ${teamId}::uuid AND m.id = ${messageId}::uuid FOR KEY SHARE`;
  if (isBot) return;
  const first = await tx.row<Clicked>`
      UPDATE sms_messages SET is_clicked = true, time_clicked = ${now}::timestamptz, updated_at = ${now}::timestamptz
      WHERE team_id = ${teamId}::uuid AND id = ${messageId}::uuid AND NOT is_clicked
      RETURNING sms_campaign_id AS "campaignId", sms_send_id AS "sendId", step, status::text AS status`;
  if (!first) return;
  if (first.status === 'unknown') await countAsSent(tx, teamId, [messageId], now);
  else await markMessages(tx, teamId, [messageId]);
  await tx.change`UPDATE sms_send_steps SET clicked = clicked + 1
      WHERE team_id = ${teamId}::uuid AND sms_send_id = ${first.sendId}::uuid AND step = ${first.step}::int`;
  await recordEvents(tx, teamId, records.message, factsOf('message_clicked', [messageId]), now);
  await announceMessages(tx, first.campaignId, [messageId]);
}
