import { storable } from 'plain-json';
import { chanceFrom } from '../../../chance.ts';
import { idIn } from '../../../database/partitions.ts';
import { COLLISION_OR_LOCKED, type Db, type Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { addJob } from '../../../jobs/add-job.ts';
import { secondsUntilNextTry, type WebhookFailure } from '../requests/post-signed.ts';
import type { Endpoint, Taken } from './claim.ts';
import { disabledJobs } from './disabled-job.ts';

export interface Tried {
  deliveries: readonly Taken[];
  durationMs: number;
  responseStatus: number | null;
  responseBody: string | null;
  failure: Pick<WebhookFailure, 'message' | 'isFinal' | 'retryAfter'> | null;
}

/** With the first try eight in about 28 hours. */
const PAUSE_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
/** An endpoint that fails as long as this is disabled. */
const FAILING_DAYS = 5;
export const MAX_BODY = 4_000;
const GONE = 410;

/** Stores what became of tries, unless somebody has replayed them meanwhile. What a former URL answered says nothing of the new one. */
export async function settle(
  db: Db,
  endpoint: Endpoint,
  tried: readonly Tried[],
  untried: readonly Taken[],
): Promise<void> {
  await db.transaction(
    async (tx) => {
      await storeTries(tx, endpoint, tried);
      await putBack(tx, endpoint, untried);
      await pause(tx, endpoint, Math.max(0, ...tried.map(({ failure }) => failure?.retryAfter ?? 0)));
      const failed = tried.find(({ failure }) => failure !== null);
      if (tried.some(({ responseStatus }) => responseStatus === GONE))
        await disable(tx, endpoint, 'It answered 410 Gone.', 0);
      else if (tried.some(({ failure }) => failure === null)) {
        if (endpoint.isFailing || failed) await markFailing(tx, endpoint, false);
      } else if (failed) {
        if (!endpoint.isFailing) await markFailing(tx, endpoint, true);
        await disable(tx, endpoint, `Every request failed for ${FAILING_DAYS} days.`, FAILING_DAYS);
      }
    },
    { again: COLLISION_OR_LOCKED },
  );
}

async function pause(tx: Tx, { teamId, id, url }: Endpoint, seconds: number): Promise<void> {
  if (seconds === 0) return;
  await tx.change`UPDATE webhook_endpoints SET paused_until = GREATEST(paused_until, now() + make_interval(secs => ${seconds}::int))
    WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid AND url = ${url}`;
}

const markFailing = (tx: Tx, { teamId, id, url }: Endpoint, isFailing: boolean) =>
  tx.change`UPDATE webhook_endpoints SET failing_since = ${isFailing ? Prisma.sql`now()` : null}
    WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid AND url = ${url} AND (failing_since IS NULL) = ${isFailing}`;

async function disable(tx: Tx, { teamId, id, url }: Endpoint, reason: string, afterDays: number): Promise<void> {
  const disabled = await tx.change`UPDATE webhook_endpoints SET enabled = false, disabled_reason = ${reason},
      updated_at = now()
    WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid AND url = ${url} AND enabled AND deleted_at IS NULL
      AND (${afterDays}::int = 0 OR failing_since <= now() - make_interval(days => ${afterDays}::int))`;
  if (disabled === 0) return;
  for (const job of await disabledJobs(tx, { teamId, endpointId: id })) await addJob(tx, job);
}

const withId = (rows: readonly { id: string }[]) =>
  idIn(
    Prisma.sql`d.id`,
    rows.map(({ id }) => id),
  );

async function storeTries(tx: Tx, { teamId }: Endpoint, tried: readonly Tried[]): Promise<void> {
  const rows = tried.flatMap(({ deliveries, durationMs, responseStatus, responseBody, failure }) =>
    deliveries.map(({ id, attempts }) => ({
      id,
      attempts,
      pause: failure && !failure.isFinal ? pauseAfter(id, attempts, failure.retryAfter) : null,
      status: failure === null ? 'delivered' : 'failed',
      duration: durationMs,
      answer: responseStatus,
      body: responseBody && storable(responseBody),
      reason: failure?.message ?? null,
    })),
  );
  await tx.change`UPDATE webhook_deliveries d SET
      status = CASE WHEN x.pause IS NULL THEN x.status::webhook_delivery_status ELSE d.status END,
      due_at = now() + make_interval(secs => x.pause), duration_ms = x.duration, response_status = x.answer,
      response_body = x.body, failure_reason = x.reason
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x(id uuid, attempts int, pause float8, status text, duration int,
      answer int, body text, reason text)
    WHERE d.team_id = ${teamId}::uuid AND d.id = x.id AND ${withId(rows)} AND d.status::text = 'pending' AND d.attempts = x.attempts`;
}

async function putBack(tx: Tx, { teamId }: Endpoint, untried: readonly Taken[]): Promise<void> {
  if (untried.length === 0) return;
  await tx.change`UPDATE webhook_deliveries d SET attempts = d.attempts - 1, due_at = now(),
      attempted_at = CASE WHEN d.attempts > 1 THEN d.attempted_at END
    FROM unnest(${untried.map(({ id }) => id)}::uuid[], ${untried.map(({ attempts }) => attempts)}::int[]) x(id, attempts)
    WHERE d.team_id = ${teamId}::uuid AND d.id = x.id AND ${withId(untried)} AND d.status::text = 'pending' AND d.attempts = x.attempts`;
}

/** Up to a tenth more or less, so that what failed together does not come back together. */
function pauseAfter(id: string, attempts: number, retryAfter: number | null): number | null {
  const seconds = secondsUntilNextTry(PAUSE_SECONDS, attempts, retryAfter);
  return seconds === null ? null : seconds * (0.9 + 0.2 * chanceFrom(`${id} ${attempts}`).next());
}
