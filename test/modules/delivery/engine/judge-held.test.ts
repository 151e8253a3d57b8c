import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { judgeAllAgain } from '../../../../src/modules/delivery/engine/judge-held.ts';
import { work } from '../../../../src/modules/delivery/engine/run-sender.ts';
import { RULE_CHANGES } from '../../../../src/pipeline/rule-changes.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { runJobs, waitingJobs } from '../../../support/jobs.ts';
import {
  createRoute,
  createSmsCampaign,
  manual,
  planner,
  START,
  type TestCampaign,
  type TestEngine,
  testEngine,
} from '../../../support/sending.ts';
import { createSendingTeam, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let acme: TestTeam;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  acme = await createSendingTeam(app);
});

/** Two in the night in Berlin, on a Wednesday to come. */
const NIGHT = '2031-03-05T01:00:00.000Z';

const run = async (document: string, variables: Record<string, unknown> = {}) => {
  const { data, errors } = await app.graphql<Record<string, unknown>>(document, { variables, token: acme.token });
  expect(errors).toBeUndefined();
  return data!;
};

/** Starts the campaign so that its send is due at night, and claims. */
async function startAtNight({ campaignId }: TestCampaign): Promise<TestEngine> {
  await run(START, { id: campaignId });
  await app.pool.query(
    `UPDATE sms_sends SET next_step_at = $3, created_at = $3, turn_at = $3
      WHERE sms_campaign_id = $1 AND team_id = $2 AND status = 'pending'`,
    [campaignId, acme.team.id, NIGHT],
  );
  const engine = testEngine(app, NIGHT);
  await engine.run();
  return engine;
}

const create = (options: Partial<Parameters<typeof createSmsCampaign>[2]> = {}) =>
  createSmsCampaign(app, acme.team.id, { contacts: 3, timezone: 'Europe/Berlin', meta: manual(), ...options });

const QUIET = { start: '08:00', end: '21:00' };

async function judged(engine: TestEngine): Promise<number> {
  await runJobs(app);
  await engine.run();
  return engine.provider.sent.length;
}

const explained = async ({ campaignId, contactIds }: TestCampaign) => {
  const query = `query ($c: ID!, $id: ID!) { explainSmsRecipient(smsCampaignId: $c, contactId: $id) { rule status nextAt } }`;
  return (await run(query, { c: campaignId, id: contactIds[0] })).explainSmsRecipient;
};

const set = (input: string) => `mutation { updateSendingSettings(input: ${input}) { contactFrom } }`;

describe('contacts who are held are judged again after a change of', () => {
  test('quiet hours: lifted, changed, and set again', async () => {
    const made = await create({ contactHours: QUIET });
    const engine = await startAtNight(made);
    expect(await explained(made)).toEqual({ rule: 'team_hours', status: 'held', nextAt: '2031-03-05T07:00:00.000Z' });
    await run(set('{ contactFrom: "05:00", contactUntil: "21:00" }'));
    // From the rules of now, before anybody has judged again.
    expect(await explained(made)).toEqual({ rule: 'team_hours', status: 'held', nextAt: '2031-03-05T04:00:00.000Z' });
    expect(await judged(engine)).toBe(0);
    engine.clock = new Date('2031-03-05T04:00:00Z');
    await engine.run();
    expect(engine.provider.sent).toHaveLength(3);
  });

  test('quiet hours that are lifted, at once', async () => {
    const made = await create({ contactHours: QUIET });
    const engine = await startAtNight(made);
    await run(set('{ contactFrom: null, contactUntil: null }'));
    expect(await explained(made)).toEqual({ rule: 'next', status: 'queued', nextAt: NIGHT });
    expect(await judged(engine)).toBe(3);
  });

  const PLANNER = `mutation ($id: ID!, $data: PlannerDataInput!) { updateSmsCampaign(id: $id, input: { meta: { plannerData: $data } }) { id } }`;
  const windowed = { weeklySchedule: { default: { start: '09:00', end: '17:00' } } };

  test.each([
    ['the campaign’s hours', windowed, { weeklySchedule: { default: { start: '01:00', end: '17:00' } } }],
    ['the campaign’s days', { daysOfWeek: ['Thu'] }, { daysOfWeek: ['Wed', 'Thu'] }],
  ])('%s', async (_of, before, after) => {
    const made = await create({ meta: planner(before) });
    const engine = await startAtNight(made);
    expect(engine.provider.sent).toHaveLength(0);
    await run(PLANNER, { id: made.campaignId, data: { ...planner().plannerData, ...after } });
    expect(await judged(engine)).toBe(3);
  });

  test.each([
    [
      'day',
      { dailySmsContactLimit: 1, weeklySmsContactLimit: 9 },
      { dailySmsContactLimit: 2, weeklySmsContactLimit: 9 },
    ],
    [
      'week',
      { dailySmsContactLimit: 9, weeklySmsContactLimit: 1 },
      { dailySmsContactLimit: 9, weeklySmsContactLimit: 2 },
    ],
  ])('the limit of a %s', async (_of, before, after) => {
    const made = await create({ meta: planner(before) });
    await app.pool.query(
      `INSERT INTO contact_limits (team_id, contact_id, channel, day, day_count, week, week_count)
        SELECT $1, unnest($2::uuid[]), 'sms', '2031-03-05', 1, '2031-W10', 1`,
      [acme.team.id, made.contactIds],
    );
    const engine = await startAtNight(made);
    expect(engine.provider.sent).toHaveLength(0);
    await run(PLANNER, { id: made.campaignId, data: { ...planner().plannerData, ...after } });
    expect(await judged(engine)).toBe(3);
  });

  test('the route: connected again', async () => {
    const made = await create();
    const connect = 'mutation ($id: ID!, $is: Boolean!) { updateRoute(id: $id, input: { isConnected: $is }) { id } }';
    await app.db.route.update({
      where: { teamId_id: { teamId: acme.team.id, id: made.routeId } },
      data: { pausedUntil: new Date('2031-03-06') },
    });
    const engine = await startAtNight(made);
    expect(await explained(made)).toMatchObject({ rule: 'route_paused', nextAt: '2031-03-06T00:00:00.000Z' });
    await run('mutation ($id: ID!) { setRouteProvider(id: $id, input: { provider: simulator }) { route { id } } }', {
      id: made.routeId,
    });
    expect(await judged(engine)).toBe(3);
    await run(connect, { id: made.routeId, is: true });
  });

  test('the routing plan: another default route, and a rule', async () => {
    const made = await create();
    const other = await createRoute(app, acme.team.id, { name: 'Other' });
    await app.db.route.update({
      where: { teamId_id: { teamId: acme.team.id, id: made.routeId } },
      data: { pausedUntil: new Date('2031-03-06') },
    });
    const engine = await startAtNight(made);
    expect(engine.provider.sent).toHaveLength(0);
    await run(
      'mutation ($id: ID!, $route: ID!) { createRoutingPlanRule(input: { routingPlanId: $id, routeId: $route, countryId: 276 }) { id } }',
      { id: made.planId, route: other.id },
    );
    expect(await judged(engine)).toBe(3);
  });

  test('a contact’s time zone: that contact alone', async () => {
    const made = await create({ contactHours: QUIET });
    const engine = await startAtNight(made);
    await run('mutation ($id: ID!) { updateContact(id: $id, input: { timezone: "Asia/Tokyo" }) { id } }', {
      id: made.contactIds[1],
    });
    expect(await waitingJobs(app, 'judge_held')).toMatchObject([{ payload: { contactIds: [made.contactIds[1]] } }]);
    expect(await judged(engine)).toBe(1);
  });

  test('the number of a contact that was skipped because no rule led to a route for its former one', async () => {
    const made = await create({ contactHours: QUIET });
    const where = { teamId: acme.team.id, id: made.contactIds[0]! };
    await app.db.contact.updateMany({ where, data: { number: 33612345678n, countryId: 250 } });
    await app.db.routingPlan.updateMany({ where: { id: made.planId }, data: { defaultRouteId: null } });
    await run(
      'mutation ($id: ID!, $route: ID!) { createRoutingPlanRule(input: { routingPlanId: $id, routeId: $route, countryId: 276 }) { id } }',
      { id: made.planId, route: made.routeId },
    );
    const engine = await startAtNight(made);
    expect(await judged(engine)).toBe(0);
    expect(await explained(made)).toMatchObject({ rule: 'no_route', status: 'skipped' });
    await run(
      'mutation ($id: ID!) { updateContact(id: $id, input: { number: "+4915200019999", countryId: "276", timezone: "Asia/Tokyo" }) { id } }',
      { id: made.contactIds[0] },
    );
    expect(await judged(engine)).toBe(1);
    expect(engine.provider.sent).toMatchObject([{ to: '4915200019999' }]);
  });

  test('the team’s time zone', async () => {
    const made = await create({ contactHours: QUIET });
    // A satellite telephone is in no country.
    await app.db.contact.updateMany({
      where: { teamId: acme.team.id, id: made.contactIds[0]! },
      data: { timezone: null, number: 881612345678n, countryId: null },
    });
    await app.db.team.update({ where: { id: acme.team.id }, data: { timezone: 'Europe/Berlin' } });
    const engine = await startAtNight(made);
    await run('mutation { updateTeam(input: { timezone: "Asia/Tokyo" }) { id } }');
    expect(await judged(engine)).toBe(1);
  });

  test.each([
    ['unsuppressContact', async (id: string) => id],
    [
      'unsuppressNumber',
      async () => (await app.db.suppressedNumber.findFirstOrThrow({ where: { teamId: acme.team.id } })).id,
    ],
  ])('suppression that is lifted by %s', async (mutation, idOf) => {
    const made = await create({ contactHours: QUIET });
    await run('mutation ($id: ID!) { suppressContact(id: $id) { id } }', { id: made.contactIds[0] });
    await app.db.smsRecipient.deleteMany({ where: { teamId: acme.team.id } });
    const engine = await startAtNight(made);
    // Taken before it was suppressed, skipped by the claim, while others still wait for the morning.
    await app.pool.query(
      `INSERT INTO sms_recipients (team_id, sms_campaign_id, cycle, contact_id, sms_send_id, due_at, status, reason, rule)
        SELECT team_id, sms_campaign_id, cycle, $2, id, $3, 'skipped', 'The contact asked not to be contacted.', 'suppressed'
        FROM sms_sends WHERE team_id = $1`,
      [acme.team.id, made.contactIds[0], NIGHT],
    );
    engine.clock = new Date('2031-03-05T08:00:00Z');
    const id = await idOf(made.contactIds[0]!);
    await run(`mutation ($id: ID!) { ${mutation}(id: $id) { id } }`, { id });
    expect(await judged(engine)).toBe(3);
  });

  test('nothing, when a worker starts: it may be another version, with other zones', async () => {
    const made = await create({ contactHours: QUIET });
    const engine = await startAtNight(made);
    await app.db.sendingSettings.update({
      where: { teamId: acme.team.id },
      data: { contactFrom: null, contactUntil: null },
    });
    await judgeAllAgain(app.services);
    expect(await judged(engine)).toBe(3);
  });
});

test('what a provider, a look-up or a contact asked to wait for is waited for', async () => {
  const made = await create({ contactHours: QUIET });
  const engine = await startAtNight(made);
  const where = { teamId: acme.team.id };
  await app.db.smsRecipient.updateMany({ where, data: { rule: 'refused_for_now' } });
  await run(set('{ contactFrom: null, contactUntil: null }'));
  expect(await judged(engine)).toBe(0);
  engine.clock = new Date('2031-03-05T07:00:00Z');
  await engine.run();
  expect(engine.provider.sent).toHaveLength(3);
});

test('the held are passed once: those who may go get a message, the others are as they were, and none is passed twice', async () => {
  const made = await create({ contacts: 1_300, contactHours: QUIET, meta: manual(1_300) });
  const engine = await startAtNight(made);
  await app.pool.query(`UPDATE contacts SET timezone = 'Asia/Tokyo' WHERE team_id = $1 AND id = ANY($2::uuid[])`, [
    acme.team.id,
    made.contactIds.filter((_id, at) => at % 3 === 0),
  ]);
  await run(set('{ contactFrom: "08:00", contactUntil: "21:00" }'));
  expect(await judged(engine)).toBe(434);
  const { rows } = await app.pool.query(
    `SELECT count(*) FILTER (WHERE r.status = 'waiting')::int AS waiting, count(s.judged_up_to)::int AS judging
      FROM sms_recipients r JOIN sms_sends s ON s.team_id = r.team_id AND s.id = r.sms_send_id WHERE r.team_id = $1`,
    [acme.team.id],
  );
  expect(rows).toEqual([{ waiting: 866, judging: 0 }]);
});

test('a change makes all due who were skipped for want of a route, and nobody who was skipped for another reason', async () => {
  const made = await create({ contactHours: QUIET });
  await startAtNight(made);
  await app.pool.query(
    `WITH more AS (
      INSERT INTO contacts (id, team_id, number, updated_at)
      SELECT gen_random_uuid(), $1, 4915200000000 + n, now() FROM generate_series(1, 10003) n RETURNING id, number)
    INSERT INTO sms_recipients (team_id, sms_campaign_id, cycle, contact_id, sms_send_id, status, due_at, reason, rule)
    SELECT s.team_id, s.sms_campaign_id, s.cycle, m.id, s.id, 'skipped', $2::timestamptz - m.number % 7 * interval '1 second', 'Why.',
      CASE WHEN m.number = 4915200010003 THEN 'never_open' ELSE 'no_route' END::recipient_rule
    FROM more m, sms_sends s WHERE s.team_id = $1`,
    [acme.team.id, NIGHT],
  );
  await run(set('{ contactFrom: "06:00", contactUntil: "21:00" }'));
  await runJobs(app);
  const { rows } = await app.pool.query(
    'SELECT status, rule, count(*)::int FROM sms_recipients WHERE team_id = $1 GROUP BY 1, 2 ORDER BY 3',
    [acme.team.id],
  );
  expect(rows).toEqual([
    { status: 'skipped', rule: 'never_open', count: 1 },
    { status: 'waiting', rule: 'team_hours', count: 3 },
    { status: 'waiting', rule: null, count: 10_002 },
  ]);
});

/** Holds thousands of contacts in Berlin for times before those of the campaign's own contacts. */
const holdBefore = (rule: string) =>
  app.pool.query(
    `WITH more AS (
      INSERT INTO contacts (id, team_id, number, country_id, timezone, updated_at)
      SELECT gen_random_uuid(), $1, 4915200000000 + n, 276, 'Europe/Berlin', now() FROM generate_series(1, 5000) n RETURNING id),
    counted AS (
      INSERT INTO contact_limits (team_id, contact_id, channel, day, day_count, week, week_count)
      SELECT $1, id, 'sms', '2031-03-05', 9, '2031-W10', 9 FROM more)
    INSERT INTO sms_recipients (team_id, sms_campaign_id, cycle, contact_id, sms_send_id, status, due_at, reason, rule)
    SELECT s.team_id, s.sms_campaign_id, s.cycle, m.id, s.id, 'waiting', $2::timestamptz + interval '1 minute', 'Why.', $3::recipient_rule
    FROM more m, sms_sends s WHERE s.team_id = $1`,
    [acme.team.id, NIGHT, rule],
  );

test('those whom a change of hours releases go in the next claim, whoever stays held before them', async () => {
  const made = await create({ contactHours: QUIET });
  const engine = await startAtNight(made);
  await holdBefore('team_hours');
  await app.db.contact.updateMany({ where: { id: { in: made.contactIds } }, data: { timezone: 'Asia/Tokyo' } });
  await run(set('{ contactFrom: "07:00", contactUntil: "21:00" }'));
  expect(await explained(made)).toEqual({ rule: 'next', status: 'queued', nextAt: NIGHT });
  await runJobs(app);
  await work(engine);
  expect(engine.provider.sent).toHaveLength(3);
});

test('those whom a higher limit releases go in the next claim, whoever stays held before them', async () => {
  const limits = { dailySmsContactLimit: 1, weeklySmsContactLimit: 20 };
  const made = await create({ meta: planner(limits) });
  await app.pool.query(
    `INSERT INTO contact_limits (team_id, contact_id, channel, day, day_count, week, week_count)
      SELECT $1, unnest($2::uuid[]), 'sms', '2031-03-05', 1, '2031-W10', 1`,
    [acme.team.id, made.contactIds],
  );
  const engine = await startAtNight(made);
  await holdBefore('daily_limit');
  const update = `mutation ($id: ID!, $data: PlannerDataInput!) { updateSmsCampaign(id: $id, input: { meta: { plannerData: $data } }) { id } }`;
  await run(update, { id: made.campaignId, data: { ...planner().plannerData, ...limits, dailySmsContactLimit: 2 } });
  expect(await explained(made)).toMatchObject({ rule: 'next', status: 'queued' });
  await runJobs(app);
  await work(engine);
  expect(engine.provider.sent).toHaveLength(3);
});

test('a route that comes frees those it leads to, and the others stay skipped', async () => {
  const made = await create({ contactHours: QUIET });
  await startAtNight(made);
  await app.pool.query(
    `WITH more AS (
      INSERT INTO contacts (id, team_id, number, country_id, updated_at)
      SELECT gen_random_uuid(), $1, CASE n WHEN 7 THEN 41791234567 ELSE 4915200000000 + n END, CASE WHEN n > 10 THEN 276 END, now()
      FROM generate_series(1, 6000) n RETURNING id)
    INSERT INTO sms_recipients (team_id, sms_campaign_id, cycle, contact_id, sms_send_id, status, due_at, reason, rule)
    SELECT s.team_id, s.sms_campaign_id, s.cycle, m.id, s.id, 'skipped', $2::timestamptz, 'Why.', 'no_route' FROM more m, sms_sends s
    WHERE s.team_id = $1`,
    [acme.team.id, NIGHT],
  );
  await run('mutation ($id: ID!) { updateRoutingPlan(id: $id, input: { defaultRouteId: null }) { id } }', {
    id: made.planId,
  });
  await run(
    'mutation ($id: ID!, $route: ID!) { createRoutingPlanRule(input: { routingPlanId: $id, routeId: $route, countryId: 756 }) { id } }',
    { id: made.planId, route: made.routeId },
  );
  await runJobs(app);
  const { rows } = await app.pool.query(
    `SELECT r.status, count(*)::int, min(c.number)::text AS number FROM sms_recipients r
      JOIN contacts c ON c.team_id = r.team_id AND c.id = r.contact_id
      WHERE r.team_id = $1 AND r.rule IS DISTINCT FROM 'team_hours' GROUP BY 1 ORDER BY 2`,
    [acme.team.id],
  );
  expect(rows).toEqual([
    { status: 'waiting', count: 1, number: '41791234567' },
    { status: 'skipped', count: 5_999, number: '4915200000001' },
  ]);
});

test('a route with a limit of messages a second passes nobody over', async () => {
  const made = await create({ contacts: 25, contactHours: QUIET });
  await app.db.route.update({
    where: { teamId_id: { teamId: acme.team.id, id: made.routeId } },
    data: { perSecond: 10 },
  });
  const engine = await startAtNight(made);
  await run(set('{ contactFrom: null, contactUntil: null }'));
  expect(await judged(engine)).toBe(10);
  await engine.pass(1, 1 / 30);
  expect(engine.provider.sent).toHaveLength(25);
});

/** Mutations about records that rules read which hold nobody back: new records, copies, secrets, and what must not be in use. */
const HOLD_NOBODY = [
  'cancelNumberLookup',
  'chargeIntegration',
  'checkRoute',
  'checkVoiceAccount',
  'createAgent',
  'createIntegration',
  'createVoiceNumber',
  'createRoute',
  'createRoutingPlan',
  'createVoiceAccount',
  'deleteAgent',
  'deleteIntegration',
  'deleteVoiceNumber',
  'deleteRoute',
  'deleteRoutingPlan',
  'deleteVoiceAccount',
  'duplicateAgent',
  'removeNumberLookupProvider',
  'requestNumberLookup',
  'revokePreviousVoiceAccountSecret',
  'rotateVoiceAccountSecret',
  'setNumberLookupProvider',
  'testRoute',
  'testVoiceAccount',
  'updateTeamOnboarding',
];
/** These queue the job for their own contact. */
const ONE_CONTACT = ['suppressNumbers', 'unsuppressNumber'];

test('every mutation about routes, plans, numbers, agents, accounts, balances and the team is known to change a rule or not', async () => {
  const { __schema } = await run('{ __schema { mutationType { fields { name } } } }');
  const { mutationType } = __schema as { mutationType: { fields: { name: string }[] } };
  const names = mutationType.fields.map(({ name }) => name);
  const about = names.filter((name) =>
    /Route|RoutingPlan|Number|Agent|VoiceAccount|SendingSettings|Integration|^updateTeam/.test(name),
  );
  expect(about.sort()).toEqual([...RULE_CHANGES, ...HOLD_NOBODY, ...ONE_CONTACT].sort());
});
