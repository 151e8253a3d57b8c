import type { Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { SendKey } from './engine.ts';
import type { SendPlan } from './plan.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

export interface Pace {
  /** Messages that may be claimed now. */
  allowed: number;
  /** When there is room for more. Null: at any time. */
  roomAt: Date | null;
}

/**
 * How many messages a send may claim now. Earlier sends of its campaign count, too, so stopping and starting does not make
 * it faster. A claim counts as a whole until it is handed over, and each of its calls for a minute after it began, so that no
 * 60 seconds exceed the throttle, whichever worker sent them.
 */
export const paceOf = (tx: Tx, send: SendKey, plan: SendPlan, now: Date): Promise<Pace> =>
  paceWith((since) => takenSince(tx, send, since, now), plan, now);

/** What was taken since a moment, and when the first of it was. */
interface Since {
  taken: number;
  oldest: Date | null;
}

/** The same by whatever says what was taken. */
export async function paceWith(takenSince: (since: Date) => Promise<Since>, plan: SendPlan, now: Date): Promise<Pace> {
  const minute = await roomIn(plan.perMinute, new Date(now.getTime() - MINUTE_MS));
  if (plan.perHour === 0) return minute;
  // The clock hour of `now`, from its beginning.
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  const left = await roomIn(plan.perHour, new Date(hour.getTime() - 1));
  if (left.allowed === 0) return { allowed: 0, roomAt: new Date(hour.getTime() + HOUR_MS) };
  return { allowed: Math.min(minute.allowed, left.allowed), roomAt: minute.roomAt };

  async function roomIn(bound: number, since: Date): Promise<Pace> {
    if (bound === 0) return { allowed: Number.POSITIVE_INFINITY, roomAt: null };
    const { taken, oldest } = await takenSince(since);
    const roomAt = taken >= bound && oldest ? new Date(oldest.getTime() + MINUTE_MS + 1) : null;
    // What is handed over slowly still counts after its time: the send is looked at again soon.
    return { allowed: Math.max(0, bound - taken), roomAt: roomAt && roomAt > now ? roomAt : null };
  }
}

async function takenSince(tx: Tx, { teamId, campaignId }: SendKey, since: Date, now: Date): Promise<Since> {
  const sends = Prisma.sql`(SELECT id FROM sms_sends WHERE team_id = ${teamId}::uuid AND sms_campaign_id = ${campaignId}::uuid)`;
  const [row] = await tx.rows<Since>`SELECT COALESCE(sum(x.size), 0)::int AS taken, min(x.at) AS oldest FROM (
        SELECT b.size, COALESCE(b.handed_at, ${now}::timestamptz) AS at FROM sms_batches b
        WHERE b.team_id = ${teamId}::uuid AND b.sms_send_id IN ${sends} AND b.done_at IS NULL
          AND b.claimed_at > ${since}::timestamptz - interval '1 hour'
        UNION ALL
        SELECT cardinality(c.message_ids), c.begun_at FROM sms_provider_calls c
        WHERE c.team_id = ${teamId}::uuid AND c.sms_send_id IN ${sends} AND c.begun_at > ${since}::timestamptz
          AND NOT EXISTS (SELECT FROM sms_batches b WHERE b.team_id = ${teamId}::uuid AND b.id = c.batch_id
            AND b.done_at IS NULL)) x`;
  return row!;
}
