import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createToken, hashToken, WEBHOOK_SECRET_PREFIX } from '../../../../src/modules/identity/auth/tokens.ts';
import { readCall } from '../../../../src/modules/voice/calls/call-rows.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createVoiceTeam, OK, report, START, send, update, type VoiceTeam } from './support.ts';

let app: TestApp;
let mine: VoiceTeam;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  mine = await createVoiceTeam(app);
});
afterAll(() => app.close());

const db = () => app.db;
const createCall = (externalId: string, data: object = {}) =>
  db().call.create({
    data: {
      ...{ teamId: mine.team.id, toNumber: 12125550123n, status: 'queued' as const },
      ...{ externalId, names: { create: { externalId } }, ...data },
    },
  });
const named = (outcome: string) => ({ analysis: { structuredData: { outcome } } });
const callOf = (externalId: string) => db().call.findFirstOrThrow({ where: { teamId: mine.team.id, externalId } });
const eventsOf = () =>
  db().callEvent.findMany({
    where: { teamId: mine.team.id },
    orderBy: { id: 'asc' },
    select: { type: true, status: true, failureReason: true, attempts: true },
  });
const post = async (headers: Record<string, string>, body: unknown) => {
  const answer = await app.rest('POST', '/v1/webhooks/calls/receive/extprovider', { headers, body });
  return { status: answer.status, body: answer.body };
};

test('a number was used when the last call through it began', async () => {
  const number = await db().number.create({
    data: { teamId: mine.team.id, number: 12125550100n, voiceProvider: 'provider_a' },
  });
  await createCall('later', { numberId: number.id });
  await createCall('earlier', { numberId: number.id });
  await createCall('of none');
  const lastUse = async () =>
    (
      await db().number.findUniqueOrThrow({ where: { teamId_id: { teamId: mine.team.id, id: number.id } } })
    ).lastUsedAt?.getTime();
  await send(app, mine, update('later', 'queued', 1));
  await send(app, mine, update('of none', 'ringing', 2));
  expect(await lastUse()).toBeUndefined();
  await send(app, mine, update('later', 'ringing', 60));
  await send(app, mine, update('later', 'in-progress', 70));
  await send(app, mine, update('earlier', 'ringing', 30));
  expect(await lastUse()).toBe(START + 60_000);
});

describe('a compressed body', () => {
  const sendBytes = async (path: string, encoding: string, bytes: Buffer) => {
    const headers = {
      'x-webhook-secret': mine.secret,
      'content-type': 'application/json',
      'content-encoding': encoding,
    };
    const url = `http://localhost/api/v1${path}`;
    const answer = await app.app.fetch(new Request(url, { method: 'POST', headers, body: new Uint8Array(bytes) }));
    return answer.status;
  };
  const PATH = '/webhooks/calls/receive/extprovider';

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('of %s is taken', async (encoding, compressed) => {
    await createCall('packed');
    const body = Buffer.from(JSON.stringify({ message: update('packed', 'ringing', 1) }));
    expect(await sendBytes(PATH, encoding, compressed(body))).toBe(200);
    expect(await callOf('packed')).toMatchObject({ status: 'ringing' });
  });

  test('is refused when it is broken, unpacks to too much, or is meant for another path', async () => {
    const large = gzipSync(Buffer.alloc(app.services.config.BODY_LIMIT_BYTES + 1, ' '));
    expect(await sendBytes(PATH, 'gzip', large)).toBe(422);
    expect(await sendBytes(PATH, 'gzip', Buffer.from('{}'))).toBe(422);
    expect(await sendBytes(PATH, 'zstd', Buffer.from('{}'))).toBe(422);
    expect(await sendBytes(`${PATH}/x`, 'gzip', gzipSync('{}'))).toBe(415);
    expect(await sendBytes('/webhooks/calls/1/change-outcome', 'gzip', gzipSync('{}'))).toBe(415);
  });
});

describe('a body that nobody here can correct', () => {
  const asked = (id: string, chat: string) =>
    `{"message":{"type":"end-of-call-report","endedReason":"customer-ended-call","call":{"id":"${id}","type":"inboundPhoneCall"},` +
    `"customer":{"number":"+12025550${id}"},"analysis":{"structuredData":{"do_not_call":true}},"artifact":{"transcript":"${chat}"}}}`;
  const event = JSON.stringify(JSON.parse(asked('116', 'Hi')).message);
  const JSON_TYPE = 'application/json';

  test.each([
    ['Latin-1', '111', JSON_TYPE, Buffer.from(asked('111', 'caf\xe9'), 'latin1')],
    ['a charset', '112', `${JSON_TYPE}; charset=iso-8859-1`, Buffer.from(asked('112', 'caf\xe9'), 'latin1')],
    ['half a character', '113', JSON_TYPE, Buffer.from(asked('113', '\xf0\x9f'), 'latin1')],
    ['a line break', '114', JSON_TYPE, Buffer.from(asked('114', 'a\nb'))],
    ['a comma too many', '115', JSON_TYPE, Buffer.from(asked('115', 'a').replace('"a"}', '"a",}'))],
    ['a form', '116', 'application/x-www-form-urlencoded', Buffer.from(`message=${encodeURIComponent(event)}`)],
    ['plain text', '117', 'text/plain', Buffer.from(asked('117', 'a'))],
    [
      'an event as text with a line break',
      '118',
      JSON_TYPE,
      Buffer.from(JSON.stringify({ message: event }).replaceAll('116', '118').replace('Hi', 'a\\nb')),
    ],
  ])('with %s loses no do-not-call', async (_, id, type, body) => {
    const headers = { 'x-webhook-secret': mine.secret, 'content-type': type };
    const url = 'http://localhost/api/v1/webhooks/calls/receive/extprovider';
    const answer = await app.app.fetch(new Request(url, { method: 'POST', headers, body: new Uint8Array(body) }));
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }]);
    const suppressed = await db().suppressedNumber.findMany({ where: { teamId: mine.team.id } });
    expect(suppressed.map(({ number }) => number)).toEqual([BigInt(`12025550${id}`)]);
  });

  test('keeps calls apart whose ids are long numbers', async () => {
    for (const id of ['9007199254740992', '9007199254740993']) {
      const body = asked('119', 'a').replace('"id":"119"', `"id":${id}`);
      expect(await post({ 'x-webhook-secret': mine.secret, 'content-type': JSON_TYPE }, body)).toEqual(OK);
    }
    const calls = await db().call.findMany({ where: { teamId: mine.team.id }, orderBy: { externalId: 'asc' } });
    expect(calls.map(({ externalId }) => externalId)).toEqual(['9007199254740992', '9007199254740993']);
  });
});

describe('the secret', () => {
  const message = { type: 'hang', call: { id: 'a' }, timestamp: START };
  const REFUSED = { status: 401, body: { error: 'Invalid secret' } };

  test('may come in its header or as the bearer', async () => {
    expect(await post({ 'x-webhook-secret': mine.secret }, { message })).toEqual(OK);
    expect(await post({ authorization: `Bearer ${mine.secret}` }, { message })).toEqual(OK);
    expect(await post({ authorization: `bearer ${mine.secret}` }, { message })).toEqual(OK);
    const empty = { 'x-webhook-secret': '', 'x-vapi-secret': '' };
    expect(await post({ ...empty, authorization: `Bearer ${mine.secret}` }, { message })).toEqual(OK);
  });

  test('is refused when it is missing, wrong or a token of the team, whatever the message', async () => {
    expect(await post({}, { message })).toEqual(REFUSED);
    expect(await post({}, {})).toEqual(REFUSED);
    expect(await post({ 'x-webhook-secret': 'wrong' }, { message: 'none' })).toEqual(REFUSED);
    expect(await post({ authorization: `Bearer ${mine.token}` }, { message })).toEqual(REFUSED);
    expect(await eventsOf()).toEqual([]);
  });

  test('may be the one before the last rotation until that expires', async () => {
    const rotate = (previous: string, expiresAt: Date) =>
      db().voiceAccount.update({
        where: { teamId_id: { teamId: mine.team.id, id: mine.accountId } },
        data: { previousSecretHash: hashToken(previous), previousSecretExpiresAt: expiresAt },
      });
    const previous = createToken(WEBHOOK_SECRET_PREFIX, mine.team.id);
    await rotate(previous, new Date(Date.now() + 60_000));
    expect(await post({ 'x-webhook-secret': previous }, { message })).toEqual(OK);
    expect(await post({ 'x-webhook-secret': mine.secret }, { message })).toEqual(OK);
    await rotate(previous, new Date(Date.now() - 1));
    expect(await post({ 'x-webhook-secret': previous }, { message })).toEqual(REFUSED);
    expect(await post({ 'x-webhook-secret': mine.secret }, { message })).toEqual(OK);
  });
});

describe('the message', () => {
  test('may be the event or its JSON text', async () => {
    await createCall('c1');
    expect(await send(app, mine, JSON.stringify(update('c1', 'ringing', 1)))).toEqual(OK);
    expect(await send(app, mine, update('c1', 'in-progress', 2))).toEqual(OK);
    expect(await callOf('c1')).toMatchObject({ status: 'in_progress', eventsCount: 2 });
  });

  test.each([
    [undefined, 'The message field is required.'],
    [null, 'The message field is required.'],
    ['', 'The message field is required.'],
    ['{"type":', 'The message field must be a valid JSON string.'],
    ['hello', 'The message field must be a valid JSON string.'],
    ['[1]', 'The message field must be an event: a JSON object with a type.'],
    ['null', 'The message field must be an event: a JSON object with a type.'],
    [[], 'The message field must be an event: a JSON object with a type.'],
    [7, 'The message field must be an event: a JSON object with a type.'],
    [{}, 'The message field must have a type.'],
    [{ type: '' }, 'The message field must have a type.'],
    [{ type: { a: 1 } }, 'The message field must have a type.'],
    [`{"type":"hang","x":${'['.repeat(50)}${']'.repeat(50)}}`, 'The message field is nested too deeply.'],
    [{ type: 'x'.repeat(256) }, 'The message.type field must not be greater than 255 characters.'],
    [
      { type: 'hang', call: { id: 'x'.repeat(256) } },
      'The message.call.id field must not be greater than 255 characters.',
    ],
  ])('%j is refused', async (message, text) => {
    expect(await send(app, mine, message)).toEqual({
      status: 422,
      body: { message: text, errors: { message: [text] } },
    });
    expect(await eventsOf()).toEqual([]);
  });

  test.each([
    ['\\u0000', 'A: Hi.B: Yes.'],
    ['\\ud800', 'A: Hi.B: Yes.'],
    ['\\udfff\\u0000\\ud800', 'A: Hi.B: Yes.'],
    ['\\ud83d\\ude00', 'A: Hi.😀B: Yes.'],
  ])('loses %s in its transcript and nothing else, as an object and as text', async (sign, chat) => {
    const written = (id: string) =>
      JSON.stringify(report(id, 9, { artifact: { transcript: 'A: Hi.@B: Yes.' }, 'k@': ['@'] })).replaceAll('@', sign);
    for (const [id, message] of [
      ['text', written('text')],
      ['object', JSON.parse(written('object'))],
    ] as const) {
      await createCall(id);
      expect(await send(app, mine, message)).toEqual(OK);
      expect(await send(app, mine, message)).toEqual(OK);
      expect(await callOf(id)).toMatchObject({ status: 'ended', chat, callOutcome: 'interested', eventsCount: 1 });
    }
    const body = `{"message":${written('raw')}}`;
    await createCall('raw');
    expect(await post({ 'x-webhook-secret': mine.secret }, JSON.parse(body))).toEqual(OK);
  });

  test('may begin with a byte order mark', async () => {
    await createCall('bom');
    expect(await send(app, mine, `\ufeff${JSON.stringify(update('bom', 'ringing', 1))}`)).toEqual(OK);
    expect(await callOf('bom')).toMatchObject({ status: 'ringing' });
  });

  test('may hold anything where a detail is expected', async () => {
    await createCall('odd');
    const odd = [
      report('odd', 1, { artifact: 7, analysis: [], cost: 'much', endedReason: ['x'], endedAt: 'then' }),
      report('odd', 2, {
        cost: '999999999999.9999999',
        artifact: { transcript: { a: 1 }, recordingUrl: 5 },
        analysis: { successEvaluation: { toString: 'x' } },
      }),
      report('odd', 3, { cost: -1, call: { id: 'odd', customer: null }, customer: 'me', endedReason: 'constructor' }),
      report('odd', 4, { cost: 1e300, timestamp: 'soon', analysis: { structuredData: { outcome: '__proto__' } } }),
      report('odd', 5, { timestamp: 1e40, cost: 1e13 }),
      update('odd', 'flying', 6),
      { ...update('odd', 'ended', 7), status: 9 },
      { type: 'status-update', call: { id: 'odd' } },
      '{"type":"status-update","__proto__":{"x":1},"call":{"id":"odd","__proto__":null},"status":"ended"}',
    ];
    for (const message of odd) expect(await send(app, mine, message)).toEqual(OK);
    expect(await callOf('odd')).toMatchObject({ status: 'ended', eventsCount: odd.length, cost: null });
  });
});

describe('an event of a known call', () => {
  test('may tell its moments in seconds, milliseconds or microseconds', async () => {
    for (const [id, unit] of [
      ['seconds', 1e-3],
      ['milliseconds', 1],
      ['microseconds', 1e3],
    ] as const) {
      await createCall(id);
      const moments = { startedAt: (START + 1_000) * unit, endedAt: (START + 4_500) * unit };
      expect(await send(app, mine, report(id, 0, { ...moments, timestamp: (START + 5_000) * unit }))).toEqual(OK);
      expect(await callOf(id)).toMatchObject({
        startedAt: new Date('2026-11-21T09:00:01.000Z'),
        endedAt: new Date('2026-11-21T09:00:04.500Z'),
        lastEventAt: new Date('2026-11-21T09:00:05.000Z'),
      });
    }
  });

  test.each([
    ['2026-11-21 10:00:01+01', '2026-11-21T09:00:01.000Z'],
    ['Sat Nov 21 2026 10:00:01 GMT+0100 (Central European Standard Time)', '2026-11-21T09:00:01.000Z'],
  ])('may tell its moments with their offset, as %s', async (startedAt, moment) => {
    const id = `offset ${startedAt}`;
    await createCall(id);
    expect(await send(app, mine, report(id, 60, { startedAt }))).toEqual(OK);
    expect(await callOf(id)).toMatchObject({ startedAt: new Date(moment) });
  });

  test('changes it: status, transcript, recording, cost, reason, outcome', async () => {
    const call = await createCall('c1');
    for (const message of [
      update('c1', 'ringing', 1),
      update('c1', 'in-progress', 5),
      update('c1', 'ended', 60),
      report('c1', 61),
    ]) {
      expect(await send(app, mine, message)).toEqual(OK);
    }
    const after = await callOf('c1');
    expect({ ...after, cost: String(after.cost), toNumber: Number(after.toNumber), updatedAt: null }).toEqual({
      ...call,
      toNumber: 12125550123,
      updatedAt: null,
      status: 'ended',
      chat: 'AI: Hello.\nUser: Yes.',
      recordingUrl: 'https://recordings.example.com/1.mp3',
      summary: 'Went well.',
      cost: '0.1234',
      endedReason: 'customer-ended-call',
      callOutcome: 'interested',
      isAnswered: true,
      isPickedUp: true,
      isProcessed: true,
      eventsCount: 4,
      startedAt: new Date(START + 1000),
      endedAt: new Date(START + 60_000),
      lastEventAt: new Date(START + 61_000),
    });
    const logs = await db().callOutcomeLog.findMany({ where: { callId: call.id } });
    expect(logs).toMatchObject([{ initialCallOutcome: null, newCallOutcome: 'interested', status: 'applied' }]);
    expect(await eventsOf()).toEqual(
      ['status-update', 'status-update', 'status-update', 'end-of-call-report'].map((type) => ({
        type,
        status: 'processed',
        failureReason: null,
        attempts: 1,
      })),
    );
  });

  test('of a type that changes nothing is kept, a call of tools is counted', async () => {
    await createCall('c1');
    expect(await send(app, mine, { type: 'speech-update', call: { id: 'c1' }, timestamp: START })).toEqual(OK);
    expect(await send(app, mine, { type: 'tool-calls', call: { id: 'c1' }, timestamp: START })).toEqual(OK);
    expect(await send(app, mine, { type: 'made-up', call: { id: 'c1' }, timestamp: START })).toEqual(OK);
    expect(await callOf('c1')).toMatchObject({ status: 'queued', eventsCount: 3, toolLogsCount: 1 });
    expect((await eventsOf()).map(({ status }) => status)).toEqual(['ignored', 'processed', 'ignored']);
  });

  test('that comes again is acknowledged and changes nothing', async () => {
    await createCall('c1');
    for (let time = 0; time < 3; time++) expect(await send(app, mine, report('c1', 1))).toEqual(OK);
    const unstamped = { ...update('c1', 'ended', 0), timestamp: undefined };
    for (let time = 0; time < 2; time++) expect(await send(app, mine, unstamped)).toEqual(OK);
    expect(await callOf('c1')).toMatchObject({ eventsCount: 2 });
    expect(await eventsOf()).toHaveLength(2);
    expect(await db().callOutcomeLog.count({ where: { teamId: mine.team.id } })).toBe(1);
  });

  test('older than others counts after them, also of a call with more events than are read', async () => {
    const { id } = await createCall('c1');
    const before = [...Array(60).keys()].map((second) => update('c1', 'ringing', second));
    const reports = [report('c1', 100, named('interested')), report('c1', 99, named('not_interested'))];
    const late = { ...update('c1', 'ended', 101), endedReason: 'twilio-failed-to-connect-call' };
    for (const event of [...before, ...reports, late]) expect(await send(app, mine, event)).toEqual(OK);
    expect(await callOf('c1')).toMatchObject({ status: 'ended', callOutcome: 'interested', eventsCount: 63 });
    expect((await callOf('c1')).startedAt).toEqual(new Date(START));
    const { facts } = await app.services.db.transaction((tx) => readCall(tx, mine.team.id, id));
    expect(facts.get(id)).toHaveLength(50);
  });

  test('a second report of the same time counts, and a repeat of either does not', async () => {
    const call = await createCall('c1');
    const reports = [
      report('c1', 1, { ...named('not_interested'), cost: 0.2 }),
      ...[0.3, 0.4, 0.5].map((cost) => report('c1', 1, { ...named('interested'), cost })),
      report('c1', 1, { ...named('do_not_call'), cost: 0.6 }),
    ];
    for (const event of [...reports, ...reports]) expect(await send(app, mine, event)).toEqual(OK);
    const call1 = await callOf('c1');
    expect(call1).toMatchObject({ callOutcome: 'do_not_call', eventsCount: 5 });
    expect(Number(call1.cost)).toBe(0.6);
    expect(await db().suppressedNumber.findMany({ where: { teamId: mine.team.id } })).toMatchObject([
      { number: call.toNumber },
    ]);
  });

  test('suppresses whom it is about even if its call is never found, unless their data was erased', async () => {
    const teamId = mine.team.id;
    const contact = await db().contact.create({ data: { teamId, number: 12125550177n } });
    const asked = (number: string) => ({ ...report('unknown', 1, named('do_not_call')), customer: { number } });
    const erased = await app.graphql(
      'mutation { erasePerson(input: { number: 12125550188 }) { contactsCount } }',
      mine,
    );
    expect(erased.errors).toBeUndefined();
    for (const number of ['+12125550177', '+12125550177', '+12125550188'])
      expect((await send(app, mine, asked(number))).status).toBe(404);
    expect(await db().suppressedNumber.findMany({ where: { teamId } })).toMatchObject([{ number: contact.number }]);
    expect(await db().consentEvent.count({ where: { teamId } })).toBe(1);
    expect(await db().contact.findFirst({ where: { teamId } })).toMatchObject({ unsubscribedAt: expect.any(Date) });
  });

  test('that was stored but not applied is applied when it comes again', async () => {
    await createCall('c1');
    await send(app, mine, update('c1', 'ringing', 1));
    await db().callEvent.updateMany({ where: { teamId: mine.team.id }, data: { status: 'received', callId: null } });
    await db().call.updateMany({ where: { teamId: mine.team.id }, data: { status: 'queued', eventsCount: 0 } });
    expect(await send(app, mine, update('c1', 'ringing', 1))).toEqual(OK);
    expect(await callOf('c1')).toMatchObject({ status: 'ringing', eventsCount: 1 });
  });

  test('does not change an outcome that a person decided', async () => {
    const call = await createCall('c1');
    await send(app, mine, update('c1', 'ended', 1, { endedReason: 'customer-busy' }));
    expect((await callOf('c1')).callOutcome).toBe('busy');
    await app.rest('PATCH', `/v1/webhooks/calls/${call.id}/change-outcome`, {
      token: mine.token,
      body: { call_outcome: 'not_qualified' },
    });
    expect(await send(app, mine, report('c1', 2))).toEqual(OK);
    expect(await callOf('c1')).toMatchObject({ callOutcome: 'not_qualified', chat: 'AI: Hello.\nUser: Yes.' });
    const logs = await db().callOutcomeLog.findMany({ where: { callId: call.id }, orderBy: { id: 'asc' } });
    expect(logs.map((log) => [log.initialCallOutcome, log.newCallOutcome])).toEqual([
      [null, 'busy'],
      ['busy', 'not_qualified'],
    ]);
  });

  test.each([
    ['a person decided another outcome', 'not_interested', []],
    ['a later event names another outcome', 'interested', [report('c1', 3, named('interested'))]],
  ] as const)('that asks not to be called is followed, although %s', async (_why, callOutcome, later) => {
    const call = await createCall('c1');
    if (later.length === 0) {
      await app.rest('PATCH', `/v1/webhooks/calls/${call.id}/change-outcome`, {
        token: mine.token,
        body: { call_outcome: callOutcome },
      });
    }
    await send(app, mine, update('c1', 'in-progress', 1, named('do_not_call')));
    for (const event of later) await send(app, mine, event);
    expect(await callOf('c1')).toMatchObject({ callOutcome });
    expect(await db().suppressedNumber.findMany({ where: { teamId: mine.team.id } })).toMatchObject([
      { number: call.toNumber },
    ]);
  });

  test('leaves an entry on the team’s timeline, whatever became of it', async () => {
    await createCall('c1');
    await send(app, mine, update('c1', 'ringing', 1));
    await send(app, mine, update('unknown', 'ringing', 1));
    await send(app, mine, {});
    await app.writeTraces();
    const traces = await db().trace.findMany({ where: { teamId: mine.team.id }, orderBy: { id: 'asc' } });
    expect(traces.map(({ kind, operation, outcome }) => [kind, operation, outcome])).toEqual([
      ['event', 'receiveCallEvent', 'ok'],
      ['event', 'receiveCallEvent', 'NOT_FOUND'],
      ['event', 'receiveCallEvent', 'VALIDATION_FAILED'],
    ]);
  });
});

describe('an event of an unknown call that we made', () => {
  const NOT_FOUND = { status: 404, body: { error: 'Call not found' } };

  test('is kept, and applied once the call is there', async () => {
    expect(await send(app, mine, update('late', 'ringing', 1))).toEqual(NOT_FOUND);
    expect(await send(app, mine, update('late', 'ringing', 1))).toEqual(NOT_FOUND);
    expect(await eventsOf()).toEqual([
      { type: 'status-update', status: 'received', failureReason: 'Call not found', attempts: 2 },
    ]);
    await createCall('late');
    expect(await send(app, mine, update('late', 'ringing', 1))).toEqual(OK);
    expect(await callOf('late')).toMatchObject({ status: 'ringing', eventsCount: 1 });
    expect(await eventsOf()).toEqual([
      { type: 'status-update', status: 'processed', failureReason: null, attempts: 3 },
    ]);
  });

  test('does not find another team’s call, nor one without an id', async () => {
    const other = await createVoiceTeam(app);
    await createCall('mine-only');
    expect(await send(app, other, update('mine-only', 'ended', 1))).toEqual(NOT_FOUND);
    expect(await callOf('mine-only')).toMatchObject({ status: 'queued', eventsCount: 0 });
    expect(await send(app, mine, { type: 'end-of-call-report', timestamp: START })).toEqual(NOT_FOUND);
    expect(await send(app, mine, { type: 'tool-calls', call: { id: 'nobody' } })).toEqual(NOT_FOUND);
    expect(await send(app, mine, { type: 'speech-update', call: { id: 'nobody' } })).toEqual(OK);
  });
});

test('an event of somebody who asks not to be called waits for calls that are about to begin before it locks anything', async () => {
  const { id: teamId } = mine.team;
  await app.db.call.create({
    data: { teamId, toNumber: 12125550123n, externalId: 'refuses', names: { create: { externalId: 'refuses' } } },
  });
  const analysis = { structuredData: { call_outcome: 'do_not_call' } };
  const sent = await app.statements(async () => {
    expect(await send(app, mine, report('refuses', 5, { analysis }))).toEqual(OK);
  });
  const gates = sent.flatMap((sql, at) => (sql.includes('pg_advisory_xact_lock(') ? [at] : []));
  expect(gates[0]).toBeLessThan(sent.findIndex((sql) => sql.includes('INSERT INTO call_event_names')));
  expect(await app.db.suppressedNumber.count({ where: { teamId, number: 12125550123n } })).toBe(1);
});
