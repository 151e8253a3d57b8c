import { loaderFor, type ReadContext } from '../../../database/reads/lists.ts';
import { read } from '../../../database/table.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

export interface CallProgress {
  total: number;
  queued: number;
  held: number;
  skipped: number;
  calling: number;
  unknown: number;
  ended: number;
  answered: number;
  leads: number;
  sales: number;
  perMinute: number;
}

type Row = CallProgress & { id: string };

const NONE: CallProgress = {
  total: 0,
  queued: 0,
  held: 0,
  skipped: 0,
  calling: 0,
  unknown: 0,
  ended: 0,
  answered: 0,
  leads: 0,
  sales: 0,
  perMinute: 0,
};

/** A campaign's progress in its present cycle. One statement for all campaigns of a level. */
export const progressOf = (ctx: ReadContext, voiceCampaignId: string): Promise<CallProgress> =>
  loaderFor<CallProgress>(ctx, progressOf, '', async (ids) => {
    const rows = await read<Row>(
      ctx.reader,
      Prisma.sql`SELECT c.id, contacts.*, calls.* FROM voice_campaigns c
        CROSS JOIN LATERAL (SELECT count(*)::int AS total,
            ${countOf(Prisma.sql`r.status = 'waiting' AND r.due_at <= now()`)} AS queued,
            ${countOf(Prisma.sql`r.status = 'looking_up' OR r.status = 'waiting' AND r.due_at > now()`)} AS held,
            ${countOf(Prisma.sql`r.status = 'skipped'`)} AS skipped
          FROM voice_recipients r
          WHERE r.team_id = ${ctx.teamId}::uuid AND r.voice_campaign_id = c.id AND r.cycle = c.cycle) contacts
        CROSS JOIN LATERAL (SELECT
            ${countOf(Prisma.sql`k.status <> 'ended' AND p.status IS DISTINCT FROM 'unknown'`)} AS calling,
            ${countOf(Prisma.sql`k.status <> 'ended' AND p.status = 'unknown'`)} AS unknown,
            ${countOf(Prisma.sql`k.status = 'ended'`)} AS ended, ${countOf(Prisma.sql`k.is_answered`)} AS answered,
            ${countOf(Prisma.sql`k.is_lead`)} AS leads, ${countOf(Prisma.sql`k.is_sale`)} AS sales,
            ${countOf(Prisma.sql`p.handed_at > now() - interval '1 minute'`)} AS "perMinute"
          FROM voice_campaign_sends s
          JOIN calls k ON k.team_id = s.team_id AND k.voice_campaign_send_id = s.id AND k.deleted_at IS NULL
          LEFT JOIN call_placements p ON p.team_id = k.team_id AND p.call_id = k.id
          WHERE s.team_id = ${ctx.teamId}::uuid AND s.voice_campaign_id = c.id AND s.cycle = c.cycle) calls
        WHERE c.team_id = ${ctx.teamId}::uuid AND c.id = ANY(${ids}::uuid[])`,
    );
    const known = new Map(rows.map(({ id, ...progress }) => [id, progress]));
    return ids.map((id) => known.get(id) ?? NONE);
  }).load(voiceCampaignId);

const countOf = (which: Prisma.Sql) => Prisma.sql`(count(*) FILTER (WHERE ${which}))::int`;
