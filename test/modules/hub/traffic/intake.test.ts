import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Prisma } from '../../../../src/generated/prisma/client.ts';
import { rememberErased } from '../../../../src/modules/delivery/reach/erased-numbers.ts';
import { openIntake } from '../../../../src/modules/hub/traffic/intake.ts';
import type { Intake, Submission } from '../../../../src/modules/hub/traffic/submission.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { dbOver, meanwhile, untilWaiting } from '../../../support/database.ts';
import { createSellerEndpoint } from '../../../support/sellers.ts';
import { createTeam } from '../../../support/team.ts';

let app: TestApp;
let intake: Intake;
let teamId: string;
let others = 0;

beforeAll(async () => {
  app = await createTestApp();
  intake = openIntake(app.services);
});
afterAll(async () => {
  await intake.close();
  await app.close();
});
beforeEach(async () => {
  teamId = (await createTeam(app)).team.id;
});

const UNITED_STATES = 840;
const GERMANY = 276;

const route = (data: Partial<Prisma.RouteUncheckedCreateInput> = {}) =>
  app.db.route.create({ data: { teamId, name: 'Direct', provider: 'http', price: '0.01', ...data } });

const endpoint = async (data: Partial<Prisma.SellerEndpointUncheckedCreateInput> = {}) => {
  others += 1;
  return createSellerEndpoint(app.db, { teamId, username: `seller-${others}`, passwordHash: 'none', ...data });
};

/** A company whose messages are paid from a balance. */
async function company(balance: string) {
  const integration = await app.db.integration.create({
    data: { teamId, name: 'Prepaid', isBalanceManaged: true, balance },
  });
  const data = { teamId, name: 'Northwind', integrationId: integration.id };
  return { ...(await app.db.clientCompany.create({ data })), integrationId: integration.id };
}

const submission = (endpointId: string, part: Partial<Submission> = {}): Submission => ({
  ...{ teamId, endpointId, protocol: 'smpp', sender: 'Acme', destination: '12025550123', isInternational: true },
  ...{ text: 'Hello', receipts: 'all', validUntil: null, scheduledAt: null, reference: null, partIds: [] },
  ...part,
});

const rows = () => app.db.hubMessage.findMany({ where: { teamId }, orderBy: { id: 'asc' } });
const row = (id: string) => app.db.hubMessage.findUniqueOrThrow({ where: { teamId_id: { teamId, id } } });

test('an accepted message is stored with its route, cost, price and number, and its endpoint’s queue is due', async () => {
  const { id: defaultRouteId } = await route();
  const { id: clientCompanyId } = await company('1');
  const { id } = await endpoint({ defaultRouteId, clientCompanyId });
  const rule = await app.db.profitRule.create({
    data: { teamId, clientCompanyId, marginType: 'percentage', currentProfit: '25' },
  });
  const answer = await intake.submit(submission(id, { text: 'x'.repeat(161), reference: 'one' }));
  expect(answer).toEqual({ id: expect.any(String), refusal: null, isRepeat: false });
  const message = await row(answer.id);
  expect(
    JSON.parse(JSON.stringify(message, (_key, value) => (typeof value === 'bigint' ? String(value) : value))),
  ).toMatchObject({
    ...{ sellerEndpointId: id, clientCompanyId, routeId: defaultRouteId, profitRuleId: rule.id, status: 'queued' },
    ...{ protocol: 'smpp', sender: 'Acme', destination: '12025550123', number: '12025550123', smsParts: 2 },
    ...{ countryId: UNITED_STATES, networkId: null, cost: '0.02', price: '0.025', refusal: null, reason: null },
    ...{ reference: 'one', receipts: 'all', partIds: [] },
  });
  expect(message.validUntil.getTime() - message.dueAt!.getTime()).toBe(3 * 86_400_000);
  const queue = await app.db.hubQueue.findFirstOrThrow({ where: { teamId, sellerEndpointId: id } });
  expect(queue.dueAt).toEqual(message.dueAt);
  const ledger = await app.db.ledgerEntry.findMany({ where: { teamId } });
  expect(
    ledger.map(({ kind, amount, reason, sellerEndpointId }) => [kind, String(amount), reason, sellerEndpointId]),
  ).toEqual([['charge', '0.025', `1 message of seller endpoint seller-${others}`, id]]);
});

test('refusals are stored with their reasons, and cost nothing', async () => {
  const { id: defaultRouteId } = await route();
  const cut = await route({ name: 'Cut', isConnected: false });
  const { id: clientCompanyId } = await company('0.01');
  const good = await endpoint({ defaultRouteId });
  await app.db.suppressedNumber.create({ data: { teamId, number: 12025550199n } });
  await app.services.db.transaction((tx) => rememberErased(tx, app.services.tokenKeys, teamId, ['12025550198']));
  const past = new Date('2026-01-01T00:00:00.000Z');
  const cases: [string, Partial<Submission>, Partial<Prisma.SellerEndpointUncheckedCreateInput> | null][] = [
    ['not_allowed', {}, { defaultRouteId, isSendingAllowed: false }],
    ['invalid_sender', { sender: 'A name that is too long' }, null],
    ['invalid_number', { destination: '12' }, null],
    ['invalid_text', { text: '' }, null],
    ['invalid_text', { text: 'a\0b' }, null],
    ['invalid_text', { text: 'x'.repeat(1_531) }, null],
    ['invalid_time', { scheduledAt: new Date('2099-01-01T00:00:00.000Z') }, null],
    ['invalid_time', { validUntil: past }, null],
    ['suppressed', { destination: '12025550199' }, null],
    ['suppressed', { destination: '12025550198' }, null],
    ['no_route', {}, {}],
    ['route_unusable', {}, { defaultRouteId: cut.id }],
    ['price_too_high', {}, { defaultRouteId, maxPrice: '0.009999', isMaxPriceEnabled: true }],
    ['margin_too_low', {}, { defaultRouteId, minMargin: '0.000001' }],
    ['balance', { text: 'x'.repeat(161) }, { defaultRouteId, clientCompanyId }],
  ];
  for (const [refusal, part, settings] of cases) {
    const { id } = settings ? await endpoint(settings) : good;
    const answer = await intake.submit(submission(id, part));
    expect(answer).toEqual({ id: expect.any(String), refusal, reason: expect.stringMatching(/^[A-Z].*\.$/) });
    const { status, price, reason, refusal: stored } = await row(answer.id);
    expect([status, String(price), stored, reason]).toEqual([
      'rejected',
      '0',
      refusal,
      answer.refusal === null ? null : answer.reason,
    ]);
  }
  expect(await app.db.ledgerEntry.count({ where: { teamId } })).toBe(0);
  expect(await app.db.hubQueue.count({ where: { teamId } })).toBe(0);
});

test('of one commit the balance pays what it covers, behind what it does not cover, too', async () => {
  const { id: defaultRouteId } = await route();
  const { id: clientCompanyId, integrationId } = await company('0.025');
  const { id } = await endpoint({ defaultRouteId, clientCompanyId });
  const submits = [{ text: 'x'.repeat(400) }, {}, {}, {}];
  const answers = await Promise.all(submits.map((part) => intake.submit(submission(id, part))));
  expect(answers.map(({ refusal }) => refusal)).toEqual(['balance', null, null, 'balance']);
  const { balance } = await app.db.integration.findUniqueOrThrow({
    where: { teamId_id: { teamId, id: integrationId } },
  });
  expect(String(balance)).toBe('0.005');
});

test('a commit is made once while the balance covers none of the one before, and its row is not locked once it covers all again', async () => {
  const { id: defaultRouteId } = await route();
  const { id: clientCompanyId, integrationId } = await company('0');
  const { id } = await endpoint({ defaultRouteId, clientCompanyId });
  const submitted = (refusal: 'balance' | null) =>
    app.statements(async () => expect(await intake.submit(submission(id))).toMatchObject({ refusal }));
  const written = (statements: readonly string[]) =>
    statements.filter((one) => one.includes('INSERT INTO hub_messages')).length;
  const locked = (statements: readonly string[]) =>
    statements.filter((one) => /FROM integrations.* FOR NO KEY UPDATE/s.test(one)).length;
  const [first, second] = [await submitted('balance'), await submitted('balance')];
  expect([written(second), locked(first), locked(second)]).toEqual([1, 1, 1]);
  await app.db.integration.update({ where: { teamId_id: { teamId, id: integrationId } }, data: { balance: '1' } });
  const [third, fourth] = [await submitted(null), await submitted(null)];
  expect([locked(third), locked(fourth)]).toEqual([1, 0]);
});

test('messages of one commit have the prices of their own parts and countries', async () => {
  const { id: defaultRouteId } = await route();
  const { id } = await endpoint({ defaultRouteId });
  const rule = { teamId, marginType: 'percentage' } as const;
  await app.db.profitRule.create({ data: { ...rule, currentProfit: '10' } });
  await app.db.profitRule.create({ data: { ...rule, currentProfit: '50', countryId: GERMANY } });
  const submits = [{}, { text: 'x'.repeat(161) }, { destination: '4915112345670' }, {}];
  const answers = await Promise.all(submits.map((part) => intake.submit(submission(id, part))));
  const messages = await Promise.all(answers.map((answer) => row(answer.id)));
  expect(messages.map(({ price }) => String(price))).toEqual(['0.011', '0.022', '0.015', '0.011']);
});

test('a candidate that earns too little is passed over; the next one takes the message', async () => {
  const dear = await route({ name: 'Dear', price: '0.03' });
  const cheap = await route({ name: 'Cheap', price: '0.01' });
  const plan = await app.db.routingPlan.create({ data: { teamId, name: 'Plan' } });
  const rule = await app.db.routingPlanRule.create({
    data: { teamId, routingPlanId: plan.id, routeId: dear.id, countryId: UNITED_STATES },
  });
  await app.db.routingPlanCandidate.createMany({
    data: [
      { teamId, routingPlanRuleId: rule.id, routeId: dear.id, priority: 1 },
      { teamId, routingPlanRuleId: rule.id, routeId: cheap.id, priority: 2 },
    ],
  });
  const { id } = await endpoint({ smsRoutingPlanId: plan.id, maxPrice: '0.02', isMaxPriceEnabled: true });
  const answer = await intake.submit(submission(id));
  expect((await row(answer.id)).routeId).toBe(cheap.id);
});

test('a reference is answered with the first message: in one commit, in several and in two processes at once', async () => {
  const { id: defaultRouteId } = await route();
  const { id } = await endpoint({ defaultRouteId });
  const other = openIntake(app.services);
  const one = submission(id, { reference: 'same' });
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, () => intake.submit(one)),
    ...Array.from({ length: 5 }, () => other.submit(one)),
  ]);
  answers.push(await intake.submit(one));
  await other.close();
  const [message] = await rows();
  expect(await rows()).toHaveLength(1);
  expect(new Set(answers.map((answer) => answer.id))).toEqual(new Set([message!.id]));
  expect(answers.filter((answer) => answer.refusal === null && !answer.isRepeat)).toHaveLength(1);
  // Of another endpoint it is another message.
  await intake.submit({ ...one, endpointId: (await endpoint({ defaultRouteId })).id });
  expect(await rows()).toHaveLength(2);
  // A day later, too.
  await app.db.hubReference.updateMany({ where: { teamId }, data: { createdAt: new Date(Date.now() - 86_400_001) } });
  expect(await intake.submit(one)).toMatchObject({ refusal: null, isRepeat: false });
  expect(await rows()).toHaveLength(3);
});

test('of two commits with one reference the second answers with the message of the first', async () => {
  const { id: defaultRouteId } = await route();
  const { id } = await endpoint({ defaultRouteId });
  const first = '01900000-0000-7000-8000-000000000001';
  const client = await app.pool.connect();
  await client.query('BEGIN');
  await client.query(
    `INSERT INTO hub_references (team_id, seller_endpoint_id, reference, message_id, created_at) VALUES ($1, $2, 'same', $3, now())`,
    [teamId, id, first],
  );
  const second = intake.submit(submission(id, { reference: 'same' }));
  await untilWaiting(app, 1);
  await client.query('COMMIT');
  client.release();
  expect(await second).toEqual({ id: first, refusal: null, isRepeat: true });
  expect(await rows()).toEqual([]);
});

test('a refused message may be submitted again under its reference', async () => {
  const { id: defaultRouteId } = await route();
  const { id: clientCompanyId, integrationId } = await company('0');
  const { id } = await endpoint({ defaultRouteId, clientCompanyId });
  const one = submission(id, { reference: 'again' });
  expect(await intake.submit(one)).toMatchObject({ refusal: 'balance' });
  await app.db.integration.update({ where: { teamId_id: { teamId, id: integrationId } }, data: { balance: '1' } });
  expect(await intake.submit(one)).toMatchObject({ refusal: null, isRepeat: false });
});

test('no part is sent twice', async () => {
  const { id: defaultRouteId } = await route();
  const { id } = await endpoint({ defaultRouteId });
  const parts = await Promise.all(
    [1, 2].map((part) =>
      app.db.hubPart.create({
        data: {
          ...{ teamId, sellerEndpointId: id, sender: 'Acme', destination: '12025550123', concatenation: 7 },
          ...{ part, total: 2, submission: {}, receipts: 'all', createdAt: new Date() },
        },
      }),
    ),
  );
  const one = submission(id, { partIds: parts.map((part) => part.id) });
  const other = openIntake(app.services);
  const answers = await Promise.all([intake.submit(one), other.submit(one)]);
  await other.close();
  expect(answers[0]!.id).toBe(answers[1]!.id);
  expect(await rows()).toHaveLength(1);
  const marked = await app.db.hubPart.findMany({ where: { teamId } });
  expect(marked.map(({ messageId }) => messageId)).toEqual([answers[0]!.id, answers[0]!.id]);
});

test('what two processes charge is what their accepted messages cost, and never more than there is', async () => {
  const { id: defaultRouteId } = await route({ price: '0.013337' });
  const { id: clientCompanyId, integrationId } = await company('1.5');
  await app.db.profitRule.create({ data: { teamId, marginType: 'percentage', currentProfit: '7.777777' } });
  const endpoints = await Promise.all([1, 2, 3].map(() => endpoint({ defaultRouteId, clientCompanyId })));
  const other = openIntake(app.services);
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_none, at) =>
      (at % 2 ? intake : other).submit(
        submission(endpoints[at % 3]!.id, {
          text: 'x'.repeat(1 + ((at * 97) % 400)),
          destination: `1202555${1_000 + at}`,
        }),
      ),
    ),
  );
  await other.close();
  const accepted = answers.filter(({ refusal }) => refusal === null);
  expect(accepted.length).toBeGreaterThan(10);
  expect(accepted.length).toBeLessThan(200);
  const [sums] = (await app.services.db.rows`SELECT
      (SELECT sum(price)::text FROM hub_messages WHERE team_id = ${teamId}::uuid) AS priced,
      (SELECT sum(amount)::text FROM ledger_entries WHERE team_id = ${teamId}::uuid) AS charged,
      (SELECT (1.5 - balance)::text FROM integrations WHERE team_id = ${teamId}::uuid AND id = ${integrationId}::uuid) AS taken,
      (SELECT balance >= 0 FROM integrations WHERE team_id = ${teamId}::uuid AND id = ${integrationId}::uuid) AS "isCovered",
      (SELECT count(*)::int FROM hub_messages WHERE team_id = ${teamId}::uuid AND status = 'queued') AS queued`) as {
    priced: string;
  }[];
  expect(sums).toEqual({
    priced: sums!.priced,
    charged: sums!.priced,
    taken: sums!.priced,
    isCovered: true,
    queued: accepted.length,
  });
});

test('another team’s endpoint, plan, route, company and rule are none', async () => {
  const own = teamId;
  const { id: foreignRoute } = await route({ price: '0' });
  const foreign = await endpoint({ defaultRouteId: foreignRoute });
  await app.db.suppressedNumber.create({ data: { teamId, number: 12025550123n } });
  await app.db.profitRule.create({ data: { teamId, marginType: 'fixed', currentProfit: '5' } });
  teamId = (await createTeam(app, 'Rival')).team.id;
  expect(await intake.submit(submission(foreign.id))).toMatchObject({
    ...{ refusal: 'not_allowed', reason: 'The endpoint does not exist.' },
  });
  const { id: defaultRouteId } = await route();
  const { id } = await endpoint({ defaultRouteId });
  const answer = await intake.submit(submission(id, { reference: 'shared' }));
  expect(answer.refusal).toBeNull();
  expect(String((await row(answer.id)).price)).toBe('0.01');
  teamId = own;
  expect(await rows()).toEqual([]);
});

test('a commit takes as many statements for one message as for 300', async () => {
  const { id: defaultRouteId } = await route();
  const { id: clientCompanyId } = await company('100');
  const { id } = await endpoint({ defaultRouteId, clientCompanyId });
  const submitted = (count: number, from: number) =>
    app.statements(() =>
      Promise.all(
        Array.from({ length: count }, (_none, at) =>
          intake.submit(submission(id, { destination: `1202555${from + at}`, reference: `${from + at}` })),
        ),
      ),
    );
  await submitted(1, 1_000);
  const few = await submitted(1, 2_000);
  const many = await submitted(300, 3_000);
  expect(few.length).toBeLessThanOrEqual(18);
  expect(many).toHaveLength(few.length);
});

test('the network that is looked up decides about the route and the price', async () => {
  const germany = await app.db.route.create({ data: { teamId, name: 'Telekom', provider: 'http', price: '0.05' } });
  const plan = await app.db.routingPlan.create({ data: { teamId, name: 'Plan' } });
  await app.db.routingPlanRule.createMany({
    data: [262001, 262002].map((networkId, position) => ({
      ...{ teamId, routingPlanId: plan.id, routeId: germany.id, countryId: GERMANY, networkId, position },
    })),
  });
  const looking = openIntake({ ...app.services, config: { ...app.services.config, LOOKUP_PROVIDER: 'simulator' } });
  const { id } = await endpoint({ smsRoutingPlanId: plan.id, isLookupEnabled: true });
  const plain = await endpoint({ smsRoutingPlanId: plan.id });
  const destination = '4915112345670';
  expect(await looking.submit(submission(plain.id, { destination }))).toMatchObject({ refusal: 'no_route' });
  const answer = await looking.submit(submission(id, { destination }));
  await looking.close();
  expect(answer).toMatchObject({ refusal: null });
  expect((await row(answer.id)).routeId).toBe(germany.id);
});

/** A transaction that holds a balance: commits that charge it wait. */
async function holdBalance(integrationId: string): Promise<() => Promise<void>> {
  const client = await app.pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM integrations WHERE id = $1 FOR UPDATE', [integrationId]);
  return async () => {
    await client.query('COMMIT');
    client.release();
  };
}

const waits = (answer: Promise<unknown>) =>
  Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 200, 'waits'))]);

test('two commits of a team are under way at a time, and no third', async () => {
  const { id: defaultRouteId } = await route();
  const { id: clientCompanyId, integrationId } = await company('1');
  const [paid, other, third] = await Promise.all([
    endpoint({ defaultRouteId, clientCompanyId }),
    endpoint({ defaultRouteId, clientCompanyId }),
    endpoint({ defaultRouteId }),
  ]);
  await app.db.profitRule.create({ data: { teamId, clientCompanyId, marginType: 'percentage', currentProfit: '25' } });
  const release = await holdBalance(integrationId);
  const first = intake.submit(submission(paid.id));
  await untilWaiting(app, 1);
  const second = intake.submit(submission(other.id));
  await untilWaiting(app, 2);
  const last = intake.submit(submission(third.id));
  expect(await waits(last)).toBe('waits');
  await release();
  expect(await Promise.all([first, second, last])).toMatchObject(Array(3).fill({ refusal: null }));
});

test('of several endpoints, one has a commit at a time, and leaves the other to them', async () => {
  const { id: defaultRouteId } = await route();
  const { id: clientCompanyId, integrationId } = await company('1');
  const [paid, other] = await Promise.all([
    endpoint({ defaultRouteId, clientCompanyId }),
    endpoint({ defaultRouteId }),
  ]);
  await app.db.profitRule.create({ data: { teamId, clientCompanyId, marginType: 'percentage', currentProfit: '25' } });
  const own = openIntake(app.services);
  const release = await holdBalance(integrationId);
  // Both are active as long as the clock stands.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  onTestFinished(() => clock.mockRestore());
  const first = own.submit(submission(paid.id));
  await untilWaiting(app, 1);
  expect(await own.submit(submission(other.id))).toMatchObject({ refusal: null });
  const second = own.submit(submission(paid.id));
  expect(await own.submit(submission(other.id))).toMatchObject({ refusal: null });
  expect(await waits(second)).toBe('waits');
  await release();
  expect(await Promise.all([first, second])).toMatchObject([{ refusal: null }, { refusal: null }]);
  await own.close();
});

test('with few connections a team whose balance is waited for leaves one to others', async () => {
  const { id: defaultRouteId } = await route();
  const { id: clientCompanyId, integrationId } = await company('1');
  const paid = await endpoint({ defaultRouteId, clientCompanyId });
  await app.db.profitRule.create({ data: { teamId, clientCompanyId, marginType: 'percentage', currentProfit: '25' } });
  const { team: other } = await createTeam(app);
  const elsewhere = await endpoint({ teamId: other.id });
  const small = openIntake({ ...app.services, config: { ...app.services.config, DATABASE_POOL_SIZE: 4 } });
  const client = await app.pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM integrations WHERE id = $1 FOR UPDATE', [integrationId]);
  const first = small.submit(submission(paid.id));
  await untilWaiting(app, 1);
  const second = small.submit(submission(paid.id));
  expect(await small.submit(submission(elsewhere.id, { teamId: other.id }))).toMatchObject({ refusal: 'no_route' });
  await client.query('COMMIT');
  client.release();
  expect(await Promise.all([first, second])).toMatchObject([{ refusal: null }, { refusal: null }]);
  await small.close();
});

test('an endpoint that is changed while its messages are decided has them decided as it is then', async () => {
  const [before, after] = await Promise.all([route(), route({ name: 'Other', price: '0.02' })]);
  const { id } = await endpoint({ defaultRouteId: before.id });
  const change = () => app.db.sellerEndpoint.updateMany({ where: { id }, data: { defaultRouteId: after.id } });
  const changed = { ...app.services, db: dbOver(app, meanwhile(app, / FROM routing_plans /, change)) };
  const own = openIntake(changed);
  const answer = await own.submit(submission(id));
  await own.close();
  expect(answer).toMatchObject({ refusal: null });
  expect(await row(answer.id)).toMatchObject({ routeId: after.id });
});

test('a message of one endpoint waits for no commit of all that another has', async () => {
  const { id: defaultRouteId } = await route();
  const [greedy, other] = await Promise.all([endpoint({ defaultRouteId }), endpoint({ defaultRouteId })]);
  const fair = openIntake(app.services);
  await Promise.all([
    ...Array.from({ length: 900 }, () => fair.submit(submission(greedy.id))),
    fair.submit(submission(other.id)),
  ]);
  await fair.close();
  const inItsCommit = await app.pool.query(
    `SELECT count(*)::int AS count FROM hub_messages WHERE team_id = $1
       AND xmin = (SELECT xmin FROM hub_messages WHERE team_id = $1 AND seller_endpoint_id = $2)`,
    [teamId, other.id],
  );
  expect(inItsCommit.rows).toEqual([{ count: 21 }]);
});

test('an endpoint has room while others fill all that may wait', async () => {
  const { id: defaultRouteId } = await route();
  const [greedy, other] = await Promise.all([endpoint({ defaultRouteId }), endpoint({ defaultRouteId })]);
  const small = openIntake(app.services, { waiting: 8, perEndpoint: 8, always: 2 });
  const outcome = (endpointId: string) =>
    small.submit(submission(endpointId)).then(
      () => 'taken',
      ({ code }) => code,
    );
  const outcomes = [...Array(9).fill(greedy.id), ...Array(5).fill(other.id)].map(outcome);
  expect(await Promise.all(outcomes)).toEqual([
    ...[...Array(8).fill('taken'), 'UNAVAILABLE'],
    ...[...Array(2).fill('taken'), ...Array(3).fill('UNAVAILABLE')],
  ]);
  await small.close();
});
