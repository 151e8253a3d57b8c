import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import {
  createSmsCampaign,
  feed,
  manual,
  multistep,
  planner,
  START,
  STOP,
  type TestCampaign,
  testEngine,
} from '../../../support/sending.ts';
import { createSendingTeam, createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let acme: TestTeam;
let rival: TestTeam;
beforeAll(async () => {
  app = await createTestApp();
  rival = await createTeam(app, 'Rival');
});
afterAll(() => app.close());
beforeEach(async () => {
  acme = await createSendingTeam(app);
});

const EXPLAIN = `query ($smsCampaignId: ID!, $contactId: ID!) {
  explainSmsRecipient(smsCampaignId: $smsCampaignId, contactId: $contactId) {
    cycle rule text status decidedAt nextAt smsSendId step lastReachedAt message { toNumber } } }`;

interface Explanation {
  cycle: number;
  rule: string;
  text: string;
  status: string | null;
  decidedAt: string | null;
  nextAt: string | null;
  smsSendId: string | null;
  step: number | null;
  lastReachedAt: string | null;
  message: { toNumber: string } | null;
}

const ask = (smsCampaignId: string, contactId: string, token = acme.token) =>
  app.graphql<{ explainSmsRecipient: Explanation }>(EXPLAIN, { variables: { smsCampaignId, contactId }, token });

/** Of the campaign's first contact unless another is named. */
async function explain({ campaignId, contactIds }: TestCampaign, contactId = contactIds[0]!): Promise<Explanation> {
  const { data, errors } = await ask(campaignId, contactId);
  expect(errors).toBeUndefined();
  return data!.explainSmsRecipient;
}

const start = ({ campaignId }: TestCampaign) =>
  app.graphql(START, { variables: { id: campaignId }, token: acme.token });
const stop = ({ campaignId }: TestCampaign) => app.graphql(STOP, { variables: { id: campaignId }, token: acme.token });
const create = (options: Partial<Parameters<typeof createSmsCampaign>[2]> = {}) =>
  createSmsCampaign(app, acme.team.id, { contacts: 1, meta: manual(), ...options });

/** A Wednesday to come, at an hour of UTC: the engine's clock is ahead of ours, and explanations go by it. */
const on = (time: string) => `2031-03-05T${time}.000Z`;

/** Starts the campaign so that its send is due at the moment. */
async function startAt(made: TestCampaign, moment: string) {
  await start(made);
  await app.pool.query(
    `UPDATE sms_sends SET next_step_at = $2, created_at = $2, turn_at = $2
      WHERE sms_campaign_id = $1 AND team_id = $3 AND status = 'pending'`,
    [made.campaignId, moment, acme.team.id],
  );
  return testEngine(app, moment);
}

const update = (made: TestCampaign, data: object) =>
  app.db.contact.update({
    where: { teamId_id: { teamId: acme.team.id, id: made.contactIds[0]! } },
    data,
  });

const OUTSIDE = { status: null, decidedAt: null, nextAt: null, smsSendId: null, step: null, message: null };

describe('a contact that has a message', () => {
  test('was reached: by which step, rule and route, and when', async () => {
    const made = await create();
    const engine = await startAt(made, on('12:00:00'));
    await engine.run();
    expect(await explain(made)).toEqual({
      cycle: 1,
      rule: 'reached',
      text: 'Step 1 reached it over route Main, the routing plan’s default; the provider took it.',
      status: 'accepted',
      decidedAt: on('12:00:00'),
      nextAt: null,
      smsSendId: expect.any(String),
      step: 1,
      lastReachedAt: on('12:00:00'),
      message: { toNumber: expect.stringMatching(/^\+49176/) },
    });
  });

  test('names the rule of the routing plan that matched it', async () => {
    const made = await create();
    await app.db.routingPlanRule.create({
      data: { teamId: acme.team.id, routingPlanId: made.planId, routeId: made.routeId, position: 0, countryId: 276 },
    });
    await (await startAt(made, on('12:00:00'))).run();
    const { text } = await explain(made);
    expect(text).toBe(
      'Step 1 reached it over route Main, a rule of the routing plan (country_id=276); the provider took it.',
    );
  });

  test('whose message failed', async () => {
    const made = await create();
    const engine = await startAt(made, on('12:00:00'));
    engine.provider.answer = () => ({
      status: 'rejected',
      kind: 'permanent',
      code: '1',
      reason: 'No such number.',
      retryAfterSeconds: null,
    });
    await engine.run();
    expect(await explain(made)).toMatchObject({
      rule: 'failed',
      text: 'Its message failed: No such number.',
      status: 'failed',
      decidedAt: on('12:00:00'),
      lastReachedAt: null,
    });
  });

  test('of whose message nobody knows whether it went out', async () => {
    const made = await create();
    const engine = await startAt(made, on('12:00:00'));
    engine.provider.answer = () => ({ status: 'unknown', reason: 'The provider did not answer.' });
    await engine.run();
    expect(await explain(made)).toMatchObject({
      rule: 'unknown',
      text: 'It is unknown whether its message went out: The provider did not answer. A person decides: count it as sent, or send it again.',
      status: 'unknown',
      decidedAt: on('12:00:00'),
    });
  });

  test('was reached by an earlier send of the cycle', async () => {
    const made = await create({ contacts: 2, meta: manual(1) });
    await (await startAt(made, on('12:00:00'))).pass(2);
    await startAt(made, on('13:00:00'));
    const [reached, next] = made.contactIds as [string, string];
    expect(await explain(made, reached)).toMatchObject({
      rule: 'reached_in_cycle',
      text: 'Step 1 reached it over route Main, the routing plan’s default; the provider took it. An earlier send of this cycle did: the present one leaves it out.',
      decidedAt: on('12:01:00'),
    });
    expect(await explain(made, next)).toMatchObject({ ...OUTSIDE, rule: 'audience_grows', nextAt: on('13:00:00') });
  });
});

describe('a contact that is held', () => {
  test('by the team’s hours, until they open', async () => {
    const made = await create({ timezone: 'Europe/Berlin', contactHours: { start: '09:00', end: '10:00' } });
    await (await startAt(made, on('12:00:00'))).run();
    expect(await explain(made)).toMatchObject({
      rule: 'team_hours',
      text: 'It is outside the hours in which the team reaches anybody, in the contact’s time zone.',
      status: 'held',
      decidedAt: on('12:00:00'),
      nextAt: '2031-03-06T08:00:00.000Z',
      message: null,
    });
  });

  test.each([
    [{ weeklySchedule: { default: { start: '09:00', end: '10:00' } } }, 'campaign_hours', '2031-03-06T08:00:00.000Z'],
    [{ daysOfWeek: ['Fri'] }, 'campaign_days', '2031-03-06T23:00:00.000Z'],
  ])('by the campaign’s hours and days: %j', async (data, rule, nextAt) => {
    const made = await create({ timezone: 'Europe/Berlin', meta: planner(data) });
    await (await startAt(made, on('12:00:00'))).run();
    expect(await explain(made)).toMatchObject({ rule, status: 'held', decidedAt: on('12:00:00'), nextAt });
  });

  test('by its limit for the day, then by the hours of the next', async () => {
    const made = await create({
      timezone: 'Europe/Berlin',
      meta: planner({ dailySmsContactLimit: 1, weeklySmsContactLimit: 7 }),
      contactHours: { start: '09:00', end: '20:00' },
    });
    await app.db.contactLimit.create({
      data: {
        teamId: acme.team.id,
        contactId: made.contactIds[0]!,
        channel: 'sms',
        day: '2031-03-05',
        dayCount: 1,
        week: '2031-W10',
        weekCount: 1,
      },
    });
    const engine = await startAt(made, on('12:00:00'));
    await engine.run();
    expect(await explain(made)).toMatchObject({
      rule: 'daily_limit',
      text: 'The contact’s limit of messages for the day is reached.',
      status: 'held',
      decidedAt: on('12:00:00'),
      nextAt: '2031-03-06T08:00:00.000Z',
    });
    await app.pool.query('UPDATE contact_limits SET week_count = 7 WHERE team_id = $1', [acme.team.id]);
    engine.clock = new Date('2031-03-05T23:00:00Z');
    await engine.run();
    engine.clock = new Date('2031-03-06T08:00:00Z');
    await engine.run();
    expect(await explain(made)).toMatchObject({
      rule: 'weekly_limit',
      text: 'The contact’s limit of messages for the week is reached.',
      decidedAt: '2031-03-06T08:00:00.000Z',
      nextAt: '2031-03-10T08:00:00.000Z',
    });
  });

  test('by a provider that asks to wait', async () => {
    const made = await create();
    const engine = await startAt(made, on('12:00:00'));
    engine.provider.answer = () => ({
      status: 'rejected',
      kind: 'throttled',
      code: null,
      reason: 'Too many.',
      retryAfterSeconds: 90,
    });
    await engine.run();
    expect(await explain(made)).toMatchObject({
      rule: 'refused_for_now',
      text: 'The provider refused it for now: Too many.',
      status: 'held',
      decidedAt: on('12:00:00'),
      nextAt: on('12:01:30'),
    });
  });

  test('by a look-up of its number', async () => {
    const hlrSettings = {
      isActive: true,
      retryUntil: null,
      numberOfRetries: 3,
      delayBetweenRetries: 10,
      additionalTimeIncrement: 0,
    };
    const made = await create({ meta: { ...manual(), hlrSettings } });
    await app.pool.query("UPDATE sms_campaigns SET hlr_settings = jsonb_set(hlr_settings, '{isActive}', 'false')");
    const engine = await startAt(made, on('12:00:00'));
    await app.pool.query("UPDATE sms_sends SET meta = jsonb_set(meta, '{hlrSettings,isActive}', 'true')");
    Object.assign(engine, {
      lookupsOf: async () => ({
        isSimulated: false,
        batchSize: 100,
        lookup: async (asked: { number: bigint }[]) => asked.map(({ number }) => ({ number, isReachable: false })),
      }),
    });
    await engine.run();
    expect(await explain(made)).toMatchObject({
      rule: 'look_up',
      text: 'The number cannot be reached now; it is looked up again.',
      status: 'held',
      decidedAt: on('12:00:00'),
      nextAt: on('12:10:00'),
    });
  });
});

describe('a contact that waits', () => {
  test('for its turn', async () => {
    const made = await create({ contacts: 2, meta: manual(200, 1) });
    await (await startAt(made, on('12:00:00'))).run();
    const told = await Promise.all(made.contactIds.map((id) => explain(made, id)));
    expect(told.map(({ rule }) => rule).sort()).toEqual(['reached', 'throttle']);
    expect(told.find(({ rule }) => rule === 'throttle')).toMatchObject({
      text: 'The campaign sends at most 1 messages in 60 seconds.',
      status: 'queued',
      decidedAt: null,
      nextAt: '2031-03-05T12:01:00.001Z',
    });
  });

  test('for the step before to be judged', async () => {
    const multistepData = multistep({ stepSize: 1, stepDelay: 30 });
    const made = await create({ contacts: 2, meta: { sendType: 'multistep', multistepData } });
    await (await startAt(made, on('12:00:00'))).run();
    const told = await Promise.all(made.contactIds.map((id) => explain(made, id)));
    expect(told.find(({ rule }) => rule === 'step_delay')).toMatchObject({
      text: 'Step 1 is full; after 30 minutes it is judged, and the next one begins.',
      status: 'queued',
      nextAt: on('12:30:00'),
    });
  });

  test('for nothing but its turn', async () => {
    const made = await create();
    const engine = await startAt(made, on('12:00:00'));
    await app.db.smsRecipient.create({
      data: {
        teamId: acme.team.id,
        smsCampaignId: made.campaignId,
        cycle: 1,
        contactId: made.contactIds[0]!,
        smsSendId: (await app.db.smsSend.findFirstOrThrow({ where: { smsCampaignId: made.campaignId } })).id,
        dueAt: engine.clock,
      },
    });
    await app.pool.query('UPDATE sms_sends SET audience_at = $2, status = $3::send_status WHERE sms_campaign_id = $1', [
      made.campaignId,
      engine.clock,
      'running',
    ]);
    expect(await explain(made)).toMatchObject({
      rule: 'next',
      text: 'Nothing keeps the contact: its turn comes.',
      status: 'queued',
      nextAt: on('12:00:00'),
    });
  });

  test('while the campaign is stopped', async () => {
    const made = await create({ contactHours: { start: '03:00', end: '04:00' } });
    await (await startAt(made, on('12:00:00'))).run();
    await stop(made);
    expect(await explain(made)).toMatchObject({
      rule: 'stopped',
      text: 'The campaign is stopped. Start it again to continue.',
      status: 'held',
      nextAt: null,
    });
  });

  test('while the campaign is inactive', async () => {
    const made = await create({ meta: planner({ daysOfWeek: ['Fri'] }) });
    await (await startAt(made, on('12:00:00'))).run();
    await app.pool.query("UPDATE sms_campaigns SET planner_data = jsonb_set(planner_data, '{isActive}', 'false')");
    expect(await explain(made)).toMatchObject({ rule: 'inactive', status: 'held', nextAt: null });
  });

  test('while the campaign is paused', async () => {
    const made = await create({ contactHours: { start: '03:00', end: '04:00' } });
    await (await startAt(made, on('12:00:00'))).run();
    await app.pool.query("UPDATE sms_campaigns SET paused_at = now(), pause_reason = 'Rain.' WHERE id = $1", [
      made.campaignId,
    ]);
    const text = 'The campaign is paused. Rain.';
    expect(await explain(made)).toMatchObject({ rule: 'paused', text, status: 'held', nextAt: null });
  });
});

describe('a contact that gets no message', () => {
  test('because it asked not to be contacted before its turn', async () => {
    const made = await create({ contactHours: { start: '13:00', end: '14:00' }, timezone: 'UTC' });
    const engine = await startAt(made, on('12:00:00'));
    await engine.run();
    await update(made, { unsubscribedAt: new Date(on('12:30:00')) });
    engine.clock = new Date(on('13:00:00'));
    await engine.run();
    expect(await explain(made)).toMatchObject({
      rule: 'suppressed',
      text: 'The contact asked not to be contacted.',
      status: 'skipped',
      decidedAt: on('13:00:00'),
      nextAt: null,
    });
  });

  test('because no route takes it', async () => {
    const made = await create();
    const engine = await startAt(made, on('12:00:00'));
    // A rule for another country: its route must not take over as the default.
    await app.pool.query(
      `INSERT INTO routing_plan_rules (id, team_id, routing_plan_id, route_id, country_id)
        SELECT gen_random_uuid(), team_id, id, default_route_id, 578 FROM routing_plans WHERE team_id = $1`,
      [acme.team.id],
    );
    await app.pool.query('UPDATE routing_plans SET default_route_id = NULL WHERE team_id = $1', [acme.team.id]);
    await engine.run();
    expect(await explain(made)).toMatchObject({
      rule: 'no_route',
      text: 'No route: no rule of the routing plan matches, and it has no default route.',
      status: 'skipped',
      decidedAt: on('12:00:00'),
    });
  });

  test('because it was there before a feed began', async () => {
    const made = await create({ meta: feed() });
    const engine = await startAt(made, on('12:00:00'));
    expect(await explain(made)).toMatchObject({
      ...OUTSIDE,
      rule: 'there_before',
      text: 'The contact was there before the feed was started.',
    });
    await engine.run();
    expect(await explain(made)).toMatchObject({
      rule: 'there_before',
      text: 'The contact was there before the feed was started.',
      status: 'skipped',
      decidedAt: on('12:00:00'),
    });
  });

  test('because it left the audience', async () => {
    const made = await create({ contactHours: { start: '13:00', end: '14:00' }, timezone: 'UTC' });
    await (await startAt(made, on('12:00:00'))).run();
    await stop(made);
    await app.db.contactTag.deleteMany({ where: { contactId: made.contactIds[0]!, teamId: acme.team.id } });
    const other = await app.db.contact.create({
      data: { teamId: acme.team.id, number: 4_917_500_000_001n, countryId: 276, timezone: 'UTC' },
    });
    const { tagId } = await app.db.tag
      .findFirstOrThrow({ where: { teamId: acme.team.id }, orderBy: { id: 'desc' } })
      .then(({ id }) => ({ tagId: id }));
    await app.db.contactTag.create({ data: { teamId: acme.team.id, contactId: other.id, tagId } });
    await (await startAt(made, on('13:00:00'))).pass(2);
    expect(await explain(made)).toMatchObject({
      rule: 'left_audience',
      text: 'The contact left the campaign’s audience before its turn came.',
      status: 'skipped',
      decidedAt: on('13:02:00'),
    });
  });
});

describe('a contact that is in no audience', () => {
  test('of a draft', async () => {
    const text = 'The campaign is a draft: nobody is reached.';
    expect(await explain(await create())).toEqual({
      cycle: 1,
      rule: 'not_started',
      text,
      lastReachedAt: null,
      ...OUTSIDE,
    });
  });

  test('because it is in none of the segments', async () => {
    const made = await create();
    const other = await create();
    expect(await explain(made, other.contactIds[0]!)).toMatchObject({
      ...OUTSIDE,
      rule: 'not_in_segments',
      text: 'The contact is in none of the campaign’s segments, and came with none of its feeds.',
    });
  });

  test('because it is not in the filter segment', async () => {
    const made = await create();
    const { segmentId } = await create();
    await app.db.smsCampaign.update({
      where: { teamId_id: { teamId: acme.team.id, id: made.campaignId } },
      data: { filterSegmentId: segmentId },
    });
    expect(await explain(made)).toMatchObject({
      ...OUTSIDE,
      rule: 'filtered_out',
      text: 'The contact is in one of the campaign’s segments, but not in its filter segment.',
    });
  });

  test('because it asked not to be contacted, and since when', async () => {
    const made = await create();
    await update(made, { unsubscribedAt: new Date(on('10:00:00')) });
    expect(await explain(made)).toMatchObject({
      ...OUTSIDE,
      rule: 'suppressed',
      text: 'The contact asked not to be contacted.',
      decidedAt: on('10:00:00'),
    });
  });

  test('because it came after the send began', async () => {
    const made = await create({ contacts: 2, contactHours: { start: '03:00', end: '04:00' }, meta: manual(1) });
    await (await startAt(made, on('12:00:00'))).run();
    expect(await explain(made, made.contactIds[1]!)).toMatchObject({
      ...OUTSIDE,
      rule: 'not_taken',
      text: 'The campaign’s last send did not take the contact: it came after the audience was fixed, or the send took others.',
    });
  });

  test('because the send waits for its moment', async () => {
    const made = await create({ contactHours: { start: '09:00', end: '10:00' }, timezone: 'UTC' });
    await startAt(made, on('12:00:00'));
    await app.pool.query('UPDATE sms_sends SET turn_at = NULL WHERE sms_campaign_id = $1', [made.campaignId]);
    expect(await explain(made)).toMatchObject({
      ...OUTSIDE,
      rule: 'send_waits',
      text: 'The campaign’s send waits for its moment.',
      nextAt: '2031-03-06T09:00:00.000Z',
    });
  });
});

describe('explainSmsRecipient', () => {
  const missing = (thing: string) => [
    expect.objectContaining({
      message: `${thing} not found.`,
      extensions: expect.objectContaining({ code: 'NOT_FOUND' }),
    }),
  ];

  test('knows no campaign and no contact of another team', async () => {
    const made = await create();
    const theirs = await createSmsCampaign(app, rival.team.id, { contacts: 1, meta: manual() });
    const contactId = made.contactIds[0]!;
    expect((await ask(theirs.campaignId, contactId)).errors).toEqual(missing('SMS campaign'));
    expect((await ask(made.campaignId, theirs.contactIds[0]!)).errors).toEqual(missing('Contact'));
    expect((await ask('x', contactId)).errors).toEqual(missing('SMS campaign'));
    expect((await ask(made.campaignId, 'x')).errors).toEqual(missing('Contact'));
  });

  test('is not for a token that is limited to an endpoint', async () => {
    const made = await create();
    const token = await createTeamToken(app, acme.team.id, {
      scopes: [{ method: 'get', endpoint: '/v1/sms/campaigns', reason: '' }],
    });
    const { errors } = await ask(made.campaignId, made.contactIds[0]!, token);
    expect(errors).toEqual([expect.objectContaining({ message: 'This action is unauthorized.' })]);
  });

  test('takes the same statements whatever the audience’s size', async () => {
    const sizes = [1, 40];
    const counts: number[] = [];
    for (const contacts of sizes) {
      const made = await create({ contacts, contactHours: { start: '03:00', end: '04:00' }, timezone: 'UTC' });
      await (await startAt(made, on('12:00:00'))).run();
      const statements = await app.statements(() => explain(made));
      counts.push(statements.length);
    }
    expect(counts).toEqual([10, 10]);
  });
});
