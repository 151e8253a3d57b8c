import type { Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Route, SendKey } from './engine.ts';
import { isUnreachable, resultIds, type SmsResult } from './sms-result.ts';
import { lacksBalance } from './stage.ts';

/** Which messages another route takes. */
export interface Moves {
  /** How often each was tried, this time included, by message id. */
  tries: ReadonlyMap<string, number>;
  isMoved(result: SmsResult): boolean;
  /** Whether it was refused for now: at least by one of the candidates, if not by this one. Then it is tried again later. */
  isForNow(result: SmsResult): boolean;
}

/**
 * A message moves when its provider refused it for a reason of the route, or was not reached, and its rule has another
 * connected candidate that has not refused it and can be paid. An unknown one never does: it may have gone out.
 */
export async function movesOf(
  tx: Tx,
  { teamId, sendId, campaignId }: SendKey,
  route: Pick<Route, 'id'>,
  results: readonly SmsResult[],
): Promise<Moves> {
  const asked = results.filter((result) => result.status === 'rejected' || isUnreachable(result));
  if (asked.length === 0) return { tries: new Map(), isMoved: () => false, isForNow: () => false };
  const other = (which: Prisma.Sql) => Prisma.sql`EXISTS (
    SELECT FROM routing_plan_candidates k JOIN routes o ON o.team_id = k.team_id AND o.id = k.route_id
    WHERE k.team_id = ${teamId}::uuid AND k.routing_plan_rule_id = m.sms_routing_plan_rule_id
      AND k.route_id <> ${route.id}::uuid AND o.is_connected AND o.provider IS NOT NULL AND ${which})`;
  const rows = await tx.rows<{
    messageId: string;
    tries: number;
    hasOther: boolean;
    isForNow: boolean;
  }>`SELECT r.message_id AS "messageId", r.tries + 1 AS tries,
        ${other(Prisma.sql`(r.refusals -> k.route_id::text) IS NULL AND NOT ${lacksBalance('o', Prisma.sql`m.sms_parts`, Prisma.sql`${teamId}::uuid`)}`)} AS "hasOther",
        ${other(Prisma.sql`r.refusals ->> k.route_id::text = 'retryable'`)} AS "isForNow"
      FROM sms_messages m
      JOIN sms_recipients r ON r.team_id = m.team_id AND r.sms_campaign_id = ${campaignId}::uuid
        AND r.contact_id = m.contact_id AND r.sms_send_id = ${sendId}::uuid
      WHERE m.team_id = ${teamId}::uuid AND m.id = ANY(${resultIds(asked)}::uuid[])`;
  const forNow = new Set(rows.flatMap(({ messageId, isForNow }) => (isForNow ? [messageId] : [])));
  const movable = new Set(rows.flatMap(({ messageId, hasOther }) => (hasOther ? [messageId] : [])));
  return {
    tries: new Map(rows.map(({ messageId, tries }) => [messageId, tries])),
    isMoved: (result) => movable.has(result.messageId) && isOfRoute(result),
    isForNow: (result) =>
      result.status === 'rejected' &&
      (result.kind === 'retryable' || (forNow.has(result.messageId) && isOfRoute(result))),
  };
}

/** What was refused for a reason of the route, not of the number or the message. */
const isOfRoute = (result: SmsResult) =>
  isUnreachable(result) ||
  (result.status === 'rejected' &&
    (result.kind === 'retryable' || result.kind === 'blocked' || result.kind === 'balance'));
