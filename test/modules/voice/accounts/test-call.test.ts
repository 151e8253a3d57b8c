import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { workOnCalls } from '../../../../src/modules/voice/engine/voice.ts';
import { tasks } from '../../../../src/tasks.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { testCallEngine } from '../../../support/calling.ts';
import { dbOver, meanwhile } from '../../../support/database.ts';
import { makeJobsDue, runJobs, waitingJobs } from '../../../support/jobs.ts';
import { invalid, mutate, refused } from '../../../support/mutate.ts';
import { subscribe } from '../../../support/stream.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';
import { ERASE } from '../../audience/person/support.ts';
import type { Seen } from '../../delivery/providers/webhook-service.ts';
import { type Carried, carriedBy, json, post } from '../providers/carrying.ts';

let test: TestApp;
let acme: TestTeam;
let globex: TestTeam;
let made: Carried;
let answer: (seen: Seen, response: ServerResponse) => void;
const TO = 14_155_550_100;

beforeAll(async () => {
  test = await createTestApp({ PRIVATE_PROVIDERS: true });
  globex = await createTeam(test, 'Globex');
});
afterAll(() => test.close());
beforeEach(async () => {
  acme = await createTeam(test);
  answer = json(201, { id: 'vapi-1', status: 'queued' });
  made = await carriedBy(test, acme, {
    adapter: 'vapi',
    credentials: { apiKey: 'key-1' },
    answer: (seen, response) => answer(seen, response),
  });
  return () => made.close();
});

const input = () => ({
  ...{ voiceAccountId: made.accountId, numberId: made.numberIds[0]!, agentId: made.agentIds[0]!, to: TO },
});
const SELECT =
  '{ request { method url headers body } voiceTest { id status reason call { status endedReason callSource } } }';
const start = (more: object = {}, token = acme.token) =>
  mutate(test, token, 'testVoiceAccount', { input: [{ ...input(), ...more }, 'TestVoiceAccountInput'] }, SELECT);
const started = async (more: object = {}): Promise<string> => {
  const { data, errors } = await start(more);
  expect(errors).toBeUndefined();
  return data.testVoiceAccount.voiceTest.id;
};
const PROGRESS = '{ status reason call { status externalId endedReason callOutcome cost events { nodes { type } } } }';
const read = async (id: string, token = acme.token) => {
  const query = `query ($id: ID!) { voiceTest(id: $id) ${PROGRESS} }`;
  // biome-ignore lint/suspicious/noExplicitAny: as it is asked for
  return test.graphql<any>(query, { variables: { id }, token });
};
const testOf = async (id: string) => (await read(id)).data!.voiceTest;
const say = (message: object) =>
  post(test, made.hook, JSON.stringify({ message }), { 'x-vapi-secret': made.adapterSecret! });
const lastError = async () => {
  const query = 'query ($id: ID!) { voiceAccount(id: $id) { lastError { reason } } }';
  const { data } = await test.graphql<{ voiceAccount: { lastError: { reason: string } | null } }>(query, {
    variables: { id: made.accountId },
    token: acme.token,
  });
  return data!.voiceAccount.lastError?.reason ?? null;
};
const suppress = (number: number) =>
  test.db.suppressedNumber.create({ data: { teamId: acme.team.id, number: BigInt(number) } });

it('calls once, and its answer and events are shown as they arrive, to its team alone', async () => {
  const { data } = await start();
  const { request, voiceTest: begun } = data.testVoiceAccount;
  expect(begun).toMatchObject({
    ...{ status: 'claimed', reason: null },
    call: { status: 'scheduled', endedReason: null, callSource: 'manual' },
  });
  expect(request).toEqual({
    method: 'POST',
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/call$/),
    headers: { authorization: 'Bearer ***' },
    body: expect.stringContaining(begun.id),
  });
  expect(JSON.stringify(request)).not.toContain(made.adapterSecret!);
  const watch = (token: string) =>
    subscribe<{ voiceTestProgress: { status: string; call: { status: string } } }>(
      test.app.fetch,
      `subscription ($id: ID!) { voiceTestProgress(id: $id) ${PROGRESS} }`,
      { token, variables: { id: begun.id } },
    );
  const stream = await watch(acme.token);
  const until = (placing: string, status: string) =>
    stream.until(
      ({ data }) => data?.voiceTestProgress.status === placing && data.voiceTestProgress.call.status === status,
    );
  await until('claimed', 'scheduled');
  const [job] = await waitingJobs(test, 'place_test_call');
  await runJobs(test);
  await tasks.place_test_call!.run(test.services, job!.payload, {
    ...{ attempt: 2, maxAttempts: 5, signal: new AbortController().signal },
  });
  await until('placed', 'queued');
  expect(made.seen).toHaveLength(1);
  const asked = JSON.parse(made.seen[0]!.body);
  expect(asked).toMatchObject({
    ...{ assistantId: `agent-${made.accountId}`, phoneNumberId: 'number-vapi', customer: { number: '+14155550100' } },
    assistantOverrides: { metadata: { reference: begun.id } },
  });
  const shown = JSON.parse(request.body);
  shown.assistantOverrides.server.headers['X-Vapi-Secret'] = made.adapterSecret;
  expect(asked).toEqual(shown);
  const call = { id: 'vapi-1', type: 'outboundPhoneCall' };
  await say({ type: 'status-update', status: 'ringing', call, timestamp: Date.now() });
  await until('placed', 'ringing');
  await say({
    ...{ type: 'end-of-call-report', call, endedReason: 'customer-ended-call', cost: 0.12, timestamp: Date.now() + 1 },
    analysis: { successEvaluation: 'true' },
  });
  expect(await until('ended', 'ended')).toEqual({
    data: {
      voiceTestProgress: {
        ...{ status: 'ended', reason: null },
        call: {
          ...{ status: 'ended', externalId: 'vapi-1', endedReason: 'customer-ended-call' },
          ...{ callOutcome: 'interested', cost: '0.12' },
          events: { nodes: [{ type: 'end-of-call-report' }, { type: 'status-update' }] },
        },
      },
    },
  });
  await stream.leave();
  const notFound = { errors: [{ message: 'Test call not found.', extensions: { code: 'NOT_FOUND' } }] };
  expect(await (await watch(globex.token)).next()).toMatchObject(notFound);
  expect(await read(begun.id, globex.token)).toMatchObject(notFound);
});

it('takes what the call cost from the balance of the account’s integration', async () => {
  const { id: integrationId } = await test.db.integration.create({
    data: { teamId: acme.team.id, name: 'Calls', isBalanceManaged: true, balance: 10 },
  });
  const where = { teamId_id: { teamId: acme.team.id, id: made.accountId } };
  await test.db.voiceAccount.update({ where, data: { integrationId } });
  await started();
  await runJobs(test);
  const call = { id: 'vapi-1', type: 'outboundPhoneCall' };
  await say({
    type: 'end-of-call-report',
    call,
    endedReason: 'customer-ended-call',
    cost: 0.25,
    timestamp: Date.now(),
  });
  expect((await test.db.integration.findFirstOrThrow({ where: { id: integrationId } })).balance.toString()).toBe(
    '9.75',
  );
});

it('tells what the provider refused, once, and keeps it as the account’s last error until one is accepted', async () => {
  answer = json(401, { message: 'Invalid Key.', error: 'Unauthorized', statusCode: 401 });
  const id = await started();
  await runJobs(test);
  await makeJobsDue(test);
  await runJobs(test);
  expect(made.seen).toHaveLength(1);
  expect(await testOf(id)).toMatchObject({
    ...{ status: 'ended', reason: null },
    call: { status: 'ended', endedReason: 'not placed: Vapi: Invalid Key.', callOutcome: 'failed', externalId: null },
  });
  expect(await lastError()).toBe('Vapi: Invalid Key.');
  answer = json(201, { id: 'vapi-2', status: 'queued' });
  await started();
  await runJobs(test);
  expect(await lastError()).toBeNull();
});

it('is not placed again when nobody answered, and an event that names it says that it was', async () => {
  answer = (_seen, response) => void response.destroy();
  const id = await started();
  await runJobs(test);
  await makeJobsDue(test);
  await runJobs(test);
  expect(made.seen).toHaveLength(1);
  expect(await testOf(id)).toMatchObject({
    status: 'unknown',
    reason: expect.stringMatching(/^It is unknown whether the call was placed: /),
    call: { status: 'scheduled' },
  });
  const call = { id: 'vapi-3', type: 'outboundPhoneCall', assistantOverrides: { metadata: { reference: id } } };
  await say({ type: 'status-update', status: 'ringing', call, timestamp: Date.now() });
  expect(await testOf(id)).toMatchObject({
    ...{ status: 'placed', reason: null },
    call: { status: 'ringing', externalId: 'vapi-3' },
  });
});

it('is unknown when its worker ended while it was placed, and ends when no event ever tells of its end', async () => {
  const id = await started();
  const key = { teamId: acme.team.id, callId: id };
  const where = { teamId_callId: key };
  const now = Date.now();
  const [job] = await waitingJobs(test, 'place_test_call');
  await test.db.callPlacement.update({
    where,
    data: {
      status: 'placing',
      ...{ handedAt: new Date(now), leaseUntil: new Date(now + 60_000), slotUntil: new Date(now + 3_600_000) },
    },
  });
  await tasks.place_test_call!.run(test.services, job!.payload, {
    ...{ attempt: 2, maxAttempts: 5, signal: new AbortController().signal },
  });
  expect(made.seen).toEqual([]);
  const engine = testCallEngine(test, new Date(now + 61_000).toISOString());
  while (await workOnCalls(engine));
  expect(await testOf(id)).toMatchObject({
    status: 'unknown',
    reason: 'It is unknown whether the call was placed: its worker ended.',
  });
  engine.clock = new Date(now + 3_661_000);
  while (await workOnCalls(engine));
  expect(await testOf(id)).toMatchObject({
    status: 'ended',
    call: { status: 'ended', endedReason: 'no event told of its end', callOutcome: 'unknown_error' },
  });
  expect(engine.voice.placed).toEqual([]);
});

it('is not placed to a number that has opted out, is suppressed or was erased, nor after a STOP meanwhile', async () => {
  const to = ['This number asked not to be contacted.'];
  await suppress(14_155_550_111);
  expect(await start({ to: 14_155_550_111 })).toMatchObject(invalid({ to }));
  const teamId = acme.team.id;
  await test.db.contact.create({ data: { teamId, number: 14_155_550_112n, unsubscribedAt: new Date() } });
  expect(await start({ to: 14_155_550_112 })).toMatchObject(invalid({ to }));
  await test.graphql(ERASE, { token: acme.token, variables: { input: { number: 14_155_550_113 } } });
  expect(await start({ to: 14_155_550_113 })).toMatchObject(
    invalid({ to: ['The data of the person with this number was erased; nobody writes to them again.'] }),
  );
  const id = await started({ to: 14_155_550_114 });
  await suppress(14_155_550_114);
  await runJobs(test);
  expect(await testOf(id)).toMatchObject({
    status: 'ended',
    call: { status: 'ended', endedReason: 'not placed: This number asked not to be contacted.', callOutcome: 'failed' },
  });
  expect(made.seen).toEqual([]);
});

it('suppresses a person who asks in it not to be called', async () => {
  await started();
  await runJobs(test);
  const call = { id: 'vapi-1', type: 'outboundPhoneCall' };
  await say({
    ...{ type: 'end-of-call-report', call, endedReason: 'customer-ended-call', timestamp: Date.now() },
    analysis: { structuredData: { outcome: 'do_not_call' } },
  });
  expect(await start()).toMatchObject(invalid({ to: ['This number asked not to be contacted.'] }));
});

it('keeps its account in use and with its provider until it has ended', async () => {
  await started();
  await runJobs(test);
  const teamId = acme.team.id;
  await test.db.agent.updateMany({ where: { teamId }, data: { voiceAccountId: null } });
  await test.db.number.updateMany({ where: { teamId }, data: { voiceAccountId: null } });
  const given = (provider: string, credentials?: object) =>
    mutate(
      test,
      acme.token,
      'setVoiceAccountProvider',
      { id: made.accountId, input: [{ provider, credentials }, 'SetVoiceAccountProviderInput'] },
      '{ voiceAccount { id } }',
    );
  const archived = () => mutate(test, acme.token, 'archiveVoiceAccount', { id: made.accountId });
  const underWay = refused('CONFLICT', 'Calls are under way over the voice account. Try again when they have ended.');
  expect(await archived()).toMatchObject(underWay);
  expect(await given('retell', { apiKey: 'key-2' })).toMatchObject(underWay);
  expect((await given('vapi', { apiKey: 'key-2' })).errors).toBeUndefined();
  const call = { id: 'vapi-1', type: 'outboundPhoneCall' };
  await say({
    ...{ type: 'end-of-call-report', call, endedReason: 'customer-ended-call', timestamp: Date.now() },
    analysis: { structuredData: { outcome: 'do_not_call' } },
  });
  expect(await test.db.suppressedNumber.count({ where: { teamId } })).toBe(1);
  expect((await given('retell', { apiKey: 'key-2' })).errors).toBeUndefined();
  expect((await archived()).errors).toBeUndefined();
});

it('is not alone in that: an inbound call keeps its account, too', async () => {
  const teamId = acme.team.id;
  await test.db.agent.updateMany({ where: { teamId }, data: { voiceAccountId: null } });
  await test.db.number.updateMany({ where: { teamId }, data: { voiceAccountId: null } });
  const id = { id: made.accountId };
  const input: [object, string] = [
    { provider: 'retell', credentials: { apiKey: 'key-2' } },
    'SetVoiceAccountProviderInput',
  ];
  const given = () => mutate(test, acme.token, 'setVoiceAccountProvider', { ...id, input }, '{ voiceAccount { id } }');
  const archived = () => mutate(test, acme.token, 'archiveVoiceAccount', id);
  await test.db.contact.create({ data: { teamId, number: 14_155_550_119n } });
  const call = { id: 'in1', type: 'inboundPhoneCall' };
  const customer = { number: '+14155550119' };
  await say({ type: 'status-update', status: 'in-progress', timestamp: Date.now(), call, customer });
  const underWay = refused('CONFLICT', 'Calls are under way over the voice account. Try again when they have ended.');
  expect([await archived(), await given()]).toMatchObject([underWay, underWay]);
  await say({ type: 'end-of-call-report', call, endedReason: 'customer-ended-call', timestamp: Date.now() });
  expect((await archived()).errors).toBeUndefined();
});

it('takes a slot of its account, and is not placed without one', async () => {
  const where = { teamId_id: { teamId: acme.team.id, id: made.accountId } };
  await test.db.voiceAccount.update({ where, data: { maxConcurrentCalls: 1 } });
  const first = await started();
  const second = await started();
  await runJobs(test);
  expect(made.seen).toHaveLength(1);
  expect((await testOf(first)).status).toBe('placed');
  expect((await testOf(second)).call.endedReason).toBe(
    'not placed: The voice account has all the calls that it may have. Try again when one has ended.',
  );
});

it('takes a slot of its number, and is not placed without one', async () => {
  const where = { teamId_id: { teamId: acme.team.id, id: made.numberIds[0]! } };
  await test.db.number.update({ where, data: { maxConcurrentCalls: 1 } });
  await started();
  const second = await started();
  await runJobs(test);
  expect(made.seen).toHaveLength(1);
  expect((await testOf(second)).call.endedReason).toBe(
    'not placed: The number has all the calls that it may have. Try again when one has ended.',
  );
});

it('over another account waits for a campaign that takes the last slot of the number', async () => {
  const where = { teamId_id: { teamId: acme.team.id, id: made.numberIds[0]! } };
  await test.db.number.update({ where, data: { maxConcurrentCalls: 1 } });
  const other = await carriedBy(test, acme, { adapter: 'vapi', credentials: { apiKey: 'key-2' }, answer });
  const id = await started({ voiceAccountId: other.accountId, agentId: other.agentIds[0]! });
  await made.begin();
  let tested: Promise<unknown> | undefined;
  const pool = meanwhile(test, /^INSERT INTO call_placements/, async () => {
    tested = runJobs(test);
    await Promise.race([tested, pause(1_000)]);
  });
  const engine = { ...made.engine, now: () => made.engine.clock, db: dbOver(test, pool) };
  while (await workOnCalls(engine));
  await tested;
  expect([made.seen.length, other.seen.length]).toEqual([1, 0]);
  expect((await testOf(id)).call.endedReason).toBe(
    'not placed: The number has all the calls that it may have. Try again when one has ended.',
  );
  await other.close();
});

it('is not placed when the balance of the account’s integration is used up', async () => {
  const { id: integrationId } = await test.db.integration.create({
    data: { teamId: acme.team.id, name: 'Calls', isBalanceManaged: true, balance: 0 },
  });
  const where = { teamId_id: { teamId: acme.team.id, id: made.accountId } };
  await test.db.voiceAccount.update({ where, data: { integrationId } });
  const id = await started();
  await runJobs(test);
  expect(made.seen).toEqual([]);
  expect((await testOf(id)).call.endedReason).toBe('not placed: The integration’s balance does not cover it.');
});

it('ends when its voice account is deleted before a worker comes to it', async () => {
  const teamId = acme.team.id;
  await test.db.agent.updateMany({ where: { teamId }, data: { voiceAccountId: null } });
  await test.db.number.updateMany({ where: { teamId }, data: { voiceAccountId: null } });
  const id = await started();
  const { errors } = await mutate(test, acme.token, 'deleteVoiceAccount', { id: made.accountId });
  expect(errors).toBeUndefined();
  await runJobs(test);
  expect(await testOf(id)).toMatchObject({
    status: 'ended',
    call: { status: 'ended', endedReason: 'not placed: The voice account was deleted.', callOutcome: 'failed' },
  });
  expect(made.seen).toEqual([]);
});

it('wants a number and an agent that call over the account', async () => {
  const { numberIds, agentIds } = made;
  const where = (id: string) => ({ teamId_id: { teamId: acme.team.id, id } });
  await test.db.number.update({ where: where(numberIds[0]!), data: { disallowedCountries: 'DE,US' } });
  expect(await start({ to: 12_125_550_100 })).toMatchObject(invalid({ to: ['The number must not call US.'] }));
  await test.db.number.update({ where: where(numberIds[0]!), data: { voiceProvider: 'provider_b' } });
  const other = await test.db.voiceAccount.create({
    data: {
      ...{ teamId: acme.team.id, name: 'Other', provider: 'provider_a' },
      webhookSecretHash: Buffer.from(made.accountId),
    },
  });
  await test.db.agent.update({ where: where(agentIds[0]!), data: { voiceAccountId: other.id } });
  expect(await start({ to: 0 })).toMatchObject(invalid({ to: ['The to field must be a valid phone number.'] }));
  expect(await start()).toMatchObject(
    invalid({
      numberId: ['The number belongs to provider_b, the voice account to provider_a.'],
      agentId: ['The agent belongs to another voice account.'],
    }),
  );
  expect(await start({ voiceAccountId: other.id })).toMatchObject(
    refused('CONFLICT', 'Voice account "Other" has no provider.'),
  );
  await test.db.number.update({
    where: where(numberIds[0]!),
    data: { voiceProvider: 'provider_a', archivedAt: new Date() },
  });
  await test.db.agent.update({ where: where(agentIds[0]!), data: { voiceAccountId: null, archivedAt: new Date() } });
  expect(await start()).toMatchObject(
    invalid({ numberId: ['The number is archived.'], agentId: ['The agent is archived.'] }),
  );
  expect(await test.db.call.count({ where: { teamId: acme.team.id } })).toBe(0);
});

it('is not placed for another team or by a member, and once under its idempotency key', async () => {
  expect(await start({}, globex.token)).toMatchObject(refused('NOT_FOUND', 'Voice account not found.'));
  const member = await createTeamToken(test, acme.team.id, { role: 'member' });
  expect(await start({}, member)).toMatchObject(refused('FORBIDDEN', 'Action not allowed'));
  const query = `mutation ($input: TestVoiceAccountInput!) {
    testVoiceAccount(input: $input, idempotencyKey: "key-1") { voiceTest { id } } }`;
  const once = () => test.graphql(query, { variables: { input: input() }, token: acme.token });
  const first = await once();
  expect(first.errors).toBeUndefined();
  expect(await once()).toEqual(first);
  expect(await test.db.call.count({ where: { teamId: acme.team.id } })).toBe(1);
});
