import { idIn } from '../../../database/partitions.ts';
import type { Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { publish } from '../../../observability/events.ts';
import { markMessages } from '../../insight/reports/roll-ups/marks.ts';
import { factsOf, recordEvents, records } from '../../webhooks/events/record-events.ts';
import { ownName } from '../receipts/own-name.ts';
import type { Route, SendKey } from './engine.ts';

import { type Accepted, messagesWithin, resultIds } from './sms-result.ts';

/** A message has arrived when a person opened its link, bought something or answered with STOP. */
export const ARRIVED = Prisma.sql`(is_clicked OR is_lead OR is_sale OR unsubscribed_method IS NOT NULL)`;

/**
 * Messages that went out although their provider did not say so: before it answered, a person opened them or a receipt
 * named them by our id. They count as accepted, whatever the provider answers, and are not sent again. They are locked
 * first: a click at this moment is either seen here, or no longer finds its message.
 */
export async function arrived(
  tx: Tx,
  { teamId }: SendKey,
  route: Pick<Route, 'id'>,
  results: readonly { messageId: string }[],
): Promise<Accepted[]> {
  if (results.length === 0) return [];
  const ids = resultIds(results);
  const open = await tx.rows<{
    id: string;
    hasArrived: boolean;
  }>`SELECT m.id, ${ARRIVED} AS "hasArrived" FROM sms_messages m
      WHERE m.team_id = ${teamId}::uuid AND ${idIn(Prisma.sql`m.id`, ids)} AND m.status IN ('sending', 'unknown')
        AND ${messagesWithin(results)}
      ORDER BY m.id FOR UPDATE`;
  const reported = await tx.rows<{
    name: string;
  }>`SELECT provider_id AS name FROM sms_receipts WHERE team_id = ${teamId}::uuid AND route_id = ${route.id}::uuid
      AND provider_id = ANY(${ids.map(ownName)}::text[]) AND status = 'accepted'`;
  const names = new Set(reported.map(({ name }) => name));
  return open.flatMap(({ id, hasArrived }) =>
    hasArrived || names.has(ownName(id)) ? [{ messageId: id, status: 'accepted', providerId: '' }] : [],
  );
}

/** Unknown messages did go out: they count as sent when they were claimed, and stay paid. Others are left alone. */
export async function countAsSent(tx: Tx, teamId: string, ids: readonly string[], now: Date): Promise<void> {
  const accepted = await tx.rows<{ id: string }>`WITH sent AS (
        UPDATE sms_messages SET status = 'accepted', is_sent = true, sent_at = created_at, fail_reason = NULL,
          updated_at = ${now}::timestamptz
        WHERE team_id = ${teamId}::uuid AND ${idIn(Prisma.sql`id`, ids)} AND status = 'unknown' RETURNING id, sms_send_id, step),
      counted AS (UPDATE sms_send_steps s SET accepted = s.accepted + x.count, unknown = s.unknown - x.count
      FROM (SELECT sms_send_id, step, count(*)::int AS count FROM sent GROUP BY sms_send_id, step) x
      WHERE s.team_id = ${teamId}::uuid AND s.sms_send_id = x.sms_send_id AND s.step = x.step)
      SELECT id FROM sent`;
  const count = accepted.length;
  if (count > 0) tx.committed(() => publish({ is: 'messages', status: 'accepted', count }));
  await markMessages(tx, teamId, ids);
  await recordEvents(
    tx,
    teamId,
    records.message,
    factsOf(
      'message_accepted',
      accepted.map(({ id }) => id),
    ),
    now,
  );
}
