import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';
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
    adapter: 'bland',
    credentials: { apiKey: 'org_1', signingSecret: 'sign_1' },
    answer: (seen, response) =>
      json(200, { status: 'success', call_id: `bland-${made.accountId}-${made.seen.indexOf(seen)}` })(seen, response),
    ...more,
  });
  cleanUp.push(made.close);
  return made;
}

const callsOf = ({ campaignId }: Carried) =>
  app.db.call.findMany({ where: { voiceCampaignId: campaignId }, orderBy: { id: 'asc' } });
const sign = (body: string | Buffer, secret = 'sign_1') => createHmac('sha256', secret).update(body).digest('hex');
const say = (to: Carried, content: object) => {
  const body = JSON.stringify(content);
  return post(app, to.hook, body, { 'x-webhook-signature': sign(body) });
};

test('a campaign runs over Bland: variables go out, the signed report comes back', async () => {
  const made = await carried({ meta: { variables: { greeting: 'Hello {{ contact.name }}' } } });
  await app.db.contact.updateMany({ where: { id: made.contactIds[0]! }, data: { name: 'Anna' } });
  await made.start();
  const [call] = await callsOf(made);
  const number = await app.db.number.findFirstOrThrow({ where: { id: made.numberIds[0]! } });
  const [request] = made.seen;
  expect([request!.method, request!.path, request!.headers.authorization]).toEqual(['POST', '/v1/calls', 'org_1']);
  expect(JSON.parse(request!.body)).toEqual({
    phone_number: `+${call!.toNumber}`,
    from: `+${number.number}`,
    pathway_id: `agent-${made.accountId}`,
    request_data: {
      name: 'Anna',
      language: 'de',
      timezone: 'UTC',
      country: 'DE',
      campaign: 'Campaign',
      greeting: 'Hello Anna',
    },
    metadata: { reference: call!.id },
    webhook: `http://127.0.0.1:4000${made.hook}`,
  });
  const report = {
    call_id: call!.externalId,
    to: `+${call!.toNumber}`,
    inbound: false,
    completed: true,
    status: 'completed',
    answered_by: 'human',
    call_ended_by: 'USER',
    call_length: 0.75,
    started_at: '2026-11-25T10:00:00+00:00',
    concatenated_transcript: 'assistant: Hello.\nuser: Yes.',
    summary: 'Anna wants it.',
    recording_url: 'https://files.example.com/1.mp3',
    price: 0.068,
    disposition_tag: 'INTERESTED',
    metadata: { reference: call!.id },
  };
  const body = JSON.stringify(report);
  const refused = async (text: string, signature: string) =>
    (await post(app, made.hook, text, { 'x-webhook-signature': signature })).status;
  expect(await refused(flipped(body), sign(body))).toBe(401);
  expect(await refused(body, flipped(sign(body)))).toBe(401);
  expect(await refused(body, sign(body, 'sign_2'))).toBe(401);
  expect(await say(made, report)).toEqual({ status: 200, body: { status: 'ok' } });
  const [after] = await callsOf(made);
  expect({ ...after, cost: Number(after!.cost) }).toMatchObject({
    status: 'ended',
    callOutcome: 'interested',
    endedReason: 'customer-ended-call',
    isAnswered: true,
    summary: 'Anna wants it.',
    chat: 'assistant: Hello.\nuser: Yes.',
    cost: 0.068,
    startedAt: new Date('2026-11-25T10:00:00Z'),
    endedAt: new Date('2026-11-25T10:00:45Z'),
  });
});

test('what Bland says of a call without a conversation has its outcome', async () => {
  const outcomeOf = async (more: object) => {
    const made = await carried({ meta: { maxAttempts: 1 } });
    await made.start();
    const [call] = await callsOf(made);
    await say(made, { call_id: call!.externalId, completed: true, ...more });
    return (await callsOf(made))[0]!.callOutcome;
  };
  expect(await outcomeOf({ status: 'no-answer' })).toBe('no_answer');
  expect(await outcomeOf({ status: 'busy' })).toBe('busy');
  expect(await outcomeOf({ status: 'completed', answered_by: 'voicemail' })).toBe('voice_mail');
  expect(await outcomeOf({ status: 'failed', error_message: 'carrier' })).toBe('failed');
  expect(await outcomeOf({ status: 'completed', call_ended_by: 'ASSISTANT' })).toBeNull();
  const tagged = { status: 'completed', disposition_tag: 'DO NOT CALL' };
  expect(await outcomeOf({ ...tagged, analysis: { outcome: 'He was angry.' } })).toBe('do_not_call');
  expect(await outcomeOf({ status: 'completed', analysis: '{"do_not_call": true}' })).toBe('do_not_call');
});

test('a report that is no UTF-8 is read, if its bytes are signed', async () => {
  const made = await carried({ meta: { maxAttempts: 1 } });
  await made.start();
  const [call] = await callsOf(made);
  const report = { call_id: call!.externalId, completed: true, status: 'completed', disposition_tag: 'DNC' };
  const body = Buffer.from(JSON.stringify({ ...report, concatenated_transcript: 'user: M\xfcde!' }), 'latin1');
  const send = async (signed: Buffer | string, type: string) => {
    const headers = { 'content-type': type, 'x-webhook-signature': sign(signed) };
    const request = new Request(`http://localhost${made.hook}`, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
    });
    return (await app.app.fetch(request)).status;
  };
  expect(await send(body.toString(), 'application/json')).toBe(401);
  expect(await send(body, 'application/json; charset=iso-8859-1')).toBe(200);
  expect((await callsOf(made))[0]).toMatchObject({ callOutcome: 'do_not_call', chat: 'user: M\xfcde!' });
});

test('a call that Bland could not place is placed again, one that failed in conversation is not', async () => {
  const placedAfter = async (more: object) => {
    const made = await carried({ meta: { maxAttempts: 2 } });
    await made.start();
    const [call] = await callsOf(made);
    await say(made, {
      call_id: call!.externalId,
      completed: true,
      status: 'failed',
      error_message: 'Carrier.',
      ...more,
    });
    const { callOutcome, endedReason } = (await callsOf(made))[0]!;
    const { status } = await app.db.voiceRecipient.findFirstOrThrow({ where: { contactId: made.contactIds[0]! } });
    return { callOutcome, endedReason, status };
  };
  expect(await placedAfter({ call_length: 0 })).toEqual({
    ...{ callOutcome: 'failed', endedReason: 'dial_failed', status: 'waiting' },
  });
  const connected = { callOutcome: 'agent_issue', endedReason: 'pipeline-error-bland', status: 'handed' };
  expect(await placedAfter({ call_length: 0.2 })).toEqual(connected);
  expect(await placedAfter({ answered_by: 'human' })).toEqual(connected);
  expect(await placedAfter({ status: 'completed', concatenated_transcript: 'assistant: Hello.' })).toEqual(connected);
});

test('an error with the status 200 has not placed the call as far as anybody knows', async () => {
  const made = await carried({ answer: json(200, { status: 'error', message: 'Invalid parameters' }) });
  await made.start();
  const placement = await app.db.callPlacement.findFirstOrThrow({ where: { voiceAccountId: made.accountId } });
  expect(placement.status).toBe('unknown');
  expect(made.seen).toHaveLength(1);
});
