import { afterAll, beforeAll, expect, test } from 'vitest';
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
