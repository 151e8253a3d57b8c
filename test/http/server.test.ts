import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { listen } from '../../src/web/http-server.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { HEALTH } from '../support/health.ts';
import { createTeam } from '../support/team.ts';

let test_: TestApp;
let token: string;
let url: string;
let close: () => Promise<void>;

beforeAll(async () => {
  test_ = await createTestApp({ PORT: 0, CORS_ORIGINS: ['https://dashboard.example'] });
  token = (await createTeam(test_)).token;
  ({ url, close } = await listen(createApp(test_.services), test_.services));
});
afterAll(async () => {
  await close();
  await test_.close();
});

/** Sends bytes as they are and gives what comes back until the server closes or falls silent. */
const raw = (bytes: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
      socket.setTimeout(500, () => socket.destroy());
    });
    socket.on('close', () => resolve(received));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(received) : reject(error),
    );
    socket.write(bytes);
  });
const status = (response: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1]);

interface Refused {
  errors: { message: string }[];
}

describe('the server', () => {
  test.each([
    ['/health', 200, HEALTH],
    ['/ready', 200, { status: 'ready' }],
    ['/nothing', 404, { message: 'Not found.' }],
    ['/api/v1/nothing', 404, { message: 'The route api/v1/nothing could not be found.' }],
  ])('answers %s', async (path, expected, body) => {
    const response = await fetch(url + path);
    expect([response.status, await response.json()]).toEqual([expected, body]);
  });

  test('gives every answer its trace id, and continues the caller’s', async () => {
    expect((await fetch(`${url}/health`)).headers.get('x-trace-id')).toMatch(/^[0-9a-f]{32}$/);
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    for (const path of ['/health', '/api/v1/sms/campaigns', '/graphql?query={__typename}']) {
      const response = await fetch(url + path, { headers: { traceparent } });
      expect(response.headers.get('x-trace-id')).toBe('4bf92f3577b34da6a3ce929d0e0e4736');
    }
  });

  test('answers GraphQL over POST and GET alike', async () => {
    const authorization = `Bearer ${token}`;
    const post = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ me { teamName } }' }),
    });
    const get = await fetch(`${url}/graphql?query=${encodeURIComponent('{ me { teamName } }')}`, {
      headers: { authorization, accept: 'application/json' },
    });
    expect(await post.json()).toEqual({ data: { me: { teamName: 'Acme' } } });
    expect(await get.json()).toEqual({ data: { me: { teamName: 'Acme' } } });
  });

  test('runs no mutation over GET and none from a form', async () => {
    const mutation = 'mutation { login(input: { email: "a@b.cc", password: "x" }) { accessToken } }';
    expect((await fetch(`${url}/graphql?query=${encodeURIComponent(mutation)}`)).status).toBe(405);
    const form = await fetch(`${url}/graphql`, { method: 'POST', body: new URLSearchParams({ query: mutation }) });
    expect([form.status, await form.json()]).toEqual([
      415,
      { errors: [{ message: 'Operations are sent as application/json.', extensions: { code: 'BAD_REQUEST' } }] },
    ]);
  });

  test('tells nothing of the schema where introspection is off, not even what a name resembles', async () => {
    const config = { ...test_.services.config, INTROSPECTION: false };
    const app = createApp({ ...test_.services, config });
    const ask = async (query: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const url = `http://localhost/graphql?query=${encodeURIComponent(query)}`;
      const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
      const post = new Request('http://localhost/graphql', { ...init, body: JSON.stringify({ query }) });
      const answers = [await app.fetch(post), await app.fetch(new Request(url, { headers }))];
      return Promise.all(answers.map(async (answer) => ((await answer.json()) as Refused).errors[0]?.message));
    };
    const introspection =
      'GraphQL introspection has been disabled, but the requested query contained the field "__schema".';
    expect(await ask('{ __schema { types { name } } }')).toEqual([introspection, introspection]);
    const mistyped = 'Cannot query field "smsCampaignz" on type "Query".';
    expect(await ask('{ smsCampaignz }')).toEqual([mistyped, mistyped]);
  });

  test('serves GraphiQL to a browser with nothing from elsewhere', async () => {
    const page = await (await fetch(`${url}/graphql`, { headers: { accept: 'text/html' } })).text();
    expect(/<title>(.*)<\/title>/.exec(page)?.[1]).toBe('Outbound');
    expect(
      [...page.matchAll(/<(?:script|link)[^>]+(?:src|href)="(https?:[^"]+)"/g)].map(([, address]) => address),
    ).toEqual([]);
  });

  test.each([
    ['{', 'The request body is not valid JSON.'],
    ['[]', 'The request body must be a JSON object.'],
    ['{}', 'The request must have a query, the text of the operation.'],
    ['{"query":"{ me { name } }","variables":[]}', 'The variables must be an object.'],
  ])('refuses the GraphQL body %s', async (body, message) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect([response.status, await response.json()]).toEqual([
      400,
      { errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] },
    ]);
  });

  test('caps bodies at a megabyte in both APIs', async () => {
    const body = JSON.stringify({ email: 'x'.repeat(1_000_001), password: 'x' });
    const headers = { 'content-type': 'application/json' };
    const rest = await fetch(`${url}/api/login`, { method: 'POST', headers, body });
    expect([rest.status, await rest.json()]).toEqual([413, { message: 'The request body is too large.' }]);
    expect((await fetch(`${url}/graphql`, { method: 'POST', headers, body })).status).toBe(413);
  });

  test.each([
    [
      'a Host that is none',
      'GET /graphql?query={__typename} HTTP/1.1\r\nHost: [::bad\r\nConnection: close\r\n\r\n',
      400,
    ],
    ['no Host', 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['no Host where none is needed', 'GET /health HTTP/1.0\r\n\r\n', 200],
    ['two Hosts', 'GET /health HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n', 400],
    ['a Host with a path', 'GET /health HTTP/1.1\r\nHost: x/y\r\nConnection: close\r\n\r\n', 400],
    ['the URL of a proxy request', 'GET http://x/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
    ['a CONNECT', 'CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n', 405],
    ['an expectation', 'GET /health HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nConnection: close\r\n\r\n', 417],
    [
      'two lengths',
      'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
      400,
    ],
    ['a compressed transfer', 'POST /api/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n{}', 415],
    ['an escape that is none', 'GET /api/v1/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
    ['a target that is no path', 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['a NUL in a query', 'GET /api/v1/sms/campaigns?type=%00 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 401],
    ['an unknown method', 'BREW /api/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
    ['a TRACE', 'TRACE /api/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 405],
    ['a PROPFIND of nothing', 'PROPFIND /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
  ])('answers %s without a fault', async (_what, bytes, expected) => {
    const response = await raw(bytes);
    expect(status(response)).toBe(expected);
    expect(response).toMatch(/content-type: application\/json/i);
    expect(response).toMatch(/x-content-type-options: nosniff/i);
    expect(response).toMatch(/x-trace-id: [0-9a-f]{32}/i);
    expect(response.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(response).not.toMatch(/node_modules|at .*\.ts|stack/i);
  });

  test('answers a CONNECT with an Allow that names nothing', async () => {
    expect(await raw('CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n')).toMatch(/^allow: \r$/im);
  });

  test.each([
    ['/api/login', 'POST'],
    ['/graphql', 'GET, HEAD, POST'],
    ['/l/2222222222', 'GET, HEAD'],
    ['/health', 'GET, HEAD'],
    ['/', 'GET, HEAD'],
  ])('answers methods that %s has not with 405 and what it has', async (path, allow) => {
    for (const method of ['DELETE', 'PROPFIND', 'MKCOL', 'QUERY']) {
      const response = await raw(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect([method, status(response), /^allow: (.*)\r$/im.exec(response)?.[1]]).toEqual([method, 405, allow]);
    }
  });

  const GRAPHQL = 'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  test.each([
    ['a Host that is none', 'POST /graphql HTTP/1.1\r\nHost: x/y\r\n\r\n', 'The Host header is not valid.'],
    ['compression', `${GRAPHQL}Content-Encoding: br\r\n\r\n`, 'The request body must not be compressed.'],
    ['an expectation', `${GRAPHQL}Expect: tea\r\nContent-Length: 2\r\n\r\n{}`, 'The expectation cannot be met.'],
    ['a broken body', `${GRAPHQL}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 'The request is not valid HTTP.'],
  ])('refuses %s on /graphql in the form of GraphQL', async (_what, bytes, message) => {
    const body = (await raw(bytes)).split('\r\n\r\n')[1] ?? '';
    expect(JSON.parse(body)).toEqual({ errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] });
  });

  test('lets browsers of the configured origins in, and no other', async () => {
    const preflight = (origin: string) =>
      fetch(`${url}/api/v1/sms/campaigns`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'GET' },
      });
    const allowed = await preflight('https://dashboard.example');
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([
      204,
      'https://dashboard.example',
    ]);
    expect((await preflight('https://elsewhere.example')).headers.get('access-control-allow-origin')).toBeNull();
  });

  test('describes the REST API, each time with the same text', async () => {
    const texts = [1, 2].map(async () => (await fetch(`${url}/api/openapi.json`)).text());
    const [first, second] = await Promise.all(texts);
    expect(JSON.parse(first!)).toMatchObject({ info: { title: 'Outbound REST API', version: '1' } });
    expect(second).toBe(first);
  });

  test('answers HEAD as GET without a body', async () => {
    const response = await fetch(`${url}/api/openapi.json`, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});
