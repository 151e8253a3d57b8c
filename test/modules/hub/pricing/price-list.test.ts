import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { makeJobsDue, runJobs, waitingJobs } from '../../../support/jobs.ts';
import { mutate } from '../../../support/mutate.ts';
import { createOutbox } from '../../../support/outbox.ts';
import { PATIENCE } from '../../../support/patience.ts';
import { createSellerEndpoint } from '../../../support/sellers.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';

const outbox = createOutbox();
let app: TestApp;
let acme: TestTeam;
let company: string;
let seller: string;
let others = 0;
beforeAll(async () => {
  app = await createTestApp({ ...outbox.environment, PUBLIC_URL: undefined, LOG_LEVEL: 'silent' });
});
afterAll(async () => {
  await app.close();
  outbox.remove();
});
beforeEach(async () => {
  await app.pool.query('DELETE FROM graphile_worker._private_jobs');
  acme = await createTeam(app);
  company = await createCompany('Northwind');
  others += 1;
  seller = `seller-${others}`;
});

const BELGIUM = 56;
const GERMANY = 276;
const VODAFONE_DE = 262002;
const HEAD = 'endpoint,country,country_name,network,network_name,lowest_price,highest_price,valid_from';

const createCompany = async (name: string) =>
  (await app.db.clientCompany.create({ data: { teamId: acme.team.id, name } })).id;
const route = (name: string, price: string) =>
  app.db.route.create({ data: { teamId: acme.team.id, name, provider: 'http', price } });
const mailOf = () => `${seller}@northwind.example`;
const endpoint = async (data: object = {}) => {
  const given = { teamId: acme.team.id, username: seller, passwordHash: 'none', clientCompanyId: company };
  return createSellerEndpoint(app.db, { ...given, pricingUpdateEmail: mailOf(), ...data });
};

/** Belgium over one route, Germany over two, its Vodafone over the dear one. */
async function plan(): Promise<string> {
  const { team } = acme;
  const cheap = await route('Cheap', '0.01');
  const dear = await route('Dear', '0.04');
  const { id } = await app.db.routingPlan.create({ data: { teamId: team.id, name: 'Plan' } });
  const rule = async (position: number, data: object, routes: readonly { id: string }[]) => {
    const made = await app.db.routingPlanRule.create({
      data: { teamId: team.id, routingPlanId: id, routeId: routes[0]!.id, position, ...data },
    });
    const row = { teamId: team.id, routingPlanRuleId: made.id };
    await app.db.routingPlanCandidate.createMany({ data: routes.map((one) => ({ ...row, routeId: one.id })) });
  };
  await rule(0, { networkId: VODAFONE_DE, countryId: GERMANY }, [dear]);
  await rule(1, { countryId: GERMANY }, [cheap, dear]);
  await rule(2, { countryId: BELGIUM }, [cheap]);
  return id;
}

const createRule = async (input: object, token = acme.token): Promise<string> => {
  const given: [object, string] = [input, 'CreateSellerProfitLogicRuleInput'];
  const { data, errors } = await mutate(app, token, 'createSellerProfitLogicRule', { input: given });
  expect(errors).toBeUndefined();
  return data.createSellerProfitLogicRule.id;
};
const updateRule = (id: string, input: object) =>
  mutate(app, acme.token, 'updateSellerProfitLogicRule', { id, input: [input, 'UpdateSellerProfitLogicRuleInput'] });

const get = (path: string, token: string) =>
  app.app.fetch(new Request(`http://localhost${path}`, { headers: { authorization: `Bearer ${token}` } }));
const listAt = async (at: string): Promise<string[]> => {
  const query = 'query ($id: ID!, $at: DateTime) { clientCompany(id: $id) { priceListUrl(at: $at) } }';
  const { data } = await app.graphql<{ clientCompany: { priceListUrl: string } }>(query, {
    token: acme.token,
    variables: { id: company, at },
  });
  const response = await get(data!.clientCompany.priceListUrl, acme.token);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/csv; charset=utf-8; header=present',
  ]);
  return (await response.text()).split('\r\n').slice(0, -1);
};
const waiting = () => waitingJobs(app, 'send_price_list');
async function sent(): Promise<string[]> {
  await makeJobsDue(app);
  await runJobs(app);
  return outbox.to(mailOf());
}

test('a list has each country, networks with prices of their own, and when a planned price begins', async () => {
  await endpoint({ smsRoutingPlanId: await plan() });
  await createRule({ marginType: 'percentage', currentProfit: '10' });
  const upcoming = { upcomingProfit: '50', appliedAt: '2099-01-01T00:00:00.000Z' };
  await createRule({
    marginType: 'percentage',
    currentProfit: '25',
    clientCompanyId: company,
    countryId: GERMANY,
    ...upcoming,
  });
  expect(await listAt('2090-01-01T00:00:00.000Z')).toEqual([
    HEAD,
    `${seller},BE,Belgium,,,0.011000,0.011000,2090-01-01T00:00:00.000Z`,
    `${seller},DE,Germany,,,0.012500,0.050000,2090-01-01T00:00:00.000Z`,
    `${seller},DE,Germany,,,0.015000,0.060000,2099-01-01T00:00:00.000Z`,
    `${seller},DE,Germany,262002,Vodafone,0.050000,0.050000,2090-01-01T00:00:00.000Z`,
    `${seller},DE,Germany,262002,Vodafone,0.060000,0.060000,2099-01-01T00:00:00.000Z`,
  ]);
  expect((await listAt('2099-01-01T00:00:00.000Z')).filter((line) => line.includes(',DE,'))).toEqual([
    `${seller},DE,Germany,,,0.015000,0.060000,2099-01-01T00:00:00.000Z`,
    `${seller},DE,Germany,262002,Vodafone,0.060000,0.060000,2099-01-01T00:00:00.000Z`,
  ]);
});

test('routes that the endpoint would not pay are left out, also by what is planned', async () => {
  await endpoint({ smsRoutingPlanId: await plan(), maxPrice: '0.012', isMaxPriceEnabled: true });
  const upcoming = { upcomingProfit: '0.01', appliedAt: '2099-01-01T00:00:00.000Z' };
  await createRule({ marginType: 'fixed', currentProfit: '0.001', countryId: GERMANY, ...upcoming });
  expect(await listAt('2090-01-01T00:00:00.000Z')).toEqual([
    HEAD,
    `${seller},BE,Belgium,,,0.010000,0.010000,2090-01-01T00:00:00.000Z`,
    `${seller},DE,Germany,,,0.011000,0.011000,2090-01-01T00:00:00.000Z`,
    `${seller},DE,Germany,,,,,2099-01-01T00:00:00.000Z`,
    `${seller},DE,Germany,262002,Vodafone,,,2090-01-01T00:00:00.000Z`,
  ]);
});

test('a list of a moment that is past has the prices of the download, and says so', async () => {
  await endpoint({ smsRoutingPlanId: await plan() });
  await createRule({ marginType: 'fixed', currentProfit: '0.005' });
  const before = Date.now();
  const [head, belgium] = await listAt('2020-01-01T00:00:00.000Z');
  expect(head).toBe(HEAD);
  expect(belgium).toMatch(`${seller},BE,Belgium,,,0.015000,0.015000,`);
  expect(Date.parse(belgium!.split(',').at(-1)!)).toBeGreaterThanOrEqual(before);
});

test('another team’s list is not found, and a moment must be one', async () => {
  const path = `/downloads/client-companies/${company}/prices.csv`;
  const rival = await createTeam(app);
  expect((await get(path, rival.token)).status).toBe(404);
  expect((await get('/downloads/client-companies/none/prices.csv', acme.token)).status).toBe(404);
  expect((await get(`${path}?at=tomorrow`, acme.token)).status).toBe(422);
  expect((await get(`${path}?at=9999-12-31T23:59:59-23:59`, acme.token)).status).toBe(422);
  expect(await (await get(path, acme.token)).text()).toBe(`${HEAD}\r\n`);
});

test('changes of a minute send the list once, to each address of the company', async () => {
  await endpoint({ smsRoutingPlanId: await plan() });
  await endpoint({ username: `${seller}-2` });
  await endpoint({ username: `${seller}-3`, pricingUpdateEmail: 'other@northwind.example' });
  await endpoint({ username: `${seller}-4`, pricingUpdateEmail: null });
  const southwind = await createCompany('Southwind');
  await endpoint({ username: `${seller}-5`, clientCompanyId: southwind, pricingUpdateEmail: 'south@wind.example' });
  const before = Date.now();
  const id = await createRule({ clientCompanyId: company, currentProfit: '10' });
  const { runAt } = (await waiting())[0]!;
  expect(runAt.getTime() - before).toBeGreaterThanOrEqual(60_000);
  for (const currentProfit of ['11', '12', '13']) await updateRule(id, { currentProfit });
  expect((await waiting()).map((job) => (job.payload as { email: string }).email).sort()).toEqual([
    'other@northwind.example',
    mailOf(),
  ]);
  expect((await waiting())[0]!.runAt).toEqual(runAt);
  const letters = await sent();
  expect(letters).toHaveLength(1);
  expect(letters[0]).toMatch(/\nSubject: Prices of Acme for Northwind\n/);
  expect(letters[0]).toContain(`${HEAD}\r\n${seller},BE,Belgium,,,0.011300,0.011300,20`);
  expect(outbox.to('south@wind.example')).toEqual([]);
  expect(await waiting()).toEqual([]);

  // Nothing that makes a price.
  await updateRule(id, { oldProfit: '9', currentProfit: '13' });
  expect(await waiting()).toEqual([]);
  await mutate(app, acme.token, 'deleteSellerProfitLogicRule', { id });
  expect(await sent()).toHaveLength(2);
  expect(outbox.to(mailOf())[1]).toContain(`${seller},BE,Belgium,,,0.010000,0.010000,20`);
});

test('a rule of any company tells all of the team, one that changes companies both, and nobody without an address', async () => {
  const southwind = await createCompany('Southwind');
  await endpoint();
  await endpoint({ username: `${seller}-2`, clientCompanyId: southwind, pricingUpdateEmail: 'south@wind.example' });
  await endpoint({ username: `${seller}-3`, clientCompanyId: null, pricingUpdateEmail: 'nobody@wind.example' });
  await endpoint({ username: `${seller}-4`, pricingUpdateEmail: null });
  const rival = await createTeam(app);
  await createRule({ currentProfit: '10' }, rival.token);
  expect(await waiting()).toEqual([]);
  const told = async () => {
    const emails = (await waiting()).map((job) => (job.payload as { email: string }).email).sort();
    await app.pool.query('DELETE FROM graphile_worker._private_jobs');
    return emails;
  };
  const id = await createRule({ currentProfit: '10' });
  expect(await told()).toEqual([mailOf(), 'south@wind.example']);
  await updateRule(id, { clientCompanyId: southwind });
  expect(await told()).toEqual([mailOf(), 'south@wind.example']);
  await updateRule(id, { upcomingProfit: '20', appliedAt: '2099-01-01T00:00:00.000Z' });
  expect(await told()).toEqual(['south@wind.example']);
});

test('of a list that is too long for an e-mail the e-mail says so', async () => {
  const { id: defaultRouteId } = await route('Cheap', '0.01');
  await endpoint();
  const own = { teamId: acme.team.id, clientCompanyId: company, passwordHash: 'none', defaultRouteId };
  const usernames = Array.from({ length: 130 }, (_, at) => `${seller}-${at}-`.padEnd(64, 'x'));
  await app.db.sellerUsername.createMany({ data: usernames.map((username) => ({ teamId: acme.team.id, username })) });
  await app.db.sellerEndpoint.createMany({ data: usernames.map((username) => ({ ...own, username })) });
  await createRule({ currentProfit: '10', upcomingProfit: '20', appliedAt: '2999-01-01T00:00:00Z' });
  const [letter] = await sent();
  expect(letter).toContain('The list is too long for an e-mail: ask');
  expect(letter).not.toContain('prices.csv');
});

test('an address that is taken away meanwhile gets nothing', async () => {
  const { id } = await endpoint();
  await createRule({ currentProfit: '10' });
  await mutate(app, acme.token, 'updateSellerEndpoint', {
    id,
    input: [{ pricingUpdateEmail: null }, 'UpdateSellerEndpointInput'],
  });
  expect(await sent()).toEqual([]);
});

test('a refused e-mail is sent again; one whose process was killed on the way is not', async () => {
  const calls: Socket[] = [];
  let isDown = true;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    calls.push(socket);
    if (isDown) socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const { services } = app;
  const sending = { services: { ...services, config: { ...services.config, EMAIL_URL: `smtp://127.0.0.1:${port}` } } };
  await endpoint();
  await createRule({ currentProfit: '10' });
  await makeJobsDue(app);
  await runJobs(sending);
  expect([calls.length, (await waiting()).map(({ attempts }) => attempts)]).toEqual([1, [1]]);

  isDown = false;
  await makeJobsDue(app);
  const killed = runJobs(sending);
  await expect.poll(() => calls.length, PATIENCE).toBe(2);
  await app.pool.query(
    'SELECT graphile_worker.force_unlock_workers(array_agg(locked_by)) FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL',
  );
  await makeJobsDue(app);
  await runJobs(sending);
  expect([calls.length, await waiting()]).toEqual([2, []]);
  calls[1]!.destroy();
  await killed;
  server.close();
});
