import type pg from 'pg';
import type { Logger } from 'pino';
import { isUuid } from '../../database/reads/lists.ts';
import { uuidv7 } from '../../database/uuid.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { everyForm } from '../phone-numbers/canonical.ts';
import type { Inbound, Receipt, Reply } from '../providers/provider.ts';
import { transactionAgain } from '../sending/again.ts';
import { closeGate } from '../sending/call-gate.ts';
import { announce } from '../sending/change-status.ts';
import type { Route, Tx } from '../sending/engine.ts';
import { changed, rowsOf } from '../sending/rows.ts';
import { MAY_BE_OUT, queueCredit } from './credit-stop.ts';
import { foldReceipts } from './fold-receipts.ts';
import { foldTestReceipts } from './fold-test-receipts.ts';
import { type Keyword, keywordOf } from './keywords.ts';
import { optIn, optOut } from './opt-out.ts';
import { ownName } from './own-name.ts';
import { queueAnswer } from './queue-answer.ts';
import { senderOf } from './sender-of.ts';

/**
 * Stores what a provider reports and applies it in the same transaction. Repeats, early reports and late ones do no harm: see
 * {@link foldReceipts}.
 */
export async function receiveInbound(
  pool: pg.Pool,
  route: Pick<Route, 'teamId' | 'id'>,
  { receipts, replies }: Inbound,
  now: Date,
  logger?: Pick<Logger, 'warn'>,
): Promise<void> {
  await transactionAgain(pool, async (tx) => {
    // Before any row is locked, as whoever closes it does: a reply may be a STOP.
    if (replies.length > 0) await rowsOf(tx, closeGate(route.teamId));
    await keepReceipts(tx, route, receipts, now);
    for (const reply of replies) await takeReply(tx, route, reply, logger);
  });
}

async function keepReceipts(
  tx: Tx,
  { teamId, id: routeId }: Pick<Route, 'teamId' | 'id'>,
  receipts: readonly Receipt[],
  now: Date,
): Promise<void> {
  const named = receipts.flatMap(nameOf);
  if (named.length === 0) return;
  await expectNames(tx, teamId, routeId, named, now);
  await changed(
    tx,
    Prisma.sql`INSERT INTO sms_receipts (team_id, id, route_id, provider_id, status, code, reason, occurred_at, received_at)
      SELECT ${teamId}::uuid, x.id, ${routeId}::uuid, x.provider_id, x.status, x.code, x.reason, x.at, ${now}::timestamptz
      FROM unnest(${named.map(() => uuidv7(now.getTime()))}::uuid[], ${named.map(({ providerId }) => providerId)}::text[],
        ${named.map(({ status }) => status)}::text[], ${named.map(({ code }) => code)}::int[],
        ${named.map(({ reason }) => reason)}::text[], ${named.map(({ at }) => at.toISOString())}::timestamptz[])
        x(id, provider_id, status, code, reason, at)
      ON CONFLICT (team_id, route_id, provider_id, status, occurred_at) DO NOTHING`,
  );
  const providerIds = named.map(({ providerId }) => providerId);
  await foldReceipts(tx, teamId, routeId, providerIds, now);
  await foldTestReceipts(tx, teamId, routeId, providerIds, now);
  const campaigns = await rowsOf<{ id: string }>(
    tx,
    Prisma.sql`SELECT DISTINCT m.sms_campaign_id AS id FROM sms_provider_messages p
      JOIN sms_messages m ON m.team_id = p.team_id AND m.id = p.message_id
      WHERE p.team_id = ${teamId}::uuid AND p.route_id = ${routeId}::uuid
        AND p.provider_id = ANY(${providerIds}::text[])`,
  );
  for (const { id } of campaigns) await announce(tx, id);
}

type Named = Receipt & { providerId: string; own: string | null };

/** Some providers report by our id alone: it then names the message as theirs would. */
function nameOf(receipt: Receipt): Named[] {
  const { providerId, messageId } = receipt;
  if (providerId !== null) return [{ ...receipt, providerId, own: null }];
  if (messageId === null) return [];
  return [{ ...receipt, providerId: ownName(messageId), own: isUuid(messageId) ? messageId : null }];
}

/**
 * Inserts the provider ids that receipts name. The settlement of a batch, which says whose ids they are, may run at the same
 * moment: one waits for the other here. Otherwise both could commit without having seen each other, and the receipts would
 * never be applied.
 */
const expectNames = (tx: Tx, teamId: string, routeId: string, named: readonly Named[], now: Date) =>
  changed(
    tx,
    Prisma.sql`INSERT INTO sms_provider_messages (team_id, route_id, provider_id, message_id, created_at)
      SELECT ${teamId}::uuid, ${routeId}::uuid, x.name, m.id, ${now}::timestamptz
      FROM unnest(${named.map(({ providerId }) => providerId)}::text[], ${named.map(({ own }) => own)}::uuid[]) x(name, own)
      LEFT JOIN sms_messages m ON m.team_id = ${teamId}::uuid AND m.id = x.own
        AND m.sms_routing_route_id = ${routeId}::uuid
      ORDER BY x.name
      ON CONFLICT (team_id, route_id, provider_id) DO NOTHING`,
  );

interface Known {
  stopWords: string[] | null;
  hasHelp: boolean | null;
  contactId: string | null;
  /** The newest message that the number got over the route or may be about to get. */
  newest: { id: string; isSending: boolean } | null;
}

/** A repeat of a reply is acknowledged and changes nothing. */
async function takeReply(
  tx: Tx,
  { teamId, id: routeId }: Pick<Route, 'teamId' | 'id'>,
  { id, from: given, text, at }: Reply,
  logger: Pick<Logger, 'warn'> | undefined,
): Promise<void> {
  const sender = await senderOf(tx, { teamId, routeId }, given);
  const from = sender ?? given.replace(/\D/g, '');
  const forms = sender === null ? [] : everyForm(sender);
  const [known] = await rowsOf<Known>(
    tx,
    Prisma.sql`SELECT (SELECT stop_words FROM sending_settings WHERE team_id = ${teamId}::uuid) AS "stopWords",
      (SELECT help_text IS NOT NULL FROM sending_settings WHERE team_id = ${teamId}::uuid) AS "hasHelp",
      (SELECT id FROM contacts WHERE team_id = ${teamId}::uuid AND number = ANY(${forms}::bigint[])
        ORDER BY number = ${from}::bigint DESC LIMIT 1) AS "contactId",
      (SELECT json_build_object('id', m.id, 'isSending', m.status = 'sending')
        FROM sms_messages m JOIN contacts c ON c.team_id = m.team_id AND c.id = m.contact_id
        WHERE m.team_id = ${teamId}::uuid AND c.number = ANY(${forms}::bigint[]) AND m.sms_routing_route_id = ${routeId}::uuid
          AND ${MAY_BE_OUT}
        ORDER BY m.created_at DESC, m.id DESC LIMIT 1) AS newest`,
  );
  const { contactId, newest, stopWords, hasHelp } = known!;
  const keyword: Keyword | null = keywordOf(text, stopWords ?? []);
  const replyId = uuidv7(at.getTime());
  const isNew = await changed(
    tx,
    Prisma.sql`INSERT INTO sms_replies
        (team_id, id, route_id, provider_id, from_number, text, keyword, contact_id, message_id, received_at)
      VALUES (${teamId}::uuid, ${replyId}::uuid, ${routeId}::uuid, ${id}, ${from}::bigint, ${text}, ${keyword},
        ${contactId}::uuid, ${newest?.id ?? null}::uuid, ${at}::timestamptz)
      ON CONFLICT (team_id, route_id, provider_id) DO NOTHING`,
  );
  if (isNew === 0) return;
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

/** Tells subscribers of the message's campaign. */
async function announceMessage(tx: Tx, teamId: string, messageId: string): Promise<void> {
  const [message] = await rowsOf<{ campaignId: string }>(
    tx,
    Prisma.sql`SELECT sms_campaign_id AS "campaignId" FROM sms_messages
      WHERE team_id = ${teamId}::uuid AND id = ${messageId}::uuid`,
  );
  if (message) await announce(tx, message.campaignId);
}
