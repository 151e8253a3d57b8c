import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openProviders } from '../../../../../src/modules/delivery/engine/open-providers.ts';
import { readRoute } from '../../../../../src/modules/delivery/engine/stage.ts';
import { createTestApp, type TestApp } from '../../../../support/app.ts';
import { visit } from '../../../../support/hooks.ts';
import { invalid, mutate } from '../../../../support/mutate.ts';
import { createSmsCampaign, manual, START, testEngine } from '../../../../support/sending.ts';
import { createTeam, type TestTeam } from '../../../../support/team.ts';
import { startService } from '../webhook-service.ts';

let test: TestApp;
let acme: TestTeam;
let id: string;

beforeAll(async () => {
  test = await createTestApp({ PRIVATE_PROVIDERS: true });
  acme = await createTeam(test);
});
afterAll(() => test.close());
beforeEach(async () => {
  id = (await test.db.route.create({ data: { teamId: acme.team.id, name: 'Own' } })).id;
});

const set = (settings: object, credentials: object | null = { apiKey: 'k+1', hookKey: 'hook-key' }, routeId = id) =>
  mutate(
    test,
    acme.token,
    'setRouteProvider',
    { id: routeId, input: [{ provider: 'custom', settings, credentials }, 'SetRouteProviderInput'] },
    '{ route { callbackUrl settings } }',
  );

const BATCHES = {
  send: {
    method: 'POST',
    url: 'https://api.example.com/v2/{apiKey}/sms',
    query: { trace: '{batch}' },
    headers: { 'X-Key': '{apiKey}' },
    body: {
      type: 'json',
      content: { hook: '{callback}', sms: { $each: { ref: '{id}', to: '+{to}', from: '{from}', text: '{text}' } } },
    },
  },
  answer: {
    format: 'json',
    each: { at: 'results', own: 'ref' },
    accepted: { ok: ['true'] },
    id: 'sid',
    code: 'error',
    rules: [{ code: ['9'], outcome: 'opted_out' }],
  },
  callbacks: {
    methods: ['POST'],
    formats: ['json'],
    signature: {
      scheme: 'hmac',
      key: 'hookKey',
      algorithm: 'sha256',
      encoding: 'hex',
      header: 'X-Signature',
      content: '{timestamp}.{body}',
      timestamp: 'X-Time',
    },
    each: 'events',
    receipts: { when: { kind: ['dlr'] }, id: 'sid', status: 'state', statuses: { OK: 'delivered' } },
    replies: { when: { kind: ['mo'] }, id: 'sid', from: 'from', to: 'to', text: 'text', stop: { out: ['1'] } },
  },
  batchSize: 10,
};
const GATEWAY = {
  send: {
    method: 'GET',
    url: 'https://gw.example.com/send',
    query: {
      user: '{user}',
      to: '{to}',
      text: '{text}',
      coding: { $choose: 'encoding', of: { gsm: null, unicode: '2' } },
    },
  },
  answer: {
    format: { templates: ['OK {id}', 'ERR {code} {reason}'] },
    id: 'id',
    code: 'code',
    reason: 'reason',
    rules: [],
  },
  callbacks: {
    methods: ['GET'],
    formats: ['query'],
    signature: { scheme: 'none' },
    receipts: { when: { state: true }, id: 'sid', status: 'state', statuses: {} },
    replies: { when: { text: true }, id: 'sid', from: 'from', to: 'to', text: 'text' },
    answer: { status: 200, type: 'text/plain', body: 'ACK' },
  },
};
const at = (url: string, settings: { send: object }) => ({ ...settings, send: { ...settings.send, url } });

describe('what a team declares', () => {
  it('is refused with its mistakes by name', async () => {
    const broken = {
      ...BATCHES,
      send: { ...BATCHES.send, url: 'https://{host}.example.com', headers: { Host: 'a' } },
      callbacks: { ...BATCHES.callbacks, methods: [] },
    };
    expect(await set(broken)).toMatchObject(
      invalid({
        'settings.send.url': ['The settings.send.url field format is invalid.'],
        'settings.send.headers.Host': expect.anything(),
        'settings.callbacks.methods': expect.anything(),
      }),
    );
    expect(await set({ ...BATCHES, send: { ...BATCHES.send, url: 'http://user:pw@example.com/' } })).toMatchObject(
      invalid({ 'settings.send.url': expect.anything() }),
    );
    for (const content of [{ $each: { $each: '{text}' } }, { $choose: 'to', of: {}, x: 1 }, { $other: 1 }]) {
      expect(await set({ ...BATCHES, send: { ...BATCHES.send, body: { type: 'json', content } } })).toMatchObject(
        invalid({ 'settings.send.body.content': expect.anything() }),
      );
    }
    const large = Array.from({ length: 20 }, () => 'x'.repeat(2_000));
    expect(await set({ ...BATCHES, send: { ...BATCHES.send, body: { type: 'json', content: large } } })).toMatchObject(
      invalid({ settings: expect.anything() }),
    );
    expect(await set(BATCHES, { apiKey: 'k' })).toMatchObject(
      invalid({ 'credentials.hookKey': ['The credentials.hook key field is required.'] }),
    );
    expect(await set(BATCHES, { apiKey: 'k', hookKey: 'short' })).toMatchObject(
      invalid({ 'credentials.hookKey': ['The key of the signature must have at least 8 bytes.'] }),
    );
    expect(await set(BATCHES, { hookKey: 'hook-key' })).toMatchObject(
      invalid({
        'settings.send': [
          'The request uses {apiKey}, which is neither a value of the message nor one of the credentials.',
        ],
      }),
    );
    const { body: _body, ...send } = BATCHES.send;
    expect(await set({ ...BATCHES, send })).toMatchObject(
      invalid({ 'settings.batchSize': ['A batch needs {"$each": …} in the body and "each" in the answer.'] }),
    );
    expect(await set({ ...BATCHES, answer: { ...BATCHES.answer, format: { pattern: '(a+)+$' } } })).toMatchObject(
      invalid({ 'settings.answer.format': expect.anything() }),
    );
  });

  it('is accepted as the documentation describes it', async () => {
    const page = readFileSync(new URL('../../../../../docs/providers/custom.md', import.meta.url), 'utf8');
    const [, example = ''] = /```graphql\n([\s\S]*?)```/.exec(page)!;
    const { data, errors } = await test.graphql<{ setRouteProvider: { route: object } }>(
      example.replace('"…"', `"${id}"`),
      { token: acme.token },
    );
    expect(errors).toBeUndefined();
    expect(data!.setRouteProvider.route).toEqual({
      callbackUrl: `http://127.0.0.1:4000/hooks/sms/${acme.team.id}/${id}`,
    });
  });

  it('blocks the route where its values make no request, and nothing is sent', async () => {
    const service = await startService();
    const bearer = { ...BATCHES.send, auth: [{ scheme: 'bearer', token: '{apiKey}' }], headers: {} };
    const settings = { ...BATCHES, send: { ...bearer, url: `${service.url}/{from}` } };
    const { answer, reason } = await sentOver(settings, 'key', null);
    expect([answer, reason]).toEqual(['blocked', `The URL ${service.url}/{from} needs a value.`]);
    expect(await sentOver(settings, 'key\r\nx: 1', 'Acme')).toEqual({
      ...{ answer: 'blocked', reason: 'The header authorization may only have visible ASCII characters.' },
    });
    await service.close();
    expect(service.seen).toEqual([]);
  });

  async function sentOver(settings: object, apiKey: string, from: string | null) {
    expect((await set(settings, { apiKey, hookKey: 'hook-key' })).errors).toBeUndefined();
    const providers = openProviders(test.services);
    const route = await readRoute(test.sql, acme.team.id, id);
    const [result] = await providers.providerOf(route!).send([{ id, to: '14155550100', from, text: 'Hi' }]);
    await providers.close();
    return result?.status === 'rejected' ? { answer: result.kind, reason: result.reason } : { answer: result?.status };
  }

  it('does not send its credentials to another host', async () => {
    expect((await set(BATCHES)).errors).toBeUndefined();
    expect((await set({ ...BATCHES, batchSize: 5 }, null)).errors).toBeUndefined();
    for (const elsewhere of [
      at('https://other.example.com/', BATCHES),
      { ...BATCHES, check: { method: 'GET', url: 'https://other.example.com/{apiKey}' } },
    ]) {
      expect(await set(elsewhere, null)).toMatchObject(invalid({ 'credentials.hookKey': expect.anything() }));
    }
  });

  it('is not shown its secrets, however they are encoded', async () => {
    await set(BATCHES);
    const query = `query ($input: PreviewRouteRequestInput!) {
      previewRouteRequest(input: $input) { method url headers body } }`;
    const input = { routeId: id, to: 14_155_550_100, text: '"Hi" {apiKey}', from: 'Acme' };
    const { data } = await test.graphql<{ previewRouteRequest: { url: string; body: string } }>(query, {
      variables: { input },
      token: acme.token,
    });
    const { url, body, ...request } = data!.previewRouteRequest;
    expect(request).toEqual({
      method: 'POST',
      headers: { 'x-key': '***', 'content-type': 'application/json' },
    });
    expect(url).toMatch(/^https:\/\/api\.example\.com\/v2\/\*\*\*\/sms\?trace=msg_[\w-]{43}$/);
    expect(JSON.parse(body)).toEqual({
      hook: `http://127.0.0.1:4000/hooks/sms/${acme.team.id}/${id}`,
      sms: [{ ref: expect.any(String), to: '+14155550100', from: 'Acme', text: '"Hi" {apiKey}' }],
    });
  });
});

async function campaignOver(settings: { send: object }, credentials: object, url: string) {
  const { campaignId, routeId, teamId } = await createSmsCampaign(test, acme.team.id, {
    contacts: 3,
    texts: ['Hello "{{ name }}" & more'],
    meta: manual(10),
  });
  const { data, errors } = await set(at(url, settings), credentials, routeId);
  expect(errors).toBeUndefined();
  expect((await test.graphql(START, { variables: { id: campaignId }, token: acme.token })).errors).toBeUndefined();
  const engine = testEngine(test, new Date(Date.now() + 1_000).toISOString());
  const providers = openProviders(test.services);
  await Object.assign(engine, { providerOf: providers.providerOf }).run();
  await providers.close();
  const messages = () =>
    test.db.smsMessage.findMany({
      where: { teamId, smsCampaignId: campaignId },
      orderBy: { phoneNormalized: 'asc' },
      select: { status: true, smsId: true, failReason: true, phoneNormalized: true },
    });
  return { messages, callbackUrl: new URL(data.setRouteProvider.route.callbackUrl) };
}
const suppressed = (number: string) =>
  test.db.suppressedNumber.count({ where: { teamId: acme.team.id, number: BigInt(number) } });

describe('a campaign over what a team declares', () => {
  it('goes out in batches, each message with its own answer; signed events are taken', async () => {
    const service = await startService(({ body }, response) => {
      const { sms } = JSON.parse(body) as { sms: { ref: string; text: string }[] };
      const results = sms.map(({ ref, text }) =>
        text.includes('Contact 1') ? { ref, ok: false, error: 9 } : { ref, ok: true, sid: `s-${ref}` },
      );
      response.end(JSON.stringify({ results: results.reverse() }));
    });
    const { messages, callbackUrl } = await campaignOver(
      BATCHES,
      { apiKey: 'k+1', hookKey: 'hook-key' },
      `${service.url}/v2/{apiKey}/sms`,
    );
    await service.close();
    expect(service.seen.map(({ path, headers }) => [path.split('?')[0], headers['x-key']])).toEqual([
      ['/v2/k%2B1/sms', 'k+1'],
    ]);
    const { sms } = JSON.parse(service.seen[0]!.body) as { sms: { ref: string; to: string; text: string }[] };
    expect(sms.map(({ text }) => text).sort()).toEqual([
      'Hello "Contact 0" & more',
      'Hello "Contact 1" & more',
      'Hello "Contact 2" & more',
    ]);
    const [first, second, third] = await messages();
    expect([first!.status, second!.status, third!.status]).toEqual(['accepted', 'failed', 'accepted']);
    expect(await suppressed(second!.phoneNormalized)).toBe(1);

    const body = JSON.stringify({
      events: [
        { kind: 'dlr', sid: first!.smsId, state: 'ok' },
        { kind: 'mo', sid: 'r1', from: `+${third!.phoneNormalized}`, to: 'Acme', text: 'Basta', out: 1 },
        { kind: 'mo', sid: 'r2', from: 'AMAZON', text: 'x' },
        'nonsense',
        { kind: 'other' },
      ],
    });
    const post = (time: number, key = 'hook-key', sent = body) =>
      visit(test, callbackUrl.pathname, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-time': String(time),
          'x-signature': createHmac('sha256', key).update(`${time}.${body}`).digest('hex'),
        },
        body: sent,
      });
    const now = Math.floor(Date.now() / 1_000);
    for (const [time, key, sent] of [
      [now - 301, 'hook-key', body],
      [now + 360, 'hook-key', body],
      [now, 'H', body],
      [now, 'hook-key', body.replace('dlr', 'dlR')],
    ] as const) {
      expect((await post(time, key, sent)).status).toBe(401);
    }
    expect(await post(now - 200)).toEqual({ status: 200, location: null, body: '{"status":"ok"}' });
    expect((await messages())[0]!.status).toBe('delivered');
    expect(await suppressed(third!.phoneNormalized)).toBe(1);
    expect((await visit(test, callbackUrl.pathname)).status).toBe(405);
  });

  it('goes out over GET to a gateway that answers in text; its reports come over GET with a secret', async () => {
    const service = await startService(({ path }, response) => {
      const text = new URL(path, 'http://a').searchParams.get('text')!;
      response.end(
        text.includes('Contact 1') ? 'ERR 404 No route' : `OK g-${new URL(path, 'http://a').searchParams.get('to')}\n`,
      );
    });
    const { messages, callbackUrl } = await campaignOver(GATEWAY, { user: 'a&b' }, `${service.url}/send`);
    await service.close();
    expect(service.seen.map(({ path }) => path).sort()).toEqual(
      (await messages()).map(
        ({ phoneNormalized }, at) => `/send?to=${phoneNormalized}&text=Hello+%22Contact+${at}%22+%26+more&user=a%26b`,
      ),
    );
    const [first, second] = await messages();
    expect(second).toMatchObject({ status: 'unknown', smsId: null });
    expect(callbackUrl.pathname).toMatch(/\/[0-9a-f]{32}$/);
    const wrong = callbackUrl.pathname.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
    const report = new URLSearchParams({ sid: String(first!.smsId), state: 'DELIVRD' });
    expect((await visit(test, `${wrong}?${report}`)).status).toBe(401);
    expect((await visit(test, `${callbackUrl.pathname.slice(0, -33)}?${report}`)).status).toBe(401);
    expect(await visit(test, `${callbackUrl.pathname}?${report}`)).toEqual({
      status: 200,
      location: null,
      body: 'ACK',
    });
    expect((await messages())[0]!.status).toBe('delivered');
    expect(
      (await visit(test, `${callbackUrl.pathname}?sid=r9&from=${second!.phoneNormalized}&to=1&text=STOP`)).body,
    ).toBe('ACK');
    expect(await suppressed(second!.phoneNormalized)).toBe(1);
    expect((await visit(test, callbackUrl.pathname, { method: 'POST', body: '{}' })).status).toBe(405);
  });
});
