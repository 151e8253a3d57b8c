import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { createSigningSecret, signed } from 'outgoing-requests';
import { type OutgoingSms, type SendResult, type SmsProvider, UnreadableBodyError } from 'sms-providers';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, test } from 'vitest';
import { openProvider } from '../../../../src/modules/delivery/providers/open-provider.ts';
import type { Settings } from '../../../../src/modules/delivery/providers/settings.ts';
import { type Seen, startService } from './webhook-service.ts';

const secret = createSigningSecret();
const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of cleanUp.splice(0)) await close();
});

async function service(answer?: (seen: Seen, response: ServerResponse) => void) {
  const started = await startService(answer);
  cleanUp.push(started.close);
  return started;
}

function provider(url: string, settings: Partial<Settings<'http'>> = {}, allowPrivate = true): SmsProvider {
  const environment = {
    callbackUrl: '',
    clicksTo: null,
    allowPrivate,
    receive: async () => undefined,
    failed: () => undefined,
  };
  const opened = openProvider('http', { url, ...settings }, { secret }, environment);
  cleanUp.push(() => opened.close());
  return opened;
}

const MESSAGES: OutgoingSms[] = ['a', 'b', 'c'].map((id, at) => ({
  id,
  to: `49170000000${at}`,
  from: at === 0 ? 'Acme' : null,
  text: `Hello ${id}`,
}));

const all = (result: SendResult) => [result, result, result];
const accepted = (id: string) => ({ id, status: 'accepted', provider_id: `p-${id}` });

describe('a service of the team’s own', () => {
  test('is posted the messages, signed, with a key that is the same for the same messages', async () => {
    const started = await service((_seen, response) =>
      response.end(
        JSON.stringify({
          results: [
            { id: 'c', status: 'rejected', kind: 'opted_out', code: 21610, reason: 'Asked not to', retry_after: 5 },
            accepted('a'),
          ],
        }),
      ),
    );
    const http = provider(`${started.url}/sms?k=1`, { sender: '12345' });
    expect(await http.send(MESSAGES)).toEqual([
      { status: 'accepted', providerId: 'p-a' },
      { status: 'unknown', reason: 'The service’s answer leaves the message out.' },
      { status: 'rejected', kind: 'opted_out', code: '21610', reason: 'Asked not to', retryAfterSeconds: 5 },
    ]);
    await http.send(MESSAGES);
    const [first, again] = started.seen;
    expect(first).toMatchObject({ method: 'POST', path: '/sms?k=1' });
    expect(JSON.parse(first!.body)).toEqual({
      messages: [
        { id: 'a', to: '491700000000', from: 'Acme', text: 'Hello a' },
        { id: 'b', to: '491700000001', from: '12345', text: 'Hello b' },
        { id: 'c', to: '491700000002', from: '12345', text: 'Hello c' },
      ],
    });
    expect(new Webhook(secret).verify(first!.body, first!.headers as Record<string, string>)).toEqual(
      JSON.parse(first!.body),
    );
    expect(first!.headers['idempotency-key']).toMatch(/^msg_[\w-]{43}$/);
    expect(again!.headers['idempotency-key']).toBe(first!.headers['idempotency-key']);
  });

  test.each([
    [
      429,
      {
        status: 'rejected',
        kind: 'throttled',
        code: '429',
        reason: 'The service answered 429.',
        retryAfterSeconds: 7,
        isUnread: true,
      },
    ],
    [503, { status: 'unreachable', reason: 'The service answered 503.', retryAfterSeconds: 7 }],
    [
      402,
      {
        status: 'rejected',
        kind: 'balance',
        code: '402',
        reason: 'The service answered 402.',
        retryAfterSeconds: null,
        isUnread: true,
      },
    ],
    [
      401,
      {
        status: 'rejected',
        kind: 'blocked',
        code: '401',
        reason: 'The service answered 401.',
        retryAfterSeconds: null,
        isUnread: true,
      },
    ],
    [
      302,
      {
        status: 'rejected',
        kind: 'blocked',
        code: '302',
        reason: 'The service answered 302.',
        retryAfterSeconds: null,
        isUnread: true,
      },
    ],
    [500, { status: 'unknown', reason: 'The service answered 500.', isUnanswered: true }],
  ] as [number, SendResult][])('that answers %i', async (status, expected) => {
    const started = await service((_seen, response) => {
      response.writeHead(status, { 'retry-after': '7', location: '/elsewhere' }).end();
    });
    expect(await provider(started.url).send(MESSAGES)).toEqual(all(expected));
    expect(started.seen).toHaveLength(1);
  });

  test('that says nothing of use, too much, or nothing in time may have taken them', async () => {
    const send = async (answer: (seen: Seen, response: ServerResponse) => void, timeoutMs = 60_000) =>
      (await provider((await service(answer)).url, { timeoutMs }).send(MESSAGES))[0];
    expect(await send((_seen, response) => response.end('<html>'))).toEqual({
      status: 'unknown',
      reason: 'The service’s answer is not of the documented shape.',
    });
    const broke = { status: 'unknown', reason: 'The connection to the service broke.', isUnanswered: true };
    expect(await send((_seen, response) => response.end('x'.repeat(1_000_001)))).toEqual(broke);
    expect(await send((_seen, response) => response.destroy())).toEqual(broke);
    expect(await send(() => undefined, 1_000)).toEqual({
      status: 'unknown',
      reason: 'The service did not answer in time.',
      isUnanswered: true,
    });
  });

  const answering = (results: unknown, more: object = {}) =>
    service((_seen, response) => response.end(JSON.stringify({ results, ...more })));
  const sendTo = async (results: unknown) => provider((await answering(results)).url).send(MESSAGES);
  const taken = (providerId: string) => ({ status: 'accepted', providerId });
  const refused = (more: object) => ({
    ...{
      status: 'rejected',
      kind: 'permanent',
      code: null,
      reason: 'The service refused it.',
      retryAfterSeconds: null,
    },
    ...more,
  });
  const LEFT_OUT = { status: 'unknown', reason: 'The service’s answer leaves the message out.' };

  test.each([
    [{ provider_id: 7 }, taken('7')],
    [{ provider_id: 0 }, taken('0')],
    [{ provider_id: ' x ' }, taken('x')],
    [{ status: 'Accepted' }, taken('p-b')],
    [{ status: ' ACCEPTED ' }, taken('p-b')],
    [{ id: 'B' }, taken('p-b')],
    [{ provider_id: null }, taken('')],
    [{ provider_id: undefined }, taken('')],
    [{ provider_id: '' }, taken('')],
    [{ provider_id: { a: 1 } }, taken('')],
    [{ provider_id: 'x'.repeat(201) }, taken('')],
    [{ provider_id: 'a\0b' }, taken('ab')],
    [{ reason: 7, code: [], retry_after: 'soon', extra: { a: null } }, taken('p-b')],
    [{ status: 'queued' }, { status: 'unknown', reason: 'The service’s answer has an unknown status: queued.' }],
    [{ status: null }, { status: 'unknown', reason: 'The service’s answer has an unknown status.' }],
    [{ status: 'rejected' }, { status: 'unknown', reason: 'The service rejected it with an unknown kind.' }],
    [
      { status: 'rejected', kind: 'odd' },
      { status: 'unknown', reason: 'The service rejected it with an unknown kind: odd.' },
    ],
    [{ status: 'REJECTED', kind: 'Permanent' }, refused({})],
    [{ status: 'rejected', kind: 'permanent', reason: 'r'.repeat(501) }, refused({ reason: 'r'.repeat(500) })],
    [{ status: 'rejected', kind: 'permanent', reason: { a: 1 }, code: {} }, refused({})],
    [
      { status: 'rejected', kind: 'permanent', reason: 5, code: 'c'.repeat(51) },
      refused({ reason: '5', code: 'c'.repeat(50) }),
    ],
    [{ status: 'rejected', kind: 'retryable', retry_after: '5' }, refused({ kind: 'retryable', retryAfterSeconds: 5 })],
    [
      { status: 'rejected', kind: 'retryable', retry_after: 1e9 },
      refused({ kind: 'retryable', retryAfterSeconds: 86_400 }),
    ],
    [{ status: 'rejected', kind: 'retryable', retry_after: -5 }, refused({ kind: 'retryable' })],
    [{ id: null }, LEFT_OUT],
    [{ id: { a: 1 } }, LEFT_OUT],
  ])('whose answer for one message is odd, %j, has taken the others', async (odd, expected) => {
    const results = await sendTo([accepted('a'), { ...accepted('b'), ...odd }, accepted('c')]);
    expect(results).toEqual([taken('p-a'), expected, taken('p-c')]);
  });

  test.each([[null], [7], ['b'], [[]], [[accepted('b')]], [true]])(
    'that has %j among its results has taken the others',
    async (odd) => {
      expect(await sendTo([odd, accepted('a'), odd, accepted('c'), accepted('x')])).toEqual([
        taken('p-a'),
        LEFT_OUT,
        taken('p-c'),
      ]);
    },
  );

  test('that says of one message twice that it is taken, or taken and refused, has taken it', async () => {
    const no = (id: string) => ({ id, status: 'rejected', kind: 'permanent' });
    const results = [no('a'), accepted('a'), { id: 'b', status: 'odd' }, no('b'), no('b'), accepted('c'), no('c')];
    expect(await sendTo([...results, { ...accepted('c'), provider_id: 'other' }])).toEqual([
      taken('p-a'),
      refused({}),
      taken('p-c'),
    ]);
  });

  test('that answers in UTF-16, or with a comma too many, is read', async () => {
    const text = `{"results": [${MESSAGES.map(({ id }) => JSON.stringify(accepted(id))).join()},]}`;
    for (const body of [
      text,
      Buffer.from(`\ufeff${text}`, 'utf16le'),
      Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
    ]) {
      const started = await service((_seen, response) => response.end(body));
      expect(await provider(started.url).send(MESSAGES)).toEqual(MESSAGES.map(({ id }) => taken(`p-${id}`)));
    }
  });

  test('that writes ids as numbers too large for JavaScript keeps each apart', async () => {
    const started = await service((_seen, response) =>
      response.end(
        `{"results": [{"id": "a", "status": "accepted", "provider_id": 12345678901234567891},
          {"id": "b", "status": "accepted", "provider_id":12345678901234567892},
          {"id": "c", "status": "rejected", "kind": "permanent", "reason": "\\" , 12345678901234567893,"}]}`,
      ),
    );
    expect(await provider(started.url).send(MESSAGES)).toEqual([
      taken('12345678901234567891'),
      taken('12345678901234567892'),
      refused({ reason: '" , 12345678901234567893,' }),
    ]);
  });

  test.each(['gzip', 'x-gzip', 'GZIP', 'deflate', 'raw deflate', 'br', 'identity', 'gzip, br'])(
    'is read when its answer is encoded: %s',
    async (encoding) => {
      const text = Buffer.from(`\ufeff${JSON.stringify({ results: [accepted('a'), accepted('b'), accepted('c')] })}`);
      const encoded: Record<string, () => Buffer> = {
        deflate: () => deflateSync(text),
        'raw deflate': () => deflateRawSync(text),
        br: () => brotliCompressSync(text),
        identity: () => text,
        'gzip, br': () => brotliCompressSync(gzipSync(text)),
      };
      const started = await service((_seen, response) => {
        response.setHeader('content-encoding', encoding.replace('raw ', ''));
        response.end((encoded[encoding] ?? (() => gzipSync(text)))());
      });
      expect(await provider(started.url).send(MESSAGES)).toEqual([taken('p-a'), taken('p-b'), taken('p-c')]);
    },
  );

  test.each([
    ['utf-16le', 'utf16le', 'Zoë'],
    ['UTF-16', 'utf16le', 'Zoë'],
    ['"iso-8859-1"', 'latin1', 'Zoë'],
    ['utf-8', 'utf8', 'Zoë'],
    ['unheard-of', 'utf8', 'Zoë'],
    // Mislabelled: what is no UTF-8 is replaced, and nothing else.
    ['utf-8', 'latin1', 'Zo\ufffd'],
  ] as const)('is read in the charset %s of its answer, %s', async (charset, encoding, reason) => {
    const results = [accepted('a'), { id: 'b', status: 'rejected', kind: 'permanent', reason: 'Zoë' }, accepted('c')];
    const started = await service((_seen, response) => {
      response.setHeader('content-type', `application/json; charset=${charset}`);
      response.end(Buffer.from(JSON.stringify({ results }), encoding));
    });
    expect(await provider(started.url).send(MESSAGES)).toEqual([taken('p-a'), refused({ reason }), taken('p-c')]);
  });

  test('that answers bare line breaks in texts, or one element without a list, is read', async () => {
    const started = await service((_seen, response) =>
      response.end(
        '{"results":\r\n{"id": "a", "status": "rejected", "kind": "permanent", "reason": "Not\nnow\tor\0"}}',
      ),
    );
    expect(await provider(started.url).send(MESSAGES.slice(0, 1))).toEqual([refused({ reason: 'Not now or' })]);
  });

  test('whose encoded answer cannot be read, or is too large, may have taken them; its status counts', async () => {
    const send = async (status: number, encoding: string, body: Buffer) => {
      const started = await service((_seen, response) => {
        response.writeHead(status, { 'content-encoding': encoding }).end(body);
      });
      return (await provider(started.url).send(MESSAGES))[0];
    };
    const odd = { status: 'unknown', reason: 'The service’s answer is not of the documented shape.' };
    expect(await send(200, 'gzip', Buffer.from('no'))).toEqual(odd);
    expect(await send(200, 'unheard-of', Buffer.from('{}'))).toEqual(odd);
    expect(await send(200, 'gzip', gzipSync(Buffer.alloc(50_000_000, ' ')))).toEqual(odd);
    expect(await send(402, 'gzip', Buffer.from('no'))).toMatchObject({ kind: 'balance' });
  });

  test.each([
    ['Sun, 22 Nov 2026 10:01:30 GMT', 90],
    ['Sunday, 22-Nov-26 10:01:30 GMT', 90],
    ['Sun Nov 22 10:01:30 2026', 90],
    ['Sun, 22 Nov 2026 09:00:00 GMT', 1],
    ['Sun, 22 Nov 2099 10:00:00 GMT', 86_400],
    ['1.5', 2],
    ['0', 1],
    ['soon', null],
    ['2026-11-31T10:00:00Z', null],
    ['-1', null],
    ['', null],
  ])('that asks to wait until %j', async (after, retryAfterSeconds) => {
    const started = await service((_seen, response) => {
      response.writeHead(429, { date: 'Sun, 22 Nov 2026 10:00:00 GMT', 'retry-after': after }).end();
    });
    expect((await provider(started.url).send(MESSAGES))[0]).toMatchObject({ kind: 'throttled', retryAfterSeconds });
  });

  test('that is not there took nothing', async () => {
    const { url, close } = await startService();
    await close();
    expect(await provider(url).send(MESSAGES)).toEqual(
      all({
        ...{ status: 'unreachable', retryAfterSeconds: null },
        reason: 'The service could not be connected to.',
      }),
    );
  });

  test('is not connected to on a private network unless that is allowed', async () => {
    const started = await service();
    const port = new URL(started.url).port;
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1']) {
      expect(await provider(`http://${host}:${port}/`, {}, false).send(MESSAGES)).toEqual(
        all({
          ...{ status: 'rejected', kind: 'blocked', code: null, retryAfterSeconds: null, isUnread: true },
          reason: 'The service’s address is of a private network.',
        }),
      );
    }
    expect(started.seen).toEqual([]);
  });

  test('reports with the same secret', () => {
    const http = provider('http://service.example');
    const body = JSON.stringify({
      receipts: [{ provider_id: 'p-a', status: 'delivered', timestamp: '2025-11-22T10:00:00+01:00' }],
      replies: [{ id: 'r1', from: '+491700000000', text: 'STOP', timestamp: '2025-11-22T09:00:00Z' }],
    });
    const headers = signed(secret, 'r', body);
    expect(http.verify({ headers, body })).toBe(true);
    expect(http.parse({ headers, body })).toEqual({
      receipts: [
        {
          ...{ providerId: 'p-a', messageId: null, status: 'delivered', code: null, reason: null },
          at: new Date('2025-11-22T09:00:00Z'),
        },
      ],
      replies: [{ id: 'r1', from: '+491700000000', to: null, text: 'STOP', at: new Date('2025-11-22T09:00:00Z') }],
      notTaken: [],
    });
    expect(http.verify({ headers, body: `${body} ` })).toBe(false);
    expect(http.verify({ headers: signed(createSigningSecret(), 'r', body), body })).toBe(false);
    expect(http.verify({ headers: {}, body })).toBe(false);
    const old = String(Math.floor(Date.now() / 1_000) - 301);
    const late = new Webhook(secret).sign('r', new Date(Number(old) * 1_000), body);
    const lateHeaders = { 'webhook-id': 'r', 'webhook-timestamp': old, 'webhook-signature': late };
    expect(http.verify({ headers: lateHeaders, body })).toBe(false);
    expect(() => http.parse({ headers, body: 'no' })).toThrow(UnreadableBodyError);
  });
});
