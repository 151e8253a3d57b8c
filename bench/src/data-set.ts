import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';

/** What the requests need to know of the stored data. */
export interface DataSet {
  teamId: string;
  /** A team token, as integrations use it. */
  token: string;
  /** The newest campaign. */
  campaignId: string;
  rows: { campaigns: number; sends: number; logs: number };
}

export const TEAM = '01930000-0000-7000-8000-000000000001';
export const OTHER_TEAM = '01930000-0000-7000-8000-000000000002';

/** More of everything than a request asks for: a list is always cut. */
const CAMPAIGNS = 200;
const SENDS = 24;
const LOGS = 12;

const id = (kind: number, expression: string) =>
  `('0193000${kind}-0000-7000-8000-' || lpad(to_hex(${expression}), 12, '0'))::uuid`;

const PLANNER = {
  daysOfWeek: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'],
  weeklySchedule: {
    default: { start: '09:00', end: '18:00' },
    Mon: null,
    Tue: null,
    Wed: { start: '09:00', end: '20:00' },
    Thu: null,
    Fri: { start: '09:00', end: '15:30' },
    Sat: null,
    Sun: null,
  },
  multistepData: {
    stepSize: 200,
    stepDelay: 5,
    minCtr: 1.25,
    maxSmsToSend: 5000,
    maxMinutesToSend: 240,
    sendDatetime: '2026-11-21T09:30:00.000Z',
    isActive: true,
  },
  weeklySmsContactLimit: 5,
  dailySmsContactLimit: 1,
  isActive: true,
};

const META = {
  sendType: 'planner',
  segmentIds: [],
  smsRoutingPlanId: null,
  filterSegmentId: null,
  domainPlanId: null,
  useDedicatedDomains: true,
  manualData: null,
  multistepData: null,
  plannerData: PLANNER,
  hlrSettings: null,
};

const literal = (value: unknown) => `'${JSON.stringify(value)}'::jsonb`;

/** Campaigns, offers, sends and logs of one team, with another team's rows between them. */
function statements(scale: number, team: string, other: string): string[] {
  const campaigns = CAMPAIGNS * scale;
  // Every fifth campaign is the other team's.
  const teamOf = (n: string) => `CASE WHEN ${n} % 5 = 0 THEN '${other}' ELSE '${team}' END::uuid`;
  const moment = (expression: string) =>
    `timestamptz '2026-01-01 00:00:00Z' + (${expression}) * interval '1 minute' + (${expression}) % 997 * interval '1 ms'`;
  return [
    // Checking the references of some hundred thousand rows is most of the work, and they are right.
    "SET session_replication_role = 'replica'",
    `INSERT INTO teams (id, name, updated_at) VALUES ('${team}', 'Bench', now()), ('${other}', 'Other', now())`,
    `INSERT INTO offers (id, team_id, name, url, profit, created_at, updated_at)
     SELECT ${id(1, 'n')}, ${teamOf('n')}, 'Offer ' || n, 'https://shop.example/offers/' || n, 1.5 + n % 40 * 0.25,
       ${moment('n')}, ${moment('n + 5')} FROM generate_series(1, ${campaigns}) n`,
    `INSERT INTO sms_campaigns (id, team_id, name, status, send_type, use_dedicated_domains, planner_data, created_at, updated_at)
     SELECT ${id(2, 'n')}, ${teamOf('n')}, 'Campaign number ' || n,
       (ARRAY['draft', 'pending', 'running', 'sent', 'stopped']::campaign_status[])[n % 5 + 1], 'planner', true,
       ${literal(PLANNER)}, ${moment('n * 60')}, ${moment('n * 60 + 7')} FROM generate_series(1, ${campaigns}) n`,
    // An offer belongs to the campaign's own team: the numbers keep their remainder of 5.
    `INSERT INTO sms_campaign_offers (team_id, sms_campaign_id, offer_id, position)
     SELECT ${teamOf('n')}, ${id(2, 'n')}, ${id(1, `(n - 1 + k * 5) % ${campaigns} + 1`)}, k
     FROM generate_series(1, ${campaigns}) n, generate_series(0, 1) k`,
    `INSERT INTO sms_sends (id, team_id, sms_campaign_id, status, next_step_at, meta, created_at, updated_at)
     SELECT ${id(3, `n * ${SENDS} + k`)}, ${teamOf('n')}, ${id(2, 'n')},
       (ARRAY['pending', 'running', 'sent', 'sent']::send_status[])[k % 4 + 1],
       CASE WHEN k % 4 < 2 THEN ${moment(`n * 60 + k * 31 + 90`)} END, ${literal(META)},
       ${moment('n * 60 + k * 31')}, ${moment('n * 60 + k * 31 + 12')}
     FROM generate_series(1, ${campaigns}) n, generate_series(0, ${SENDS - 1}) k`,
    `INSERT INTO logs (id, team_id, caller_type, caller_id, text, created_at)
     SELECT ${id(4, `(n * ${SENDS} + k) * ${LOGS} + l`)}, ${teamOf('n')}, 'sms_campaign_send',
       ${id(3, `n * ${SENDS} + k`)}, 'Handed ' || (n * 7 + k * 3 + l) % 900 + 100 || ' messages over.',
       ${moment('n * 60 + k * 31 + l')}
     FROM generate_series(1, ${campaigns}) n, generate_series(0, ${SENDS - 1}) k, generate_series(0, ${LOGS - 1}) l`,
    "SET session_replication_role = 'origin'",
    'VACUUM ANALYZE teams, offers, sms_campaigns, sms_campaign_offers, sms_sends, logs',
    'CHECKPOINT',
  ];
}

/** As the product makes them: the team, then the secret. */
export const tokenOf = (prefix: string, teamId: string) =>
  prefix + Buffer.from(teamId.replaceAll('-', ''), 'hex').toString('base64url') + randomBytes(32).toString('base64url');

export async function loadDataSet(
  databaseUrl: string,
  scale: number,
  teamId = TEAM,
  other = OTHER_TEAM,
): Promise<DataSet> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const statement of statements(scale, teamId, other)) await client.query(statement);
    const token = tokenOf('obt_', teamId);
    await client.query(
      `INSERT INTO team_tokens (id, team_id, name, role, token_hash, token_ciphertext, updated_at)
       VALUES (gen_random_uuid(), $1, 'Bench', 'owner', $2, '\\x00', now())`,
      [teamId, createHash('sha256').update(token).digest()],
    );
    const { rows } = await client.query(
      `SELECT id FROM sms_campaigns WHERE team_id = $1 ORDER BY created_at DESC LIMIT 1`,
      [teamId],
    );
    const campaigns = CAMPAIGNS * scale;
    return {
      teamId,
      token,
      campaignId: rows[0].id,
      rows: { campaigns, sends: campaigns * SENDS, logs: campaigns * SENDS * LOGS },
    };
  } finally {
    await client.end();
  }
}
