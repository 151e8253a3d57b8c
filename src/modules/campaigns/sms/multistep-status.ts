import { loaderFor, type ReadContext } from '../../../database/reads/lists.ts';
import { read } from '../../../database/table.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { MultistepStatus } from '../../delivery/meta/meta-data.ts';

/** Not in the reference: most steps that are listed, the newest ones. */
const MAX_STEPS = 100;

/** The progress of a send's steps (E14). Null for a send type without steps. */
export const stepsOfSend = (ctx: ReadContext, smsSendId: string): Promise<MultistepStatus | null> =>
  loaderFor<MultistepStatus | null>(ctx, stepsOfSend, '', (ids) =>
    readSteps(ctx, ids, Prisma.sql`s.id`, Prisma.sql`s.id = ANY(${ids}::uuid[])`),
  ).load(smsSendId);

/** The same for the campaign's newest send. */
export const stepsOfCampaign = (ctx: ReadContext, smsCampaignId: string): Promise<MultistepStatus | null> =>
  loaderFor<MultistepStatus | null>(ctx, stepsOfCampaign, '', (ids) =>
    readSteps(
      ctx,
      ids,
      Prisma.sql`s.sms_campaign_id`,
      Prisma.sql`s.sms_campaign_id = ANY(${ids}::uuid[]) AND NOT EXISTS (SELECT 1 FROM sms_sends o
        WHERE o.team_id = ${ctx.teamId}::uuid AND o.sms_campaign_id = s.sms_campaign_id
          AND (o.created_at, o.id) > (s.created_at, s.id))`,
    ),
  ).load(smsCampaignId);

/** Steps hold the counters of their messages, so nothing is counted here. */
async function readSteps(
  ctx: ReadContext,
  keys: readonly string[],
  key: Prisma.Sql,
  which: Prisma.Sql,
): Promise<(MultistepStatus | null)[]> {
  const rows = await read<MultistepStatus & { key: string }>(
    ctx.reader,
    Prisma.sql`SELECT ${key} AS key, NULLIF(s.step, 0) AS "currentStep", s.audience_size - steps.before AS "totalAvailableContacts",
        steps.sent AS "totalSent", steps.last AS "lastSentTimestamp", steps.first AS "startTimestamp",
        s.status::text AS status, s.status_reason AS "statusReason", s.meta -> 'plannerData' AS "plannerData",
        ${ofStep(ctx, Prisma.sql`1`, 'brands')} AS "initialBrands", ${ofStep(ctx, Prisma.sql`s.step`, 'timezones')} AS "lastTimezones",
        COALESCE((SELECT json_agg(${PERFORMANCE} ORDER BY p.step) FROM (
          SELECT * FROM sms_send_steps x WHERE x.team_id = ${ctx.teamId}::uuid AND x.sms_send_id = s.id
          ORDER BY x.step DESC LIMIT ${MAX_STEPS}::int) p), '[]') AS "stepsPerformance"
      FROM sms_sends s CROSS JOIN LATERAL (
        SELECT COALESCE(sum(p.handed) FILTER (WHERE p.step < s.step), 0)::int AS before,
          COALESCE(sum(p.accepted), 0)::int AS sent, ${seconds(Prisma.sql`min(p.started_at)`)} AS first,
          ${seconds(Prisma.sql`max(COALESCE(p.filled_at, p.started_at))`)} AS last
        FROM sms_send_steps p WHERE p.team_id = ${ctx.teamId}::uuid AND p.sms_send_id = s.id) steps
      WHERE s.team_id = ${ctx.teamId}::uuid AND ${which} AND s.meta ->> 'sendType' IN ('multistep', 'planner')`,
  );
  const known = new Map(rows.map(({ key, ...status }) => [key, status]));
  return keys.map((key) => known.get(key) ?? null);
}

const seconds = (moment: Prisma.Sql) => Prisma.sql`floor(extract(epoch FROM ${moment}))::int`;

const ofStep = ({ teamId }: ReadContext, step: Prisma.Sql, column: 'brands' | 'timezones') =>
  Prisma.sql`COALESCE((SELECT to_json(p.${Prisma.raw(column)}) FROM sms_send_steps p
    WHERE p.team_id = ${teamId}::uuid AND p.sms_send_id = s.id AND p.step = ${step}), '[]')`;

/** The reference names no keys; these are what a step is judged by. */
const PERFORMANCE = Prisma.sql`json_build_object('step', p.step,
  'started_at', to_char(p.started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'sent', p.accepted,
  'delivered', p.delivered, 'failed', p.failed, 'clicked', p.clicked,
  'ctr', CASE WHEN p.accepted > 0 THEN round(100.0 * p.clicked / p.accepted, 2) END, 'unsubscribed', p.unsubscribed)`;
