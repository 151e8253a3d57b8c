import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib';
import { isOfPrivateAddress, NotSentError, openPoster, reasonOf } from 'outgoing-requests';
import { afterEach, expect, test } from 'vitest';

const cleanUp: (() => void)[] = [];
afterEach(() => {
  for (const close of cleanUp.splice(0)) close();
});

async function service(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp.push(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function poster(options: Partial<Parameters<typeof openPoster>[0]> = {}) {
  const opened = openPoster({ timeoutMs: 5_000, allowPrivate: true, ...options });
  cleanUp.push(opened.close);
  return opened;
}

const failure = (answer: Promise<unknown>) =>
  answer.then(
    () => null,
    (error: unknown) => error,
  );

test('an answer is its status, its text and when to ask again', async () => {
  const url = await service((_request, response) =>
    response
      .writeHead(429, { 'retry-after': '5', 'content-type': 'text/plain; charset=utf-16le' })
      .end(Buffer.from('Zoë', 'utf16le')),
  );
  expect(await poster().post(url, '{}', {})).toEqual({ status: 429, retryAfter: 5, body: 'Zoë' });
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateRawSync],
  ['gzip, br', (text: Buffer) => brotliCompressSync(gzipSync(text))],
])('an answer in %s is decoded', async (encoding, encode) => {
  const url = await service((_request, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(encode(Buffer.from('Zoë'))),
  );
  expect(await poster().post(url, '{}', {})).toMatchObject({ body: 'Zoë' });
});

test('what is under way when it is closed is answered', async () => {
  let answer = () => {};
  let asked = () => {};
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const url = await service((_request, response) => {
    answer = () => void response.end('taken');
    asked();
  });
  const opened = poster();
  const posted = opened.post(url, '{}', {});
  await isAsked;
  opened.close();
  answer();
  expect(await posted).toMatchObject({ status: 200, body: 'taken' });
});

test('a redirect is an answer', async () => {
  const url = await service((_request, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end());
  expect(await poster().post(url, '{}', {})).toMatchObject({ status: 302 });
});

test('an answer that is too large, or is one once decoded, is not kept', async () => {
  const large = Buffer.alloc(2_000_000, ' ');
  const plain = await service((_request, response) => response.end(large));
  const packed = await service((_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(large)),
  );
  expect(await failure(poster().post(plain, '{}', {}))).toEqual(new Error('The answer is too large.'));
  expect(await poster({ isStatusEnough: true }).post(plain, '{}', {})).toMatchObject({ status: 200 });
  expect(await poster().post(packed, '{}', {})).toMatchObject({ status: 200, body: '' });
});

test('a request that cannot have arrived is told from one that may have', async () => {
  const closed = await service(() => undefined);
  for (const close of cleanUp.splice(0)) close();
  const unsent = await failure(poster().post(closed, '{}', {}));
  expect(unsent).toBeInstanceOf(NotSentError);
  expect(reasonOf(unsent)).toBe('The service could not be connected to.');
  const cut = await failure(poster().post(await service((request) => request.socket.destroy()), '{}', {}));
  expect(cut).not.toBeInstanceOf(NotSentError);
  expect(reasonOf(cut)).toBe('The connection to the service broke.');
  const late = await failure(poster({ timeoutMs: 1_000 }).post(await service(() => undefined), '{}', {}));
  expect(late).not.toBeInstanceOf(NotSentError);
  expect(reasonOf(late)).toBe('The service did not answer in time.');
});

test('a private network is not connected to', async () => {
  const asked: IncomingMessage[] = [];
  const url = await service((request, response) => {
    asked.push(request);
    response.end();
  });
  const { port } = new URL(url);
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1']) {
    const refused = await failure(poster({ allowPrivate: false }).post(`http://${host}:${port}/`, '{}', {}));
    expect(isOfPrivateAddress(refused)).toBe(true);
  }
  expect(asked).toHaveLength(0);
});
