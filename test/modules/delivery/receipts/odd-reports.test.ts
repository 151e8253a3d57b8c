import { createHmac } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { signed } from 'outgoing-requests';
import type { SendResult } from 'sms-providers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { giveProvider, report, visit } from '../../../support/hooks.ts';
import { makeJobsDue, runJobs } from '../../../support/jobs.ts';
import { createSmsCampaign, manual, START, testEngine, testProvider } from '../../../support/sending.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';

let test: TestApp;
let acme: TestTeam;
let routeId: string;
let campaignId: string;
let secret: string;
const provider = testProvider();

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** Messages that were handed over, and answered as the test says. */
async function begin(contacts: number, answer: (at: number) => SendResult) {
  acme = await createTeam(test);
  ({ routeId, campaignId } = await createSmsCampaign(test, acme.team.id, {
    contacts,
    meta: manual(contacts),
    price: '0.01',
  }));
  secret = await giveProvider(test, acme.team.id, routeId);
  let at = 0;
  provider.answer = () => answer(at++);
  await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
  await testEngine(test, new Date(Date.now() + 1_000).toISOString(), provider).run();
}
const tell = (content: unknown) => report(test, `/hooks/sms/${acme.team.id}/${routeId}`, secret, content);
const messages = () => test.db.smsMessage.findMany({ where: { teamId: acme.team.id }, orderBy: { id: 'asc' } });
const suppressed = async () =>
  (await test.db.suppressedNumber.findMany({ where: { teamId: acme.team.id } }))
    .map(({ number }) => String(number))
    .sort();
const step = () =>
  test.db.smsSendStep.findFirstOrThrow({
    where: { teamId: acme.team.id },
    select: { accepted: true, delivered: true, failed: true, unknown: true },
  });
const OK = { status: 200, location: null, body: '{"status":"ok"}' };

describe('a report with something odd in it', () => {
  beforeEach(() => begin(1, () => ({ status: 'accepted', providerId: '7' })));

  const STOP = { id: 'stop', from: '+49 151 0000-0001', text: 'STOP' };
  it.each([
    [{ replies: [{ id: 'a', from: 'AMAZON', text: 'Hi' }, STOP] }, 'replies.0', 'Its sender is not a phone number.'],
    [{ replies: [STOP, { id: 'a', from: '1', text: 'STOP' }] }, 'replies.1', 'Its sender is not a phone number.'],
    [{ replies: [STOP, { id: 'a', text: 'STOP' }] }, 'replies.1', 'It has no sender.'],
    [{ replies: [STOP, { ...STOP, id: 'a', text: ['STOP'] }] }, 'replies.1', 'Its text is not a text.'],
    [{ replies: [{ ...STOP, id: 'a', text: { body: 'STOP' } }, STOP] }, 'replies.0', 'Its text is not a text.'],
    [{ replies: [STOP, null] }, 'replies.1', 'It is not an object.'],
    [{ replies: [STOP], receipts: [7] }, 'receipts.0', 'It is not an object.'],
    [{ replies: [STOP], receipts: 'none' }, 'receipts.0', 'It is not an object.'],
    [
      { replies: [STOP], receipts: [{ provider_id: '7', status: 'gone' }] },
      'receipts.0',
      'Its status is unknown: gone.',
    ],
    [{ replies: [STOP], receipts: [{ provider_id: '7' }] }, 'receipts.0', 'It has no status.'],
    [
      { replies: [STOP], receipts: [{ status: 'failed', provider_id: {} }] },
      'receipts.0',
      'It has neither a provider_id nor a message_id.',
    ],
  ])('is answered with what was not taken, and loses no STOP: %j', async (content, path, reason) => {
    expect(await tell(content)).toEqual({
      status: 200,
      location: null,
      body: JSON.stringify({ status: 'ok', not_taken: [{ path, reason }] }),
    });
    expect(await suppressed()).toEqual(['4915100000001']);
    expect(await messages()).toMatchObject([{ status: 'accepted' }]);
  });

  it.each([
    { text: 'ST\0OP' },
    { text: 'STOP\ud800' },
    { id: 7 },
    { id: 'n\0' },
    { id: null },
    { id: undefined },
    { id: 'x'.repeat(201) },
    { from: 4915100000001 },
    { from: '\u202a+4915100000001' },
    { from: 'tel:+4915100000001' },
    { from: '\uff0b4915100000001' },
    { from: '+49/151/00000001' },
    { from: 'sip:+4915100000001@ims.example;user=phone' },
    { from: '+4915100000001@carrier.example' },
    { from: '+4915100000001/TYPE=PLMN' },
    { from: 'tel:+4915100000001;phone-context=example.com' },
    { to: '\0' },
    { to: 4930 },
    { to: 'x'.repeat(21) },
    { timestamp: '1969-12-31T23:59:59Z' },
    { timestamp: 'yesterday' },
    { timestamp: {} },
    { text: `STOP${' '.repeat(6_000)}` },
    { extra: null },
  ])('takes a STOP with %j, once', async (more) => {
    const content = { replies: [{ ...STOP, ...more }] };
    for (let time = 0; time < 2; time += 1) expect(await tell(content)).toEqual(OK);
    expect(await suppressed()).toEqual(['4915100000001']);
    expect(await test.db.smsReply.count({ where: { teamId: acme.team.id } })).toBe(1);
  });

  it.each(['9999-12-31T00:00:00Z', 4_102_444_800, '0001-01-01T00:00:00', '1970-01-01T00:00:00Z'])(
    'a STOP of %j came now: a START after it lifts it, and one before it does not',
    async (timestamp) => {
      const said = (id: string, text: string, more = {}) => tell({ replies: [{ ...STOP, id, text, ...more }] });
      await said('before', 'START', { timestamp });
      await said('stop', 'STOP', { timestamp });
      expect(await suppressed()).toEqual(['4915100000001']);
      await said('after', 'START');
      expect(await suppressed()).toEqual([]);
      await said('last', 'STOP');
      expect(await suppressed()).toEqual(['4915100000001']);
    },
  );

  it.each(['2199-01-01T00:00:00Z', '2025-02-30T10:00:00Z'])('a receipt of %s came now', async (timestamp) => {
    const before = Date.now();
    expect(await tell({ receipts: [{ provider_id: '7', status: 'delivered', timestamp }] })).toEqual(OK);
    const settled = (await messages())[0]!.settledAt!.getTime();
    expect(settled).toBeGreaterThanOrEqual(before);
    expect(settled).toBeLessThanOrEqual(Date.now());
  });

  it.each(['\n', '\r\n', '\t', '\0', '\x1b'])('takes a STOP in a text with a bare %j', async (control) => {
    const text = `{"replies": [{"from": "+4915100000001",\n"text": "${control}STOP${control}"}]}`;
    expect(await tell(text)).toEqual(OK);
    expect(await suppressed()).toEqual(['4915100000001']);
  });

  const signedBytes = async (body: Buffer, more: Record<string, string> = {}, bytes = body) => {
    const at = String(Math.floor(Date.now() / 1_000));
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const signature = createHmac('sha256', key).update(`odd.${at}.`).update(bytes).digest('base64');
    const headers = { 'webhook-id': 'odd', 'webhook-timestamp': at, 'webhook-signature': `v1,${signature}`, ...more };
    const url = `http://localhost/hooks/sms/${acme.team.id}/${routeId}`;
    return (await test.app.fetch(new Request(url, { method: 'POST', headers, body: new Uint8Array(body) }))).status;
  };
  const texts = async () => {
    const replies = await test.db.smsReply.findMany({
      where: { teamId: acme.team.id },
      orderBy: { fromNumber: 'asc' },
    });
    return replies.map(({ text }) => text);
  };
  const reply = (from: string, text: string) => `{"from": "${from}", "text": "${text}"}`;
  const TWO = `{"replies": [${reply('+4915100000001', 'STOP')}, ${reply('+4915100000002', 'M\xfcller')}]}`;

  it('takes a STOP in a body that is no UTF-8, if its bytes are signed', async () => {
    const body = Buffer.from(TWO, 'latin1');
    expect(await signedBytes(body, {}, Buffer.from(body.toString()))).toBe(401);
    expect(await suppressed()).toEqual([]);
    expect(await signedBytes(body)).toBe(200);
    expect(await suppressed()).toEqual(['4915100000001']);
    expect(await texts()).toEqual(['STOP', 'M\ufffdller']);
  });

  it.each([
    ['Latin-1', 'application/json; charset=ISO-8859-1', Buffer.from(TWO, 'latin1')],
    ['UTF-16', 'application/json', Buffer.from(`\ufeff${TWO}`, 'utf16le')],
    ['UTF-16, its high bytes first', 'text/plain', Buffer.from(`\ufeff${TWO}`, 'utf16le').swap16()],
    ['UTF-8, whatever it says', 'application/json; charset=ISO-8859-1', Buffer.from(TWO)],
    ['UTF-8 with a charset that nobody knows', 'application/json; charset=x', Buffer.from(`\ufeff${TWO}`)],
  ])('may be in %s', async (_name, type, body) => {
    expect(await signedBytes(body, { 'content-type': type })).toBe(200);
    expect(await suppressed()).toEqual(['4915100000001']);
    expect(await texts()).toEqual(['STOP', 'M\xfcller']);
  });

  it.each([
    '{"replies": [{"from": "+4915100000001", "text": "STOP"},]}',
    '{"replies": [{"from": "+4915100000001", "text": "STOP", } , \n ], }',
    '{"replies": [{"from": "+4915100000001", "text": "STOP", "id": ",]"}],}',
  ])('may have a comma too many: %s', async (text) => {
    expect(await tell(text)).toEqual(OK);
    expect(await suppressed()).toEqual(['4915100000001']);
  });

  it.each([
    [{ status: 'Delivered' }, 'delivered'],
    [{ status: ' DELIVERED ' }, 'delivered'],
    [{ status: 'DELIVRD' }, 'delivered'],
    [{ status: 'Undelivered' }, 'failed'],
    [{ status: 'expired' }, 'expired'],
    [{ status: 'Delivery failed' }, 'failed'],
    [{ status: 'DELIVERY_FAILURE' }, 'failed'],
    [{ status: 'DeliveryImpossible' }, 'failed'],
    [{ status: 'non-delivered' }, 'failed'],
    [{ status: 'delivery_pending' }, 'accepted'],
    [{ status: 'DeliveredToNetwork' }, 'accepted'],
    [{ status: 'DELIVERED_TO_OPERATOR' }, 'accepted'],
    [{ status: 'delivered to SMSC' }, 'accepted'],
    [{ status: 'DELIVERED_TO_GATEWAY' }, 'accepted'],
    [{ status: 'successfully sent' }, 'accepted'],
    [{ status: 'SENT_FAILED' }, 'failed'],
    [{ status: 'DELIVERED_WITHOUT_ERRORS' }, 'delivered'],
    [{ status: 'Submit error' }, 'failed'],
    [{ status: 'UNKNOWN_SUBSCRIBER' }, 'failed'],
    [{ status: 'not sent' }, 'failed'],
    [{ status: 'read' }, 'delivered'],
    [{ status: 'Delivered to the phone' }, 'delivered'],
    [{ status: 'DeliveredToTerminal' }, 'delivered'],
    [{ status: 'DELIVERED_TO_HANDSET' }, 'delivered'],
    [{ status: 'delivery' }, 'delivered'],
    [{ status: 'delivered', provider_id: '7\0' }, 'delivered'],
    [{ status: 'failed', reason: 'r'.repeat(501), code: 'x' }, 'failed'],
    [{ status: 'failed', reason: 'a\0b', code: 1e12 }, 'failed'],
    [{ status: 'delivered', message_id: '\0', reason: {} }, 'delivered'],
    [{ status: 'delivered', message_id: 'theirs', code: '0' }, 'delivered'],
  ])('takes a receipt with %j', async (more, status) => {
    expect(await tell({ receipts: [{ provider_id: 7, ...more }] })).toEqual(OK);
    expect(await messages()).toMatchObject([{ status }]);
  });

  it.each([
    ['2025-11-25 10:00:00', '2025-11-25T10:00:00.000Z'],
    ['2025-11-25T10:00:00', '2025-11-25T10:00:00.000Z'],
    ['2025-11-25T10:00:00.5+01:00', '2025-11-25T09:00:00.500Z'],
    ['2025-11-25 10:00:00 +0100', '2025-11-25T09:00:00.000Z'],
    ['2025-11-25 10:00 UTC', '2025-11-25T10:00:00.000Z'],
    ['2025-11-25', '2025-11-25T00:00:00.000Z'],
    [1764064800, '2025-11-25T10:00:00.000Z'],
    ['1764064800', '2025-11-25T10:00:00.000Z'],
    [1764064800000, '2025-11-25T10:00:00.000Z'],
    ['1764064800123', '2025-11-25T10:00:00.123Z'],
  ])('reads the time %j', async (timestamp, at) => {
    expect(await tell({ receipts: [{ provider_id: '7', status: 'delivered', timestamp }] })).toEqual(OK);
    expect((await messages())[0]!.settledAt?.toISOString()).toBe(at);
  });

  it('may be one object instead of a list, and begin with a byte order mark', async () => {
    const content = { receipts: { provider_id: '7', status: 'delivered' }, replies: null };
    expect(await tell(`\ufeff${JSON.stringify(content)}`)).toEqual(OK);
    expect(await messages()).toMatchObject([{ status: 'delivered' }]);
  });

  it('may hold thousands of elements, and names the first hundred that were not taken', async () => {
    const odd = Array.from({ length: 1_500 }, () => ({ status: 'delivered' }));
    const answer = await tell({ receipts: [...odd, { provider_id: '7', status: 'delivered' }] });
    expect(JSON.parse(answer.body).not_taken).toHaveLength(100);
    expect(await messages()).toMatchObject([{ status: 'delivered' }]);
  });

  it('is read once, however many quotation marks it escapes in a text that never ends', async () => {
    expect((await tell(`{"a":"${'\\"'.repeat(200_000)}`)).status).toBe(422);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('may be compressed with %s, and is signed as it is without that', async (encoding, compressed) => {
    const body = JSON.stringify({ replies: [STOP] });
    const send = async (bytes: Buffer) => {
      const headers = { ...signed(secret, 'report', body), 'content-encoding': encoding };
      const url = `http://localhost/hooks/sms/${acme.team.id}/${routeId}`;
      const request = new Request(url, { method: 'POST', headers, body: new Uint8Array(bytes) });
      return (await test.app.fetch(request)).status;
    };
    expect(await send(Buffer.from('no such encoding'))).toBe(422);
    expect(await send(compressed(Buffer.alloc(30_000_000)))).toBe(422);
    expect(await suppressed()).toEqual([]);
    expect(await send(compressed(body))).toBe(200);
    expect(await suppressed()).toEqual(['4915100000001']);
  });

  it('is refused when it is signed for another body', async () => {
    const body = JSON.stringify({ replies: [STOP] });
    const headers = signed(secret, 'report', `${body} `);
    expect(await visit(test, `/hooks/sms/${acme.team.id}/${routeId}`, { method: 'POST', headers, body })).toMatchObject(
      {
        status: 401,
      },
    );
    expect(await suppressed()).toEqual([]);
  });
});

describe('a message that its service never answered for', () => {
  beforeEach(() => begin(3, () => ({ status: 'unknown', reason: 'The service answered 500.' })));

  it.each([
    (id: string) => ({ message_id: id }),
    (id: string) => ({ message_id: id.toUpperCase() }),
    (id: string) => ({ message_id: id, provider_id: `their ${id}` }),
    (id: string) => ({ message_id: id, provider_id: Number.parseInt(id.slice(-8), 16) }),
  ])('is settled by a receipt that names our id, %#', async (named) => {
    expect(await step()).toEqual({ accepted: 0, delivered: 0, failed: 0, unknown: 3 });
    const [first, second] = await messages();
    const receipt = (id: string, status: string) => ({ receipts: [{ ...named(id), status }] });
    for (let time = 0; time < 2; time += 1) expect(await tell(receipt(first!.id, 'delivered'))).toEqual(OK);
    expect(await step()).toEqual({ accepted: 1, delivered: 1, failed: 0, unknown: 2 });
    await tell(receipt(second!.id, 'accepted'));
    expect(await step()).toEqual({ accepted: 2, delivered: 1, failed: 0, unknown: 1 });
    expect(await messages()).toMatchObject([
      { status: 'delivered', isSent: true, failReason: null },
      { status: 'accepted', isSent: true, failReason: null, settledAt: null },
      { status: 'unknown' },
    ]);
    await tell(receipt(second!.id, 'failed'));
    expect(await step()).toEqual({ accepted: 2, delivered: 1, failed: 1, unknown: 1 });
  });

  it('keeps the service’s id, which later receipts may name alone; another team’s message stays as it is', async () => {
    const [first, second] = await messages();
    await tell({ receipts: [{ message_id: first!.id, provider_id: 'x1', status: 'accepted' }] });
    await tell({ receipts: [{ provider_id: 'x1', status: 'delivered' }] });
    const mine = acme;
    expect(await messages()).toMatchObject([{ status: 'delivered', smsId: 'x1' }, { status: 'unknown' }, {}]);
    await begin(1, () => ({ status: 'unknown', reason: 'The service answered 500.' }));
    await tell({ receipts: [{ message_id: second!.id, provider_id: 'x2', status: 'delivered' }] });
    acme = mine;
    expect(await messages()).toMatchObject([{}, { status: 'unknown' }, {}]);
  });
});

describe('a receipt with both ids that comes while its message is being sent', () => {
  it.each([
    ['accepted', 'delivered', { accepted: 1, delivered: 1, failed: 0, unknown: 0 }],
    ['unknown', 'delivered', { accepted: 1, delivered: 1, failed: 0, unknown: 0 }],
    ['unknown', 'accepted', { accepted: 1, delivered: 0, failed: 0, unknown: 0 }],
  ])('settles it after the service answered: %s, reported %s', async (answered, status, figures) => {
    const answer = ({ id }: { id: string }): SendResult =>
      answered === 'accepted'
        ? { status: 'accepted', providerId: `p-${id}` }
        : { status: 'unknown', reason: 'No answer.' };
    const sends = provider.send;
    provider.send = async (batch) => {
      for (const { id } of batch) await tell({ receipts: [{ message_id: id, provider_id: `p-${id}`, status }] });
      return batch.map(answer);
    };
    try {
      await begin(1, () => ({ status: 'unknown', reason: '' }));
    } finally {
      provider.send = sends;
    }
    await makeJobsDue(test);
    await runJobs(test);
    const [message] = await messages();
    expect(message).toMatchObject({ status, smsId: `p-${message!.id}` });
    expect(await step()).toEqual(figures);
  });
});

describe('an id that a service gives to several messages', () => {
  const logs = async () =>
    (await test.db.log.findMany({ where: { teamId: acme.team.id, callerId: campaignId } })).filter(({ text }) =>
      text.startsWith('The provider of route Main gave several messages the same id.'),
    );

  /** The same contact once more. */
  const send = async () => {
    await testEngine(test, new Date(Date.now() + 3_000).toISOString(), provider).run();
    await test.db.smsRecipient.deleteMany({ where: { teamId: acme.team.id } });
    await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
    await testEngine(test, new Date(Date.now() + 5_000).toISOString(), provider).run();
  };

  it('settles none of them, unless the receipt names our message; the campaign’s log says it once', async () => {
    await begin(3, () => ({ status: 'accepted', providerId: 'bulk' }));
    await tell({ receipts: [{ provider_id: 'bulk', status: 'delivered' }] });
    expect(await messages()).toMatchObject([{ status: 'accepted' }, { status: 'accepted' }, { status: 'accepted' }]);
    expect(await logs()).toHaveLength(1);
    const [, second] = await messages();
    await tell({ receipts: [{ provider_id: 'bulk', message_id: second!.id, status: 'failed' }] });
    expect(await messages()).toMatchObject([{ status: 'accepted' }, { status: 'failed' }, { status: 'accepted' }]);
    expect(await step()).toEqual({ accepted: 3, delivered: 0, failed: 1, unknown: 0 });
  });

  it('passes to the new message where the former one has its receipt', async () => {
    await begin(1, () => ({ status: 'accepted', providerId: '1' }));
    await tell({ receipts: [{ provider_id: '1', status: 'delivered', timestamp: '2025-11-22T10:00:00Z' }] });
    await send();
    expect((await messages()).map(({ status }) => status)).toEqual(['delivered', 'accepted']);
    expect(await logs()).toEqual([]);
    await tell({ receipts: [{ provider_id: '1', status: 'failed', timestamp: '2025-11-22T11:00:00Z' }] });
    expect((await messages()).map(({ status }) => status)).toEqual(['delivered', 'failed']);
  });

  it('stands for none of two messages that both wait for their receipts', async () => {
    await begin(1, () => ({ status: 'accepted', providerId: '1' }));
    await send();
    await tell({ receipts: [{ provider_id: '1', status: 'delivered' }] });
    expect((await messages()).map(({ status }) => status)).toEqual(['accepted', 'accepted']);
    expect(await logs()).toHaveLength(1);
  });
});
