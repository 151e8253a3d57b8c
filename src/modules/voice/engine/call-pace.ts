import type { Tx } from '../../../database/transaction.ts';
import type { SendKey } from '../../delivery/engine/engine.ts';
import { paceWith } from '../../delivery/engine/pace.ts';
import type { SendPlan } from '../../delivery/engine/plan.ts';

type Campaign = Pick<SendKey, 'teamId' | 'campaignId'>;

/** How many calls a campaign may claim now. A call counts from its claim until a minute after it was placed. */
export const callPaceOf = (tx: Tx, { teamId, campaignId }: Campaign, plan: SendPlan, now: Date) =>
  paceWith(
    async (since) => {
      const [row] = await tx.rows<{
        taken: number;
        oldest: Date | null;
      }>`SELECT count(*)::int AS taken, min(COALESCE(p.handed_at, ${now}::timestamptz)) AS oldest
        FROM call_placements p
        WHERE p.team_id = ${teamId}::uuid AND p.voice_campaign_send_id IN (SELECT s.id FROM voice_campaign_sends s
            WHERE s.team_id = ${teamId}::uuid AND s.voice_campaign_id = ${campaignId}::uuid)
          AND p.claimed_at > ${since}::timestamptz - interval '1 hour'
          AND COALESCE(p.handed_at, ${now}::timestamptz) > ${since}::timestamptz`;
      return row!;
    },
    plan,
    now,
  );
