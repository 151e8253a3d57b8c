import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type App, createApp } from '../../src/app.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { addressOf } from '../../src/web/guards.ts';
import { listen } from '../../src/web/http-server.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createTeam } from '../support/team.ts';

let base: TestApp;
let token: string;
const running: (() => Promise<void>)[] = [];

beforeAll(async () => {
  base = await createTestApp();
  token = (await createTeam(base)).token;
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((close) => close()));
});
afterAll(() => base.close());

async function serve(overrides: Partial<Config> = {}): Promise<{ app: App; url: string; close(): Promise<void> }> {
  const services = { ...base.services, config: { ...base.services.config, PORT: 0, ...overrides } };
  const app = createApp(services);
  const { url, close } = await listen(app, services);
  running.push(close);
  return { app, url, close };
}

/** A connection, and what came back on it. */
async function open(url: string): Promise<{ socket: Socket; received(): string; closed: Promise<unknown> }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  return { socket, received: () => received, closed };
}
const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

describe('a request that does not arrive', () => {
  const HEAD = 'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  test('is cut, wherever it stopped, with a word where one can be said', async () => {
    const { url } = await serve({ REQUEST_TIMEOUT_MS: 1_000 });
    const beginnings = ['', 'GE', HEAD, `${HEAD}Content-Length: 100\r\n\r\n{"email":`];
    const cut = await Promise.all(
      beginnings.map(async (beginning) => {
        const { socket, received, closed } = await open(url);
        socket.write(beginning);
        await closed;
        return statuses(received());
      }),
    );
    expect(cut).toEqual([[408], [408], [408], [408]]);
  });

  test('is told so when it is silence that ends it', async () => {
    const { url } = await serve({ REQUEST_TIMEOUT_MS: 60_000, OPERATION_TIMEOUT_MS: 100 });
    const { socket, received, closed } = await open(url);
    socket.write(`${HEAD}Content-Length: 100\r\n\r\n{"email":`);
    await closed;
    expect(statuses(received())).toEqual([408]);
  });

  test('is waited for when it is an upload', async () => {
    const { url } = await serve({ REQUEST_TIMEOUT_MS: 1_000 });
    const { socket, received } = await open(url);
    const body = [
      '--b',
      'Content-Disposition: form-data; name="operations"',
      '',
      '{"query":"{ __typename }"}',
      '--b--',
      '',
    ];
    const text = body.join('\r\n');
    socket.write(
      `POST /graphql HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${text.length}\r\n\r\n`,
    );
    // Whatever else began later is cut before.
    for (let time = 0; time < 2; time += 1) {
      const other = await open(url);
      other.socket.write(HEAD);
      await other.closed;
    }
    expect(received()).toBe('');
    socket.write(text);
    await once(socket, 'close');
    expect(statuses(received())).toEqual([400]);
  });
});

describe('a connection', () => {
  const GET = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n';

  test('takes a few requests ahead and no more', async () => {
    const { url } = await serve();
    const { socket, received, closed } = await open(url);
    socket.write(GET.repeat(40));
    await closed;
    expect(statuses(received())).toEqual([...Array.from({ length: 11 }, () => 200), 429]);
  });

  test('is kept, but for one request more when the server is about to close', async () => {
    const { app, url } = await serve();
    const { socket, received, closed } = await open(url);
    socket.write(GET);
    await once(socket, 'data');
    expect(received()).toMatch(/^connection: keep-alive/im);
    app.drain();
    socket.write(GET);
    await closed;
    expect(statuses(received())).toEqual([200, 200]);
    expect(received()).toMatch(/^connection: close/im);
  });

  test('that is idle is closed with the server, and one in the middle of a request afterwards', async () => {
    const { url, close } = await serve();
    const idle = await open(url);
    const busy = await open(url);
    busy.socket.write(
      'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n',
    );
    await once(busy.socket, 'data');
    const closed = close();
    await idle.closed;
    busy.socket.write('{}');
    await closed;
    await busy.closed;
    expect(statuses(busy.received())).toEqual([100, 422]);
  });

  test('is told to end after as many requests as configured', async () => {
    const { url } = await serve({ MAX_REQUESTS_PER_CONNECTION: 2 });
    const { socket, received, closed } = await open(url);
    socket.write(GET);
    await once(socket, 'data');
    expect(received()).toMatch(/^connection: keep-alive/im);
    socket.write(GET);
    await once(socket, 'data');
    expect(received()).toMatch(/^connection: close/im);
    socket.destroy();
    await closed;
  });

  test('is not accepted beyond as many as configured', async () => {
    const { url } = await serve({ MAX_CONNECTIONS: 1 });
    const first = await open(url);
    const second = await open(url);
    second.socket.write(GET);
    await second.closed;
    expect(second.received()).toBe('');
    first.socket.destroy();
  });
});

describe('a body', () => {
  const send = (
    url: string,
    path: string,
    body: Uint8Array<ArrayBuffer> | string,
    headers: Record<string, string> = {},
  ) => fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });

  test('that is compressed is refused', async () => {
    const { url } = await serve();
    const response = await send(url, '/api/login', gzipSync('{}'), { 'content-encoding': 'gzip' });
    expect([response.status, await response.json()]).toEqual([
      415,
      { message: 'The request body must not be compressed.' },
    ]);
  });

  test('that is no UTF-8 is refused, not mended', async () => {
    const { url } = await serve();
    const body = Buffer.from('{"email":"a@b.cc","password":"\xff"}', 'latin1');
    const rest = await send(url, '/api/login', body);
    expect([rest.status, await rest.json()]).toEqual([400, { message: 'The request body is not valid JSON.' }]);
    expect((await send(url, '/graphql', body)).status).toBe(400);
  });

  test('that says it is too large is refused before it is sent', async () => {
    const { url } = await serve();
    const { socket, received, closed } = await open(url);
    socket.write(
      'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 999999999\r\n\r\n{',
    );
    await closed;
    expect(statuses(received())).toEqual([413]);
  });
});

describe('an operation that Yoga answers', () => {
  const ask = (url: string, init: RequestInit) => base.app.fetch(new Request(`http://localhost/graphql${url}`, init));
  const stream = (type: string, body: string | Uint8Array<ArrayBuffer>): RequestInit => ({
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': type },
    body,
  });
  const JSON_TYPE = 'application/json';
  const MUTATION = 'mutation { login(input: { email: "a@b.cc", password: "x" }) { accessToken } }';

  test.each([
    [
      'a form',
      '',
      stream('application/x-www-form-urlencoded', new URLSearchParams({ query: MUTATION }).toString()),
      415,
    ],
    ['bare GraphQL', '', stream('application/graphql', MUTATION), 415],
    ['JSON by another name', '', stream('application/json-seq', JSON.stringify({ query: MUTATION })), 415],
    ['JSON that is none', '', stream(JSON_TYPE, '{"query":'), 400],
    ['a list', '', stream(JSON_TYPE, '[{"query":"{ __typename }"}]'), 400],
    ['no UTF-8', '', stream(JSON_TYPE, Buffer.from('{"query":"{ __typename } #\xff"}', 'latin1')), 400],
    ['a large body', '', stream(JSON_TYPE, JSON.stringify({ query: `# ${'x'.repeat(1_000_001)}` })), 413],
    ['variables that are none', '?query={__typename}&variables={', {}, 400],
    ['variables that are a list', '?query={__typename}&variables=[]', {}, 400],
    ['no query', '', {}, 400],
  ])('is refused by the rules of the others: %s', async (_what, url, init, status) => {
    const response = await ask(url, init);
    const { errors } = (await response.json()) as { errors: { extensions: object }[] };
    expect([response.status, response.headers.get('content-type')]).toEqual([status, 'application/json']);
    expect(errors.map(({ extensions }) => extensions)).toEqual([{ code: 'BAD_REQUEST' }]);
  });

  test('is answered whatever is accepted', async () => {
    const response = await ask('?query={__typename}', { headers: { accept: 'text/xml' } });
    expect([response.status, await response.json()]).toEqual([200, { data: { __typename: 'Query' } }]);
  });

  test('ends its connection where that is asked for', async () => {
    const { url } = await serve();
    const { socket, received, closed } = await open(url);
    const body = '{"query":"{ __typename }"}';
    socket.write(
      `POST /graphql HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAccept: text/event-stream\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await closed;
    expect(received()).toContain('data: {"data":{"__typename":"Query"}}');
    expect(received()).toMatch(/^connection: close/im);
  });
});

describe('multipart', () => {
  test.each([
    [{ operations: JSON.stringify({ query: '{ me { teamName } }' }) }, 'The request has no file.'],
    [{ operations: '{', map: '{}' }, 'The request has no file.'],
    [{}, 'The request has no file.'],
  ])('is for uploads alone: %j is refused', async (parts, message) => {
    const body = new FormData();
    for (const [name, part] of Object.entries(parts)) body.set(name, part as string);
    const response = await base.app.fetch(
      new Request('http://localhost/graphql', { method: 'POST', headers: { authorization: `Bearer ${token}` }, body }),
    );
    expect([response.status, await response.json()]).toEqual([
      400,
      { errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] },
    ]);
  });
});

describe('answers', () => {
  const ask = (app: App, path: string, headers: Record<string, string> = {}) =>
    app.fetch(new Request(`http://localhost${path}`, { headers }));

  test.each(['/health', '/nothing', '/api/v1/nothing', '/api/openapi.json', '/graphql?query={__typename}'])(
    'of %s tell browsers to run, frame and guess nothing',
    async (path) => {
      const { headers } = await ask(base.app, path, { accept: 'application/json' });
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      });
      expect(headers.get('strict-transport-security')).toBeNull();
    },
  );

  test('with data are not kept by anybody', async () => {
    const { headers } = await ask(base.app, '/api/v1/platform/team/tokens', { authorization: `Bearer ${token}` });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('bind browsers to TLS where the public address has it', async () => {
    const config = { ...base.services.config, PUBLIC_URL: 'https://api.example' };
    const { headers } = await ask(createApp({ ...base.services, config }), '/health');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  });

  test.each([['/graphql'], ['/api/docs']])('that are pages (%s) run scripts of this server only', async (path) => {
    const { headers } = await ask(base.app, path, { accept: 'text/html' });
    expect(headers.get('content-security-policy')).toContain("; script-src 'self'; ");
  });
});

describe('a browser of another origin', () => {
  const origin = 'https://dashboard.example';
  const ask = (origins: string[], method: string, headers: Record<string, string>) =>
    createApp({ ...base.services, config: { ...base.services.config, CORS_ORIGINS: origins } }).fetch(
      new Request('http://localhost/graphql', { method, headers: { origin, ...headers } }),
    );
  const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };

  test.each([[[]], [['https://elsewhere.example']], [['https://dashboard.example.evil']]])(
    'reads nothing when %j may',
    async (origins) => {
      for (const headers of [preflight, { accept: 'application/json' }]) {
        const response = await ask(origins, headers === preflight ? 'OPTIONS' : 'GET', headers);
        expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
    },
  );

  test.each([[[origin]], [['https://elsewhere.example', origin]], [['*']]])('may when %j may', async (origins) => {
    const allowed = await ask(origins, 'OPTIONS', preflight);
    expect(allowed.status).toBe(204);
    expect(Object.fromEntries(allowed.headers)).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-headers': 'authorization, content-type, traceparent, x-webhook-secret',
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      vary: 'Origin',
    });
    expect(allowed.headers.get('access-control-allow-credentials')).toBeNull();
    const answer = await ask(origins, 'GET', { accept: 'application/json' });
    expect(answer.headers.get('access-control-expose-headers')).toContain('x-ratelimit-remaining');
  });
});

describe('the caller’s address', () => {
  const address = (proxies: number, forwarded?: string) =>
    addressOf(
      { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: '10.0.0.1' } } as never,
      readConfig({ TRUST_PROXY: String(proxies) }).TRUST_PROXY,
    );
  test.each([
    [0, '192.0.2.1', '10.0.0.1'],
    [1, '192.0.2.1', '192.0.2.1'],
    [1, '198.51.100.9, 192.0.2.1', '192.0.2.1'],
    [2, '198.51.100.9, 192.0.2.1', '198.51.100.9'],
    [2, '192.0.2.1', '10.0.0.1'],
    [1, 'made up', '10.0.0.1'],
    [1, undefined, '10.0.0.1'],
    [1, '2001:db8::1', '2001:db8::1'],
  ])('behind %i proxies that forward %j is %s', (proxies, forwarded, expected) => {
    expect(address(proxies, forwarded)).toBe(expected);
  });

  test.each([
    ['on', 1],
    ['off', 0],
    ['2', 2],
  ])('TRUST_PROXY=%s means %i', (text, proxies) => {
    expect(readConfig({ TRUST_PROXY: text }).TRUST_PROXY).toBe(proxies);
  });
});
