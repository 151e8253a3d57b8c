import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import {
  callEvent,
  createVoiceCampaign,
  START_CALLS,
  type TestCallEngine,
  type TestVoiceCampaign,
  testCallEngine,
} from '../../../support/calling.ts';
import { createSendingTeam, type TestTeam } from '../../../support/team.ts';

type Carrier = TestVoiceCampaign & { integrationId: string };

let app: TestApp;
let acme: TestTeam;
let engine: TestCallEngine;
let a: Carrier;
let b: Carrier;
/** A call over account A that its provider knows as 17, and one over B, whose provider counts for itself. */
let x: string;
let y: string;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  acme = await createSendingTeam(app);
  engine = testCallEngine(app, new Date().toISOString());
  engine.voice.answer = () => ({ status: 'accepted', providerId: '17' });
  [a, b] = [await carrier(), await carrier()];
  x = await call(a);
});

async function carrier(): Promise<Carrier> {
  const { id: integrationId } = await app.db.integration.create({
    data: { teamId: acme.team.id, name: 'Calls', isBalanceManaged: true, balance: 10 },
  });
  const account = { integrationId };
  return { ...(await createVoiceCampaign(app, acme.team.id, { contacts: 1, account })), integrationId };
}
async function call({ campaignId }: Carrier): Promise<string> {
  const { errors } = await app.graphql(START_CALLS, { variables: { id: campaignId }, token: acme.token });
  expect(errors).toBeUndefined();
  engine.clock = new Date(Date.now() + 1_000);
  await engine.run();
  return (await app.db.call.findFirstOrThrow({ where: { teamId: acme.team.id, voiceCampaignId: campaignId } })).id;
}
const callOf = (id: string) => app.db.call.findFirstOrThrow({ where: { teamId: acme.team.id, id } });
const balanceOf = async ({ integrationId: id }: Carrier) =>
  Number((await app.db.integration.findFirstOrThrow({ where: { teamId: acme.team.id, id } })).balance);
const suppressed = async () =>
  (await app.db.suppressedNumber.findMany({ where: { teamId: acme.team.id } })).map(({ number }) => number);
const campaignOf = ({ campaignId: id }: Carrier) =>
  app.db.voiceCampaign.findFirstOrThrow({ where: { teamId: acme.team.id, id } });

const ringing = (more: object) => ({ type: 'status-update', status: 'ringing', timestamp: Date.now(), ...more });
const report = (more: object) => ({
  ...{ type: 'end-of-call-report', endedReason: 'customer-ended-call', cost: 0.5, timestamp: Date.now() + 1 },
  ...{ analysis: { structuredData: { outcome: 'do_not_call' } }, ...more },
});
const outbound = (more: object = {}) => ({ call: { id: '17', type: 'outboundPhoneCall', ...more } });

async function expectReportOfY() {
  const untouched = { status: 'queued', callOutcome: null, cost: null, eventsCount: 0, externalId: '17' };
  expect(await callOf(x)).toMatchObject(untouched);
  const { toNumber, ...ended } = await callOf(y);
  expect(ended).toMatchObject({ status: 'ended', callOutcome: 'do_not_call', externalId: null });
  expect(await suppressed()).toEqual([toNumber]);
  expect([await balanceOf(a), await balanceOf(b)]).toEqual([10, 9.5]);
  expect(await campaignOf(b)).toMatchObject({ callsInFlight: 0, callsEnded: 1 });
  expect(await campaignOf(a)).toMatchObject({ callsInFlight: 1, callsEnded: 0 });
}

test('an event with our reference is of that call, though a call over another account has its id', async () => {
  y = await call(b);
  expect(await callEvent(app, b.secret, report(outbound({ metadata: { reference: y } })))).toBe(200);
  await expectReportOfY();
  expect(await callEvent(app, a.secret, report(outbound()))).toBe(200);
  expect(await callOf(x)).toMatchObject({ status: 'ended', callOutcome: 'do_not_call', eventsCount: 1 });
  expect([await balanceOf(a), await balanceOf(b)]).toEqual([9.5, 9.5]);
});

test('events with our reference that come before the answer are of that call', async () => {
  const statuses: number[] = [];
  engine.voice.answer = async ({ reference }) => {
    statuses.push(await callEvent(app, b.secret, ringing(outbound({ metadata: { reference } }))));
    return { status: 'accepted', providerId: '17' };
  };
  y = await call(b);
  expect([statuses, (await callOf(y)).status]).toEqual([[200], 'ringing']);
  const recipient = await app.db.voiceRecipient.findFirstOrThrow({ where: { teamId: acme.team.id, callId: y } });
  expect(recipient.reason).toBeNull();
  expect(await campaignOf(b)).toMatchObject({ callsInFlight: 1 });
  expect(await callEvent(app, b.secret, report(outbound({ metadata: { reference: y } })))).toBe(200);
  await expectReportOfY();
});

test('a call that events have named, though it has no id, is not unknown', async () => {
  const reference = (id: string) => ({ metadata: { reference: id } });
  await app.db.postProcessing.create({ data: { teamId: acme.team.id, name: 'Note', kind: 'outcome_classifier' } });
  y = await call(b);
  const ended = { type: 'status-update', status: 'ended', timestamp: Date.now(), ...outbound(reference(y)) };
  expect(await callEvent(app, b.secret, ended)).toBe(200);
  // The step waits for the report, which has the transcript.
  const { dueAt } = await app.db.callPostProcessing.findFirstOrThrow({ where: { teamId: acme.team.id, callId: y } });
  expect(dueAt!.getTime()).toBeGreaterThan(Date.now() + 60_000);
  // Its end got lost, so the sweep ends it: a person was spoken to all the same.
  const endedReason = 'no event told of its end';
  await app.db.call.update({ where: { teamId_id: { teamId: acme.team.id, id: y } }, data: { endedReason } });
  const { voiceCampaignSendId } = await callOf(y);
  const { data } = await app.graphql(
    `mutation ($id: ID!) { resolveUnknownCalls(input: { voiceSendId: $id, outcome: call_again }) { resolvedCount } }`,
    { variables: { id: voiceCampaignSendId }, token: acme.token },
  );
  expect(data).toEqual({ resolveUnknownCalls: { resolvedCount: 0 } });
});

test('another charge under the id of a call does not pay for it', async () => {
  y = await call(b);
  const cost = '1';
  const input = { cost, meta: { integrationId: a.integrationId, webhookRequestId: y, reason: 'For the client' } };
  const mutation = 'mutation ($input: ChargeIntegrationInput!) { chargeIntegration(input: $input) { id } }';
  expect((await app.graphql(mutation, { variables: { input }, token: acme.token })).errors).toBeUndefined();
  expect(await callEvent(app, b.secret, report(outbound({ metadata: { reference: y } })))).toBe(200);
  expect([await balanceOf(a), await balanceOf(b)]).toEqual([9, 9.5]);
});

test('nor does one of the integration that pays for the call', async () => {
  y = await call(b);
  const input = {
    cost: '0.001',
    meta: { integrationId: b.integrationId, webhookRequestId: y, reason: 'For the client' },
  };
  const mutation = 'mutation ($input: ChargeIntegrationInput!) { chargeIntegration(input: $input) { id } }';
  expect((await app.graphql(mutation, { variables: { input }, token: acme.token })).errors).toBeUndefined();
  const body = report(outbound({ metadata: { reference: y } }));
  expect(await callEvent(app, b.secret, body)).toBe(200);
  expect(await callEvent(app, b.secret, body)).toBe(200);
  expect(await balanceOf(b)).toBe(9.499);
});

test('events without our reference are of the only call over their account to the number', async () => {
  y = await call(b);
  const customer = { number: `+${(await callOf(y)).toNumber}` };
  expect(await callEvent(app, b.secret, ringing({ ...outbound(), customer }))).toBe(200);
  expect(await callEvent(app, b.secret, report({ ...outbound(), customer }))).toBe(200);
  await expectReportOfY();
});

test('an event whose id only a call over another account has is of no call', async () => {
  const inbound = { call: { id: '17', type: 'inboundPhoneCall' }, customer: { number: '+442079460018' } };
  expect(await callEvent(app, b.secret, report(outbound()))).toBe(404);
  expect(await callEvent(app, b.secret, report(inbound))).toBe(404);
  expect(await callOf(x)).toMatchObject({ status: 'queued', eventsCount: 0 });
  const number = 442079460018n;
  expect(await app.db.contact.count({ where: { teamId: acme.team.id, number } })).toBe(0);
  // Whoever they are, they asked not to be called. The call's own number did not.
  expect(await suppressed()).toEqual([number]);
});

test('an inbound call is of the account that its first event came over', async () => {
  const inbound = { call: { id: 'in-1', type: 'inboundPhoneCall' }, customer: { number: '+442079460018' } };
  expect(await callEvent(app, a.secret, ringing(inbound))).toBe(200);
  expect(await callEvent(app, b.secret, report(inbound))).toBe(404);
  expect(await callEvent(app, a.secret, report(inbound))).toBe(200);
  const where = { teamId: acme.team.id, externalId: 'in-1' };
  expect(await app.db.call.findFirstOrThrow({ where })).toMatchObject({ status: 'ended', eventsCount: 2 });
  expect([await balanceOf(a), await balanceOf(b)]).toEqual([9.5, 10]);
});

test('of two calls over one account with one id, our reference tells which an event is of', async () => {
  const again = await createVoiceCampaign(app, acme.team.id, { contacts: 1 });
  const where = { teamId: acme.team.id, id: { in: again.numberIds } };
  await app.db.number.updateMany({ where, data: { voiceAccountId: a.accountId } });
  await app.db.agent.updateMany({ where: { teamId: acme.team.id }, data: { voiceAccountId: a.accountId } });
  y = await call({ ...again, integrationId: a.integrationId });
  expect(await callEvent(app, a.secret, report(outbound({ metadata: { reference: y } })))).toBe(200);
  expect(await callOf(x)).toMatchObject({ status: 'queued', eventsCount: 0 });
  expect(await callOf(y)).toMatchObject({ status: 'ended', callOutcome: 'do_not_call', eventsCount: 1 });
  expect(await suppressed()).toEqual([(await callOf(y)).toNumber]);
});
