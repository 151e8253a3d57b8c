import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Inbound, type OutgoingSms, openSmppProvider, type SendResult, type SmsProvider } from 'sms-providers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readSettings } from '../../../../src/modules/delivery/providers/settings.ts';
import { bundled } from '../../../support/bundle.ts';
import { PATIENCE } from '../../../support/patience.ts';
import { sendWithRoom } from '../../../support/send-with-room.ts';
import type { Order, Report } from './smsc-process.ts';

let smsc: ChildProcess;
let port: number;
let received: Inbound[];
const open: SmsProvider[] = [];
let failures: unknown[];

beforeEach(async () => {
  smsc = fork(await bundled(fileURLToPath(new URL('./smsc-process.ts', import.meta.url))), { stdio: 'inherit' });
  [port] = (await once(smsc, 'message')) as [number];
  received = [];
  failures = [];
});
const failed = (error: unknown) => void failures.push(error);
afterEach(async () => {
  await Promise.all(open.splice(0).map((provider) => provider.close()));
  smsc.kill('SIGKILL');
});

async function order(what: Order): Promise<Report> {
  const answer = once(smsc, 'message');
  smsc.send(what);
  return ((await answer) as [Report])[0];
}

function connect(
  settings: object = {},
  options: { password?: string; receive?: (inbound: Inbound) => Promise<void> } = {},
): SmsProvider {
  const read = readSettings('smpp', { host: '127.0.0.1', port, ...settings });
  const receive = options.receive ?? (async (inbound: Inbound) => void received.push(inbound));
  const credentials = { systemId: 'acme', password: options.password ?? 'secret' };
  const provider = openSmppProvider(read.value!, credentials, { allowPrivate: true, receive, failed });
  open.push(provider);
  return provider;
}

const batch = (count: number, text = 'Hello', first = 0): OutgoingSms[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `m${first + at}`,
    to: String(491700000000 + first + at),
    from: null,
    text,
  }));

const tally = (results: SendResult[]) => {
  const counts: Record<string, number> = {};
  for (const result of results) {
    const key = result.status === 'rejected' ? result.kind : result.status;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
};

const providerIds = (results: SendResult[]) =>
  results.flatMap((result) => (result.status === 'accepted' ? result.providerId : []));

describe('an operator over SMPP', () => {
  test('a message that cannot be written for the operator leaves the others of its batch alone', async () => {
    const [first, second, third] = batch(3) as [OutgoingSms, OutgoingSms, OutgoingSms];
    const results = await sendWithRoom(connect(), [first, { ...second, text: null as never }, third]);
    expect(results.map(({ status }) => status)).toEqual(['accepted', 'unknown', 'accepted']);
    expect(results[1]).toEqual({ status: 'unknown', reason: 'The message could not be handed over.' });
    expect(failures).toEqual([expect.any(TypeError)]);
  });

  test('takes a thousand messages, and its receipts in another order are each one message’s', async () => {
    const provider = connect({ window: 50 });
    const results = await sendWithRoom(provider, batch(1_000));
    expect(tally(results)).toEqual({ accepted: 1_000 });
    const ids = providerIds(results);
    expect(new Set(ids).size).toBe(1_000);

    await order({ do: 'receipts' });
    await vi.waitFor(() => expect(received).toHaveLength(1_000), PATIENCE);
    const receipts = received.flatMap((inbound) => inbound.receipts);
    expect(new Set(receipts.map(({ providerId }) => providerId))).toEqual(new Set(ids));
    expect(
      receipts.filter(({ status, code, reason }) => status === 'delivered' && code === 0 && reason === null),
    ).toHaveLength(666);
    expect(
      receipts.filter(({ status, code, reason }) => status === 'failed' && code === 12 && reason === 'UNDELIV 012'),
    ).toHaveLength(334);
    await vi.waitFor(async () => expect((await order({ do: 'report' })).acknowledged).toBe(1_000), PATIENCE);
    expect(await order({ do: 'report' })).toMatchObject({ binds: 1, submits: 1_000, answered: 1_000, refused: 0 });
  });

  test('that reports over data_sm is heard and answered', async () => {
    const [result] = await sendWithRoom(connect(), batch(1));
    const [id] = providerIds([result!]) as [string];
    await order({ do: 'data', id, text: 'STOP' });
    await vi.waitFor(() => expect(received).toHaveLength(2), PATIENCE);
    expect(received.flatMap(({ receipts }) => receipts)).toMatchObject([{ providerId: id, status: 'delivered' }]);
    expect(received.flatMap(({ replies }) => replies)).toMatchObject([{ from: '4915112345678', text: 'STOP' }]);
    await vi.waitFor(async () => expect((await order({ do: 'report' })).acknowledged).toBe(2), PATIENCE);
  });

  test('that asks for less speed has taken exactly what was accepted', async () => {
    const provider = connect();
    await order({ do: 'throttle', every: 5 });
    const results = await sendWithRoom(provider, batch(1_000));
    expect(tally(results)).toEqual({ accepted: 800, throttled: 200 });
    expect(results.find(({ status }) => status === 'rejected')).toEqual({
      status: 'rejected',
      kind: 'throttled',
      code: '88',
      reason: 'The operator answered ESME_RTHROTTLED.',
      retryAfterSeconds: 1,
    });
    expect(await order({ do: 'report' })).toMatchObject({ submits: 1_000, throttled: 200, answered: 800 });
  });

  test('that cuts the connection leaves unknown what was not answered, and the rest can be sent again', async () => {
    const provider = connect({ window: 20 });
    await sendWithRoom(provider, batch(1, 'Hello', 5_000));
    await order({ do: 'cut', after: 300 });
    const messages = batch(1_000);
    const results = await sendWithRoom(provider, messages);
    const counts = tally(results);
    expect(counts.unknown).toBeGreaterThan(0);
    expect(counts.unknown).toBeLessThanOrEqual(20);
    expect(counts).toEqual({
      accepted: expect.any(Number),
      unknown: expect.any(Number),
      unreachable: 1_000 - counts.accepted! - counts.unknown!,
    });

    const left = () => messages.filter((_, at) => results[at]!.status === 'unreachable');
    await vi.waitFor(async () => {
      const again = left();
      const answers = await sendWithRoom(provider, again);
      answers.forEach((answer, at) => {
        results[messages.indexOf(again[at]!)] = answer;
      });
      expect(left()).toEqual([]);
    }, PATIENCE);
    expect(tally(results)).toEqual({ accepted: 1_000 - counts.unknown!, unknown: counts.unknown });

    const { taken, binds } = await order({ do: 'report' });
    expect(binds).toBe(2);
    expect(new Set(taken).size).toBe(taken.length);
    const accepted = messages.filter((_, at) => results[at]!.status === 'accepted').map(({ to }) => to);
    expect(accepted.filter((to) => !taken.includes(to))).toEqual([]);
  });

  test('that no longer hears a connection gets no message over it after those without an answer', async () => {
    const provider = connect({ window: 10, responseTimeoutMs: 5_000, enquireLinkSeconds: 600 });
    expect(tally(await sendWithRoom(provider, batch(1, 'Hello', 5_000)))).toEqual({ accepted: 1 });
    await order({ do: 'forget' });
    expect(tally(await sendWithRoom(provider, batch(5)))).toEqual({ unknown: 5 });
    expect(tally(await sendWithRoom(provider, batch(5, 'Hello', 10)))).toEqual({ unreachable: 5 });
    await expect
      .poll(async () => tally(await sendWithRoom(provider, batch(1, 'Hello', 20))), PATIENCE)
      .toEqual({ accepted: 1 });
    expect((await order({ do: 'report' })).binds).toBe(2);
  });

  test('that answers enquire_link and no message keeps its connection', async () => {
    const provider = connect({ responseTimeoutMs: 5_000 });
    await order({ do: 'hold' });
    expect(tally(await sendWithRoom(provider, batch(5)))).toEqual({ unknown: 5 });
    await order({ do: 'answer' });
    expect(tally(await sendWithRoom(provider, batch(5, 'Hello', 10)))).toEqual({ accepted: 5 });
    expect((await order({ do: 'report' })).binds).toBe(1);
  });

  test('gets long texts in parts or as one, in the characters that they need', async () => {
    const parts = connect({ sender: 'Acme' });
    const long = `${'a'.repeat(152)}€${'b'.repeat(100)}`;
    const [answer] = await sendWithRoom(parts, batch(1, long));
    await sendWithRoom(parts, batch(1, 'Привет'));
    await sendWithRoom(parts, batch(1, `${'a'.repeat(100)}\r\nbye`));
    await sendWithRoom(connect({ longMessages: 'payload' }), batch(1, 'ж'.repeat(200)));
    const { parts: sent } = await order({ do: 'report' });
    expect(sent.map(({ udh }) => udh.slice(0, 2).concat(udh.slice(3)))).toEqual([
      [0, 3, 2, 1],
      [0, 3, 2, 2],
      [],
      [],
      [],
    ]);
    expect(sent.map(({ message, udh: _, ...others }) => ({ message, ...others }))).toEqual([
      { message: 'a'.repeat(152), coding: 0, wantsReceipt: false, payload: false, sender: 'Acme' },
      { message: `€${'b'.repeat(100)}`, coding: 0, wantsReceipt: true, payload: false, sender: 'Acme' },
      { message: 'Привет', coding: 8, wantsReceipt: true, payload: false, sender: 'Acme' },
      { message: `${'a'.repeat(100)}\r\nbye`, coding: 0, wantsReceipt: true, payload: false, sender: 'Acme' },
      { message: 'ж'.repeat(200), coding: 8, wantsReceipt: true, payload: true, sender: '' },
    ]);
    // The receipt is for the last part.
    expect(answer).toEqual({ status: 'accepted', providerId: 'a0002' });
  });

  test('that asks for less speed in the middle of a text gets the rest of it later', async () => {
    const provider = connect();
    await order({ do: 'throttle', every: 2 });
    expect(tally(await sendWithRoom(provider, batch(1, 'a'.repeat(400))))).toEqual({ accepted: 1 });
    expect(await order({ do: 'report' })).toMatchObject({ answered: 3 });
  });

  test('that refuses a later part of a text has the parts before it: nobody knows what arrives', async () => {
    const provider = connect();
    await order({ do: 'throttle', every: 2, with: 69 });
    expect(await sendWithRoom(provider, batch(1, 'a'.repeat(400)))).toEqual([
      { status: 'unknown', reason: 'The operator took a part of the message and not all of it.' },
    ]);
    expect(await order({ do: 'report' })).toMatchObject({ submits: 2, answered: 1 });
  });

  test('brings replies, and brings again what we could not store', async () => {
    let fail = true;
    const provider = connect(
      {},
      {
        receive: async (inbound) => {
          if (fail) throw new Error('The database is away.');
          received.push(inbound);
        },
      },
    );
    await sendWithRoom(provider, batch(1));
    await order({ do: 'reply', from: '+491701234567', text: 'Stop' });
    await vi.waitFor(async () => expect((await order({ do: 'report' })).refused).toBe(1), PATIENCE);
    fail = false;
    await order({ do: 'reply', from: '+491701234567', text: 'Stop' });
    await vi.waitFor(() => expect(received).toHaveLength(1), PATIENCE);
    expect(received).toEqual([
      {
        receipts: [],
        replies: [
          {
            ...{ from: '+491701234567', to: '4930123', text: 'Stop' },
            ...{ id: expect.any(String), at: expect.any(Date) },
            hasDerivedId: true,
          },
        ],
      },
    ]);
  });

  test('that takes no connection now, or still has the former one, is waited for', async () => {
    for (const [status, reason] of [
      [5, 'The operator answered ESME_RALYBND.'],
      [8, 'The operator answered ESME_RSYSERR.'],
    ] as const) {
      await order({ do: 'refuse', with: status });
      const waits = { status: 'unreachable', reason, retryAfterSeconds: null };
      expect(await sendWithRoom(connect(), batch(1))).toEqual([waits]);
    }
    const [refused] = await sendWithRoom(connect({ errorKinds: { 8: 'blocked' } }), batch(1));
    expect(refused).toMatchObject({ status: 'rejected', kind: 'blocked', code: '8' });
  });

  test('that refuses the credentials blocks, and one that is away or private takes nothing', async () => {
    const [refused] = await sendWithRoom(connect({}, { password: 'wrong' }), batch(1));
    expect(refused).toEqual({
      status: 'rejected',
      kind: 'blocked',
      code: '14',
      reason: 'The operator answered ESME_RINVPASWD.',
      retryAfterSeconds: null,
    });
    smsc.kill('SIGKILL');
    await once(smsc, 'exit');
    expect(tally(await sendWithRoom(connect(), batch(3)))).toEqual({ unreachable: 3 });
    const settings = readSettings('smpp', { host: 'localhost', port }).value!;
    const guarded = openSmppProvider(
      settings,
      { systemId: 'a', password: 'b' },
      { allowPrivate: false, receive: async () => undefined, failed },
    );
    open.push(guarded);
    expect(tally(await sendWithRoom(guarded, batch(1)))).toEqual({ blocked: 1 });
  });
});
