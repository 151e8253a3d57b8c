import type { Tx } from '../../../database/transaction.ts';
import type { SendKey } from '../../delivery/engine/engine.ts';
import type { Pace } from '../../delivery/engine/pace.ts';
import type { SendPlan } from '../../delivery/engine/plan.ts';

type Campaign = Pick<SendKey, 'teamId' | 'campaignId'>;

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** How many calls a campaign may claim now. A call counts from its claim until a minute after it was placed. */
export async function callPaceOf(tx: Tx, send: Campaign, plan: SendPlan, now: Date): Promise<Pace> {
  const minute = await roomSince(tx, send, plan.perMinute, new Date(now.getTime() - MINUTE_MS), now);
  if (plan.perHour === 0) return minute;
  // The clock hour of `now`, from its beginning.
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  const left = await roomSince(tx, send, plan.perHour, new Date(hour.getTime() - 1), now);
  if (left.allowed === 0) return { allowed: 0, roomAt: new Date(hour.getTime() + HOUR_MS) };
  return { allowed: Math.min(minute.allowed, left.allowed), roomAt: minute.roomAt };
}

async function roomSince(
  tx: Tx,
  { teamId, campaignId }: Campaign,
  bound: number,
  since: Date,
  now: Date,
): Promise<Pace> {
  if (bound === 0) return { allowed: Number.POSITIVE_INFINITY, roomAt: null };
  const [row] = await tx.rows<{
    taken: number;
    oldest: Date | null;
  }>`SELECT count(*)::int AS taken, min(COALESCE(p.handed_at, ${now}::timestamptz)) AS oldest
      FROM call_placements p
      WHERE p.team_id = ${teamId}::uuid AND p.voice_campaign_send_id IN (SELECT s.id FROM voice_campaign_sends s
          WHERE s.team_id = ${teamId}::uuid AND s.voice_campaign_id = ${campaignId}::uuid)
        AND COALESCE(p.handed_at, ${now}::timestamptz) > ${since}::timestamptz`;
  const { taken, oldest } = row!;
  const roomAt = taken >= bound && oldest ? new Date(oldest.getTime() + MINUTE_MS + 1) : null;
  return { allowed: Math.max(0, bound - taken), roomAt };
}
