import { afterAll, beforeAll, expect, test } from 'vitest';
import { workOnCalls } from '../../../../src/modules/voice/engine/voice.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createVoiceCampaign, START_CALLS, testCallEngine } from '../../../support/calling.ts';
import { runJobs } from '../../../support/jobs.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let acme: TestTeam;
beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
});
afterAll(() => app.close());

const NIGHT = '2031-03-05T01:00:00.000Z';

const run = async (document: string, variables: Record<string, unknown> = {}) => {
  const { errors } = await app.graphql(document, { variables, token: acme.token });
  expect(errors).toBeUndefined();
};

const LIFT = 'mutation { updateSendingSettings(input: { contactFrom: null, contactUntil: null }) { contactFrom } }';

test('contacts whom quiet hours keep from calls are called when these are lifted; who asked for a later call waits', async () => {
  const { campaignId } = await createVoiceCampaign(app, acme.team.id);
  const where = { teamId: acme.team.id };
  await app.db.contact.updateMany({ where, data: { timezone: 'Europe/Berlin' } });
  await app.db.sendingSettings.upsert({
    where,
    create: { ...where, contactFrom: '08:00', contactUntil: '21:00' },
    update: { contactFrom: '08:00', contactUntil: '21:00' },
  });
  await run(START_CALLS, { id: campaignId });
  await app.db.voiceCampaignSend.updateMany({ where, data: { nextStepAt: new Date(NIGHT) } });
  const engine = testCallEngine(app, NIGHT);
  await engine.run();
  expect(engine.voice.placed).toHaveLength(0);
  const [later] = await app.db.voiceRecipient.findMany({ where, orderBy: { contactId: 'asc' } });
  expect(later).toMatchObject({ rule: 'team_hours', dueAt: new Date('2031-03-05T07:00:00Z') });
  const one = { ...where, contactId: later!.contactId };
  await app.db.voiceRecipient.updateMany({ where: one, data: { rule: null, reason: 'Asked to be called later.' } });
  await run(LIFT);
  await runJobs(app);
  await engine.run();
  expect(engine.voice.placed).toHaveLength(2);
  expect(await app.db.voiceCampaignSend.count({ where: { ...where, judgedUpTo: { not: null } } })).toBe(0);
});

test('those whom a change of hours releases are called in the next claim, whoever stays held before them', async () => {
  const team = await createTeam(app);
  const teamId = team.team.id;
  const { campaignId } = await createVoiceCampaign(app, teamId, {
    timezone: 'Europe/Berlin',
    contactHours: { start: '08:00', end: '21:00' },
  });
  await app.graphql(START_CALLS, { variables: { id: campaignId }, token: team.token });
  await app.db.voiceCampaignSend.updateMany({ where: { teamId }, data: { nextStepAt: new Date(NIGHT) } });
  const engine = testCallEngine(app, NIGHT);
  await engine.run();
  await app.db.contact.updateMany({ where: { teamId }, data: { timezone: 'Asia/Tokyo' } });
  await app.pool.query(
    `WITH more AS (
      INSERT INTO contacts (id, team_id, number, country_id, timezone, updated_at)
      SELECT gen_random_uuid(), $1, 4915200000000 + n, 276, 'Europe/Berlin', now() FROM generate_series(1, 5000) n RETURNING id)
    INSERT INTO voice_recipients (team_id, voice_campaign_id, cycle, contact_id, voice_campaign_send_id, due_at, reason, rule)
    SELECT s.team_id, s.voice_campaign_id, s.cycle, m.id, s.id, $2::timestamptz + interval '1 minute', 'Why.', 'team_hours'
    FROM more m, voice_campaign_sends s WHERE s.team_id = $1`,
    [teamId, NIGHT],
  );
  const change =
    'mutation { updateSendingSettings(input: { contactFrom: "07:00", contactUntil: "21:00" }) { contactFrom } }';
  expect((await app.graphql(change, { token: team.token })).errors).toBeUndefined();
  await runJobs(app);
  await workOnCalls(engine);
  expect(engine.voice.placed).toHaveLength(3);
});
