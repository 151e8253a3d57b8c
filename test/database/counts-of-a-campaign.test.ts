import { afterAll, beforeAll, expect, test } from 'vitest';
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
});
afterAll(() => app.close());

test.each([
  ['never counted', async () => {}],
  ['counted', () => app.pool.query('ANALYZE sms_roll_ups')],
])('the messages of a campaign are summed up from its own sums alone, in a table that was %s', async (_, prepare) => {
  await prepare();
  const visits: Visit[] = [];
  const pool = visiting(app.pool, (visit) => visits.push(visit));
  const reader = { ...app.services.reader, pool: pool as typeof app.pool };
  const { fetch } = createApp({ ...app.services, reader, db: dbOver(app, pool) });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${acme.token}` };
  const body = JSON.stringify({ query: `{ smsCampaign(id: "${campaignId}") { messageCounts { total sent } } }` });
  const answer = await fetch(new Request('http://localhost/graphql', { method: 'POST', headers, body }));
  expect(await answer.json()).toEqual({ data: { smsCampaign: { messageCounts: { total: 200, sent: 100 } } } });
  expect(visits.some(({ text }) => text.includes('sms_roll_ups'))).toBe(true);
  expect(visits.filter(({ rows }) => rows > MOST).map(({ rows, text }) => [rows, text])).toEqual([]);
});
