import { Prisma } from '../../generated/prisma/client.ts';
import { ownName } from '../receipts/own-name.ts';
import type { Route, SendKey, Tx } from './engine.ts';
import { rowsOf } from './rows.ts';
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
  const open = await rowsOf<{ id: string; hasArrived: boolean }>(
    tx,
    Prisma.sql`SELECT m.id, ${ARRIVED} AS "hasArrived" FROM sms_messages m
      WHERE m.team_id = ${teamId}::uuid AND m.id = ANY(${ids}::uuid[]) AND m.status IN ('sending', 'unknown')
        AND ${messagesWithin(results)}
      ORDER BY m.id FOR UPDATE`,
  );
  const reported = await rowsOf<{ name: string }>(
    tx,
    Prisma.sql`SELECT provider_id AS name FROM sms_receipts WHERE team_id = ${teamId}::uuid AND route_id = ${route.id}::uuid
      AND provider_id = ANY(${ids.map(ownName)}::text[]) AND status = 'accepted'`,
  );
  const names = new Set(reported.map(({ name }) => name));
  return open.flatMap(({ id, hasArrived }) =>
    hasArrived || names.has(ownName(id)) ? [{ messageId: id, status: 'accepted', providerId: '' }] : [],
  );
}
