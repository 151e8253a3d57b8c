import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { runJobs } from '../support/jobs.ts';
import { createTeam } from '../support/team.ts';

interface SentSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string } }[];
}

/** A collector of OTLP over HTTP that keeps what it is sent. */
let collector: Server;
const spans: SentSpan[] = [];
let service: unknown;
let endpoint: string;
beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url === '/v1/traces') {
      for (const { resource, scopeSpans } of JSON.parse(Buffer.concat(chunks).toString()).resourceSpans) {
        service = resource.attributes.find(({ key }: { key: string }) => key === 'service.name').value.stringValue;
        for (const scope of scopeSpans) spans.push(...scope.spans);
      }
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  endpoint = `http://127.0.0.1:${(collector.address() as { port: number }).port}`;
});
afterAll(() => void collector.close());

async function traced(work: (app: TestApp) => Promise<void>): Promise<SentSpan[]> {
  const app = await createTestApp({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
  spans.length = 0;
  await work(app).finally(() => app.close());
  return spans;
}
const named = (pattern: RegExp) => spans.filter(({ name }) => pattern.test(name));
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const headers = { traceparent: `00-${TRACE_ID}-00f067aa0ba902b7-01` };

test('a request, its operation and its statements are spans inside each other, inside the caller’s', async () => {
  await traced(async (app) => {
    const { token } = await createTeam(app);
    await app.graphql('{ contacts { nodes { id tags { nodes { name } } } } }', { token, headers });
  });
  expect(service).toBe('outbound');
  const [request] = named(/^POST contacts$/);
  const [operation] = named(/^query contacts$/);
  expect(request).toMatchObject({ traceId: TRACE_ID, parentSpanId: '00f067aa0ba902b7' });
  expect(operation).toMatchObject({ traceId: TRACE_ID, parentSpanId: request!.spanId });
  const inside = named(/^SELECT$/).filter(({ parentSpanId }) => parentSpanId === operation!.spanId);
  const lookUp = named(/^SELECT$/).filter(({ parentSpanId }) => parentSpanId === request!.spanId);
  expect([inside.length, lookUp.length]).toEqual([1, 1]);
  const text = inside[0]!.attributes.find(({ key }) => key === 'db.query.text')!.value.stringValue;
  expect(text).toMatch(/FROM "contacts" t/);
});

test('a mutation over REST has every statement of its transaction, and no value that was sent', async () => {
  await traced(async (app) => {
    const { token } = await createTeam(app);
    const body = { name: 'Secret offer', url: 'https://secret.example.com', profit: 3 };
    expect((await app.rest('POST', '/v1/offers', { token, body, headers })).status).toBe(201);
  });
  const [request] = named(/^POST \/v1\/offers$/);
  expect(request?.traceId).toBe(TRACE_ID);
  expect(named(/^INSERT$/).length).toBeGreaterThanOrEqual(1);
  expect(JSON.stringify(spans)).not.toMatch(/Secret offer|secret\.example/);
});

test('where the caller has no trace, the one of X-Trace-Id begins', async () => {
  let answered: string | null = null;
  await traced(async (app) => {
    answered = (await app.app.fetch(new Request('http://x/health'))).headers.get('x-trace-id');
  });
  expect(spans.map(({ name, traceId, parentSpanId }) => [name, traceId, parentSpanId])).toEqual([
    ['GET other', answered, undefined],
  ]);
});

test('a caller that does not sample its trace is not sampled here', async () => {
  await traced(async (app) => {
    const unsampled = { traceparent: headers.traceparent.replace(/1$/, '0') };
    await app.app.fetch(new Request('http://x/health', { headers: unsampled }));
  });
  expect(spans).toEqual([]);
});

test('a job is a span with its statements', async () => {
  await traced(async (app) => {
    await app.pool.query(`SELECT graphile_worker.add_job('apply_due_profit_rules')`);
    await runJobs(app);
  });
  const [job] = named(/^job apply_due_profit_rules$/);
  expect(spans.filter(({ parentSpanId }) => parentSpanId === job!.spanId).length).toBeGreaterThanOrEqual(1);
});
