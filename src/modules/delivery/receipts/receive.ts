import type { Logger } from 'pino';
import { COLLISION_OR_LOCKED, type Db, type Tx } from '../../../database/transaction.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import { announceCampaign } from '../../../live/announce.ts';
import { everyForm } from '../../../phone-numbers/canonical.ts';
import { factsOf, recordEvents, records } from '../../webhooks/events/record-events.ts';
import { closeGate } from '../engine/call-gate.ts';
import type { Route } from '../engine/engine.ts';
import type { Inbound, Reply } from '../providers/provider.ts';

import { MAY_BE_OUT, queueCredit } from './credit-stop.ts';
import { keepReceipts } from './keep-receipts.ts';
import { type Keyword, keywordOf } from './keywords.ts';
import { optIn, optOut } from './opt-out.ts';
import { queueAnswer } from './queue-answer.ts';
import { senderOf } from './sender-of.ts';

/** Repeats, early reports and late ones do no harm: see {@link keepReceipts}. */
export async function receiveInbound(
  db: Db,
  route: Pick<Route, 'teamId' | 'id'>,
  { receipts, replies }: Inbound,
  now: Date,
  logger?: Pick<Logger, 'warn'>,
): Promise<void> {
  await db.transaction(
    async (tx) => {
      // Whoever closes the gate does so before locking rows, and a reply may be a STOP.
      if (replies.length > 0) await tx.rows(closeGate(route.teamId));
      await keepReceipts(tx, route, receipts, now);
      for (const reply of replies) await takeReply(tx, route, reply, logger);
    },
    { again: COLLISION_OR_LOCKED },
  );
}

interface Known {
  stopWords: string[] | null;
  hasHelp: boolean | null;
  contactId: string | null;
  newest: { id: string; isSending: boolean } | null;
}

async function takeReply(
  tx: Tx,
  { teamId, id: routeId }: Pick<Route, 'teamId' | 'id'>,
  { id, from: given, text, at }: Reply,
  logger: Pick<Logger, 'warn'> | undefined,
): Promise<void> {
  const sender = await senderOf(tx, { teamId, routeId }, given);
  const from = sender ?? (given.replace(/\D/g, '').slice(0, 18) || '0');
  const forms = sender === null ? [] : everyForm(sender);
  const known = await tx.row<Known>`
      SELECT (SELECT stop_words FROM sending_settings WHERE team_id = ${teamId}::uuid) AS "stopWords",
      (SELECT help_text IS NOT NULL FROM sending_settings WHERE team_id = ${teamId}::uuid) AS "hasHelp",
      (SELECT id FROM contacts WHERE team_id = ${teamId}::uuid AND number = ANY(${forms}::bigint[])
        ORDER BY number = ${from}::bigint DESC LIMIT 1) AS "contactId",
      (SELECT json_build_object('id', m.id, 'isSending', m.status = 'sending')
        FROM sms_messages m JOIN contacts c ON c.team_id = m.team_id AND c.id = m.contact_id
        WHERE m.team_id = ${teamId}::uuid AND c.number = ANY(${forms}::bigint[]) AND m.sms_routing_route_id = ${routeId}::uuid
          AND ${MAY_BE_OUT}
        ORDER BY m.created_at DESC, m.id DESC LIMIT 1) AS newest`;
  const { contactId, newest, stopWords, hasHelp } = known!;
  const keyword: Keyword | null = keywordOf(text, stopWords ?? []);
  const replyId = uuidv7(at.getTime());
  const isNew = await tx.change`INSERT INTO sms_replies
        (team_id, id, route_id, provider_id, from_number, text, keyword, contact_id, message_id, received_at)
      VALUES (${teamId}::uuid, ${replyId}::uuid, ${routeId}::uuid, ${id}, ${from}::bigint, ${text}, ${keyword},
        ${contactId}::uuid, ${newest?.id ?? null}::uuid, ${at}::timestamptz)
      ON CONFLICT (team_id, route_id, provider_id) DO NOTHING`;
  if (isNew === 0) return;
  await recordEvents(tx, teamId, records.reply, factsOf('MESSAGE_REPLIED', [replyId]), at);
  if (sender === null) {
    logger?.warn(
      { route: routeId, reply: replyId, keyword },
      'a reply’s sender is a national number of an unknown country',
    );
    return;
  }
  const messageId = newest && !newest.isSending ? newest.id : null;
  const consent = { teamId, number: from, method: 'reply', evidence: text, messageId, now: at } as const;
  if (keyword === 'stop') await optOut(tx, consent);
  if (keyword === 'stop' && newest?.isSending) await queueCredit(tx, { teamId, replyId });
  if (keyword === 'start') await optIn(tx, consent);
  if (keyword === 'help' && hasHelp) await queueAnswer(tx, { teamId, replyId });
  if (messageId !== null && keyword === 'stop') await announceMessage(tx, teamId, messageId);
}

async function announceMessage(tx: Tx, teamId: string, messageId: string): Promise<void> {
  const message = await tx.row<{ campaignId: string }>`SELECT sms_campaign_id AS "campaignId" FROM sms_messages
      WHERE team_id = ${teamId}::uuid AND id = ${messageId}::uuid`;
  if (message) await announceCampaign(tx, message.campaignId);
}
