import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { listen } from '../../src/web/http-server.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createContacts } from '../support/contacts.ts';
import { createTeam, type TestTeam } from '../support/team.ts';

let app: TestApp;
let acme: TestTeam;
let lines: string[] = [];
beforeAll(async () => {
  app = await createTestApp({ LOG_LEVEL: 'trace' }, { write: (line) => void lines.push(line) });
  acme = await createTeam(app);
  await createContacts(app, acme.team.id, 2);
});
beforeEach(() => {
  lines = [];
});
afterAll(() => app.close());

const requests = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');

describe('the log of requests', () => {
  test('has one line per GraphQL operation: who, what, how long, how many statements', async () => {
    const { token, team } = acme;
    const answer = { data: { contacts: { nodes: [{ tags: { nodes: [] } }, { tags: { nodes: [] } }] } } };
    // Interpreted first, then compiled.
    for (let time = 0; time < 4; time++) {
      const query = 'query Mine { contacts { nodes { tags { nodes { name } } } } }';
      expect(await app.graphql(query, { token, headers: TRACEPARENT })).toEqual(answer);
    }
    expect(requests()).toHaveLength(4);
    for (const [time, line] of requests().entries()) {
      const isCompiled = time >= 2 && app.services.config.GRAPHQL_JIT;
      expect(line).toEqual({
        ...{ level: 30, time: expect.any(Number), pid: process.pid, hostname: expect.any(String), msg: 'request' },
        ...{ traceId: '4bf92f3577b34da6a3ce929d0e0e4736', method: 'POST', api: 'graphql', operation: 'contacts' },
        ...{ status: 200, teamId: team.id, token: 'team', address: '127.0.0.1', ms: expect.any(Number) },
        ...{ statements: isCompiled ? 1 : 2, bytes: JSON.stringify(answer).length },
      });
    }
  });

  test('names REST operations by their rows, and what went wrong by its code', async () => {
    const { token } = acme;
    await app.rest('GET', '/v1/sms/campaigns?type=planned', { token });
    await app.rest('PUT', '/v1/voice/campaigns/01a1f8d3-ea00-701d-8001-000000000210', { token, body: {} });
    await app.rest('POST', '/v1/offers', { token, body: { name: '' } });
    await app.rest('POST', '/v1/offers', { body: {} });
    expect(requests().map(({ operation, status, code, level }) => [operation, status, code, level])).toEqual([
      ['GET /v1/sms/campaigns', 200, undefined, 30],
      ['PUT /v1/voice/campaigns/:campaign', 404, 'NOT_FOUND', 30],
      ['POST /v1/offers', 422, 'VALIDATION_FAILED', 30],
      ['POST /v1/offers', 401, 'UNAUTHENTICATED', 30],
    ]);
  });

  test('tells errors that GraphQL answers with 200, whichever way they came', async () => {
    const ask = (query: string) => app.app.fetch(new Request(`http://x/graphql?query=${encodeURIComponent(query)}`));
    await app.graphql('{ contacts { nodes { id } } }');
    await app.graphql('{ nonsense }');
    await ask('{ contacts { nodes { id } } }');
    expect(requests().map(({ operation, code }) => [operation, code])).toEqual([
      ['contacts', 'UNAUTHENTICATED'],
      ['other', 'GRAPHQL_VALIDATION_FAILED'],
      ['contacts', 'UNAUTHENTICATED'],
    ]);
  });

  test('is there for what the front refuses, too', async () => {
    const services = { ...app.services, config: { ...app.services.config, PORT: 0 } };
    const { url, close } = await listen(createApp(services), services);
    const ask = async (bytes: string) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1').end(bytes);
      return (await socket.toArray()).join('');
    };
    const answers = [
      await ask('GET /graphql HTTP/1.1\r\nHost: x/y\r\n\r\n'),
      await ask(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`),
    ];
    await close();
    expect(requests()).toMatchObject([
      { api: 'graphql', method: 'GET', status: 400, code: 'BAD_REQUEST', address: '127.0.0.1' },
      { api: 'other', method: '', status: 431, code: 'HEADERS_TOO_LARGE', address: '127.0.0.1' },
    ]);
    for (const [at, answer] of answers.entries()) expect(answer).toContain(requests()[at]!.traceId);
  });

  test('counts the statements of a mutation once', async () => {
    const { token } = acme;
    const query = 'mutation { createTag(input: { name: "Once" }) { name } }';
    await app.graphql(query, { token });
    // What the trace and the audit log keep of it is not its own.
    expect(requests()[0]).toMatchObject({ operation: 'createTag', statements: 1 });
  });

  test('is silent about probes unless asked for, and loud about our own faults', async () => {
    await app.app.fetch(new Request('http://x/ready'));
    expect(requests()[0]).toMatchObject({ api: 'probe', level: 20, path: '/ready' });
    const services = { ...app.services, reader: { ...app.services.reader, pool: null as never } };
    await createApp(services).fetch(
      new Request('http://x/api/v1/sms/campaigns', { headers: { authorization: `Bearer ${acme.token}` } }),
    );
    expect(requests()[1]).toMatchObject({ status: 500, code: 'INTERNAL_SERVER_ERROR', level: 50 });
  });

  test('holds no secret, no variable, no query and no phone number, wherever they were put', async () => {
    const secrets = ['hunter2hunter2', acme.token, '14155550123', 'obs_stolen', 'Bobby Tables'];
    const [password, token, phone, session, name] = secrets as [string, string, string, string, string];
    await app.rest('POST', '/login', { body: { email: 'a@example.com', password } });
    await app.rest('GET', `/v1/contacts/${phone}?token=${session}`, { token });
    await app.app.fetch(
      new Request(`http://x/${phone}/${session}?secret=${password}`, { headers: { cookie: session } }),
    );
    await app.graphql(`mutation Q${phone}($n: String!) { createTag(input: { name: $n }) { id } }`, {
      ...{ token, variables: { n: name }, headers: { 'x-webhook-secret': password } },
    });
    await app.graphql(`{ contacts(filter: { nonsense: "${phone}" }) { nodes { id } } }`, { token });
    expect(requests().length).toBeGreaterThanOrEqual(5);
    for (const secret of secrets) expect(lines.join('')).not.toContain(secret);
  });

  test('keeps no part of a token or a number in a path, escaped or not', async () => {
    const paths = [
      '/downloads/people/obd_AbC-dEf_-g.json',
      '/x/obt%5FAbC%2DdEf',
      '/x/%2B14155550123',
      '/x/%252B14155550123',
      '/x/obt%25255FAbC%252DdEf',
      '/x/%ff/obs_a-b',
      '/x/100%25',
      '/x/hooks/sms/team/route/%20s3cr%2Fet',
    ];
    for (const path of paths) await app.app.fetch(new Request(`http://x${path}`));
    expect(requests().map(({ path }) => path)).toEqual([
      '/downloads/people/….json',
      '/x/…',
      '/x/…',
      '/x/…',
      '/x/…',
      '/x/%ff/…',
      '/x/100%',
      '/x/hooks/sms/team/route/…',
    ]);
  });
});

test('of an error the log keeps what it is and where, not the values that libraries attach', () => {
  const error = Object.assign(new Error('invalid number +14155550123 of obt_abc'), {
    ...{ code: '23505', detail: 'Key (email)=(a@b.cc) already exists.', parameters: ['a@b.cc'] },
  });
  createLogger('info', { write: (line) => void lines.push(line) }).error({ err: error }, 'x');
  const { err } = JSON.parse(lines[0]!);
  expect(err).toEqual({ type: 'Error', code: '23505', message: 'invalid number … of …', stack: expect.any(String) });
  expect(err.stack).toMatch(/^\s+at .*request-log\.test\.ts/);
});

test('requests are not logged where that is switched off', async () => {
  const quiet = createApp({ ...app.services, config: { ...app.services.config, LOG_REQUESTS: false } });
  await quiet.fetch(new Request('http://x/graphql', { method: 'POST' }));
  expect(lines).toEqual([]);
});

const TRACEPARENT = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };
