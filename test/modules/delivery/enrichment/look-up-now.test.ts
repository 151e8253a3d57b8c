import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lookupsOf } from '../../../../src/modules/delivery/enrichment/configured-lookups.ts';
import { lookUpNow } from '../../../../src/modules/delivery/enrichment/look-up-now.ts';
import { openIntake } from '../../../../src/modules/hub/traffic/intake.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { makeJobsDue, runJobs, waitingJobs } from '../../../support/jobs.ts';
import { PATIENCE } from '../../../support/patience.ts';
import { createSellerEndpoint } from '../../../support/sellers.ts';
import { createTeam } from '../../../support/team.ts';

let service: Server;
let app: TestApp;
let teamId: string;
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
  app = await createTestApp({ LOG_LEVEL: 'silent', ...settings });
});
afterAll(async () => {
  await app.close();
  service.closeAllConnections();
  service.close();
});
beforeEach(async () => {
  teamId = (await createTeam(app)).team.id;
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
  const wanted = { numbers: [KNOWN], filters: 'Messages of sellers', answerMs: 60_000 };
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
