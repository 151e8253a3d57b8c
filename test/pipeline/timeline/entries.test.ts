import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { createTeam } from '../../support/team.ts';
import { createImportTrace } from '../../support/traces.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('entries can be looked through, newest first', async () => {
  const { team, token } = await createTeam(app);
  const traceId = await createImportTrace(app, team.id);
  const list = async (args: string) =>
    (
      await app.graphql<{ traceEntries: { totalCount: number; nodes: object[] } }>(
        `{ traceEntries(${args}) { totalCount nodes { operation outcome } } }`,
        { token },
      )
    ).data?.traceEntries;
  const [job, failed, mutation] = [
    { operation: 'import_data_file', outcome: 'ok' },
    { operation: 'import_data_file', outcome: 'conflict' },
    { operation: 'importDataFile', outcome: 'ok' },
  ];
  expect(await list('first: 2')).toEqual({ totalCount: 3, nodes: [job, failed] });
  expect(await list('last: 2')).toEqual({ totalCount: 3, nodes: [failed, mutation] });
  expect(await list('filter: { kind: [job], outcome: [ok] }')).toEqual({ totalCount: 1, nodes: [job] });
  expect(await list('filter: { outcome: [conflict, timeout] }')).toEqual({ totalCount: 1, nodes: [failed] });
  expect(await list(`filter: { traceId: "${traceId}", operation: "importDataFile" }`)).toEqual({
    totalCount: 1,
    nodes: [mutation],
  });
  expect(await list('filter: { isFailed: true }')).toEqual({ totalCount: 1, nodes: [failed] });
  expect(await list('filter: { isFailed: false, minDurationMs: 13 }')).toEqual({ totalCount: 1, nodes: [job] });
  expect(await list('filter: { traceId: "none" }')).toEqual({ totalCount: 0, nodes: [] });
  expect(
    await list('filter: { startedAt: { from: "2026-11-21T09:30:00.010Z", to: "2026-11-21T09:30:00.700Z" } }'),
  ).toEqual({
    totalCount: 1,
    nodes: [failed],
  });
});

test('an entry tells how many statements the work took', async () => {
  const { token } = await createTeam(app);
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
  const offer = { name: 'Meal box', url: 'https://offers.example/meal-box', profit: 12.5 };
  await app.rest('POST', '/v1/offers', { token, headers, body: offer });
  const query = `{ traceEntries(filter: { traceId: "${traceId}" }) { nodes { operation outcome statements } } }`;
  expect((await app.graphql(query, { token })).data).toEqual({
    traceEntries: { nodes: [{ operation: 'createOffer', outcome: 'ok', statements: 1 }] },
  });
});
