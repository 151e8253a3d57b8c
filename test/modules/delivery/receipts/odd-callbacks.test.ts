import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { receiveInbound } from '../../../../src/modules/delivery/receipts/receive.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { visit } from '../../../support/hooks.ts';
import { mutate } from '../../../support/mutate.ts';
import { createSellerEndpoint } from '../../../support/sellers.ts';
import { createRoute, createSmsCampaign, manual, START, testEngine, testProvider } from '../../../support/sending.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';

let test: TestApp;
let acme: TestTeam;
let hook: string;
beforeAll(async () => {
  test = await createTestApp({ LOG_LEVEL: 'silent' });
});
afterAll(() => test.close());

const IDS = ['7', 'p-1', 'p-2'];

const INFOBIP = {
  provider: 'infobip',
  settings: { url: 'https://infobip.example.com' },
  credentials: { apiKey: 'key' },
};

async function callbackPath({ token }: TestTeam, routeId: string, input: object = INFOBIP): Promise<string> {
  const { data } = await mutate(
    test,
    token,
    'setRouteProvider',
    { id: routeId, input: [input, 'SetRouteProviderInput'] },
    '{ route { callbackUrl } }',
  );
  return new URL(data.setRouteProvider.route.callbackUrl).pathname;
}

/** Three messages that Infobip took under {@link IDS}. */
beforeEach(async () => {
  acme = await createTeam(test);
  const { routeId, campaignId } = await createSmsCampaign(test, acme.team.id, { contacts: 3, meta: manual(3) });
  hook = await callbackPath(acme, routeId);
  let at = 0;
  const provider = testProvider();
  provider.answer = () => ({ status: 'accepted', providerId: IDS[at++]! });
  await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
  await testEngine(test, new Date(Date.now() + 1_000).toISOString(), provider).run();
});

const post = (path: string, body: string, type = 'application/json') =>
  visit(test, path, { method: 'POST', headers: { 'content-type': type }, body });
const receipt = (messageId: unknown, name = 'DELIVERED_TO_HANDSET') => ({ messageId, status: { name } });
const statuses = async () => {
  const rows = await test.db.smsMessage.findMany({ where: { teamId: acme.team.id } });
  return Object.fromEntries(rows.map(({ smsId, status }) => [smsId!, status]));
};
/** Reports that the recipient of the first message opted out at that time, and tells how many numbers are suppressed. */
async function optOutAt(time: string): Promise<number> {
  const { id } = await test.db.route.findFirstOrThrow({ where: { teamId: acme.team.id } });
  const receipt = {
    providerId: '7',
    messageId: null,
    code: null,
    status: 'failed',
    reason: null,
    at: new Date(time),
    isOptOut: true,
  } as const;
  const route = { teamId: acme.team.id, id };
  await receiveInbound(test.services.db, route, { receipts: [receipt], replies: [] }, new Date());
  return test.db.suppressedNumber.count({ where: { teamId: acme.team.id } });
}
const step = () =>
  test.db.smsSendStep.findFirstOrThrow({
    where: { teamId: acme.team.id },
    select: { accepted: true, delivered: true, failed: true },
  });
const outcomes = async () => {
  const { rows } = await test.pool.query(
    'SELECT coalesce(sum(total), 0)::int AS total FROM route_outcomes WHERE team_id = $1',
    [acme.team.id],
  );
  return rows[0].total;
};
const OK = { status: 200, location: null, body: '{"status":"ok"}' };
const UNTOUCHED = { '7': 'accepted', 'p-1': 'accepted', 'p-2': 'accepted' };

describe('a callback of a declared provider', () => {
  it('loses nothing beside what is odd in it, whatever type it says it has', async () => {
    const stop = { messageId: 'r-1', from: '4915100000001', to: '1', text: 'STOP' };
    const results = [
      ...[null, 7, 'x', [], {}, receipt(null), receipt(['p-1'], 'REJECTED_X'), receipt({}), { status: receipt }],
      ...[receipt('p-1', 'NO_SUCH_WORD'), receipt('y'.repeat(300)), receipt('unknown-id'), receipt('p-2\u0000\ud800')],
      ...[{ messageId: 'r-0', from: 'AMAZON', text: 'STOP' }, { from: 5, text: ['STOP'] }, receipt(7), stop],
    ];
    expect(await post(hook, `\ufeff${JSON.stringify({ results, results2: 1 })}`, 'text/plain')).toEqual(OK);
    expect(await statuses()).toEqual({ '7': 'delivered', 'p-1': 'accepted', 'p-2': 'delivered' });
    const suppressed = await test.db.suppressedNumber.findMany({ where: { teamId: acme.team.id } });
    expect(suppressed.map(({ number }) => String(number))).toEqual(['4915100000001']);
  });

  it('changes nothing when it is replayed, nor when an older word comes after a newer one', async () => {
    const body = JSON.stringify({ results: [receipt('p-1'), receipt('p-2', 'UNDELIVERABLE_NOT_DELIVERED')] });
    for (let time = 0; time < 3; time += 1) expect(await post(hook, body)).toEqual(OK);
    const late = { results: [receipt('p-1', 'PENDING_ENROUTE'), receipt('p-1', 'EXPIRED_EXPIRED')] };
    expect(await post(hook, JSON.stringify(late))).toEqual(OK);
    expect(await statuses()).toEqual({ '7': 'accepted', 'p-1': 'delivered', 'p-2': 'failed' });
    expect([await step(), await outcomes()]).toEqual([{ accepted: 3, delivered: 1, failed: 1 }, 2]);
  });

  it('is refused in another shape, and with a secret that is one digit off', async () => {
    for (const body of ['', 'null', '"x"', '{"results":', 'results=1']) {
      expect(await post(hook, body)).toMatchObject({ status: 422 });
    }
    expect(await post(hook, Buffer.from([0x7b, 0xff, 0x7d]).toString('latin1'))).toMatchObject({ status: 422 });
    const last = hook.at(-1) === '0' ? '1' : '0';
    const body = JSON.stringify({ results: [receipt('p-1')] });
    for (const path of [`${hook.slice(0, -1)}${last}`, hook.slice(0, -33), `${hook}0`]) {
      expect(await post(path, body)).toMatchObject({ status: 401 });
    }
    expect(await post(`${hook}/more`, body)).toMatchObject({ status: 404 });
    expect(await statuses()).toEqual(UNTOUCHED);
  });

  it('of another team reaches no message of this one, by its own route or by this one’s', async () => {
    const rival = await createTeam(test, 'Rival');
    const theirs = await createRoute(test, rival.team.id, { name: 'Theirs', price: '0' });
    const path = await callbackPath(rival, theirs.id);
    const body = JSON.stringify({ results: IDS.map((id) => receipt(id)) });
    expect(await post(path, body)).toEqual(OK);
    expect((await post(path.replace(rival.team.id, acme.team.id), body)).status).toBe(404);
    const [, , , , , secret] = path.split('/');
    expect((await post(hook.replace(/[^/]+$/, secret!), body)).status).toBe(401);
    expect(await statuses()).toEqual(UNTOUCHED);
  });
});

it('a receipt that says that its recipient has opted out with the provider suppresses the number', async () => {
  const route = await test.db.route.findFirstOrThrow({ where: { teamId: acme.team.id } });
  const twilio = await callbackPath(acme, route.id, {
    provider: 'twilio',
    settings: { accountSid: `AC${'0'.repeat(32)}`, apiKeySid: `SK${'0'.repeat(32)}` },
    credentials: { apiKeySecret: 'secret' },
  });
  const messages = await test.db.smsMessage.findMany({ where: { teamId: acme.team.id } });
  const own = messages.find(({ smsId }) => smsId === 'p-2')!;
  const type = 'application/x-www-form-urlencoded';
  const failed = (sid: string, code: string) => `MessageSid=${sid}&MessageStatus=failed&ErrorCode=${code}`;
  for (let time = 0; time < 2; time += 1) await post(twilio, failed('p-1', '21610'), type);
  await post(`${twilio}?message_id=${own.id}`, failed('never-told', '21610'), type);
  await post(twilio, failed('7', '30003'), type);
  expect(await statuses()).toEqual({ '7': 'failed', 'p-1': 'failed', 'p-2': 'failed' });
  const optedOut = messages.filter(({ smsId }) => smsId !== '7').map((message) => message.phoneNormalized);
  const suppressed = await test.db.suppressedNumber.findMany({ where: { teamId: acme.team.id } });
  expect(suppressed.map(({ number }) => String(number)).sort()).toEqual(optedOut.sort());
  expect(await test.db.consentEvent.count({ where: { teamId: acme.team.id, state: 'withdrawn' } })).toBe(2);

  const number = messages.find(({ smsId }) => smsId === 'p-1')!.phoneNormalized;
  await post(twilio, `MessageSid=r-1&SmsStatus=received&From=%2B${number}&To=%2B4930123456&Body=START`, type);
  await post(twilio, failed('p-1', '21610'), type);
  const left = await test.db.suppressedNumber.findMany({ where: { teamId: acme.team.id } });
  expect(left.map((one) => String(one.number))).toEqual([own.phoneNormalized]);
});

it('a receipt whose code stands for an opt-out suppresses the number, too', async () => {
  const report = (messageId: string, id: number) => ({
    ...{ messageId, status: { name: 'UNDELIVERABLE_NOT_DELIVERED' } },
    error: { id, description: 'Refused.' },
  });
  await post(hook, JSON.stringify({ results: [report('p-1', 603), report('p-2', 2_052), report('7', 27)] }));
  expect(await statuses()).toEqual({ '7': 'failed', 'p-1': 'failed', 'p-2': 'failed' });
  const messages = await test.db.smsMessage.findMany({ where: { teamId: acme.team.id, smsId: { not: '7' } } });
  const suppressed = await test.db.suppressedNumber.findMany({ where: { teamId: acme.team.id } });
  expect(suppressed.map(({ number }) => String(number)).sort()).toEqual(
    messages.map(({ phoneNormalized }) => phoneNormalized).sort(),
  );
});

describe('an opt-out that a provider reports again, without a time, counts once:', () => {
  const NUMBER = 4915100000042n;
  const sent = { number: NUMBER, text: 'Hi', status: 'accepted', dueAt: null } as const;

  const oneOff = (routeId: string) =>
    test.db.directMessage.create({
      data: { ...sent, teamId: acme.team.id, routeId, kind: 'one_off', smsParts: 1, smsId: 'd-1', dueAt: new Date(0) },
    });

  async function sellers(routeId: string) {
    const teamId = acme.team.id;
    const endpoint = { teamId, username: crypto.randomUUID(), passwordHash: 'none' };
    const { id: sellerEndpointId } = await createSellerEndpoint(test.db, endpoint);
    const of = {
      teamId,
      routeId,
      sellerEndpointId,
      protocol: 'smpp',
      sender: 'Acme',
      destination: `+${NUMBER}`,
    } as const;
    return test.db.hubMessage.create({ data: { ...sent, ...of, validUntil: new Date('2999-01-01') } });
  }

  it.each([
    ['of a one-off message, by our id', 'own'],
    ['of a one-off message, by the provider’s', 'd-1'],
    ['of a seller’s message', 'hub'],
  ])('%s', async (_of, by) => {
    const teamId = acme.team.id;
    const { id: routeId } = await test.db.route.findFirstOrThrow({ where: { teamId } });
    const twilio = await callbackPath(acme, routeId, {
      provider: 'twilio',
      settings: { accountSid: `AC${'0'.repeat(32)}`, apiKeySid: `SK${'0'.repeat(32)}` },
      credentials: { apiKeySecret: 'secret' },
    });
    const { id } = by === 'hub' ? await sellers(routeId) : await oneOff(routeId);
    const type = 'application/x-www-form-urlencoded';
    const report = () =>
      post(
        by === 'd-1' ? twilio : `${twilio}?message_id=${id}`,
        'MessageSid=d-1&MessageStatus=failed&ErrorCode=21610',
        type,
      );
    const suppressed = () => test.db.suppressedNumber.count({ where: { teamId, number: NUMBER } });
    await report();
    expect(await suppressed()).toBe(1);
    await post(twilio, `MessageSid=r-9&SmsStatus=received&From=%2B${NUMBER}&To=%2B4930123456&Body=START`, type);
    expect(await suppressed()).toBe(0);
    for (let time = 0; time < 3; time += 1) await report();
    expect(await suppressed()).toBe(0);
  });
});

it('an opt-out counts from the time of its receipt: a later START stands', async () => {
  const { id: routeId } = await test.db.route.findFirstOrThrow({ where: { teamId: acme.team.id } });
  const { phoneNormalized } = await test.db.smsMessage.findFirstOrThrow({
    where: { teamId: acme.team.id, smsId: '7' },
  });
  const route = { teamId: acme.team.id, id: routeId };
  const reply = { from: phoneNormalized, to: null, text: 'START', at: new Date('2025-11-21T10:00:00Z'), id: 'r-1' };
  await receiveInbound(test.services.db, route, { receipts: [], replies: [reply] }, new Date());
  expect(await optOutAt('2025-11-21T09:59:00Z')).toBe(0);
  expect(await optOutAt('2025-11-21T10:01:00Z')).toBe(1);
});

it('an opt-out that is reported after a consent to something was recorded still counts: only START stands against it', async () => {
  const { phoneNormalized: number } = await test.db.smsMessage.findFirstOrThrow({
    where: { teamId: acme.team.id, smsId: '7' },
  });
  const consent = { number, channel: 'sms', purpose: 'service', state: 'granted', source: 'form' };
  await mutate(
    test,
    acme.token,
    'recordConsent',
    { input: [consent, 'RecordConsentInput'] },
    '{ consentEvent { id } }',
  );
  expect(await optOutAt('2025-11-21T10:00:00Z')).toBe(1);
});
