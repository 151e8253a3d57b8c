import type { Tx } from '../../../database/transaction.ts';
import { Prisma, type SendType } from '../../../generated/prisma/client.ts';
import type { SendKey } from './engine.ts';
import { firstInTurn } from './in-turn.ts';
import type { Judging } from './judge-again.ts';
import type { SendMeta } from './plan.ts';

import { SMS_SENDS } from './send-tables.ts';

/** A send that is due, with its campaign; both are locked until the transaction ends. */
export interface OpenSend extends SendKey, Judging {
  status: 'pending' | 'running' | 'in_progress';
  campaignStatus: 'pending' | 'running' | 'in_progress' | 'draft' | 'sent' | 'failed' | 'stopped';
  sendType: SendType | null;
  meta: SendMeta;
  /** The campaign’s present `is_active`, not that of when the send began. */
  isActive: boolean;
  cycle: number;
  amount: number | null;
  slot: string | null;
  audienceUpTo: string | null;
  audienceAt: Date | null;
  audienceSize: number;
  step: number;
  startedAt: Date | null;
  /** The team's time zone, an IANA name. */
  timezone: string;
}

export const IS_ACTIVE = Prisma.sql`COALESCE((CASE c.send_type
  WHEN 'multistep' THEN c.multistep_data WHEN 'planner' THEN c.planner_data WHEN 'recurring' THEN c.recurring_data
  WHEN 'feed' THEN c.feed_data END ->> 'isActive')::boolean, true)`;

/** The SMS send whose turn it is. */
export const nextSend = (tx: Tx, now: Date) => firstInTurn(tx, SMS_SENDS, now, (which) => lockSend(tx, which));

async function lockSend(tx: Tx, which: Prisma.Sql): Promise<OpenSend | undefined> {
  const [send] =
    await tx.rows<OpenSend>`SELECT s.team_id AS "teamId", s.id AS "sendId", s.sms_campaign_id AS "campaignId", s.status,
        c.status AS "campaignStatus", c.send_type AS "sendType", s.meta, ${IS_ACTIVE} AS "isActive", s.cycle, s.amount,
        s.slot, s.audience_up_to AS "audienceUpTo", s.audience_at AS "audienceAt", s.audience_size AS "audienceSize",
        s.step, s.started_at AS "startedAt", s.judged_up_to AS "judgedUpTo", s.judged_contact AS "judgedContact", t.timezone
      FROM sms_sends s
      JOIN sms_campaigns c ON c.team_id = s.team_id AND c.id = s.sms_campaign_id
      JOIN teams t ON t.id = s.team_id
      WHERE ${which} FOR NO KEY UPDATE OF s, c SKIP LOCKED`;
  return send;
}

/** When the next send is due. Null when none is open. */
export async function nextMoment(tx: Tx): Promise<Date | null> {
  const [row] = await tx.rows<{
    at: Date | null;
  }>`SELECT /* across teams: whatever is due next */ min(next_step_at) AS at FROM sms_sends
      WHERE status IN ('pending', 'running', 'in_progress')`;
  return row?.at ?? null;
}
