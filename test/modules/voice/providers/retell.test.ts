import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { retell } from '../../../../src/modules/voice/providers/declared/retell.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { mutate } from '../../../support/mutate.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';
import { type Carried, carriedBy, flipped, json, post } from './carrying.ts';

let app: TestApp;
let mine: TestTeam;
const cleanUp: (() => Promise<void>)[] = [];

beforeAll(async () => {
  app = await createTestApp({ PRIVATE_PROVIDERS: true });
  mine = await createTeam(app);
});
afterEach(async () => {
  for (const close of cleanUp.splice(0)) await close();
});
afterAll(() => app.close());

async function carried(more: Partial<Parameters<typeof carriedBy>[2]> = {}): Promise<Carried> {
  const made = await carriedBy(app, mine, {
    adapter: 'retell',
    credentials: { apiKey: 'key_1' },
    answer: (seen, response) =>
      json(201, { call_id: `call_${made.accountId}_${made.seen.indexOf(seen)}` })(seen, response),
    ...more,
  });
  cleanUp.push(made.close);
  return made;
}

const callsOf = ({ campaignId }: Carried) =>
  app.db.call.findMany({ where: { voiceCampaignId: campaignId }, orderBy: { id: 'asc' } });
const signatureOf = (body: string, at = Date.now(), key = 'key_1') =>
  `v=${at},d=${createHmac('sha256', key).update(`${body}${at}`).digest('hex')}`;
const say = (to: Carried, event: string, call: object, at?: number) => {
  const body = JSON.stringify({ event, call });
  return post(app, to.hook, body, { 'x-retell-signature': signatureOf(body, at) });
};

test('a campaign runs over Retell: variables go out, signed events come back, the analysis decides', async () => {
  const made = await carried({ meta: { variables: { greeting: 'Hello {{ contact.name }}' } } });
  await app.db.contact.updateMany({ where: { id: made.contactIds[0]! }, data: { name: 'Anna' } });
  await made.start();
  const [call] = await callsOf(made);
  const number = await app.db.number.findFirstOrThrow({ where: { id: made.numberIds[0]! } });
  const [request] = made.seen;
  expect([request!.method, request!.path, request!.headers.authorization]).toEqual([
    'POST',
    '/v2/create-phone-call',
    'Bearer key_1',
  ]);
  expect(JSON.parse(request!.body)).toEqual({
    from_number: `+${number.number}`,
    to_number: `+${call!.toNumber}`,
    override_agent_id: `agent-${made.accountId}`,
    agent_override: { agent: { webhook_url: `http://127.0.0.1:4000${made.hook}` } },
    retell_llm_dynamic_variables: {
      name: 'Anna',
      language: 'de',
      timezone: 'UTC',
      country: 'DE',
      campaign: 'Campaign',
      greeting: 'Hello Anna',
    },
    metadata: { reference: call!.id },
  });
  const shared = {
    call_id: call!.externalId,
    direction: 'outbound',
    to_number: `+${call!.toNumber}`,
    metadata: { reference: call!.id },
    start_timestamp: 1_795_600_000_000,
  };
  const ok = { status: 200, body: { status: 'ok' } };
  expect(await say(made, 'call_started', shared)).toEqual(ok);
  expect((await callsOf(made))[0]).toMatchObject({ status: 'in_progress', isAnswered: true });
  const ended = {
    ...shared,
    end_timestamp: 1_795_600_060_000,
    disconnection_reason: 'user_hangup',
    transcript: 'Agent: Hello.\nUser: Yes.',
    recording_url: 'https://files.example.com/1.wav',
    call_cost: { combined_cost: 12.5 },
  };
  expect(await say(made, 'call_ended', ended)).toEqual(ok);
  expect(await say(made, 'call_ended', ended)).toEqual(ok);
  const call_analysis = {
    call_summary: 'Anna is interested.',
    call_successful: true,
    custom_analysis_data: { is_lead: true },
  };
  expect(await say(made, 'call_analyzed', { ...ended, call_analysis })).toEqual(ok);
  expect(await say(made, 'transcript_updated', shared)).toEqual(ok);
  const [after] = await callsOf(made);
  expect({ ...after, cost: Number(after!.cost) }).toMatchObject({
    status: 'ended',
    callOutcome: 'interested',
    endedReason: 'user_hangup',
    isLead: true,
    isProcessed: true,
    summary: 'Anna is interested.',
    chat: 'Agent: Hello.\nUser: Yes.',
    recordingUrl: 'https://files.example.com/1.wav',
    cost: 0.125,
    eventsCount: 3,
  });
  expect(after!.endedAt!.getTime() - after!.startedAt!.getTime()).toBe(60_000);
});

test('one changed byte, another key or an old signature is refused', async () => {
  const made = await carried();
  await made.start();
  const [call] = await callsOf(made);
  const body = JSON.stringify({ event: 'call_started', call: { call_id: call!.externalId, start_timestamp: 1 } });
  const refusedWith = async (text: string, signature: string) =>
    (await post(app, made.hook, text, { 'x-retell-signature': signature })).status;
  expect(await refusedWith(flipped(body), signatureOf(body))).toBe(401);
  expect(await refusedWith(body, flipped(signatureOf(body)))).toBe(401);
  expect(await refusedWith(body, signatureOf(body, Date.now(), 'key_2'))).toBe(401);
  expect(await refusedWith(body, signatureOf(body, Date.now() - 600_000))).toBe(401);
  expect((await post(app, made.hook, body, {})).status).toBe(401);
  expect((await callsOf(made))[0]!.status).toBe('queued');
  expect(await refusedWith(body, signatureOf(body))).toBe(200);
});

/** `tests/webhook-auth.test.ts` of Retell's TypeScript SDK. */
const PUBLISHED = {
  body: '{"event":"call_ended"}',
  apiKey: 'test-api-key',
  at: 1_700_000_000_000,
  digest: '07024cabe7dd8f6d1c6e4a8324ca92c812e6ad4a7ee506c04f7e462e3321823e',
};

test('the signature that Retell publishes is accepted, and with one byte changed or out of its form refused', () => {
  const { body, apiKey, at, digest } = PUBLISHED;
  const isAccepted = (given: { body?: string; key?: string; signature?: string }, now = at) => {
    vi.useFakeTimers({ toFake: ['Date'], now });
    try {
      return retell.verify(
        {
          ...{ method: 'POST', query: '', body: given.body ?? body },
          headers: { 'x-retell-signature': given.signature ?? `v=${at},d=${digest}` },
        },
        { settings: retell.settings.parse({}), credentials: { apiKey: given.key ?? apiKey } },
      );
    } finally {
      vi.useRealTimers();
    }
  };
  expect(isAccepted({})).toBe(true);
  expect(isAccepted({}, at + 300_000)).toBe(true);
  expect(isAccepted({}, at + 300_001)).toBe(false);
  expect(isAccepted({}, at - 300_001)).toBe(false);
  for (let place = 0; place < digest.length; place += 1) {
    const other = digest[place] === 'a' ? 'b' : 'a';
    const signature = `v=${at},d=${digest.slice(0, place)}${other}${digest.slice(place + 1)}`;
    expect(isAccepted({ signature })).toBe(false);
  }
  expect([isAccepted({ body: flipped(body) }), isAccepted({ key: flipped(apiKey) })]).toEqual([false, false]);
  for (const signature of [
    '',
    `v=${at}`,
    `d=${digest},v=${at}`,
    `prefix-v=${at},d=${digest}`,
    `v=${at},d=${digest}-suffix`,
    `v=${at},d=not-hex`,
    `v=${at},d=${digest.slice(2)}`,
    `v=999999999999999999999999,d=${digest}`,
  ]) {
    expect(isAccepted({ signature })).toBe(false);
  }
});

test('busy and a fault of Retell are called again, an invalid number and a missing payment are not', async () => {
  const ends = async (disconnection_reason: string) => {
    const made = await carried({ meta: { maxAttempts: 2 } });
    await made.start();
    const [call] = await callsOf(made);
    const at = made.engine.clock.getTime();
    await say(made, 'call_ended', { call_id: call!.externalId, disconnection_reason, end_timestamp: at });
    await made.engine.pass(31);
    return [(await callsOf(made))[0]!.callOutcome, made.seen.length];
  };
  expect(await ends('dial_busy')).toEqual(['busy', 2]);
  expect(await ends('error_retell')).toEqual(['failed', 2]);
  expect(await ends('invalid_destination')).toEqual(['wrong_number', 1]);
  expect(await ends('no_valid_payment')).toEqual(['failed', 1]);
});

test('a call is ended over the API, and credentials are checked without a call', async () => {
  const made = await carried({
    answer: (seen, response) => {
      if (seen.path === '/v2/create-phone-call')
        return json(201, { call_id: `call_${made.accountId}` })(seen, response);
      if (seen.path === '/get-concurrency') {
        return seen.headers.authorization === 'Bearer key_1'
          ? json(200, { current_concurrency: 0 })(seen, response)
          : json(401, { message: 'Unauthorized' })(seen, response);
      }
      return void response.writeHead(204).end();
    },
  });
  await made.start();
  const [call] = await callsOf(made);
  const end = (token: string) => mutate(app, token, 'endCall', { id: call!.id }, '{ id status }');
  expect(await end(mine.token)).toEqual({ data: { endCall: { id: call!.id, status: 'queued' } } });
  expect(made.seen.at(-1)).toMatchObject({ method: 'POST', path: `/v2/stop-call/call_${made.accountId}` });
  const rival = await createTeam(app, 'Rival');
  expect(await end(rival.token)).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
  const check = (token = mine.token) =>
    mutate(
      app,
      token,
      'checkVoiceAccount',
      { input: [{ voiceAccountId: made.accountId }, 'CheckVoiceAccountInput'] },
      '{ isValid message voiceAccount { id } }',
    );
  expect(await check()).toEqual({
    data: {
      checkVoiceAccount: {
        isValid: true,
        message: 'Retell AI accepted the credentials.',
        voiceAccount: { id: made.accountId },
      },
    },
  });
  expect(await check(rival.token)).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
  const seen = made.seen.length;
  const preview = (given: object = {}, token = mine.token) =>
    app.graphql<{ previewVoiceAccountRequest: { body: string } }>(
      `query ($input: PreviewVoiceAccountRequestInput!) {
        previewVoiceAccountRequest(input: $input) { method url headers body } }`,
      {
        variables: {
          input: {
            ...{ voiceAccountId: made.accountId, numberId: made.numberIds[0], agentId: made.agentIds[0] },
            ...{ to: 14_155_550_100, ...given },
          },
        },
        token,
      },
    );
  const shown = await preview();
  expect(shown.data!.previewVoiceAccountRequest).toMatchObject({
    method: 'POST',
    url: expect.stringMatching(/\/v2\/create-phone-call$/),
    headers: { authorization: 'Bearer ***' },
  });
  expect(JSON.parse(shown.data!.previewVoiceAccountRequest.body)).toMatchObject({
    to_number: '+14155550100',
    override_agent_id: `agent-${made.accountId}`,
  });
  expect(JSON.stringify(shown)).not.toContain('key_1');
  expect(made.seen.length).toBe(seen);
  const codes = async (answer: ReturnType<typeof preview>) =>
    (await answer).errors?.map(({ extensions }) => extensions?.code);
  expect(await codes(preview({}, rival.token))).toEqual(['NOT_FOUND']);
  expect(await codes(preview({ agentId: made.numberIds[0] }))).toEqual(['NOT_FOUND']);
  expect(await codes(preview({ to: 7 }))).toEqual(['VALIDATION_FAILED']);
  const member = await createTeamToken(app, mine.team.id, { role: 'member' });
  expect(await codes(preview({}, member))).toEqual(['FORBIDDEN']);
  await mutate(
    app,
    mine.token,
    'setVoiceAccountProvider',
    {
      id: made.accountId,
      input: [
        {
          provider: 'retell',
          settings: { url: new URL(`http://${made.seen[0]!.headers.host}`).origin },
          credentials: { apiKey: 'wrong' },
        },
        'SetVoiceAccountProviderInput',
      ],
    },
    '{ secret }',
  );
  expect((await check()).data.checkVoiceAccount).toMatchObject({
    isValid: false,
    message: 'Retell AI refused the credentials. Unauthorized',
  });
});
