import type { Tx } from '../../../database/transaction.ts';
import { type DirectMessageKind, type DirectMessageStatus, Prisma } from '../../../generated/prisma/client.ts';
import { contactSchedule } from '../engine/contact-schedule.ts';
import { SUPPRESSED } from '../engine/decide.ts';
import type { Route } from '../engine/engine.ts';
import { contactHoursOf } from '../engine/stage.ts';
import { isListed } from '../reach/is-suppressed.ts';

export interface DirectKey {
  teamId: string;
  id: string;
}

export interface PendingMessage extends DirectKey {
  kind: DirectMessageKind;
  status: DirectMessageStatus;
  routeId: string | null;
  conversationId: string | null;
  number: string;
  senderId: string | null;
  text: string;
  smsParts: number;
  tries: number;
  handedAt: Date | null;
  createdAt: Date;
  isSuppressed: boolean;
  /** Its reader wrote within the last 24 hours. */
  isAnswer: boolean;
  timezone: string | null;
  country: string | null;
  teamTimezone: string;
  contactFrom: string | null;
  contactUntil: string | null;
  areSet: boolean;
}

export type Verdict =
  | { kind: 'send'; route: Route }
  | { kind: 'wait'; until: Date; reason: string }
  | { kind: 'end'; status: 'failed' | 'expired'; reason: string };

const isSuppressed = (teamId: string) => Prisma.sql`(EXISTS (SELECT FROM contacts c WHERE c.team_id = ${teamId}::uuid
    AND c.id = d.contact_id AND c.unsubscribed_at IS NOT NULL) OR ${isListed(teamId, Prisma.sql`d.number`)})`;

/** Locked until the transaction ends. */
export const readPending = (tx: Tx, { teamId, id }: DirectKey, now: Date) =>
  tx.row<PendingMessage>`SELECT d.team_id AS "teamId", d.id, d.kind, d.status, d.route_id AS "routeId", d.conversation_id AS "conversationId",
      d.number::text AS number, d.sender_id AS "senderId", d.text, d.sms_parts AS "smsParts", d.tries,
      d.handed_at AS "handedAt", d.created_at AS "createdAt", ${isSuppressed(teamId)} AS "isSuppressed",
      EXISTS (SELECT FROM sms_replies r WHERE r.team_id = ${teamId}::uuid AND r.conversation_id = d.conversation_id
        AND r.kind <> 'stop' AND r.received_at > ${new Date(now.getTime() - DAY_MS)}::timestamptz) AS "isAnswer",
      (SELECT c.timezone FROM contacts c WHERE c.team_id = ${teamId}::uuid AND c.id = d.contact_id) AS timezone,
      (SELECT n.iso2 FROM contacts c JOIN countries n ON n.id = c.country_id
        WHERE c.team_id = ${teamId}::uuid AND c.id = d.contact_id) AS country,
      t.timezone AS "teamTimezone", s.contact_from AS "contactFrom", s.contact_until AS "contactUntil",
      s.team_id IS NOT NULL AS "areSet"
    FROM direct_messages d JOIN teams t ON t.id = ${teamId}::uuid
    LEFT JOIN sending_settings s ON s.team_id = ${teamId}::uuid
    WHERE d.team_id = ${teamId}::uuid AND d.id = ${id}::uuid FOR UPDATE OF d`;

/** The last look, at a moment for which STOPs that are being committed wait. One that was erased has no number any more. */
export async function mustNotGo(tx: Tx, { teamId, id, kind, number }: PendingMessage): Promise<boolean> {
  const row = await tx.row<{ isSuppressed: boolean }>`SELECT ${isSuppressed(teamId)} AS "isSuppressed"
    FROM direct_messages d WHERE d.team_id = ${teamId}::uuid AND d.id = ${id}::uuid AND d.number = ${number}::bigint`;
  return row === undefined || (row.isSuppressed && kind !== 'help');
}

export const DAY_MS = 86_400_000;
/** After that nobody expects it any more. */
const MOST_WAITING_MS = 2 * DAY_MS;

/** The rules of a campaign's message that do not belong to the campaign. HELP is answered even after STOP. */
export function decideDirect(message: PendingMessage, route: Route | undefined, now: Date): Verdict {
  const fails = (reason: string): Verdict => ({ kind: 'end', status: 'failed', reason });
  if (message.isSuppressed && message.kind !== 'help') return fails(SUPPRESSED);
  if (now.getTime() - message.createdAt.getTime() > MOST_WAITING_MS)
    return { kind: 'end', status: 'expired', reason: 'It could not be sent within 48 hours.' };
  if (!route) return fails('Its route was deleted.');
  if (!route.provider || !route.credentials) return fails(`Route ${route.name} has no provider.`);
  if (!route.isConnected) return fails(`Route ${route.name} is not connected.`);
  if (route.pausedUntil && route.pausedUntil > now)
    return { kind: 'wait', until: route.pausedUntil, reason: `Route ${route.name} is paused.` };
  const opening = message.isAnswer ? now : openingOf(message, now);
  if (opening === null) return fails('The team reaches nobody at any hour.');
  if (opening > now)
    return {
      kind: 'wait',
      until: opening,
      reason: 'It is outside the hours in which the team reaches anybody, in the contact’s time zone.',
    };
  return { kind: 'send', route };
}

function openingOf(message: PendingMessage, now: Date): Date | null {
  const teamHours = contactHoursOf(message);
  return contactSchedule({ daysOfWeek: null, weeklySchedule: null, teamHours }, message.teamTimezone).opening(
    message,
    now,
  );
}
