import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../support/team.ts';
import { createImportTrace, newTraceId } from '../../support/traces.ts';

let app: TestApp;
let mine: TestTeam;
let other: TestTeam;

beforeAll(async () => {
  app = await createTestApp();
  mine = await createTeam(app);
  other = await createTeam(app, 'Rival');
});
afterAll(() => app.close());

const get = (query: string, token: string | undefined = mine.token) =>
  app.rest('GET', `/tracing/timeline${query}`, token ? { token } : {});
const importWithItsJob = () => createImportTrace(app, mine.team.id);
const NOT_FOUND = { status: 404, body: { error: 'Trace not found' } };

const TIMELINE = [
  '2026-11-21T09:30:00.000Z mutation importDataFile: ok (12.345 ms, 1 statement)',
  '2026-11-21T09:30:00.020Z job import_data_file: CONFLICT (3 ms, 0 statements)',
  '2026-11-21T09:30:00.700Z job import_data_file: ok (1200.5 ms, 31 statements)',
];
const METRICS =
  '{"duration_ms":1900.5,"statements":32,"entries":[' +
  '{"kind":"mutation","operation":"importDataFile","outcome":"ok","duration_ms":12.345,"statements":1},' +
  '{"kind":"job","operation":"import_data_file","outcome":"CONFLICT","duration_ms":3,"statements":0},' +
  '{"kind":"job","operation":"import_data_file","outcome":"ok","duration_ms":1200.5,"statements":31}]}';

describe('E17', () => {
  test('answers what happened under a trace id, in order, and what it cost', async () => {
    const traceId = await importWithItsJob();
    expect(await get(`?trace_id=${traceId}`)).toMatchObject({
      status: 200,
      body: { trace_id: traceId, timeline: TIMELINE, metrics: METRICS },
    });
    expect((await get(`?trace_id=%20${traceId.toUpperCase()}`)).body).toEqual({
      trace_id: traceId,
      timeline: TIMELINE,
      metrics: METRICS,
    });
  });

  test('follows real mutations by the id in their answers, in both APIs, refused ones, too', async () => {
    const traceId = newTraceId();
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
    const changed = await app.rest('PUT', `/v1/teams/${mine.team.id}/onboarding`, {
      body: { onboarding_data: ['profile'] },
      token: mine.token,
      headers,
    });
    expect([changed.status, changed.headers.get('x-trace-id')]).toEqual([200, traceId]);
    await app.graphql('mutation { updateTeamOnboarding(id: "none", input: { onboardingData: [] }) { id } }', {
      token: mine.token,
      headers,
    });
    const { body } = await get(`?trace_id=${traceId}`);
    expect(body.timeline).toEqual([
      expect.stringMatching(/^\S+Z mutation updateTeamOnboarding: ok \([\d.]+ ms, [1-9] statements?\)$/),
      expect.stringMatching(/^\S+Z mutation updateTeamOnboarding: FORBIDDEN \([\d.]+ ms, 0 statements\)$/),
    ]);
    expect(JSON.parse(body.metrics as string)).toEqual({
      duration_ms: expect.any(Number),
      statements: expect.any(Number),
      entries: [
        {
          kind: 'mutation',
          operation: 'updateTeamOnboarding',
          outcome: 'ok',
          duration_ms: expect.any(Number),
          statements: expect.any(Number),
        },
        {
          kind: 'mutation',
          operation: 'updateTeamOnboarding',
          outcome: 'FORBIDDEN',
          duration_ms: expect.any(Number),
          statements: 0,
        },
      ],
    });
  });

  test('finds no other team’s entries, even under a shared id', async () => {
    const traceId = await importWithItsJob();
    expect(await get(`?trace_id=${traceId}`, other.token)).toMatchObject(NOT_FOUND);
    await app.db.trace.create({
      data: {
        teamId: other.team.id,
        traceId,
        kind: 'event',
        operation: 'receiveCallEvent',
        outcome: 'ok',
        startedAt: new Date(0),
        durationMs: 1,
        statements: 2,
      },
    });
    expect((await get(`?trace_id=${traceId}`)).body.timeline).toEqual(TIMELINE);
    expect((await get(`?trace_id=${traceId}`, other.token)).body.timeline).toEqual([
      '1970-01-01T00:00:00.000Z event receiveCallEvent: ok (1 ms, 2 statements)',
    ]);
  });

  test('answers 404 to an id without entries and to what is no id', async () => {
    for (const id of [newTraceId(), '1', 'x'.repeat(5000), '01900000-0000-7000-8000-000000000000']) {
      expect(await get(`?trace_id=${id}`)).toMatchObject(NOT_FOUND);
    }
  });

  test('wants an id', async () => {
    const text = 'The trace id field is required.';
    for (const query of ['', '?trace_id=', '?trace_id=%20']) {
      expect(await get(query)).toMatchObject({ status: 422, body: { message: text, errors: { trace_id: [text] } } });
    }
    const list = 'The trace id field must be a string.';
    expect(await get('?trace_id[]=a')).toMatchObject({ status: 422, body: { errors: { trace_id: [list] } } });
  });

  test('wants a token, and of a limited one that it names the endpoint', async () => {
    const traceId = await importWithItsJob();
    const scope = (method: string, endpoint: string) => [{ method, endpoint, reason: 'test' }];
    const limited = await createTeamToken(app, mine.team.id, { scopes: scope('post', '/v1/offers') });
    const named = await createTeamToken(app, mine.team.id, { scopes: scope('get', '/tracing/timeline') });
    expect(await get(`?trace_id=${traceId}`, '')).toMatchObject({
      status: 401,
      body: { message: 'Unauthenticated.' },
    });
    expect((await get(`?trace_id=${traceId}`, limited)).status).toBe(403);
    expect((await get(`?trace_id=${traceId}`, named)).status).toBe(200);
  });
});
