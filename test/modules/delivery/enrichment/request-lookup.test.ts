import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AskedNumber, LookupProvider } from '../../../../src/modules/delivery/enrichment/lookup-provider.ts';
import { lookupTask } from '../../../../src/modules/delivery/enrichment/run-lookup.ts';
import { simulatedLookups } from '../../../../src/modules/delivery/enrichment/simulated-lookups.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { makeJobsDue, runJobs, waitingJobs } from '../../../support/jobs.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let acme: TestTeam;
beforeAll(async () => {
  app = await createTestApp({ LOG_LEVEL: 'silent', LOOKUP_PRICE: '0.01', LOOKUP_PROVIDER: 'simulator' });
});
beforeEach(async () => {
  acme = await createTeam(app);
  await app.pool.query('DELETE FROM graphile_worker._private_jobs');
});
afterAll(() => app.close());

const SIMULATED = 'Simulated: nobody was asked, and nothing is charged.';
const db = () => app.db;
const FIRST = 4_915_112_345_670n;
const SOON = { isActive: true, numberOfRetries: 2, delayBetweenRetries: 0, additionalTimeIncrement: 0 };

/** Ten numbers, ending in 0 to 9. */
async function tenContacts(data: object = {}): Promise<string[]> {
  const rows = Array.from({ length: 10 }, (_, at) => ({ teamId: acme.team.id, number: FIRST + BigInt(at), ...data }));
  return (await db().contact.createManyAndReturn({ data: rows })).map(({ id }) => id);
}

const FIELDS = `id amount cost status filters meta { filters { key operator value } statusReason notes } doneAt
  results { totalCount nodes { number isReachable isPorted retries network { mcc mnc } checkedAt } }`;
interface Lookup {
  id: string;
  results: { nodes: { number: number; isReachable: boolean | null; retries: number; network: object | null }[] };
}
const request = (input: object, token = acme.token) =>
  app.graphql<{ requestNumberLookup: Lookup }>(
    `mutation ($input: RequestNumberLookupInput!) { requestNumberLookup(input: $input) { ${FIELDS} } }`,
    { token, variables: { input } },
  );
async function requested(input: object): Promise<Lookup> {
  const { data, errors } = await request(input);
  expect(errors).toBeUndefined();
  return data!.requestNumberLookup;
}
const read = async (id: string) =>
  (
    await app.graphql<{ numberLookup: Lookup }>(`query ($id: ID!) { numberLookup(id: $id) { ${FIELDS} } }`, {
      token: acme.token,
      variables: { id },
    })
  ).data!.numberLookup;
const reachable = ({ results }: Lookup) => results.nodes.map(({ isReachable }) => isReachable);

test('a simulated lookup covers every contact, costs nothing, says what it is, and its job finds out about each number', async () => {
  await tenContacts();
  const lookup = await requested({});
  expect(lookup).toMatchObject({
    ...{ amount: 10, cost: '0', status: 'pending', filters: null, results: { totalCount: 10 }, doneAt: null },
    meta: { filters: [], statusReason: null, notes: [SIMULATED] },
  });
  expect(reachable(lookup)).toEqual(Array.from({ length: 10 }, () => null));
  await runJobs(app);
  const done = await read(lookup.id);
  expect(done).toMatchObject({
    status: 'done',
    doneAt: expect.any(String),
    meta: { notes: [SIMULATED, '8 can be reached.'] },
  });
  expect(reachable(done)).toEqual([true, true, true, true, true, true, true, false, false, true]);
  expect(done.results.nodes[0]).toEqual({
    ...{ number: `+${FIRST}`, isReachable: true, isPorted: false, retries: 0 },
    ...{ network: { mcc: '262', mnc: '01' }, checkedAt: expect.any(String) },
  });
  expect(done.results.nodes[7]).toMatchObject({ network: null, retries: 0 });
  expect(await waitingJobs(app)).toEqual([]);
});

test('a lookup covers the contacts that meet every condition', async () => {
  const ids = await tenContacts({ countryId: 276 });
  const tag = await db().tag.create({ data: { teamId: acme.team.id, name: 'VIP' } });
  await db().contactTag.createMany({
    data: ids.slice(0, 4).map((contactId) => ({ teamId: acme.team.id, contactId, tagId: tag.id })),
  });
  await db().contact.update({ where: { teamId_id: { teamId: acme.team.id, id: ids[0]! } }, data: { countryId: 616 } });
  expect(await requested({ tags: ['VIP', 'None'], countryIds: [276] })).toMatchObject({
    ...{ amount: 3, cost: '0', filters: 'tags in VIP, None; country_id in 276' },
    meta: {
      filters: [
        { key: 'tags', operator: 'in', value: ['VIP', 'None'] },
        { key: 'country_id', operator: 'in', value: [276] },
      ],
    },
  });
  expect(await requested({ contactIds: ids.slice(0, 2) })).toMatchObject({ amount: 2 });
  const none = await requested({ tags: [] });
  expect(none).toMatchObject({ amount: 0, cost: '0' });
  await runJobs(app);
  expect(await read(none.id)).toMatchObject({ status: 'done' });
});

const makeRetriesDue = () =>
  app.pool.query(
    `UPDATE lookup_results SET next_try_at = now() - make_interval(secs => 1) WHERE next_try_at IS NOT NULL`,
  );

async function retry(): Promise<void> {
  await makeRetriesDue();
  await makeJobsDue(app);
  await runJobs(app);
}

test('numbers that cannot be reached are asked for again until the retries are used up', async () => {
  await tenContacts();
  const { id } = await requested({ hlrSettings: SOON });
  await runJobs(app);
  // Not before a minute has passed, whatever the delay.
  await makeJobsDue(app);
  await runJobs(app);
  expect((await read(id)).results.nodes.map(({ retries }) => retries).slice(6)).toEqual([0, 0, 0, 0]);
  await retry();
  await retry();
  const done = await read(id);
  expect(done).toMatchObject({ status: 'done', meta: { notes: [SIMULATED, '9 can be reached.'] } });
  expect(done.results.nodes.map(({ isReachable, retries }) => [isReachable, retries]).slice(6)).toEqual([
    [true, 0],
    [false, 2],
    [true, 1],
    [true, 0],
  ]);
});

test('a retry is answered although the clock was set back since the last answer', async () => {
  await tenContacts();
  const { id } = await requested({ hlrSettings: { ...SOON, delayBetweenRetries: 30 } });
  await runJobs(app);
  await app.pool.query(
    `UPDATE lookup_results SET asked_at = asked_at + interval '1 hour', checked_at = checked_at + interval '1 hour'`,
  );
  await retry();
  expect((await read(id)).results.nodes.map(({ isReachable, retries }) => [isReachable, retries]).slice(7)).toEqual([
    [false, 1],
    [true, 1],
    [true, 0],
  ]);
});

test('a retry waits for its time', async () => {
  await tenContacts();
  const { id } = await requested({ hlrSettings: { ...SOON, delayBetweenRetries: 30 } });
  const began = Date.now();
  await runJobs(app);
  expect(await read(id)).toMatchObject({ status: 'running', doneAt: null });
  const [job] = await waitingJobs(app);
  expect((job!.runAt.getTime() - began) / 60_000).toBeGreaterThan(29.5);
  expect((job!.runAt.getTime() - Date.now()) / 60_000).toBeLessThan(30.5);
  // Too early: nothing is asked for.
  await makeJobsDue(app);
  await runJobs(app);
  expect((await read(id)).results.nodes[7]).toMatchObject({ isReachable: false, retries: 0 });
  await retry();
  expect((await read(id)).results.nodes[7]).toMatchObject({ isReachable: false, retries: 1 });
});

const RUN = { attempt: 1, maxAttempts: 10, signal: new AbortController().signal };
const payloadOf = async () => (await waitingJobs(app, 'run_mnp_lookup'))[0]!.payload;

/** Notes what it is asked for, and answers as told. */
function provider(answer: LookupProvider['lookup'] = simulatedLookups.lookup) {
  const asked: AskedNumber[] = [];
  const lookup: LookupProvider['lookup'] = (numbers, signal) => {
    asked.push(...numbers);
    return answer(numbers, signal);
  };
  return { asked, lookup, batchSize: 3, isSimulated: false };
}

test('no number is asked for twice in a try, by two workers at once', async () => {
  await tenContacts();
  await requested({ hlrSettings: SOON });
  const payload = await payloadOf();
  const charging = provider();
  const task = lookupTask(() => charging);
  for (let turn = 0; turn < 3; turn++) {
    await makeRetriesDue();
    await Promise.all([1, 2, 3].map(() => task.run(app.services, payload, RUN)));
  }
  const tries = charging.asked.map(({ number, attempt }) => `${number} ${attempt}`);
  expect(new Set(tries).size).toBe(tries.length);
  expect(tries).toHaveLength(10 + 2 + 1);
});

test('what a dead process asked for is not asked for again in the same try', async () => {
  await tenContacts();
  const { id } = await requested({ hlrSettings: { ...SOON, numberOfRetries: 1 } });
  const payload = await payloadOf();
  const dying = provider(() => new Promise(() => {}));
  const began = Date.now();
  void lookupTask(() => dying)
    .run(app.services, payload, RUN)
    .catch(() => {});
  while (dying.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));

  const charging = provider();
  await lookupTask(() => charging).run(app.services, payload, RUN);
  const first = new Set(charging.asked.filter(({ attempt }) => attempt === 1).map(({ number }) => number));
  expect(first.size).toBe(7);
  expect(dying.asked.some(({ number }) => first.has(number))).toBe(false);
  expect(await read(id)).toMatchObject({ status: 'running' });
  expect((await waitingJobs(app))[0]!.runAt.getTime()).toBeGreaterThan(began + 60_000);

  await app.pool.query(`UPDATE lookup_results SET asked_at = asked_at - interval '2 minutes'`);
  await lookupTask(() => charging).run(app.services, payload, RUN);
  await makeRetriesDue();
  await lookupTask(() => charging).run(app.services, payload, RUN);
  expect(await read(id)).toMatchObject({ status: 'done' });
  const again = charging.asked.filter(({ number }) => dying.asked.some((lost) => lost.number === number));
  expect(again.map(({ attempt }) => attempt)).toEqual([2, 2, 2]);
});

test('a provider that refuses is asked again, and the lookup fails when it always does', async () => {
  await tenContacts();
  const { id } = await requested({});
  const payload = await payloadOf();
  const refusing = lookupTask(() => provider(() => Promise.reject(new Error('Closed'))));
  await expect(refusing.run(app.services, payload, RUN)).rejects.toThrow('Closed');
  expect((await read(id)).results.nodes[0]).toMatchObject({ isReachable: null, retries: 0 });
  const charging = provider();
  await lookupTask(() => charging).run(app.services, payload, RUN);
  expect(charging.asked.map(({ attempt }) => attempt)).toEqual(Array.from({ length: 10 }, () => 1));

  const given = await requested({});
  await app.pool.query('UPDATE graphile_worker._private_jobs SET attempts = max_attempts');
  await runJobs(app);
  expect(await read(given.id)).toMatchObject({
    status: 'failed',
    meta: { statusReason: 'The provider did not answer.' },
  });
});

test('a worker that stops hands the rest back', async () => {
  await tenContacts();
  const { id } = await requested({});
  const payload = await payloadOf();
  const charging = provider();
  await lookupTask(() => charging).run(app.services, payload, { ...RUN, signal: AbortSignal.abort() });
  expect(charging.asked).toHaveLength(3);
  expect(await waitingJobs(app)).toMatchObject([{ task: 'run_mnp_lookup', attempts: 0 }]);
  await runJobs(app);
  expect(await read(id)).toMatchObject({ status: 'done' });
});

test('contacts of another team, bad ids, times and bounds are refused by name', async () => {
  const [mine] = await tenContacts();
  const other = await createTeam(app);
  const fieldsOf = async (input: object, token = acme.token) =>
    (await request(input, token)).errors?.[0]?.extensions.fields;
  expect(await fieldsOf({ contactIds: [mine, '7', mine] })).toEqual({
    'contactIds.1': ['The selected contact ids.1 is invalid.'],
  });
  expect(await fieldsOf({ contactIds: [mine] }, other.token)).toEqual({
    'contactIds.0': ['The selected contact ids.0 is invalid.'],
  });
  expect(await fieldsOf({ hlrSettings: { ...SOON, numberOfRetries: 21, retryUntil: 'soon' } })).toEqual({
    'hlrSettings.retryUntil': ['The hlr settings.retry until field must be a valid date.'],
    'hlrSettings.numberOfRetries': ['The hlr settings.number of retries field must not be greater than 20.'],
  });
  const scopes = [{ method: 'get', endpoint: '/v1/enrichment/mnp', reason: '' }];
  const limited = await createTeamToken(app, acme.team.id, { scopes });
  expect((await request({}, limited)).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  expect((await request({}, '')).errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  expect(await db().mnpLookup.count({ where: { teamId: { in: [acme.team.id, other.team.id] } } })).toBe(0);
});
