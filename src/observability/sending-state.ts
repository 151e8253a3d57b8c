import type pg from 'pg';
import type { Kind } from './events.ts';

/** How much waits, and what blocks it, over all teams and processes. */
export interface KindState {
  /** Contacts that are due now, counted up to {@link MOST_COUNTED}. */
  due: number;
  /** Contacts that wait for a later moment, counted likewise. */
  held: number;
  oldestDueSeconds: number;
  unknown: number;
  routesPaused: number;
}

export type SendingState = Record<Kind, KindState>;

export const MOST_COUNTED = 10_000;
const MOST_SENDS = 1_000;
const TIMEOUT_MS = 2_000;

/** A few rows of each open send are read, by index: what it costs does not grow with what a team has sent. */
export async function readSendingState(pool: pg.Pool): Promise<SendingState> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query('BEGIN READ ONLY');
    await client.query(`SET LOCAL statement_timeout = ${TIMEOUT_MS}`);
    const { rows } = await client.query<SendingState>(STATE);
    return rows[0]!;
  } finally {
    await client.query('ROLLBACK').catch(() => {
      broken = true;
    });
    client.release(broken);
  }
}

interface Tables {
  sends: string;
  campaigns: string;
  recipients: string;
  campaignId: string;
  sendId: string;
  routes: string;
  unknown: string;
}

const OPEN = `('pending', 'running', 'in_progress')`;

const stateOf = ({ sends, campaigns, recipients, campaignId, sendId, routes, unknown }: Tables) => {
  const waiting = (isDue: string) => `(SELECT count(*)::int FROM (SELECT FROM open CROSS JOIN LATERAL (
      SELECT FROM ${recipients} r WHERE r.team_id = open.team_id AND r.${sendId} = open.id AND r.status = 'waiting'
        AND r.due_at ${isDue} now() ORDER BY r.due_at LIMIT ${MOST_COUNTED}) r LIMIT ${MOST_COUNTED}) x)`;
  return `(WITH open AS MATERIALIZED (SELECT s.team_id, s.id, s.next_step_at FROM ${sends} s
      JOIN ${campaigns} c ON c.team_id = s.team_id AND c.id = s.${campaignId}
      WHERE s.status IN ${OPEN} AND c.status IN ${OPEN} AND c.deleted_at IS NULL ORDER BY s.next_step_at LIMIT ${MOST_SENDS})
    SELECT json_build_object('due', ${waiting('<=')}, 'held', ${waiting('>')},
      'oldestDueSeconds', GREATEST(0, COALESCE(extract(epoch FROM now() - min(next_step_at)), 0)),
      'unknown', (${unknown}),
      'routesPaused', (SELECT count(*)::int FROM ${routes} WHERE paused_until > now())) FROM open)`;
};

const SMS = stateOf({
  sends: 'sms_sends',
  campaigns: 'sms_campaigns',
  recipients: 'sms_recipients',
  campaignId: 'sms_campaign_id',
  sendId: 'sms_send_id',
  routes: 'routes',
  unknown: 'SELECT COALESCE(sum(unknown), 0)::int FROM sms_send_steps WHERE unknown > 0',
});

const VOICE = stateOf({
  sends: 'voice_campaign_sends',
  campaigns: 'voice_campaigns',
  recipients: 'voice_recipients',
  campaignId: 'voice_campaign_id',
  sendId: 'voice_campaign_send_id',
  routes: 'voice_accounts',
  unknown: `SELECT count(*)::int FROM call_placements WHERE slot_until > now() AND status = 'unknown'`,
});

const STATE = `SELECT /* across teams: totals of the installation */ ${SMS} AS sms, ${VOICE} AS voice`;
