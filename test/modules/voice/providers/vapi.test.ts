import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { callEvent } from '../../../support/calling.ts';
import { mutate } from '../../../support/mutate.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';
import { type Carried, carriedBy, flipped, json, post } from './carrying.ts';

const isServer = inject('databaseTemplate').kind === 'server';

let app: TestApp;
let mine: TestTeam;
const cleanUp: (() => Promise<void>)[] = [];

beforeAll(async () => {
  app = await createTestApp({ PRIVATE_PROVIDERS: true, LOCK_TIMEOUT_MS: 60_000 });
  mine = await createTeam(app);
});
afterEach(async () => {
  for (const close of cleanUp.splice(0)) await close();
});
afterAll(() => app.close());

const ACCEPTED = {
  id: 'vapi-call-1',
  status: 'queued',
  monitor: {
    listenUrl: 'wss://phone.example.com/vapi-call-1/listen',
    controlUrl: 'https://phone.example.com/vapi-call-1/control',
  },
};

async function carried(more: Partial<Parameters<typeof carriedBy>[2]> = {}): Promise<Carried> {
  let calls = 0;
  const made = await carriedBy(app, mine, {
    adapter: 'vapi',
    credentials: { apiKey: 'key-1', hmacSecret: 'hmac-1' },
    answer: (seen, response) => {
      calls += 1;
      json(201, { ...ACCEPTED, id: `vapi-call-${mineOf(made)}-${calls}` })(seen, response);
    },
    ...more,
  });
  cleanUp.push(made.close);
  return made;
}
const mineOf = ({ accountId }: Carried) => accountId.slice(-12);
const callsOf = ({ campaignId }: Carried) =>
  app.db.call.findMany({ where: { voiceCampaignId: campaignId }, orderBy: { id: 'asc' } });
const recipientOf = ({ campaignId }: Carried) =>
  app.db.voiceRecipient.findFirstOrThrow({ where: { voiceCampaignId: campaignId } });
const say = (to: Carried, message: object, headers = { 'x-vapi-secret': to.adapterSecret! }) =>
  post(app, to.hook, JSON.stringify({ message }), headers as Record<string, string>);

test('the provider is told whom it calls, with the campaign’s variables, and where events go', async () => {
  const made = await carried({
    meta: {
      variables: {
        greeting: '{% if contact.name %}Hello {{ contact.name }}{% endif %}',
        price: '{{ offer.name }} at {{ offer.url }}, {{ campaign.name | upcase }}, {{ contact.language }}',
      },
    },
  });
  const offer = await app.db.offer.create({
    data: { teamId: mine.team.id, name: 'Solar', url: 'https://shop.example.com/solar', profit: 1 },
  });
  await app.db.voiceCampaignOffer.create({
    data: { teamId: mine.team.id, voiceCampaignId: made.campaignId, offerId: offer.id },
  });
  await app.db.contact.updateMany({
    where: { id: made.contactIds[0]! },
    data: { name: 'Anna', timezone: 'Europe/Berlin', custom1Str: 'gold', custom1Int: 7n },
  });
  await made.start();
  const [request] = made.seen;
  const [call] = await callsOf(made);
  expect({ method: request!.method, path: request!.path, authorization: request!.headers.authorization }).toEqual({
    method: 'POST',
    path: '/call',
    authorization: 'Bearer key-1',
  });
  expect(JSON.parse(request!.body)).toEqual({
    assistantId: `agent-${made.accountId}`,
    phoneNumberId: 'number-vapi',
    customer: { number: `+${call!.toNumber}`, name: 'Anna' },
    assistantOverrides: {
      variableValues: {
        name: 'Anna',
        language: 'de',
        timezone: 'Europe/Berlin',
        country: 'DE',
        custom1_str: 'gold',
        custom1_int: '7',
        campaign: 'Campaign',
        offer: 'Solar',
        offer_url: 'https://shop.example.com/solar',
        greeting: 'Hello Anna',
        price: 'Solar at https://shop.example.com/solar, CAMPAIGN, de',
      },
      metadata: { reference: call!.id },
      server: { url: `http://127.0.0.1:4000${made.hook}`, headers: { 'X-Vapi-Secret': made.adapterSecret } },
      serverMessages: [
        'status-update',
        'end-of-call-report',
        'tool-calls',
        'transfer-destination-request',
        'handoff-destination-request',
      ],
    },
  });
  expect(call).toMatchObject({ listenUrl: ACCEPTED.monitor.listenUrl, controlUrl: ACCEPTED.monitor.controlUrl });
});

test('a long name is not cut within a character', async () => {
  const made = await carried();
  const name = `${'a'.repeat(39)}😀`;
  await app.db.contact.updateMany({ where: { id: made.contactIds[0]!, teamId: mine.team.id }, data: { name } });
  await made.start();
  expect(JSON.parse(made.seen[0]!.body).customer.name).toBe('a'.repeat(39));
});

test('events with the secret or signed are applied, others and one changed byte are refused', async () => {
  const made = await carried();
  await made.start();
  const externalId = (await callsOf(made))[0]!.externalId;
  const call = { id: externalId, type: 'outboundPhoneCall' };
  const started = { type: 'status-update', status: 'in-progress', call, timestamp: Date.now() };
  expect(await say(made, started)).toEqual({ status: 200, body: { status: 'ok' } });
  const report = JSON.stringify({
    message: {
      type: 'end-of-call-report',
      call,
      endedReason: 'customer-ended-call',
      timestamp: Date.now() + 1,
      cost: 0.12,
      artifact: {
        transcript: 'AI: Hello.\nUser: Yes.',
        recordingUrl: 'https://files.example.com/1.mp3',
        structuredOutputs: {
          'id-1': { name: 'Call outcome', result: 'interested' },
          'id-2': { name: 'x', result: { is_lead: true } },
        },
      },
      analysis: { summary: 'Anna wants the offer.' },
    },
  });
  const moment = String(Date.now());
  const sign = (body: string) => createHmac('sha256', 'hmac-1').update(`${moment}.${body}`).digest('hex');
  const signed = (signature: string, at = moment) => ({ 'x-signature': signature, 'x-timestamp': at });
  const invalid = { status: 401, body: { error: 'Invalid secret' } };
  expect(await post(app, made.hook, flipped(report), signed(sign(report)))).toEqual(invalid);
  expect(await post(app, made.hook, report, signed(flipped(sign(report))))).toEqual(invalid);
  const old = String(Date.now() - 600_000);
  const signedThen = createHmac('sha256', 'hmac-1').update(`${old}.${report}`).digest('hex');
  expect(await post(app, made.hook, report, signed(signedThen, old))).toEqual(invalid);
  expect(await post(app, made.hook, report, { 'x-vapi-secret': flipped(made.adapterSecret!) })).toEqual(invalid);
  expect(await post(app, made.hook, report, {})).toEqual(invalid);
  expect((await callsOf(made))[0]).toMatchObject({ status: 'in_progress' });
  expect(await post(app, made.hook, report, signed(sign(report)))).toEqual({ status: 200, body: { status: 'ok' } });
  expect((await callsOf(made))[0]).toMatchObject({
    status: 'ended',
    callOutcome: 'interested',
    isLead: true,
    summary: 'Anna wants the offer.',
    chat: 'AI: Hello.\nUser: Yes.',
    recordingUrl: 'https://files.example.com/1.mp3',
  });
  const asked = await app.graphql<{ call: { summary: string } }>('query ($id: ID!) { call(id: $id) { summary } }', {
    variables: { id: (await callsOf(made))[0]!.id },
    token: mine.token,
  });
  expect(asked.data!.call.summary).toBe('Anna wants the offer.');
});

test('the secret of another account does not open the hook, and E12 takes X-Vapi-Secret', async () => {
  const [made, other] = [await carried(), await carried()];
  const event = { type: 'speech-update', call: { id: 'nobody' }, timestamp: 1 };
  expect((await say(made, event, { 'x-vapi-secret': other.adapterSecret! })).status).toBe(401);
  expect((await say(made, event)).status).toBe(200);
  const known = { type: 'status-update', status: 'ringing', call: { id: 'nobody' }, timestamp: 1 };
  expect(await callEvent(app, made.adapterSecret!, known)).toBe(404);
  const { status } = await app.rest('POST', '/v1/webhooks/calls/receive/extprovider', {
    headers: { 'x-vapi-secret': made.adapterSecret! },
    body: { message: event },
  });
  expect(status).toBe(200);
  const rival = await createTeam(app, 'Rival');
  const moved = made.hook.replace(mine.team.id, rival.team.id);
  expect((await post(app, moved, '{}', { 'x-vapi-secret': made.adapterSecret! })).status).toBe(404);
});

test('a fault of the carrier is tried again, a misdialled number and a wrong setting are not', async () => {
  const ends = async (endedReason: string) => {
    const made = await carried({ meta: { maxAttempts: 3 } });
    await made.start();
    const [call] = await callsOf(made);
    const at = made.engine.clock.getTime();
    await say(made, { type: 'end-of-call-report', call: { id: call!.externalId }, endedReason, timestamp: at });
    const { status, reason } = await recipientOf(made);
    await made.engine.pass(31);
    return { outcome: (await callsOf(made))[0]!.callOutcome, status, reason, calls: made.seen.length };
  };
  expect(await ends('call.in-progress.error-providerfault-outbound-sip-503-service-unavailable')).toEqual({
    outcome: 'failed',
    status: 'waiting',
    reason: 'The carrier or voice provider failed; call 2 of 3 comes next.',
    calls: 2,
  });
  expect(await ends('call.in-progress.error-vapifault-openai-llm-failed')).toMatchObject({
    outcome: 'agent_issue',
    calls: 2,
  });
  expect(await ends('pipeline-error-openai-401-incorrect-api-key')).toMatchObject({ outcome: 'agent_issue', calls: 1 });
  expect(await ends('twilio-reported-customer-misdialed')).toMatchObject({ outcome: 'wrong_number', calls: 1 });
});

test('what Vapi refuses has its meaning, in its own words', async () => {
  const refusedWith = async (status: number, body: object) => {
    const made = await carried({ answer: json(status, body) });
    await made.start();
    const [call] = await callsOf(made);
    const campaign = await app.db.voiceCampaign.findFirstOrThrow({ where: { id: made.campaignId } });
    const { status: recipient, reason } = await recipientOf(made);
    return { recipient, reason: call?.endedReason ?? reason, paused: campaign.stoppedReason, calls: made.seen.length };
  };
  expect(
    await refusedWith(400, { message: ['customer.number must be a valid phone number in the E.164 format'] }),
  ).toEqual({
    recipient: 'handed',
    reason: 'not placed: Vapi: customer.number must be a valid phone number in the E.164 format',
    paused: null,
    calls: 1,
  });
  expect(await refusedWith(401, { message: 'Invalid Key.' })).toMatchObject({
    recipient: 'waiting',
    paused: 'The provider of voice account Main refuses everything: Vapi: Invalid Key.',
  });
  expect(await refusedWith(400, { message: 'Over Concurrency Limit.' })).toMatchObject({
    recipient: 'waiting',
    paused: null,
  });
  for (const status of [500, 503]) {
    expect([status, await refusedWith(status, { message: 'Internal' })]).toMatchObject([
      status,
      { recipient: 'handed', paused: null, calls: 1 },
    ]);
  }
});

test('requests are answered in Vapi’s shape from the account’s settings', async () => {
  const made = await carried({
    settings: {
      inboundAssistantId: 'assistant-default',
      toolResults: { opening_hours: 'Nine to five.' },
      transferNumber: '+4930123456',
      handoffAssistantId: 'assistant-2',
      knowledge: ['We are closed on Sundays.'],
    },
  });
  const asked = async (message: object) =>
    (await say(made, { call: { id: 'inbound-1' }, timestamp: 5, ...message })).body;
  expect(await asked({ type: 'assistant-request', phoneNumber: { number: '+15550100' } })).toEqual({
    assistantId: 'assistant-default',
  });
  const [numberId, agentId] = [made.numberIds[0]!, made.agentIds[0]!];
  const { number } = await app.db.number.update({
    where: { teamId_id: { teamId: mine.team.id, id: numberId } },
    data: { inboundAgentId: agentId },
  });
  expect(await asked({ type: 'assistant-request', phoneNumber: { number: `+${number}` } })).toEqual({
    assistantId: `agent-${made.accountId}`,
  });
  const tool = (id: string, name: string) => ({ id, type: 'function', function: { name, arguments: {} } });
  expect(
    await asked({ type: 'tool-calls', toolCallList: [tool('t-1', 'opening_hours'), tool('t-2', 'constructor')] }),
  ).toEqual({
    results: [
      { toolCallId: 't-1', name: 'opening_hours', result: 'Nine to five.' },
      { toolCallId: 't-2', name: 'constructor', error: 'This tool has no result here.' },
    ],
  });
  expect(await asked({ type: 'transfer-destination-request' })).toEqual({
    destination: { type: 'number', number: '+4930123456' },
  });
  expect(await asked({ type: 'handoff-destination-request' })).toEqual({
    destination: { type: 'assistant', assistantId: 'assistant-2' },
  });
  expect(await asked({ type: 'knowledge-base-request' })).toEqual({
    documents: [{ content: 'We are closed on Sundays.', similarity: 1 }],
  });
  expect(await asked({ type: 'conversation-update' })).toEqual({ status: 'ok' });
  const plain = await carried();
  expect((await say(plain, { type: 'assistant-request' })).body).toEqual({
    error: 'Sorry, nobody can take your call right now.',
  });
  expect((await say(plain, { type: 'transfer-destination-request' })).body).toEqual({
    error: 'Sorry, nobody can take your call right now.',
  });
});

test('tool calls of a known call are counted', async () => {
  const made = await carried();
  await made.start();
  const [call] = await callsOf(made);
  const message = { type: 'tool-calls', call: { id: call!.externalId }, toolCallList: [], timestamp: 9 };
  expect((await say(made, message)).body).toEqual({ results: [] });
  await expect.poll(async () => (await callsOf(made))[0]!.toolLogsCount).toBe(1);
});

test.skipIf(!isServer)('a request is answered while its call is locked, and noted afterwards', async () => {
  const made = await carried({ settings: { transferNumber: '+4930123456', toolResults: { hours: 'Nine to five.' } } });
  await made.start();
  const [call] = await callsOf(made);
  const holder = await app.pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM calls WHERE team_id = $1 AND id = $2 FOR UPDATE', [mine.team.id, call!.id]);
  try {
    const asked = async (message: object) =>
      (await say(made, { call: { id: call!.externalId }, timestamp: 9, ...message })).body;
    const tool = { id: 't-1', type: 'function', function: { name: 'hours', arguments: {} } };
    expect(await asked({ type: 'tool-calls', toolCallList: [tool] })).toEqual({
      results: [{ toolCallId: 't-1', name: 'hours', result: 'Nine to five.' }],
    });
    expect(await asked({ type: 'transfer-destination-request' })).toEqual({
      destination: { type: 'number', number: '+4930123456' },
    });
    expect(await callsOf(made)).toMatchObject([{ toolLogsCount: 0 }]);
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  await expect.poll(async () => (await callsOf(made))[0]!.toolLogsCount).toBe(1);
});

test('owners and admins listen to a call and end it where Vapi says; others do neither', async () => {
  const made = await carried({
    answer: (seen, response) => {
      const controlUrl = `http://${seen.headers.host}/control/1`;
      const call = { id: `vapi-call-${mineOf(made)}`, monitor: { listenUrl: 'wss://phone.example.com/1', controlUrl } };
      return seen.path === '/call' ? json(201, call)(seen, response) : json(200, {})(seen, response);
    },
  });
  await made.start();
  const [call] = await callsOf(made);
  const end = (token: string) => mutate(app, token, 'endCall', { id: call!.id }, '{ listenUrl status }');
  const member = await createTeamToken(app, mine.team.id, { role: 'member' });
  expect(await end(member)).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
  const listen = (token: string) =>
    app.graphql('query ($id: ID!) { call(id: $id) { id listenUrl } }', { variables: { id: call!.id }, token });
  expect(await listen(member)).toMatchObject({
    data: { call: { id: call!.id, listenUrl: null } },
    errors: [{ extensions: { code: 'FORBIDDEN' } }],
  });
  // Nor in what the provider sends.
  const monitor = { listenUrl: 'wss://phone.example.com/1' };
  const ringing = {
    type: 'status-update',
    status: 'ringing',
    timestamp: Date.now(),
    call: { id: call!.externalId, monitor },
  };
  expect((await say(made, ringing)).status).toBe(200);
  const payloads = (token: string) =>
    app.graphql('query ($id: ID!) { call(id: $id) { events { nodes { payload } } } }', {
      variables: { id: call!.id },
      token,
    });
  expect(await payloads(member)).toMatchObject({
    data: { call: { events: { nodes: [{ payload: null }] } } },
    errors: [{ extensions: { code: 'FORBIDDEN' } }],
  });
  expect(await payloads(mine.token)).toMatchObject({
    data: { call: { events: { nodes: [{ payload: { call: { monitor } } }] } } },
  });
  expect(made.seen).toHaveLength(1);
  expect(await end(mine.token)).toEqual({
    data: { endCall: { listenUrl: 'wss://phone.example.com/1', status: 'ringing' } },
  });
  const asked = made.seen[1]!;
  expect([asked.method, asked.path, asked.body, asked.headers.authorization]).toEqual([
    'POST',
    '/control/1',
    '{"type":"end-call"}',
    undefined,
  ]);
  await say(made, {
    type: 'end-of-call-report',
    call: { id: call!.externalId },
    endedReason: 'manually-canceled',
    timestamp: 1,
  });
  expect(await end(mine.token)).toMatchObject({ data: { endCall: { status: 'ended' } } });
  expect(made.seen).toHaveLength(2);
  expect((await callsOf(made))[0]!.callOutcome).toBe('failed');
});
