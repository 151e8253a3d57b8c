import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createSmsCampaign, START, type TestCampaign, testEngine } from '../../../support/sending.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let acme: TestTeam;
beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
});
afterAll(() => app.close());

const PLANNER = {
  daysOfWeek: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  weeklySchedule: null,
  weeklySmsContactLimit: 5,
  dailySmsContactLimit: 5,
  isActive: true,
};
const STEPS = {
  stepSize: 2,
  stepDelay: 5,
  minCtr: null,
  maxSmsToSend: null,
  maxMinutesToSend: null,
  sendDatetime: null,
};

const start = ({ campaignId }: TestCampaign) =>
  app.graphql(START, { variables: { id: campaignId }, token: acme.token });

async function list(query = '') {
  const { body } = await app.rest('GET', `/v1/sms/campaigns${query}`, { token: acme.token });
  return (body as { data: { id: string; meta: Record<string, unknown>; sends: { meta: Record<string, unknown> }[] }[] })
    .data;
}

test('E14 shows how far the steps are, of the campaign and of each send, while they go out', async () => {
  const { db } = app;
  const made = await createSmsCampaign(app, acme.team.id, {
    contacts: 5,
    timezone: 'Asia/Kathmandu',
    meta: { sendType: 'planner', plannerData: { ...PLANNER, multistepData: { ...STEPS, isActive: true } } },
  });
  await db.contact.updateMany({ where: { id: { in: made.contactIds } }, data: { networkBrand: 'Ncell' } });
  const of = async () => (await list('?include=sends')).find(({ id }) => id === made.campaignId)!;
  expect((await of()).meta.multistep_status).toBeNull();
  await start(made);
  expect((await of()).meta.multistep_status).toMatchObject({
    current_step: null,
    total_sent: 0,
    steps_performance: [],
  });

  const engine = testEngine(app, new Date(Date.now() + 1_000).toISOString());
  const began = engine.clock;
  await engine.run();
  await engine.pass(6);
  // A person followed the first step's link, and one of its readers asked for no more.
  await db.smsSendStep.updateMany({ where: { step: 1 }, data: { clicked: 1, delivered: 2, unsubscribed: 1 } });

  const { meta, sends } = await of();
  const seconds = (date: Date) => Math.floor(date.getTime() / 1_000);
  const steps = await db.smsSendStep.findMany({ where: { teamId: acme.team.id }, orderBy: { step: 'asc' } });
  expect(steps.map(({ handed }) => handed)).toEqual([2, 2]);
  const performance = { sent: 2, delivered: 0, failed: 0, clicked: 0, ctr: 0, unsubscribed: 0 };
  expect(meta.multistep_status).toEqual({
    current_step: 2,
    total_available_contacts: 3,
    total_sent: 4,
    last_sent_timestamp: seconds(steps[1]!.filledAt!),
    start_timestamp: seconds(began),
    initial_brands: ['Ncell'],
    steps_performance: [
      { step: 1, started_at: began.toISOString(), ...performance, delivered: 2, clicked: 1, ctr: 50, unsubscribed: 1 },
      { step: 2, started_at: steps[1]!.startedAt.toISOString(), ...performance },
    ],
    status: 'in_progress',
    status_reason: null,
    last_timezones: ['Asia/Kathmandu'],
    planner_data: {
      days_of_week: PLANNER.daysOfWeek,
      weekly_schedule: null,
      multistep_data: {
        step_size: 2,
        step_delay: 5,
        min_ctr: null,
        max_sms_to_send: null,
        max_minutes_to_send: null,
        send_datetime: null,
        is_active: true,
      },
      weekly_sms_contact_limit: 5,
      daily_sms_contact_limit: 5,
      is_active: true,
    },
  });
  expect(sends[0]!.meta.multistep_status).toEqual(meta.multistep_status);
  expect(
    (await app.rest('POST', `/v1/sms/campaigns/${made.campaignId}/planner/stop`, { token: acme.token })).body,
  ).toEqual({
    message: 'Campaign planner stopped.',
  });
  expect((await of()).meta.multistep_status).toMatchObject({ status: 'stopped', current_step: 2, total_sent: 4 });
});

test('a campaign of another send type has no steps to tell of', async () => {
  const made = await createSmsCampaign(app, acme.team.id, {
    contacts: 1,
    meta: { sendType: 'manual', manualData: { sendAmount: 1, sendDatetime: null, throttleBatchSize: 0 } },
  });
  await start(made);
  await testEngine(app, new Date(Date.now() + 1_000).toISOString()).run();
  expect((await list()).find(({ id }) => id === made.campaignId)!.meta.multistep_status).toBeNull();
});
