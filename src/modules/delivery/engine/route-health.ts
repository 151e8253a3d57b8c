import type { SendResult } from 'sms-providers';
import { all, type Tx } from '../../../database/transaction.ts';
import { publish } from '../../../observability/events.ts';
import type { Route, SendKey } from './engine.ts';
import { NO_ERROR_SET, noteError } from './last-error.ts';
import type { Moves } from './moves.ts';
import { noteBack, pauseLonger, pauseRefusing } from './outages.ts';

import type { Answered } from './sms-result.ts';
import { isLost, isUnanswered, isUnreachable, type SmsResult } from './sms-result.ts';

/** After so many answers of one kind in a row a campaign pauses. */
export const MAX_FAILURES = 100;
/** After so many calls in a row without an answer, too: their messages may have gone out, and nobody knows. */
export const MAX_UNANSWERED = 5;

const THROTTLED_SECONDS = 1;
/** A route that refuses what other routes take is tried again after this time. */
const REFUSING_SECONDS = 60;

export interface Health {
  /** Why the campaign must pause. Null when it continues. */
  why: string | null;
  /** Until when the route is not used, if the calls said so. */
  pausedUntil: Date | null;
  /** What the campaign's log tells. */
  told: string | null;
}

export const HEALTHY: Health = { why: null, pausedUntil: null, told: null };

/** Notes what calls say of their route, over all campaigns and workers. */
export async function noteHealth(
  tx: Tx,
  { teamId }: Pick<SendKey, 'teamId'>,
  route: Route,
  answered: readonly Answered[],
  moves: Pick<Moves, 'isMoved' | 'isForNow'>,
  now: Date,
): Promise<Health> {
  const asked = answered.map(({ results }) =>
    results.filter((result) => result.status !== 'not_asked' && !isLost(result)),
  );
  const calls = asked.filter((results) => results.length > 0);
  if (calls.length === 0) return HEALTHY;
  const [outage, { failures, kind }] = await all([
    noteOutage(tx, teamId, route, calls, now),
    countFailures(tx, teamId, route.id, calls.flatMap(failuresOf)),
  ]);
  await noteError(tx, 'routes', teamId, route.id, calls.flat().at(-1) as SendResult, now);
  const rejected = calls.flat().flatMap((result) => (result.status === 'rejected' ? [result] : []));
  const hasAccepted = calls.flat().some(({ status }) => status === 'accepted');
  const throttled = rejected.filter((result) => result.kind === 'throttled');
  if (throttled.length > 0) {
    const seconds = Math.max(...throttled.map(({ retryAfterSeconds }) => retryAfterSeconds ?? THROTTLED_SECONDS));
    await pauseRoute(tx, teamId, route.id, new Date(now.getTime() + 1_000 * seconds));
  }
  return {
    why: null,
    ...outage,
    ...(await noteRefusing(tx, route, rejected, { failures, kind, hasAccepted }, moves, now)),
  };
}

type Rejected = Extract<SmsResult, { status: 'rejected' }>;

interface Row {
  failures: number;
  kind: string | null;
  hasAccepted: boolean;
}

/**
 * Why the campaign must pause. It continues as long as other routes take what this one refuses, or refuse a message only for now;
 * this one is paused then.
 */
async function noteRefusing(
  tx: Tx,
  route: Route,
  rejected: readonly Rejected[],
  { failures, kind, hasAccepted }: Row,
  { isMoved, isForNow }: Pick<Moves, 'isMoved' | 'isForNow'>,
  now: Date,
): Promise<Partial<Health>> {
  const isLeft = (result: Rejected) => isMoved(result) || (isBlocked(result) && isForNow(result));
  const left = rejected.filter(isLeft);
  const ofRow = rejected.filter((result) => result.kind === kind);
  const isExcused = ofRow.length > 0 && ofRow.every(isLeft);
  const blocked = rejected.find((result) => isBlocked(result) && !isLeft(result));
  const why = whyPaused(route, blocked, isExcused ? 0 : failures, kind);
  const isRefusing = left.some(isBlocked) || (isExcused && failures >= MAX_FAILURES);
  // Others may use it: it is left to them while it takes messages.
  if (why !== null || !isRefusing || hasAccepted) return { why };
  const { teamId, id, name } = route;
  const pausedUntil = new Date(now.getTime() + REFUSING_SECONDS * 1_000);
  if (!(await pauseRefusing(tx, teamId, id, pausedUntil))) return { why, pausedUntil };
  const { reason } = left[0]!;
  tx.committed(() => publish({ is: 'route_down', kind: 'sms', teamId, id, reason }));
  return { why, pausedUntil, told: `Route ${name} refuses messages, and other routes take them: ${reason}` };
}

const isRefusal = (result: SmsResult) =>
  result.status === 'rejected' && (isBlocked(result) || result.kind === 'retryable');

const isBlocked = ({ kind }: Rejected) => kind === 'blocked' || kind === 'balance';

function whyPaused(
  { name }: Route,
  blocked: Rejected | undefined,
  failures: number,
  kind: string | null,
): string | null {
  if (blocked?.kind === 'balance') return `The provider of route ${name} says that its balance is used up.`;
  if (blocked) return `The provider of route ${name} refuses everything: ${blocked.reason}`;
  if (kind === UNANSWERED && failures >= MAX_UNANSWERED) {
    return `${failures} calls in a row over route ${name} got no answer. Their messages may have gone out.`;
  }
  return failures >= MAX_FAILURES && kind !== 'throttled'
    ? `${failures} messages in a row failed over route ${name} (${kind}).`
    : null;
}

/** The kind of a call that got no answer at all. */
export const UNANSWERED = 'unanswered';

/** What a call adds to the row of failures: each message's answer, one for a call without an answer, none for a link that is down. */
function failuresOf(results: readonly SmsResult[]): (string | null)[] {
  const answers = results.filter((result) => !isUnreachable(result) && !isUnanswered(result));
  if (answers.length === 0) return results.some(isUnanswered) ? [UNANSWERED] : [];
  return answers.map((result) => {
    if (result.status === 'accepted') return null;
    return result.status === 'rejected' ? result.kind : 'unknown';
  });
}

/** Calls that were under way together are one outage. */
async function noteOutage(
  tx: Tx,
  teamId: string,
  route: Route,
  calls: readonly (readonly SmsResult[])[],
  now: Date,
): Promise<Pick<Health, 'pausedUntil' | 'told'>> {
  const last = calls.at(-1)!;
  const down = last.find((result) => isUnreachable(result) || isUnanswered(result));
  if (!down) {
    // A route that was left for others is back when it takes messages again.
    const isBack = !last.every(isRefusal) && (await noteBack(tx, 'routes', teamId, route.id));
    if (isBack) tx.committed(() => publish({ is: 'route_back', kind: 'sms', teamId, id: route.id, reason: null }));
    return { pausedUntil: null, told: isBack ? `Route ${route.name} is back.` : null };
  }
  const { pausedUntil, isFirst } = await pauseLonger(tx, 'routes', teamId, route.id, {
    least: Math.max(0, ...last.map((result) => (isUnreachable(result) ? (result.retryAfterSeconds ?? 0) : 0))),
    hadAnswer: calls.some((results) => results.some((result) => !isUnreachable(result) && !isUnanswered(result))),
    now,
  });
  const why = 'reason' in down ? down.reason : null;
  if (isFirst) tx.committed(() => publish({ is: 'route_down', kind: 'sms', teamId, id: route.id, reason: why }));
  const reason = why ? ` ${why}` : '';
  const told = `Route ${route.name} is down. Its messages wait, and it is tried again until it is back.${reason}`;
  return { pausedUntil, told: isFirst ? told : null };
}

const pauseRoute = (tx: Tx, teamId: string, routeId: string, until: Date) =>
  tx.change`UPDATE routes SET paused_until = GREATEST(paused_until, ${until}::timestamptz)
      WHERE team_id = ${teamId}::uuid AND id = ${routeId}::uuid`;

/** Counts failures of one kind in a row on a route. An accepted message (null) ends the row. Returns the present count. */
async function countFailures(
  tx: Tx,
  teamId: string,
  routeId: string,
  failures: readonly (string | null)[],
): Promise<{ failures: number; kind: string | null }> {
  const kind = failures.at(-1);
  if (kind === undefined) return { failures: 0, kind: null };
  if (kind === null) {
    await tx.change`UPDATE routes SET failures = 0, failure_kind = NULL, ${NO_ERROR_SET}
        WHERE team_id = ${teamId}::uuid AND id = ${routeId}::uuid AND (failures > 0 OR last_error_at IS NOT NULL)`;
    return { failures: 0, kind: null };
  }
  const other = failures.findLastIndex((failure) => failure !== kind);
  const row = failures.length - 1 - other;
  const [route] = await tx.rows<{ failures: number }>`UPDATE routes SET failure_kind = ${kind},
        failures = ${row}::int + CASE WHEN ${other < 0} AND failure_kind = ${kind} THEN failures ELSE 0 END
      WHERE team_id = ${teamId}::uuid AND id = ${routeId}::uuid RETURNING failures`;
  return { failures: route?.failures ?? 0, kind };
}
