import { idBetween, idOf } from '../../../database/partitions.ts';
import { all, type Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { publish } from '../../../observability/events.ts';
import { markMessages } from '../../insight/reports/roll-ups/marks.ts';
import { type Fact, isHeard, recordEvents, records } from '../../webhooks/events/record-events.ts';
import { noteOutcomes, type Outcome } from '../engine/note-outcomes.ts';
import { appliedAt, type Months, messageOfName, rankOf, waitingReceipts } from './by-names.ts';

const ID = Prisma.sql`m.id`;

/** An expired message has failed. */
const EVENTS = {
  accepted: 'message_accepted',
  delivered: 'message_delivered',
  failed: 'message_failed',
  expired: 'message_failed',
} as const;

interface Moved extends Outcome {
  id: string;
  status: keyof typeof EVENTS;
  isHeard: boolean;
}

/** Receipts without a known message are applied later. */
export async function foldReceipts(
  tx: Tx,
  teamId: string,
  routeId: string,
  providerIds: readonly string[],
  months: Months,
  now: Date,
): Promise<void> {
  const moved = await tx.rows<Moved>`WITH waiting AS (
        SELECT r.id, r.provider_id, r.status, r.code, r.reason, r.occurred_at, p.message_id
        FROM ${waitingReceipts(teamId, routeId, providerIds)}
        CROSS JOIN ${messageOfName(teamId, routeId)} WHERE p.message_id IS NOT NULL
      ), highest AS (
        SELECT DISTINCT ON (message_id) * FROM waiting
        ORDER BY message_id, ${rankOf(Prisma.sql`status`)} DESC, occurred_at DESC
      ), messages AS (
        SELECT m.id, m.status AS former, m.is_sent AS was_sent, m.phone_normalized = '0' AS is_erased, h.status, h.code, h.reason,
          h.occurred_at
        FROM (SELECT * FROM highest ORDER BY message_id) h CROSS JOIN LATERAL (SELECT m.id, m.status, m.is_sent, m.phone_normalized FROM sms_messages m
          WHERE m.team_id = ${teamId}::uuid AND m.id = h.message_id AND ${months(ID)} OFFSET 0 FOR UPDATE) m
      ), moved AS (
        UPDATE sms_messages m SET status = x.status::message_status, dlr_code = x.code, settled_at = CASE WHEN x.status = 'accepted' THEN m.settled_at ELSE x.occurred_at END,
          fail_reason = CASE WHEN x.status IN ('delivered', 'accepted') THEN NULL ELSE COALESCE(CASE WHEN NOT x.is_erased THEN x.reason END, 'The provider says: ' || x.status || '.') END,
          is_sent = true, sent_at = COALESCE(m.sent_at, ${now}::timestamptz), updated_at = ${now}::timestamptz
        FROM messages x
        WHERE m.team_id = ${teamId}::uuid AND m.id = x.id AND ${idOf(ID, Prisma.sql`SELECT id FROM messages`)} AND ${months(ID)}
          AND ${rankOf(Prisma.sql`x.status`)} > ${rankOf(Prisma.sql`x.former`)} AND (x.status IN ('delivered', 'failed', 'expired') OR x.status = 'accepted' AND x.former = 'unknown')
        RETURNING m.id, m.sms_send_id, m.step, m.status::text AS status, x.former::text AS former, x.was_sent, m.network_id, m.created_at
      ), applied AS (
        UPDATE sms_receipts r SET ${appliedAt(now)}
        FROM (SELECT w.id, x.is_erased FROM waiting w LEFT JOIN messages x ON x.id = w.message_id) w
        WHERE r.team_id = ${teamId}::uuid AND r.id = w.id AND ${idBetween(Prisma.sql`r.id`, Prisma.sql`SELECT id FROM waiting`)}
      ), counted AS (
        UPDATE sms_send_steps s SET
          accepted = s.accepted + x.accepted, delivered = s.delivered + x.delivered,
          failed = s.failed + x.failed, expired = s.expired + x.expired, unknown = s.unknown - x.unknown
        FROM (SELECT sms_send_id, step,
            (count(*) FILTER (WHERE NOT was_sent))::int AS accepted,
            (count(*) FILTER (WHERE status = 'delivered'))::int AS delivered,
            (count(*) FILTER (WHERE status IN ('failed', 'expired')) - count(*) FILTER (WHERE former IN ('failed', 'expired')))::int AS failed,
            (count(*) FILTER (WHERE status = 'expired') - count(*) FILTER (WHERE former = 'expired'))::int AS expired,
            (count(*) FILTER (WHERE former = 'unknown'))::int AS unknown
          FROM moved GROUP BY sms_send_id, step) x
        WHERE s.team_id = ${teamId}::uuid AND s.sms_send_id = x.sms_send_id AND s.step = x.step)
      SELECT id, status, former, network_id AS "networkId", created_at AS "claimedAt",
        ${isHeard(teamId, ...new Set(Object.values(EVENTS)))} AS "isHeard" FROM moved`;
  for (const status of new Set(moved.map((message) => message.status))) {
    const count = moved.filter((message) => message.status === status).length;
    tx.committed(() => publish({ is: 'messages', status, count }));
  }
  const heard = moved.filter((message) => message.isHeard);
  const facts = heard.map(({ id, status }): Fact => ({ type: EVENTS[status], recordId: id }));
  await recordEvents(tx, teamId, records.message, facts, now);
  await all([
    noteOutcomes(tx, teamId, routeId, moved, now),
    markMessages(
      tx,
      teamId,
      moved.map(({ id }) => id),
    ),
  ]);
}
