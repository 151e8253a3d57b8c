import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { runJobs, waitingJobs } from '../../../support/jobs.ts';
import { mutate, refused } from '../../../support/mutate.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let acme: TestTeam;
beforeAll(async () => {
  app = await createTestApp({ LOOKUP_PROVIDER: 'simulator' });
});
beforeEach(async () => {
  acme = await createTeam(app);
  await app.pool.query('DELETE FROM graphile_worker._private_jobs');
});
afterAll(() => app.close());

const FIRST = 4_915_112_345_670n;

/** Ten numbers, ending in 0 to 9: the simulator reaches all but those that end in 7 and 8. */
async function requested(): Promise<string> {
  const rows = Array.from({ length: 10 }, (_, at) => ({
    ...{ teamId: acme.team.id, number: FIRST + BigInt(at), name: `Contact ${at}` },
  }));
  await app.db.contact.createMany({ data: rows, skipDuplicates: true });
  const input: [object, string] = [{}, 'RequestNumberLookupInput'];
  return (await mutate(app, acme.token, 'requestNumberLookup', { input })).data.requestNumberLookup.id;
}

const cancel = (id: string, token = acme.token) =>
  mutate(app, token, 'cancelNumberLookup', { id }, '{ id status cost doneAt }');
const query = async (text: string) => (await app.graphql(text, { token: acme.token })).data;

test('a lookup is followed: how far it is, and which of its results are wanted', async () => {
  const id = await requested();
  const read = (fields: string) => query(`{ numberLookup(id: "${id}") { ${fields} } }`);
  const counts = 'resultCounts { waiting reachable unreachable ported }';
  const waiting = { waiting: 10, reachable: 0, unreachable: 0, ported: 0 };
  expect(await read(`${counts} results(filter: { isChecked: false }) { totalCount }`)).toEqual({
    numberLookup: { resultCounts: waiting, results: { totalCount: 10 } },
  });
  await runJobs(app);
  expect(await read(`${counts} results(filter: { isReachable: false }) { nodes { number contact { name } } }`)).toEqual(
    {
      numberLookup: {
        resultCounts: { waiting: 0, reachable: 8, unreachable: 2, ported: 2 },
        results: {
          nodes: [
            { number: `+${Number(FIRST) + 7}`, contact: { name: 'Contact 7' } },
            { number: `+${Number(FIRST) + 8}`, contact: { name: 'Contact 8' } },
          ],
        },
      },
    },
  );
  expect(await read('results(filter: { isChecked: true, isPorted: true, networkId: 262001 }) { totalCount }')).toEqual({
    numberLookup: { results: { totalCount: 2 } },
  });
});

test('lookups and their results are read in a number of statements that does not depend on how many there are', async () => {
  for (let at = 0; at < 3; at += 1) await requested();
  const run = (first: number) =>
    query(`{ numberLookups(first: ${first}) { nodes {
      resultCounts { waiting } results { totalCount nodes { number contact { name } network { mcc } } } } } }`);
  const [one, three] = [await app.statements(() => run(1)), await app.statements(() => run(3))];
  expect(three.length).toBe(one.length);
});

test('a lookup that has not begun is called off: it asks for nothing and costs nothing', async () => {
  const id = await requested();
  const cancelled = { id, status: 'cancelled', cost: '0', doneAt: expect.any(String) };
  expect(await cancel(id)).toEqual({ data: { cancelNumberLookup: cancelled } });
  expect(await waitingJobs(app)).toEqual([]);
  expect((await cancel(id)).errors).toBeUndefined();
  await runJobs(app);
  expect(
    await query('{ numberLookups(filter: { status: [cancelled] }) { nodes { id resultCounts { waiting } } } }'),
  ).toEqual({
    numberLookups: { nodes: [{ id, resultCounts: { waiting: 10 } }] },
  });
  expect(await query('{ numberLookups(filter: { doneAt: { from: "2020-01-01T00:00:00Z" } }) { totalCount } }')).toEqual(
    {
      numberLookups: { totalCount: 1 },
    },
  );
});

test('a lookup that has begun is not called off', async () => {
  const id = await requested();
  await app.db.mnpLookup.update({
    where: { teamId_id: { teamId: acme.team.id, id } },
    data: { status: 'running' },
  });
  expect(await cancel(id)).toMatchObject(refused('CONFLICT', 'The number lookup is running and cannot be cancelled.'));
  await runJobs(app);
  expect(await cancel(id)).toMatchObject(refused('CONFLICT', 'The number lookup is done and cannot be cancelled.'));
});

test('another team’s lookup is not found, and a limited token calls none off', async () => {
  const id = await requested();
  const rival = await createTeam(app, 'Rival');
  for (const one of [id, 'none']) {
    expect(await cancel(one, rival.token)).toMatchObject(refused('NOT_FOUND', 'Number lookup not found.'));
  }
  const scopes = [{ method: 'get', endpoint: '/v1/enrichment/mnp', reason: '' }];
  const limited = await createTeamToken(app, acme.team.id, { scopes });
  expect(await cancel(id, limited)).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
});
