import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../../../src/database/uuid.ts';
import type { SendPlan } from '../../../../src/modules/delivery/engine/plan.ts';
import { callPaceOf } from '../../../../src/modules/voice/engine/call-pace.ts';
import { type Visit, visiting } from '../../../never-analysed/visits.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createVoiceCampaign, MANUAL } from '../../../support/calling.ts';
import { dbOver } from '../../../support/database.ts';
import { createTeam } from '../../../support/team.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const NOW = new Date('2026-11-24T12:30:00Z');
const PLAN = { perMinute: 60, perHour: 100 } as SendPlan;

test('the pace of a campaign is that of its last hour, and reads no earlier calls', async () => {
  const { team } = await createTeam(app);
  const { campaignId, accountId, numberIds, agentIds } = await createVoiceCampaign(app, team.id, { meta: MANUAL });
  const sendId = uuidv7();
  await app.db.voiceCampaignSend.create({ data: { teamId: team.id, id: sendId, voiceCampaignId: campaignId } });
  await app.pool.query(
    `WITH c AS (INSERT INTO calls (team_id, id, number_id, agent_id, voice_campaign_id, voice_campaign_send_id, to_number, call_source, status, scheduled_at, updated_at)
       SELECT $1, gen_random_uuid(), $2, $3, $4, $5, 4917700000000 + n, 'campaign', 'ended', now(), now() FROM generate_series(1, 2000) n
       RETURNING id, to_number - 4917700000000 AS n)
     INSERT INTO call_placements (team_id, call_id, voice_campaign_send_id, voice_account_id, number_id, attempt, status, claimed_at, handed_at, lease_until)
     SELECT $1, id, $5, $6, $2, 1, 'ended', x.at, x.at, x.at FROM c
     CROSS JOIN LATERAL (SELECT $7::timestamptz - CASE WHEN n <= 3 THEN interval '10 seconds' WHEN n <= 10 THEN interval '10 minutes'
       ELSE interval '1 day' END AS at) x`,
    [team.id, numberIds[0], agentIds[0], campaignId, sendId, accountId, NOW],
  );
  await app.pool.query('ANALYZE calls, call_placements, voice_campaign_sends');
  const visits: Visit[] = [];
  const pool = visiting(app.pool, (visit) => visits.push(visit));
  const pace = await dbOver(app, pool).transaction((tx) => callPaceOf(tx, { teamId: team.id, campaignId }, PLAN, NOW));
  expect(pace).toEqual({ allowed: 57, roomAt: null });
  const reads = visits.filter(({ text }) => text.includes('call_placements'));
  expect([reads.length, reads.filter(({ rows }) => rows > 20)]).toEqual([2, []]);
});
