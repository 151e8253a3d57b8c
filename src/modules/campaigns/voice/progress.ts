import { loaderFor, type ReadContext } from '../../../database/reads/lists.ts';
import { read } from '../../../database/table.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { VOICE_SENDS } from '../../delivery/engine/send-tables.ts';
import { CALL_REPORT } from '../../insight/reports/call-report.ts';
import { coarseSource } from '../../insight/reports/roll-ups/sources.ts';
import { contactsOfSend, withoutBound } from '../contact-stands.ts';

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

/** What is known of a send's contacts now. */
interface ContactsOfSend extends Pick<CallProgress, 'queued' | 'held' | 'skipped' | 'unknown' | 'perMinute'> {
  id: string;
  voiceCampaignId: string;
  audienceSize: number;
  handed: number;
}

interface Calls extends Pick<CallProgress, 'ended' | 'answered' | 'leads' | 'sales'> {
  open: number;
}

const NO_CALLS: Calls = { open: 0, ended: 0, answered: 0, leads: 0, sales: 0 };

/** A campaign's progress in its present cycle. */
export async function progressOf(ctx: ReadContext, voiceCampaignId: string): Promise<CallProgress> {
  const [sends, { open, ...calls }] = await Promise.all([
    contactsOfCycle(ctx, voiceCampaignId),
    callsOfCycle(ctx, voiceCampaignId),
  ]);
  const sum = (of: (send: ContactsOfSend) => number) => sends.reduce((total, send) => total + of(send), 0);
  const unknown = sum((send) => send.unknown);
  return {
    total: sum(({ queued, held, skipped, handed }) => queued + held + skipped + handed),
    queued: sum(({ queued }) => queued),
    held: sum(({ held }) => held),
    skipped: sum(({ skipped }) => skipped),
    calling: Math.max(0, open - unknown),
    unknown,
    ...calls,
    perMinute: sum(({ perMinute }) => perMinute),
  };
}

/** One statement for all campaigns of a level. The engine counts the contacts of each send that have a call. */
const contactsOfCycle = (ctx: ReadContext, voiceCampaignId: string): Promise<ContactsOfSend[]> =>
  loaderFor<ContactsOfSend[]>(ctx, contactsOfCycle, '', async (ids) => {
    const rows = await read<ContactsOfSend>(
      ctx.reader,
      Prisma.sql`SELECT s.id, s.voice_campaign_id AS "voiceCampaignId", s.audience_size AS "audienceSize", s.handed,
          ${contactsOfSend(ctx, VOICE_SENDS)},
          (SELECT count(*) FROM call_placements p JOIN calls k ON k.team_id = p.team_id AND k.id = p.call_id
            WHERE p.team_id = ${ctx.teamId}::uuid AND p.voice_campaign_send_id = s.id AND p.status = 'unknown'
              AND k.status <> 'ended' AND k.deleted_at IS NULL)::int AS unknown,
          (SELECT count(*) FROM call_placements p WHERE p.team_id = ${ctx.teamId}::uuid AND p.voice_campaign_send_id = s.id
            AND p.claimed_at > now() - interval '1 hour' AND p.handed_at > now() - interval '1 minute')::int AS "perMinute"
        FROM voice_campaign_sends s JOIN voice_campaigns c ON c.team_id = s.team_id AND c.id = s.voice_campaign_id
        WHERE s.team_id = ${ctx.teamId}::uuid AND s.voice_campaign_id = ANY(${ids}::uuid[]) AND s.cycle = c.cycle`,
    );
    const sends = await withoutBound(ctx, VOICE_SENDS, rows);
    return ids.map((id) => sends.filter(({ voiceCampaignId: of }) => of === id));
  }).load(voiceCampaignId);

/** From the roll-ups of reports. One statement for all campaigns of a level. */
const callsOfCycle = (ctx: ReadContext, voiceCampaignId: string): Promise<Calls> =>
  loaderFor<Calls>(ctx, callsOfCycle, '', async (ids) => {
    const { from, scope } = coarseSource(CALL_REPORT, ctx.teamId);
    const rows = await read<Calls & { id: string }>(
      ctx.reader,
      Prisma.sql`SELECT t.voice_campaign_id AS id, ${callsThat(Prisma.sql`t.status <> 'ended'`)} AS open,
          ${callsThat(Prisma.sql`t.status = 'ended'`)} AS ended, ${callsThat(Prisma.sql`t.is_answered`)} AS answered,
          ${callsThat(Prisma.sql`t.is_lead`)} AS leads, ${callsThat(Prisma.sql`t.is_sale`)} AS sales
        FROM ${from} t WHERE ${scope} AND t.voice_campaign_send_id = ANY(ARRAY(SELECT s.id FROM voice_campaign_sends s
          JOIN voice_campaigns c ON c.team_id = s.team_id AND c.id = s.voice_campaign_id AND c.cycle = s.cycle
          WHERE s.team_id = ${ctx.teamId}::uuid AND s.voice_campaign_id = ANY(${ids}::uuid[])))
        GROUP BY t.voice_campaign_id`,
    );
    const known = new Map(rows.map(({ id, ...calls }) => [id, calls]));
    return ids.map((id) => known.get(id) ?? NO_CALLS);
  }).load(voiceCampaignId);

const callsThat = (which: Prisma.Sql) => Prisma.sql`COALESCE(sum(t.calls) FILTER (WHERE ${which}), 0)::int`;
