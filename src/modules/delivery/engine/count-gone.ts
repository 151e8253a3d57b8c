import { idOf } from '../../../database/partitions.ts';
import type { Tx } from '../../../database/transaction.ts';
import { type MessageStatus, Prisma } from '../../../generated/prisma/client.ts';
import { THERE_BEFORE } from './audience.ts';

import { type SendTables, SMS_SENDS, VOICE_SENDS } from './send-tables.ts';

// What is counted of a send stays the number of its rows when a contact is deleted.

/** Locks the sends that have a contact, as a turn does before it locks recipients. */
export async function lockSendsOf(tx: Tx, teamId: string, contactId: string): Promise<void> {
  for (const { sends, recipients, sendId } of [SMS_SENDS, VOICE_SENDS]) {
    const its = Prisma.sql`SELECT r.${sendId} FROM ${recipients} r
      WHERE r.team_id = ${teamId}::uuid AND r.contact_id = ${contactId}::uuid`;
    await tx.rows`SELECT 1 AS locked FROM ${sends} s WHERE s.team_id = ${teamId}::uuid AND ${idOf(Prisma.sql`s.id`, its)}
      ORDER BY s.id FOR NO KEY UPDATE`;
  }
}

/** Takes a contact out of the sizes of its sends. Who was there before a feed was never counted. */
export async function shrinkSendsOf(tx: Tx, teamId: string, contactId: string): Promise<void> {
  for (const tables of [SMS_SENDS, VOICE_SENDS]) await tx.change(shrunk(tables, teamId, contactId));
}

/** A step of an SMS send counts whom it handed a message, {@link countGone}. */
const shrunk = ({ kind, sends, recipients, sendId }: SendTables, teamId: string, contactId: string) =>
  Prisma.sql`UPDATE ${sends} s SET audience_size = GREATEST(0, s.audience_size - x.count)
      ${kind === 'voice' ? Prisma.sql`, handed = s.handed - x.handed` : Prisma.empty}
    FROM (SELECT r.${sendId} AS id, count(*)::int AS count, (count(*) FILTER (WHERE r.status = 'handed'))::int AS handed
      FROM ${recipients} r
      WHERE r.team_id = ${teamId}::uuid AND r.contact_id = ${contactId}::uuid
        AND r.reason IS DISTINCT FROM ${THERE_BEFORE} GROUP BY 1) x
    WHERE s.team_id = ${teamId}::uuid AND s.id = x.id`;

/** A message that was deleted with its contact. */
export interface GoneMessage {
  sendId: string;
  step: number | null;
  status: MessageStatus;
  isSent: boolean;
  isClicked: boolean;
  hasUnsubscribed: boolean;
}

/** Takes messages out of the counters of their steps. A transaction does this last, as `countSteps`. */
export async function countGone(tx: Tx, teamId: string, messages: readonly GoneMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const column = <Value>(of: (message: GoneMessage) => Value) => messages.map(of);
  await tx.change`UPDATE sms_send_steps s SET handed = s.handed - g.messages, gone = s.gone + g.messages,
        accepted = s.accepted - g.accepted, delivered = s.delivered - g.delivered, failed = s.failed - g.failed,
        expired = s.expired - g.expired, unknown = s.unknown - g.unknown, clicked = s.clicked - g.clicked,
        unsubscribed = s.unsubscribed - g.unsubscribed
      FROM (SELECT send_id, step, count(*)::int AS messages, (count(*) FILTER (WHERE is_sent))::int AS accepted,
          (count(*) FILTER (WHERE status = 'delivered'))::int AS delivered,
          (count(*) FILTER (WHERE status IN ('failed', 'expired')))::int AS failed,
          (count(*) FILTER (WHERE status = 'expired'))::int AS expired,
          (count(*) FILTER (WHERE status = 'unknown'))::int AS unknown,
          (count(*) FILTER (WHERE is_clicked))::int AS clicked,
          (count(*) FILTER (WHERE has_unsubscribed))::int AS unsubscribed
        FROM unnest(${column(({ sendId }) => sendId)}::uuid[], ${column(({ step }) => step)}::int[],
          ${column(({ status }) => status)}::text[], ${column(({ isSent }) => isSent)}::bool[],
          ${column(({ isClicked }) => isClicked)}::bool[], ${column(({ hasUnsubscribed }) => hasUnsubscribed)}::bool[])
          m(send_id, step, status, is_sent, is_clicked, has_unsubscribed) GROUP BY send_id, step) g
      WHERE s.team_id = ${teamId}::uuid AND s.sms_send_id = g.send_id AND s.step = g.step`;
}
