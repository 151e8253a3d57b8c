import { loaderFor, type ReadContext } from '../../../database/reads/lists.ts';
import { read } from '../../../database/table.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { SMS_SENDS } from '../../delivery/engine/send-tables.ts';
import { contactsOfSend, withoutBound } from '../contact-stands.ts';

/** The states of messages, including those of contacts without a message yet. */
const STANDS = [
  'queued',
  'held',
  'sending',
  'accepted',
  'delivered',
  'failed',
  'expired',
  'unknown',
  'skipped',
] as const;
export type Stand = (typeof STANDS)[number];

/** What is known of a send's messages now. */
interface SendStands {
  id: string;
  smsCampaignId: string;
  /** Contacts by the state of their message. */
  counts: Record<Stand, number>;
  /** Messages that a provider accepted, whatever became of them since. */
  sent: number;
  clicked: number;
  unsubscribed: number;
  /** Messages handed over in the last minute, and the milliseconds since the first of them. */
  lately: number;
  latelyMs: number;
  /** Most messages in a minute. Null: as fast as the routes allow. */
  throttle: number | null;
}

interface Row extends Omit<SendStands, 'counts'>, Record<'queued' | 'held' | 'skipped', number> {
  audienceSize: number;
  handed: number;
  sending: number;
  delivered: number;
  failed: number;
  expired: number;
  unknown: number;
}

/** The states of one send. */
const standsOfSend = (ctx: ReadContext, smsSendId: string): Promise<SendStands | null> =>
  loaderFor<SendStands | null>(ctx, standsOfSend, '', async (ids) => {
    const known = new Map((await readStands(ctx, Prisma.sql`s.id = ANY(${ids}::uuid[])`)).map((row) => [row.id, row]));
    return ids.map((id) => known.get(id) ?? null);
  }).load(smsSendId);

/** The states of the sends in a campaign's present cycle. */
const standsOfCycle = (ctx: ReadContext, smsCampaignId: string): Promise<SendStands[]> =>
  loaderFor<SendStands[]>(ctx, standsOfCycle, '', async (ids) => {
    const rows = await readStands(ctx, Prisma.sql`s.sms_campaign_id = ANY(${ids}::uuid[]) AND s.cycle = c.cycle`);
    return ids.map((id) => rows.filter((row) => row.smsCampaignId === id));
  }).load(smsCampaignId);

/** The engine counts messages in each step. Contacts that wait or were skipped are counted here. */
async function readStands(ctx: ReadContext, which: Prisma.Sql): Promise<SendStands[]> {
  const rows = await read<Row>(
    ctx.reader,
    Prisma.sql`SELECT s.id, s.sms_campaign_id AS "smsCampaignId", s.audience_size AS "audienceSize",
        CASE WHEN s.meta ->> 'sendType' = 'manual'
          THEN NULLIF((s.meta #>> '{manualData,throttleBatchSize}')::int, 0) END AS throttle,
        ${contactsOfSend(ctx, SMS_SENDS)},
        (SELECT count(*) FROM sms_batches b JOIN sms_messages m ON m.team_id = b.team_id AND m.id = ANY(b.message_ids)
          WHERE b.team_id = ${ctx.teamId}::uuid AND b.sms_send_id = s.id AND b.done_at IS NULL AND m.status = 'sending')::int AS sending,
        steps.*, lately.*
      FROM sms_sends s JOIN sms_campaigns c ON c.team_id = s.team_id AND c.id = s.sms_campaign_id
      CROSS JOIN LATERAL (SELECT ${sum('handed')} AS handed, ${sum('accepted')} AS sent, ${sum('delivered')} AS delivered,
          ${sum('failed')} AS failed, ${sum('expired')} AS expired, ${sum('unknown')} AS unknown, ${sum('clicked')} AS clicked,
          ${sum('unsubscribed')} AS unsubscribed
        FROM sms_send_steps p WHERE p.team_id = ${ctx.teamId}::uuid AND p.sms_send_id = s.id) steps
      CROSS JOIN LATERAL (SELECT COALESCE(sum(cardinality(b.message_ids)), 0)::int AS lately,
          COALESCE(extract(epoch FROM now() - min(b.begun_at)) * 1000, 0)::int AS "latelyMs"
        FROM sms_provider_calls b WHERE b.team_id = ${ctx.teamId}::uuid AND b.sms_send_id = s.id
          AND b.begun_at > now() - interval '1 minute') lately
      WHERE s.team_id = ${ctx.teamId}::uuid AND ${which} ORDER BY s.created_at, s.id`,
  );
  return (await withoutBound(ctx, SMS_SENDS, rows)).map(standsOf);
}

const sum = (column: string) => Prisma.sql`COALESCE(sum(p.${Prisma.raw(column)}), 0)::int`;

function standsOf(row: Row): SendStands {
  const { queued, held, skipped, handed, sending, delivered, failed, expired, unknown, ...rest } = row;
  const { id, smsCampaignId, sent, clicked, unsubscribed, lately, latelyMs, throttle } = rest;
  const accepted = Math.max(0, handed - sending - delivered - failed - unknown);
  const counts = { queued, held, sending, accepted, delivered, failed: failed - expired, expired, unknown, skipped };
  return { id, smsCampaignId, counts, sent, clicked, unsubscribed, lately, latelyMs, throttle };
}

export interface Progress {
  total: number;
  queued: number;
  held: number;
  skipped: number;
  sending: number;
  sent: number;
  delivered: number;
  failed: number;
  unknown: number;
  clicked: number;
  unsubscribed: number;
  perMinute: number;
  estimatedEnd: Date | null;
}

/** A campaign's progress in its present cycle. */
export async function progressOf(ctx: ReadContext, smsCampaignId: string): Promise<Progress> {
  const sends = await standsOfCycle(ctx, smsCampaignId);
  const sum = (of: (send: SendStands) => number) => sends.reduce((total, send) => total + of(send), 0);
  const count = (stand: Stand) => sum(({ counts }) => counts[stand]);
  const queued = count('queued');
  const perMinute = sum(({ lately }) => lately);
  return {
    total: sum(({ counts }) => STANDS.reduce((total, stand) => total + counts[stand], 0)),
    queued,
    held: count('held'),
    skipped: count('skipped'),
    sending: count('sending'),
    sent: sum(({ sent }) => sent),
    delivered: count('delivered'),
    failed: count('failed') + count('expired'),
    unknown: count('unknown'),
    clicked: sum(({ clicked }) => clicked),
    unsubscribed: sum(({ unsubscribed }) => unsubscribed),
    perMinute,
    estimatedEnd: endOf(sends, queued, perMinute),
  };
}

/**
 * Estimates the end from the rate since the first message of the last minute, over a second at least. With a throttle a
 * minute's messages go out at once and the others wait, so the throttle itself says how long they take.
 */
function endOf(sends: readonly SendStands[], queued: number, perMinute: number): Date | null {
  if (queued === 0 || perMinute === 0) return null;
  const sinceMs = Math.max(1_000, ...sends.map(({ latelyMs }) => latelyMs));
  const throttled = sends.map(({ counts, throttle }) => (throttle === null ? 0 : (counts.queued / throttle) * 60_000));
  return new Date(Date.now() + Math.max((queued / perMinute) * sinceMs, ...throttled));
}

export interface MessagesOfStatus {
  status: Stand;
  count: number;
}

export async function recipientsByStatus(ctx: ReadContext, smsSendId: string): Promise<MessagesOfStatus[]> {
  const send = await standsOfSend(ctx, smsSendId);
  return STANDS.flatMap((status) => {
    const count = send?.counts[status] ?? 0;
    return count > 0 ? [{ status, count }] : [];
  });
}
