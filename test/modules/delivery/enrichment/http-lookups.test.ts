import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../../../src/config.ts';
import { giveUpDeadJobs } from '../../../../src/jobs/give-up.ts';
import { tasks } from '../../../../src/tasks.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { makeJobsDue, runJobs, waitingJobs } from '../../../support/jobs.ts';
import { mutate, refused } from '../../../support/mutate.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';

/** A look-up service: notes what it is asked, and answers as the test says. */
let service: Server;
let asked: { headers: IncomingMessage['headers']; body: unknown }[] = [];
let answer: (response: ServerResponse) => void;

let app: TestApp;
let bare: TestApp;
let acme: TestTeam;
beforeAll(async () => {
  service = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      asked.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const LOOKUP_URL = `http://127.0.0.1:${(service.address() as AddressInfo).port}/lookups`;
  const settings = { LOOKUP_PROVIDER: 'http', LOOKUP_URL, LOOKUP_KEY: 'key-1', LOOKUP_PRICE: '0.01' } as const;
  app = await createTestApp({ LOG_LEVEL: 'silent', PRIVATE_PROVIDERS: true, ...settings });
  bare = await createTestApp({ LOG_LEVEL: 'silent' });
});
beforeEach(async () => {
  acme = await createTeam(app);
  const numbers = [4_915_112_345_670n, 4_915_112_345_671n, 4_915_112_345_672n];
  await app.db.contact.createMany({ data: numbers.map((number) => ({ teamId: acme.team.id, number })) });
});
afterEach(async () => {
  asked = [];
  await app.pool.query('DELETE FROM graphile_worker._private_jobs');
});
afterAll(async () => {
  service.closeAllConnections();
  service.close();
  await app.close();
  await bare.close();
});

const request = async (input: object = {}) =>
  (await mutate(app, acme.token, 'requestNumberLookup', { input: [input, 'RequestNumberLookupInput'] }, '{ id cost }'))
    .data.requestNumberLookup as { id: string; cost: string };
const read = async (id: string) =>
  (
    await app.graphql<{ numberLookup: object }>(
      'query ($id: ID!) { numberLookup(id: $id) { status cost meta { notes } results { nodes { number isReachable isPorted network { mcc mnc } retries } } } }',
      { token: acme.token, variables: { id } },
    )
  ).data!.numberLookup;
const json = (body: unknown, status = 200) => {
  answer = (response) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
const RESULTS = [
  { number: '4915112345671', reachable: false },
  { number: '+4915112345670', reachable: true, ported: true, mcc: '262', mnc: '02' },
  { number: '15551234567', reachable: true },
];
const NONE = { isReachable: null, isPorted: null, network: null, retries: 0 };

test('a configured service is asked with its key, is paid for, and its answers are kept', async () => {
  json({ results: RESULTS });
  const { id, cost } = await request();
  expect(cost).toBe('0.03');
  await runJobs(app);
  expect(asked).toMatchObject([
    { headers: { authorization: 'Bearer key-1', 'content-type': 'application/json' }, body: { numbers: [{}, {}, {}] } },
  ]);
  const { numbers } = asked[0]!.body as { numbers: { number: string }[] };
  expect(numbers.sort((a, b) => (a.number < b.number ? -1 : 1))).toEqual([
    { number: '4915112345670', attempt: 1 },
    { number: '4915112345671', attempt: 1 },
    { number: '4915112345672', attempt: 1 },
  ]);
  expect(await read(id)).toEqual({
    ...{ status: 'done', cost: '0.03', meta: { notes: ['1 can be reached.', '1 got no answer.'] } },
    results: {
      nodes: [
        { number: '+4915112345670', isReachable: true, isPorted: true, network: { mcc: '262', mnc: '02' }, retries: 0 },
        { number: '+4915112345671', isReachable: false, isPorted: false, network: null, retries: 0 },
        { number: '+4915112345672', ...NONE },
      ],
    },
  });
});

test.each([401, 404, 429, 503, 302])('what the service refuses with %i is asked for again', async (status) => {
  json({}, status);
  const { id } = await request();
  await runJobs(app);
  expect(await read(id)).toMatchObject({ status: 'running', cost: '0', results: { nodes: [NONE, NONE, NONE] } });
  json({ results: RESULTS });
  await makeJobsDue(app);
  await runJobs(app);
  expect(asked).toHaveLength(2);
  expect(asked[1]!.body).toMatchObject({ numbers: [{ attempt: 1 }, { attempt: 1 }, { attempt: 1 }] });
  const notes = ['1 can be reached.', '1 got no answer.'];
  expect(await read(id)).toMatchObject({ status: 'done', cost: '0.03', meta: { notes } });
});

test('what nobody looked up when it is given up costs nothing', async () => {
  json({}, 401);
  const { id } = await request();
  await runJobs(app);
  const dead = `UPDATE graphile_worker._private_jobs SET attempts = max_attempts, run_at = now() - interval '1 hour'`;
  await app.pool.query(dead);
  await giveUpDeadJobs(app.services, tasks);
  expect(await read(id)).toMatchObject({ status: 'failed', cost: '0' });
});

test('each number is paid for to whom it was asked of: the team’s provider may be another than when it was requested', async () => {
  answer = (response) => response.writeHead(503).end();
  const own = {
    ...{ provider: 'custom', credentials: { key: 'k' } },
    settings: {
      request: { method: 'GET', url: `http://127.0.0.1:${(service.address() as AddressInfo).port}/own?n={number}` },
      answer: { known: { line: true }, reachable: {}, landline: { line: ['fixed'] } },
    },
  };
  const input: [object, string] = [own, 'SetNumberLookupProviderInput'];
  const given = await mutate(app, acme.token, 'setNumberLookupProvider', { input }, '{ lookupProvider }');
  expect(given.errors).toBeUndefined();
  const { id, cost } = await request();
  expect(cost).toBe('0');
  const removed = await app.graphql('mutation { removeNumberLookupProvider { lookupProvider } }', {
    token: acme.token,
  });
  expect(removed.errors).toBeUndefined();
  json({ results: RESULTS });
  await runJobs(app);
  expect(await read(id)).toMatchObject({ status: 'done', cost: '0.03' });
});

test.each<[string, typeof answer]>([
  ['breaks the connection', (response) => void response.destroy()],
  ['fails', (response) => void response.writeHead(500).end()],
  ['answers nonsense', (response) => void response.end('{"results": [{"number": 7}]}')],
  ['answers no JSON', (response) => void response.end('<html>')],
  ['answers too much', (response) => void response.end(Buffer.alloc(1_100_000, 0x20))],
])('numbers of a service that %s after it was asked are not asked for twice', async (_what, how) => {
  answer = how;
  const { id } = await request();
  await runJobs(app);
  await makeJobsDue(app);
  await runJobs(app);
  expect(asked).toHaveLength(1);
  expect(await waitingJobs(app)).toEqual([]);
  expect(await read(id)).toMatchObject({
    status: 'done',
    meta: { notes: ['0 can be reached.', '3 got no answer.'] },
    results: { nodes: [NONE, NONE, NONE] },
  });
});

test('without a provider a lookup is refused before anything is written, and the variable is named', async () => {
  const { team, token } = await createTeam(bare);
  await bare.db.contact.create({ data: { teamId: team.id, number: 4_915_112_345_670n } });
  const message =
    'Numbers cannot be looked up: neither the team (setNumberLookupProvider) nor this installation (LOOKUP_PROVIDER) has a look-up provider.';
  expect(await mutate(bare, token, 'requestNumberLookup', { input: [{}, 'RequestNumberLookupInput'] })).toMatchObject(
    refused('CONFLICT', message),
  );
  expect(await bare.db.mnpLookup.count()).toBe(0);
  expect(await waitingJobs(bare)).toEqual([]);
});

test('a service without an address or a key stops the start, by name', () => {
  expect(() => readConfig({ LOOKUP_PROVIDER: 'http' })).toThrow(ConfigError);
  expect(() => readConfig({ LOOKUP_PROVIDER: 'http' })).toThrow(
    'The configuration is not usable.\nLOOKUP_URL: LOOKUP_PROVIDER=http needs it\nLOOKUP_KEY: LOOKUP_PROVIDER=http needs it',
  );
  expect(() => readConfig({ LOOKUP_PROVIDER: 'none' })).toThrow('LOOKUP_PROVIDER');
});
