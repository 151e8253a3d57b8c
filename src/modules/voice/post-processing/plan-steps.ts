import type { Tx } from '../../../database/transaction.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { addJob, queueOf } from '../../../jobs/add-job.ts';

interface CallKey {
  teamId: string;
  callId: string;
}

/** Steps wait this long for the provider's report, which has the transcript. */
const REPORT_MS = 5 * 60_000;

const AUTO_ANALYZE = 'auto_analyze';

/** In the transaction that ends the call. A feed's `auto_analyze` comes first where no step classifies. */
export async function planSteps(tx: Tx, { teamId, callId }: CallKey, now: Date): Promise<void> {
  const steps = await tx.rows<{ id: string | null; name: string; kind: string; hasReport: boolean }>`WITH call AS (
        SELECT voice_campaign_id, is_processed OR (external_id IS NULL AND last_event_at IS NULL) AS has_report FROM calls
        WHERE team_id = ${teamId}::uuid AND id = ${callId}::uuid AND voice_campaign_id IS NOT NULL
          AND NOT EXISTS (SELECT FROM call_post_processings p WHERE p.team_id = ${teamId}::uuid AND p.call_id = ${callId}::uuid)
      ), step AS (
        SELECT p.id, p.name, p.kind::text, p.position, p.voice_campaign_id IS NULL AS is_for_all FROM post_processings p
        WHERE p.team_id = ${teamId}::uuid AND p.is_active
          AND (p.voice_campaign_id IS NULL OR p.voice_campaign_id IN (SELECT voice_campaign_id FROM call))
      ), found AS (
        SELECT * FROM step UNION ALL
        SELECT NULL, ${AUTO_ANALYZE}, 'outcome_classifier', -1, false FROM voice_campaigns c
        WHERE c.team_id = ${teamId}::uuid AND c.id IN (SELECT voice_campaign_id FROM call) AND c.send_type = 'feed'
          AND (c.feed_data ->> 'autoAnalyze')::boolean
          AND NOT EXISTS (SELECT FROM step WHERE kind = 'outcome_classifier'))
      SELECT f.id, f.name, f.kind, call.has_report AS "hasReport" FROM found f CROSS JOIN call
      ORDER BY f.is_for_all, f.position, f.id`;
  const [first] = steps;
  if (!first) return;
  const dueAt = first.hasReport ? now : new Date(now.getTime() + REPORT_MS);
  await tx.change`INSERT INTO call_post_processings
        (team_id, id, call_id, post_processing_id, name, kind, position, due_at, created_at)
      SELECT ${teamId}::uuid, x.id, ${callId}::uuid, x.step, x.name, x.kind::post_processing_kind, x.at::int - 1,
        ${dueAt}::timestamptz, ${now}::timestamptz
      FROM unnest(${steps.map(() => uuidv7(now.getTime()))}::uuid[], ${steps.map(({ id }) => id)}::uuid[],
        ${steps.map(({ name }) => name)}::text[], ${steps.map(({ kind }) => kind)}::text[])
        WITH ORDINALITY x(id, step, name, kind, at)`;
  await queueSteps(tx, { teamId, callId }, now);
}

/** What has become known of a call since its end. */
interface News {
  /** The report has come. */
  isReported?: boolean;
  /** A transcript has come that those who worked on the call did not have. */
  isHeard?: boolean;
  /** It has another outcome. */
  isDecided?: boolean;
}

/** What depends on it is worked on again. Steps that a worker is running see it by themselves. */
export async function hurrySteps(
  tx: Tx,
  { teamId, callId }: CallKey,
  { isReported = false, isHeard = false, isDecided = false }: News,
  now: Date,
): Promise<void> {
  if (!isReported && !isHeard && !isDecided) return;
  const hurried =
    await tx.change`UPDATE call_post_processings SET status = 'waiting', attempts = 0, failure_reason = NULL,
        due_at = ${now}::timestamptz, ended_at = NULL
      WHERE team_id = ${teamId}::uuid AND call_id = ${callId}::uuid
        AND (${isReported} AND status = 'waiting' AND attempts = 0 AND due_at > ${now}::timestamptz
          OR ${isHeard} AND kind = 'outcome_classifier' AND status <> 'waiting'
          OR ${isDecided} AND kind = 'tag_contact' AND status = 'skipped')
      RETURNING 1 AS one`;
  if (hurried > 0) await queueSteps(tx, { teamId, callId }, now);
}

/** Whether step `of` asks a service. */
export const asksService = (teamId: string, of: 's' | 'd') =>
  Prisma.sql`(${Prisma.raw(of)}.kind = 'webhook' OR EXISTS (SELECT FROM post_processings p WHERE p.team_id = ${teamId}::uuid
    AND p.id = ${Prisma.raw(of)}.post_processing_id AND p.kind = 'outcome_classifier' AND p.config ->> 'url' IS NOT NULL))`;

/**
 * One job per call. Where services are asked, a team's calls run one after the other, so that an unresponsive one occupies one
 * worker. What asks none waits for none. A step waits for the one before it that a worker is running.
 */
export async function queueSteps(tx: Tx, { teamId, callId }: CallKey, now: Date): Promise<void> {
  const next = await tx.row<{ dueAt: Date; mayAsk: boolean }>`SELECT x.due_at AS "dueAt", x.may_ask AS "mayAsk"
      FROM (SELECT s.position, ${asksService(teamId, 's')} AS may_ask,
          greatest(s.due_at, (SELECT max(e.due_at) FROM call_post_processings e
            WHERE e.team_id = ${teamId}::uuid AND e.call_id = ${callId}::uuid AND e.position < s.position AND e.status = 'waiting'
              AND e.attempts > 0 AND e.failure_reason IS NULL)) AS due_at
        FROM call_post_processings s
        WHERE s.team_id = ${teamId}::uuid AND s.call_id = ${callId}::uuid AND s.status = 'waiting') x
      ORDER BY greatest(x.due_at, ${now}::timestamptz), x.position LIMIT 1`;
  if (!next) return;
  const { dueAt, mayAsk } = next;
  await addJob(tx, {
    task: 'post_process_call',
    payload: { teamId, callId, mayAsk },
    ...(mayAsk && { queue: queueOf('post-processing', teamId) }),
    key: `post-processing:${callId}`,
    runAt: dueAt,
  });
}
