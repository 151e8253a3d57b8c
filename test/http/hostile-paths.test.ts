import { once } from 'node:events';
import { METHODS } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assetPath } from '../../src/http/assets.ts';
import { routes } from '../../src/rest/routes.ts';
import { listen } from '../../src/web/http-server.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

let base: TestApp;
let port: number;
let close: () => Promise<void>;

beforeAll(async () => {
  base = await createTestApp({ PORT: 0 });
  const server = await listen(base.app, base.services);
  port = Number(new URL(server.url).port);
  close = server.close;
});
afterAll(async () => {
  await close();
  await base.close();
});

interface Raw {
  status: number;
  type: string;
  body: string;
  trace: boolean;
}

/** Bytes to the socket as they are, and the answer until the server closes it. */
async function raw(bytes: string): Promise<Raw> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => {});
  await once(socket, 'connect');
  socket.write(Buffer.from(bytes, 'latin1'));
  await once(socket, 'close');
  const text = Buffer.concat(chunks).toString();
  const [head = '', ...rest] = text.split('\r\n\r\n');
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]),
    type: /^content-type: (.*)$/im.exec(head)?.[1] ?? '',
    body: rest.join('\r\n\r\n'),
    trace: /^x-trace-id: [0-9a-f]{32}\r?$/im.test(head),
  };
}

const request = (method: string, target: string, more = '') =>
  raw(`${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${more}\r\n`);

const ID = '01900000-0000-7000-8000-000000000000';
const PLACES = [
  ...new Set(routes.map(({ path }) => `/api${path.replace(/:\w+/g, ID)}`)),
  ...['/', '/l', '/l/2222222222', '/hooks', '/hooks/sms', `/hooks/sms/${ID}/${ID}`, '/postbacks', `/postbacks/${ID}`],
  ...[
    '/downloads',
    `/downloads/data-files/${ID}/row-errors.csv`,
    '/downloads/reports/obr_x.csv',
    '/downloads/people/obd_x.json',
    '/app',
    '/app/x',
  ],
  ...[
    '/assets',
    '/assets/x',
    assetPath('favicon.svg'),
    '/account/invitation',
    '/account/page.js',
    '/health',
    '/ready',
    '/graphql',
    '/nothing',
  ],
  ...['/api', '/api/openapi.json', '/api/docs'],
];
const ENDINGS = [
  '',
  '/',
  '.',
  '%20',
  '%',
  '%ff',
  '%00',
  '%2f',
  '%c0%ae',
  '%u0041',
  '/..',
  '//',
  '/%ff/x',
  ';a=1',
  '\\',
];
const QUERIES = ['?%ff', '?a=%', '?%00=1', '??', `?${'a'.repeat(4_000)}`, '?a[]=1&a[b]=2', '?__proto__=1'];

/** What is said where there are no pages: one of the documented bodies. */
function isDocumented(path: string, { status, type, body }: Raw): boolean {
  if (status >= 500 || Number.isNaN(status)) return false;
  if (status === 302) return body === '' && (path.startsWith('/l/') || path === '/assets');
  if (status === 204) return body === '';
  if (type.startsWith('text/plain')) return status === 404 && body === 'This link does not exist.\n';
  if (/^(text\/(html|javascript)|image\/svg)/.test(type)) return status === 200;
  if (type !== 'application/json') return false;
  const keys = Object.keys(JSON.parse(body)).sort().join();
  if (status === 200) return true;
  if (/^\/graphql\/?$/.test(path)) return keys === 'errors';
  return ['message', 'errors,message', 'error', 'errors'].includes(keys);
}

async function undocumented(asked: readonly (readonly [method: string, target: string, more?: string])[]) {
  const wrong: unknown[] = [];
  for (const [method, target, more] of asked) {
    const answer = await request(method, target, more);
    const isFine =
      method === 'HEAD' ? answer.body === '' && answer.status < 500 : isDocumented(target.split('?')[0]!, answer);
    if (!isFine || !answer.trace || /node_modules|FST_|statusCode/.test(answer.body))
      wrong.push([method, target, answer.status, answer.body.slice(0, 300)]);
  }
  return wrong;
}

describe('every path answers a documented body', () => {
  test.each(PLACES)('%s, whatever is attached to it', async (place) => {
    const targets = [...ENDINGS, ...QUERIES].map((end) => place + end);
    expect(
      await undocumented(targets.flatMap((target) => ['GET', 'POST'].map((method) => [method, target] as const))),
    ).toEqual([]);
  });

  test.each(PLACES)('%s, whatever the method and the body', async (place) => {
    const methods = METHODS.filter((method) => method !== 'CONNECT');
    const bodies = [
      'Content-Type: x\r\nContent-Length: 0\r\n',
      'Content-Type: multipart/form-data\r\nContent-Length: 0\r\n',
      'Content-Length: 0\r\n',
    ];
    expect(
      await undocumented([
        ...methods.map((method) => [method, place] as const),
        ...bodies.map((more) => ['POST', place, more] as const),
        [
          'GET',
          place,
          'Range: bytes=5-2\r\nIf-Modified-Since: x\r\nIf-Match: "x"\r\nIf-Range: x\r\nAccept-Encoding: x\r\nTraceparent: x\r\n',
        ],
        ['GET', place, 'Upgrade: websocket\r\nSec-WebSocket-Key: x\r\n'],
      ]),
    ).toEqual([]);
  });

  test.each(['/l/2222222222', '/hooks/sms/a/b', '/api/v1/offers', '/graphql', '/nothing'])(
    '%s, where the request is malformed',
    async (place) => {
      const requests: [string, number][] = [
        [`GET ${place} HTTP/1.1\r\nHost: x/y\r\nConnection: close\r\n\r\n`, 400],
        [`GET ${place} HTTP/1.1\r\nConnection: close\r\n\r\n`, 400],
        [`GET ${place} HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n`, 400],
        [`GET ${place} HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
        [`GET ${place}/${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
        [`GET ${place} HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n`, 400],
        [`GET ${place}\0 HTTP/1.1\r\nHost: x\r\n\r\n`, 400],
        [`GET ${place} HTTP/9.9\r\nHost: x\r\n\r\n`, 400],
      ];
      for (const [bytes, status] of requests) {
        const answer = await raw(bytes);
        // Of what is no HTTP not even the path is known.
        expect([answer.status, [place, ''].some((path) => isDocumented(path, answer))]).toEqual([status, true]);
      }
    },
  );
});
