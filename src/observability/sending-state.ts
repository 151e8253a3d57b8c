import type pg from 'pg';
import { type Reach, WHOLE } from '../database/reach.ts';
import { Prisma } from '../generated/prisma/client.ts';
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
/** Nobody can resolve those of sellers: they count as long as a receipt may come. */
const SELLERS_DAYS = 7;

/** One send after the other, by index: any other plan reads more contacts than are counted. */
const PLANS = ['enable_hashjoin', 'enable_mergejoin', 'enable_seqscan', 'enable_bitmapscan'];

const LIMITS = `SELECT set_config('statement_timeout', '${TIMEOUT_MS}', true), ${PLANS.map((plan) => `set_config('${plan}', 'off', true)`).join()}`;

/**
 * A few rows of each open send are read, by index: what it costs does not grow with what a team has sent. Teams on a node that is away
 * are left out.
 */
export async function readSendingState(pool: pg.Pool, reach: Reach = WHOLE): Promise<SendingState> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query('BEGIN READ ONLY');
    await client.query(LIMITS);
    const { text, values } = stateWithin(reach);
    const { rows } = await client.query<SendingState>(text, values);
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
  unknown(reach: Reach): Prisma.Sql;
}

const OPEN = Prisma.sql`('pending', 'running', 'in_progress')`;

function stateOf({ unknown, ...names }: Tables, reach: Reach): Prisma.Sql {
  const { sends, campaigns, recipients, campaignId, sendId, routes } = rawOf(names);
  // Citus refuses a limit within LATERAL, and a subquery without columns.
  const waiting = (isDue: Prisma.Sql) => Prisma.sql`(SELECT count(*)::int FROM (SELECT 1 AS one FROM open
      JOIN ${recipients} r ON r.team_id = open.team_id AND r.${sendId} = open.id
      WHERE r.status = 'waiting' AND r.due_at ${isDue} now()${reach.within('r.team_id')} LIMIT ${MOST_COUNTED}::int) x)`;
  return Prisma.sql`(WITH open AS MATERIALIZED (SELECT s.team_id, s.id, s.next_step_at FROM ${sends} s
      JOIN ${campaigns} c ON c.team_id = s.team_id AND c.id = s.${campaignId}
      WHERE s.status IN ${OPEN} AND c.status IN ${OPEN} AND c.deleted_at IS NULL${reach.within('s.team_id')} ORDER BY s.next_step_at LIMIT ${MOST_SENDS}::int)
    SELECT json_build_object('due', ${waiting(Prisma.sql`<=`)}, 'held', ${waiting(Prisma.sql`>`)},
      'oldestDueSeconds', GREATEST(0, COALESCE(extract(epoch FROM now() - min(next_step_at)), 0)),
      'unknown', ${unknown(reach)},
      'routesPaused', (SELECT count(*)::int FROM ${routes} WHERE paused_until > now()${reach.within('team_id')})) FROM open)`;
}

const SMS: Tables = {
  sends: 'sms_sends',
  campaigns: 'sms_campaigns',
  recipients: 'sms_recipients',
  campaignId: 'sms_campaign_id',
  sendId: 'sms_send_id',
  routes: 'routes',
  unknown: (reach) =>
    // Nobody can resolve those of a deleted campaign, nor those whose partition was dropped.
    Prisma.sql`(SELECT COALESCE(sum(p.unknown), 0)::int FROM sms_send_steps p
      JOIN sms_sends s ON s.team_id = p.team_id AND s.id = p.sms_send_id
      JOIN sms_campaigns c ON c.team_id = s.team_id AND c.id = s.sms_campaign_id
      WHERE p.unknown > 0 AND c.deleted_at IS NULL${reach.within('p.team_id')} AND EXISTS (SELECT 1 AS one FROM sms_messages m
        WHERE m.team_id = p.team_id AND m.sms_send_id = p.sms_send_id AND m.created_at >= p.started_at
          AND m.created_at <= COALESCE(p.filled_at, 'infinity')))
      + (SELECT COALESCE(sum(r.messages), 0)::int FROM hub_roll_ups r WHERE r.status = 'unknown' AND r.number > 0
        AND r.created_at > now() - make_interval(days => ${SELLERS_DAYS}::int)${reach.within('r.team_id')})`,
};

const VOICE: Tables = {
  sends: 'voice_campaign_sends',
  campaigns: 'voice_campaigns',
  recipients: 'voice_recipients',
  campaignId: 'voice_campaign_id',
  sendId: 'voice_campaign_send_id',
  routes: 'voice_accounts',
  unknown: (reach) =>
    Prisma.sql`(SELECT count(*)::int FROM call_placements WHERE slot_until > now() AND status = 'unknown'${reach.within('team_id')})`,
};

const stateWithin = (reach: Reach): Prisma.Sql =>
  Prisma.sql`SELECT /* across teams: totals of the installation */ ${stateOf(SMS, reach)} AS sms, ${stateOf(VOICE, reach)} AS voice`;

const rawOf = <Name extends string>(names: Record<Name, string>) =>
  Object.fromEntries(Object.entries<string>(names).map(([name, text]) => [name, Prisma.raw(text)])) as Record<
    Name,
    Prisma.Sql
  >;
