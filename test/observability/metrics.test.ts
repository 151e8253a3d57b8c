import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { openMetrics } from '../../src/observability/metrics.ts';
import { serveMetrics } from '../../src/observability/metrics-server.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { HEALTH } from '../support/health.ts';
import { createTeam } from '../support/team.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ METRICS: '0', LOG_LEVEL: 'silent' });
});
afterAll(() => app.close());

const sample = (text: string, name: string) =>
  text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));

test('requests are counted by API, operation and status, errors by code; callers make no labels', async () => {
  const { token } = await createTeam(app);
  await app.rest('GET', '/v1/sms/campaigns', { token });
  await app.rest('GET', '/v1/nothing/at-all', { token });
  await app.graphql('query Anything { smsCampaigns { nodes { id } } }', { token });
  await app.graphql('query Whatever { a: smsCampaigns { totalCount } me { teamName } }', { token });
  await app.graphql('{ smsCampaigns { nodes { id } } }');
  const text = await app.services.metrics!.text();
  expect(sample(text, 'outbound_requests_total')).toEqual([
    'outbound_requests_total{api="rest",operation="GET /v1/sms/campaigns",status="200"} 1',
    'outbound_requests_total{api="rest",operation="other",status="404"} 1',
    'outbound_requests_total{api="graphql",operation="smsCampaigns",status="200"} 2',
    'outbound_requests_total{api="graphql",operation="several",status="200"} 1',
  ]);
  expect(sample(text, 'outbound_errors_total')).toEqual([
    'outbound_errors_total{api="rest",code="NOT_FOUND"} 1',
    'outbound_errors_total{api="graphql",code="UNAUTHENTICATED"} 1',
  ]);
  expect(sample(text, 'outbound_request_duration_seconds_count')).toContain(
    'outbound_request_duration_seconds_count{api="graphql",operation="smsCampaigns"} 2',
  );
});

test('the pool, the queue, the event loop, garbage collection and the process are in it; the queue is asked rarely', async () => {
  const { pool, logger } = app.services;
  await pool.query(`SELECT graphile_worker.add_job('nobody_does_this', run_at => now() - interval '1 minute'),
    graphile_worker.add_job('nor_this', run_at => now() + interval '1 hour')`);
  const metrics = openMetrics({ pool, logger });
  const seen = await app.statements(async () => {
    for (let time = 0; time < 3; time++) await metrics.text();
  });
  // The queue, a timeout, and the state of sending.
  expect(seen).toHaveLength(3);
  const text = await metrics.text();
  metrics.close();
  expect(sample(text, 'outbound_jobs')).toEqual([
    'outbound_jobs{state="waiting"} 1',
    'outbound_jobs{state="scheduled"} 1',
    'outbound_jobs{state="running"} 0',
    'outbound_jobs{state="failed"} 0',
  ]);
  expect(Number(sample(text, 'outbound_jobs_oldest_waiting_seconds')[0]!.split(' ')[1])).toBeGreaterThan(59);
  for (const name of [
    'outbound_database_connections',
    'outbound_database_waiting',
    'nodejs_eventloop_lag_seconds',
    'process_resident_memory_bytes',
    'nodejs_heap_size_used_bytes',
  ]) {
    expect(sample(text, name).length, name).toBeGreaterThan(0);
  }
  expect(sample(text, 'outbound_build_info')).toEqual([
    `outbound_build_info{version="0.1.0",commit="",node="${process.version}"} 1`,
  ]);
  expect(text).toContain('# TYPE nodejs_gc_duration_seconds histogram');
});

test('where the database does not answer, the figures of the process are there without those that it would tell', async () => {
  const never = () => new Promise<never>(() => {});
  const pool = Object.assign(Object.create(app.pool) as typeof app.pool, { query: never, connect: never });
  const metrics = openMetrics({ pool, logger: app.services.logger });
  const text = await metrics.text();
  metrics.close();
  expect(sample(text, 'outbound_build_info')).toHaveLength(1);
  expect([...sample(text, 'outbound_jobs'), ...sample(text, 'outbound_queue_depth')]).toEqual([]);
});

test('they are served on a port of their own, on this machine alone unless an address is given', async () => {
  const server = await serveMetrics(app.services.metrics!, '0');
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  const answer = await fetch(server.url);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  expect(await (await fetch(server.url.replace('metrics', 'health'))).json()).toEqual(HEALTH);
  expect((await fetch(server.url, { method: 'POST' })).status).toBe(405);
  await server.close();
  // The public API knows nothing of them.
  expect((await app.app.fetch(new Request('http://x/metrics'))).status).toBe(404);
});

test('a port that is taken stops the start and says so', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  await expect(serveMetrics(app.services.metrics!, String(port))).rejects.toThrow('EADDRINUSE');
  other.close();
});

test.each(['9464', '0.0.0.0:9464', '[::]:9464'])('METRICS may be %s', (METRICS) => {
  expect(readConfig({ METRICS }).METRICS).toBe(METRICS);
});
test('METRICS must name a port', () => {
  expect(() => readConfig({ METRICS: 'on' })).toThrow('METRICS: must be a port, or an address and a port');
});
