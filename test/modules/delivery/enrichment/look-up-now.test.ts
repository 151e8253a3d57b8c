import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lookupsOf } from '../../../../src/modules/delivery/enrichment/configured-lookups.ts';
import { lookUpNow } from '../../../../src/modules/delivery/enrichment/look-up-now.ts';
import { openIntake } from '../../../../src/modules/hub/traffic/intake.ts';
import { openNetworkLookups } from '../../../../src/modules/hub/traffic/look-up.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { makeJobsDue, runJobs, waitingJobs } from '../../../support/jobs.ts';
import { mutate } from '../../../support/mutate.ts';
import { PATIENCE } from '../../../support/patience.ts';
import { createSellerEndpoint } from '../../../support/sellers.ts';
import { createTeam } from '../../../support/team.ts';

let service: Server;
let app: TestApp;
let teamId: string;
let token: string;
let asked: string[][] = [];
let answer: (response: ServerResponse, numbers: string[]) => void;

const KNOWN = '4915112345670';
const UNKNOWN = '4915112345671';

beforeAll(async () => {
  service = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const numbers = (JSON.parse(body) as { numbers: { number: string }[] }).numbers.map(({ number }) => number);
    asked.push(numbers.toSorted());
    answer(response, numbers);
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/lookups`;
  const settings = { LOOKUP_PROVIDER: 'http', LOOKUP_URL: url, LOOKUP_KEY: 'key', LOOKUP_PRICE: '0.004' } as const;
  app = await createTestApp({ LOG_LEVEL: 'silent', PRIVATE_PROVIDERS: true, ...settings });
});
afterAll(async () => {
  await app.close();
  service.closeAllConnections();
  service.close();
});
beforeEach(async () => {
  ({
    token,
    team: { id: teamId },
  } = await createTeam(app));
  asked = [];
  answer = (response, numbers) => {
    const results = numbers.map((number) => ({
      ...{ number, reachable: true, ported: number === KNOWN },
      ...(number === KNOWN && { mcc: '262', mnc: '02' }),
    }));
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ results }));
  };
});

async function endpoint(username: string): Promise<string> {
  const route = await app.db.route.create({ data: { teamId, name: 'Direct', provider: 'http', price: '0.01' } });
  const given = { teamId, username, passwordHash: 'none', defaultRouteId: route.id, isLookupEnabled: true };
  return (await createSellerEndpoint(app.db, given)).id;
}

/** A provider of the team's own is asked about each number. Those that are asked about, and their answers. */
async function ownProvider() {
  const requests: { number: string; answer: () => void }[] = [];
  const own = createServer((request, response) => {
    const number = /%2B(\d+)/.exec(request.url!)![1]!;
    const line = { error_code: null, mobile_country_code: '262', mobile_network_code: '02', type: 'mobile' };
    const found = { phone_number: `+${number}`, valid: true, line_type_intelligence: line };
    const answer = () => response.setHeader('content-type', 'application/json').end(JSON.stringify(found));
    requests.push({ number, answer });
    heard(number, answer);
  });
  let heard = (_number: string, answer: () => void) => answer();
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(own.address() as AddressInfo).port}`;
  const settings = { accountSid: `AC${'a'.repeat(32)}`, url };
  const input = { provider: 'twilio', settings, credentials: { authToken: 'secret' } };
  const { errors } = await mutate(
    app,
    token,
    'setNumberLookupProvider',
    { input: [input, 'SetNumberLookupProviderInput'] },
    '{ lookupProvider }',
  );
  expect(errors).toBeUndefined();
  return {
    requests,
    answers: (as: typeof heard) => {
      heard = as;
    },
    close: () => {
      own.closeAllConnections();
      own.close();
    },
  };
}

const numbersOf = (count: number) => Array.from({ length: count }, (_none, at) => `49151200${10_000 + at}`);

/** Each in a process of its own. */
async function submit(endpointId: string, ...destinations: string[]) {
  const intake = openIntake(app.services);
  const answers = await Promise.all(
    destinations.map((destination) =>
      intake.submit({
        ...{ teamId, endpointId, protocol: 'smpp', sender: 'Acme', destination, isInternational: true, text: 'Hello' },
        ...{ receipts: 'all', validUntil: null, scheduledAt: null, reference: null, partIds: [] },
      }),
    ),
  );
  await intake.close();
  expect(answers.map(({ refusal }) => refusal)).toEqual(destinations.map(() => null));
}

const lookups = async () =>
  JSON.parse(
    JSON.stringify(
      await app.db.mnpLookup.findMany({
        where: { teamId },
        select: { amount: true, cost: true, filters: true, status: true, notes: true },
        orderBy: { id: 'asc' },
      }),
    ),
  );
const results = async () =>
  (await app.db.lookupResult.findMany({ where: { teamId }, orderBy: { number: 'asc' } })).map(
    ({ number, networkId, isPorted, isReachable, checkedAt }) => [
      ...[String(number), networkId, isPorted, isReachable, checkedAt !== null],
    ],
  );

test('what is looked up for a submit is stored with its cost like any other look-up, and known to all processes', async () => {
  const id = await endpoint('looks-up');
  await submit(id, KNOWN, UNKNOWN, KNOWN);
  expect(asked).toEqual([[KNOWN, UNKNOWN]]);
  expect(await lookups()).toEqual([
    ...[{ amount: 2, cost: '0.008', filters: 'Messages of sellers', status: 'done', notes: ['2 can be reached.'] }],
  ]);
  expect(await results()).toEqual([
    [KNOWN, 262002, true, true, true],
    [UNKNOWN, null, false, true, true],
  ]);
  expect(await app.db.hubMessage.count({ where: { teamId, networkId: 262002 } })).toBe(2);
  await submit(id, KNOWN);
  expect([asked.length, (await lookups()).length, await waitingJobs(app, 'run_mnp_lookup')]).toEqual([1, 1, []]);
});

test('a number whose network the provider does not know is asked for once an hour by a process', async () => {
  const id = await endpoint('asks-once');
  const intake = openIntake(app.services);
  for (let messages = 0; messages < 3; messages += 1) {
    await intake.submit({
      ...{ teamId, endpointId: id, protocol: 'smpp', sender: 'Acme', destination: UNKNOWN, isInternational: true },
      ...{ text: 'Hello', receipts: 'all', validUntil: null, scheduledAt: null, reference: null, partIds: [] },
    });
  }
  await intake.close();
  expect(asked).toEqual([[UNKNOWN]]);
  expect((await lookups()).map(({ cost }: { cost: string }) => cost)).toEqual(['0.004']);
});

test('a provider that refuses costs nothing, and leaves nothing behind', async () => {
  answer = (response) => response.writeHead(503).end();
  await submit(await endpoint('refused'), KNOWN);
  expect([asked.length, await lookups(), await results(), await waitingJobs(app, 'run_mnp_lookup')]).toEqual([
    1,
    [],
    [],
    [],
  ]);
});

test('what a killed process had asked for is paid, not asked for again, and ended by its job', async () => {
  let release = () => {};
  answer = (response) => {
    release = () => response.destroy();
  };
  const provider = (await lookupsOf(app.services, teamId))!;
  const wanted = {
    numbers: [KNOWN],
    filters: 'Messages of sellers',
    signal: AbortSignal.timeout(60_000),
    heard: () => {},
  };
  const killed = lookUpNow(app.services, teamId, provider, wanted);
  await expect.poll(() => asked.length, PATIENCE).toBe(1);
  expect(await lookups()).toMatchObject([{ amount: 1, cost: '0.004', status: 'running' }]);
  const where = { teamId, askedAt: { not: null } };
  await app.db.lookupResult.updateMany({ where, data: { askedAt: new Date(Date.now() - 100_000) } });
  await makeJobsDue(app);
  await runJobs(app);
  expect(asked).toHaveLength(1);
  const notes = ['0 can be reached.', '1 got no answer.'];
  expect(await lookups()).toMatchObject([{ cost: '0.004', status: 'done', notes }]);
  expect(await results()).toEqual([[KNOWN, null, null, null, true]]);
  release();
  await killed;
  expect(await lookups()).toMatchObject([{ cost: '0.004', status: 'done', notes }]);
});

test('answers that come in time count, later ones are stored, and nobody is asked twice', async () => {
  const own = await ownProvider();
  const numbers = numbersOf(20);
  const late: (() => void)[] = [];
  const deadline = new AbortController();
  // Five are asked about at a time: the last five once fifteen have an answer.
  own.answers((_number, answer) => {
    if (own.requests.length <= 15) return answer();
    late.push(answer);
    if (late.length === 5) deadline.abort();
  });
  const networks = openNetworkLookups(app.services, () => deadline.signal);
  const inTime = await networks.find(teamId, numbers);
  expect([...inTime.values()].filter((network) => network === 262002)).toHaveLength(15);
  await expect
    .poll(async () => (await results()).filter(([, network]) => network === 262002).length, PATIENCE)
    .toBe(15);
  expect(await lookups()).toMatchObject([{ amount: 20, status: 'running' }]);
  for (const answer of late) answer();
  await expect.poll(lookups, PATIENCE).toMatchObject([{ amount: 20, status: 'done', notes: ['20 can be reached.'] }]);
  const found = await networks.find(teamId, numbers);
  expect([...found.values()]).toEqual(numbers.map(() => 262002));
  expect(own.requests).toHaveLength(20);
  own.close();
});

test('of a hundred numbers none is left out, and messages to one number at once ask once', async () => {
  const own = await ownProvider();
  const numbers = numbersOf(100);
  const networks = openNetworkLookups(app.services, () => new AbortController().signal);
  const found = await Promise.all([networks.find(teamId, numbers), networks.find(teamId, numbers)]);
  for (const one of found) expect([...one.values()]).toEqual(numbers.map(() => 262002));
  expect(own.requests.map(({ number }) => number).toSorted()).toEqual(numbers);
  expect((await lookups()).map(({ amount }: { amount: number }) => amount)).toEqual([20, 20, 20, 20, 20]);
  own.close();
});

test('nobody waits for a service of which all requests are late', async () => {
  const own = await ownProvider();
  const late: (() => void)[] = [];
  own.answers((_number, answer) => void late.push(answer));
  let deadline = new AbortController();
  const networks = openNetworkLookups(app.services, () => deadline.signal);
  const first = networks.find(teamId, numbersOf(80));
  // Four requests, each of which asks about five numbers at a time.
  await expect.poll(() => late.length, PATIENCE).toBe(20);
  deadline.abort();
  await first;
  deadline = new AbortController();
  const other = '4915112399999';
  expect(await networks.find(teamId, [other])).toEqual(new Map([[other, null]]));
  own.answers((_number, answer) => answer());
  for (const answer of late) answer();
  await expect.poll(async () => (await networks.find(teamId, [other])).get(other), PATIENCE).toBe(262002);
  own.close();
});
