import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { type Visit, visiting } from '../never-analysed/visits.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { dbOver } from '../support/database.ts';
import { createTeam, type TestTeam } from '../support/team.ts';

/** Quarters of an hour of each of a team’s campaigns. */
const CAMPAIGNS = 200;
const QUARTERS = 100;
const MOST = 2 * QUARTERS;

let app: TestApp;
let acme: TestTeam;
let campaignId: string;
let agentId: string;
let voiceCampaignId: string;

beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
  const teamId = acme.team.id;
  campaignId = (await app.db.smsCampaign.create({ data: { teamId, name: 'Spring' } })).id;
  await app.pool.query(
    `INSERT INTO sms_roll_ups (team_id, slot, number, sms_campaign_id, sms_send_id, sent_at, messages, sent, delivered, failed, clicked, leads, sales, unsubscribed, parts)
     SELECT $1::uuid, q, sign * c, CASE c WHEN 1 THEN $2::uuid ELSE gen_random_uuid() END, gen_random_uuid(), to_timestamp(q * 900), 2, 1, 0, 0, 0, 0, 0, 0, 1
     FROM generate_series(1, ${QUARTERS}) q, generate_series(1, ${CAMPAIGNS}) c, unnest('{-1,1}'::int[]) sign`,
    [teamId, campaignId],
  );
  agentId = (await app.db.agent.create({ data: { teamId, name: 'Clara' } })).id;
  voiceCampaignId = (await app.db.voiceCampaign.create({ data: { teamId, name: 'Calls' } })).id;
  await app.pool.query(
    `INSERT INTO call_roll_ups (team_id, slot, number, voice_campaign_id, agent_id, status, call_outcome, call_source, is_answered,
       is_answer_machine, is_picked_up, is_lead, is_sale, created_at, calls)
     SELECT $1::uuid, q, c, CASE c WHEN 1 THEN $2::uuid ELSE gen_random_uuid() END, CASE c WHEN 2 THEN $3::uuid ELSE gen_random_uuid() END,
       'ended', CASE q WHEN 1 THEN 'busy'::call_outcome END, 'campaign', false, false, false, false, false, to_timestamp(q * 900), 2
     FROM generate_series(1, ${QUARTERS}) q, generate_series(1, ${CAMPAIGNS}) c`,
    [teamId, voiceCampaignId, agentId],
  );
});
afterAll(() => app.close());

const outcomes = [
  { outcome: 'busy', count: 2 },
  { outcome: null, count: 198 },
];

describe.each([
  ['never counted', async () => {}],
  ['counted', () => app.pool.query('ANALYZE')],
])('in tables that were %s', (_, prepare) => {
  beforeAll(() => prepare());

  test.each([
    [
      'the messages of a campaign are',
      'sms_roll_ups',
      () => `{ smsCampaign(id: "${campaignId}") { messageCounts { total sent } } }`,
      { smsCampaign: { messageCounts: { total: 200, sent: 100 } } },
    ],
    [
      'the outcomes of calls of a campaign are',
      'call_roll_ups',
      () => `{ voiceCampaign(id: "${voiceCampaignId}") { callsByOutcome { outcome count } } }`,
      { voiceCampaign: { callsByOutcome: outcomes } },
    ],
    [
      'the outcomes of calls of an agent are',
      'call_roll_ups',
      () => `{ agent(id: "${agentId}") { callsByOutcome { outcome count } } }`,
      { agent: { callsByOutcome: outcomes } },
    ],
  ])('%s summed up from its own sums alone', async (_what, table, query, data) => {
    const visits: Visit[] = [];
    const pool = visiting(app.pool, (visit) => visits.push(visit));
    const reader = { ...app.services.reader, pool: pool as typeof app.pool };
    const { fetch } = createApp({ ...app.services, reader, db: dbOver(app, pool) });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${acme.token}` };
    const body = JSON.stringify({ query: query() });
    const answer = await fetch(new Request('http://localhost/graphql', { method: 'POST', headers, body }));
    expect(await answer.json()).toEqual({ data });
    expect(visits.some(({ text }) => text.includes(table))).toBe(true);
    expect(visits.filter(({ rows }) => rows > MOST).map(({ rows, text }) => [rows, text])).toEqual([]);
  });
});
