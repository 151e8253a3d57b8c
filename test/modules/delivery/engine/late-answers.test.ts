import { EventEmitter, once } from 'node:events';
import type { SendResult } from 'sms-providers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { work } from '../../../../src/modules/delivery/engine/run-sender.ts';
import { receiveInbound } from '../../../../src/modules/delivery/receipts/receive.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { dbOver, failingPool } from '../../../support/database.ts';
import { PERSON, visit } from '../../../support/hooks.ts';
import { createSmsCampaign, manual, START, testEngine, testProvider } from '../../../support/sending.ts';
import { createSendingTeam, type TestTeam } from '../../../support/team.ts';

let test: TestApp;
let acme: TestTeam;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  acme = await createSendingTeam(test);
});

const accepted = (id: string): SendResult => ({ status: 'accepted', providerId: `p-${id}` });
const refused = (): SendResult => ({
  status: 'rejected',
  kind: 'permanent',
  code: null,
  reason: 'Refused.',
  retryAfterSeconds: null,
});

/**
 * A worker waits for its provider until its lease has ended and another worker has decided about the batch; then something
 * else may happen, and the answer comes. What three messages of 0.40 each are counted as, and what is left of 10.
 */
async function answeredLate(
  idempotent: boolean,
  answer: (id: string) => SendResult,
  meanwhile: (sent: { campaignId: string; routeId: string }) => Promise<unknown> = async () => {},
  again = accepted,
) {
  const teamId = acme.team.id;
  const { campaignId, routeId } = await createSmsCampaign(test, teamId, { meta: manual(3), price: '0.40' });
  const integration = await test.db.integration.create({
    data: { teamId, name: 'Prepaid', balance: '10', isBalanceManaged: true },
  });
  const route = { teamId_id: { teamId, id: routeId } };
  await test.db.route.update({ where: route, data: { integrationId: integration.id } });
  await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
  const clock = Date.now() + 1_000;
  const slow = testEngine(test, new Date(clock).toISOString(), testProvider({ idempotent }));
  const events = new EventEmitter();
  const asked = once(events, 'asked');
  slow.provider.send = async (messages) => {
    const answered = once(events, 'answered');
    events.emit('asked');
    await answered;
    return messages.map(({ id }) => answer(id));
  };
  const working = slow.run();
  await asked;
  const other = testEngine(test, new Date(clock + 61_000).toISOString(), testProvider({ idempotent }));
  other.provider.answer = ({ id }) => again(id);
  await other.run();
  await meanwhile({ campaignId, routeId });
  slow.clock = other.clock;
  events.emit('answered');
  await working;
  await other.pass(1);
  const [step] = await test.db.smsSendStep.findMany({ where: { teamId, smsSend: { smsCampaignId: campaignId } } });
  const messages = await test.db.smsMessage.findMany({ where: { teamId, smsCampaignId: campaignId } });
  const { status } = await test.db.smsCampaign.findFirstOrThrow({ where: { teamId, id: campaignId } });
  const { balance } = await test.db.integration.findFirstOrThrow({ where: { teamId, id: integration.id } });
  return {
    handed: step!.handed,
    accepted: step!.accepted,
    failed: step!.failed,
    unknown: step!.unknown,
    messages: messages.map((message) => message.status),
    balance: balance.toString(),
    asked: other.provider.sent.length,
    campaign: status,
  };
}

/**
 * A worker marks the call of three messages of 0.40 each, and then the database is away for it until its lease has ended and another
 * worker has decided: its provider was never asked, and it says so late.
 */
async function neverAsked(meanwhile: (campaignId: string) => Promise<unknown> = async () => {}) {
  const teamId = acme.team.id;
  const { campaignId, routeId } = await createSmsCampaign(test, teamId, { meta: manual(3), price: '0.40' });
  const integration = await test.db.integration.create({
    data: { teamId, name: 'Prepaid', balance: '10', isBalanceManaged: true },
  });
  const where = { teamId_id: { teamId, id: routeId } };
  await test.db.route.update({ where, data: { integrationId: integration.id } });
  await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
  const clock = Date.now() + 1_000;
  const cut = testEngine(test, new Date(clock).toISOString());
  let isAway = false;
  const events = new EventEmitter();
  const settling = once(events, 'settling');
  const pool = failingPool(test, (sql) => {
    if (sql.includes('pg_advisory_xact_lock_shared')) isAway = true;
    if (sql.includes('SET done_at = CASE')) events.emit('settling');
    return isAway;
  });
  const working = work({ ...cut, now: () => cut.clock, db: dbOver(test, pool) });
  await settling;
  const other = testEngine(test, new Date(clock + 61_000).toISOString());
  await other.run();
  const left = await test.db.smsMessage.findMany({ where: { teamId, smsCampaignId: campaignId } });
  expect(left.map(({ status }) => status)).toEqual(['unknown', 'unknown', 'unknown']);
  await meanwhile(campaignId);
  cut.clock = other.clock;
  isAway = false;
  await working;
  return { teamId, campaignId, integrationId: integration.id, cut, other };
}

/** The worker ended after its provider, which tells repeats apart, took three messages. What another one makes of it. */
async function leftBehind(repeat: (id: string) => SendResult) {
  const teamId = acme.team.id;
  const { campaignId } = await createSmsCampaign(test, teamId, { meta: manual(3) });
  await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
  const clock = Date.now() + 1_000;
  const dead = testEngine(test, new Date(clock).toISOString(), testProvider({ idempotent: true }));
  const asked = new Promise<void>((resolve) => {
    dead.provider.send = (messages) => {
      dead.provider.sent.push(...messages);
      resolve();
      return new Promise(() => {});
    };
  });
  void dead.run();
  await asked;
  const other = testEngine(test, new Date(clock + 61_000).toISOString(), testProvider({ idempotent: true }));
  other.provider.answer = ({ id }) => (dead.provider.sent.some((sent) => sent.id === id) ? repeat(id) : accepted(id));
  await other.pass(5);
  const messages = await test.db.smsMessage.findMany({ where: { teamId, smsCampaignId: campaignId } });
  return {
    ids: new Set([...dead.provider.sent, ...other.provider.sent].map(({ id }) => id)).size,
    messages: messages.map((message) => message.status),
  };
}

describe('messages that another worker has made unknown, and that no provider was asked to take', () => {
  const balanceOf = async (id: string) =>
    (await test.db.integration.findFirstOrThrow({ where: { teamId: acme.team.id, id } })).balance!.toString();
  const statusesOf = async (smsCampaignId: string) =>
    (await test.db.smsMessage.findMany({ where: { teamId: acme.team.id, smsCampaignId } })).map(({ status }) => status);
  const campaignOf = (id: string) => test.db.smsCampaign.findFirstOrThrow({ where: { teamId: acme.team.id, id } });

  it('wait again, also when their campaign has ended, and go out once', async () => {
    const { campaignId, integrationId, cut, other } = await neverAsked(async (id) => {
      expect(await campaignOf(id)).toMatchObject({ status: 'sent' });
    });
    expect(await statusesOf(campaignId)).toEqual([]);
    expect(await balanceOf(integrationId)).toBe('10');
    await other.pass(2);
    expect(await statusesOf(campaignId)).toEqual(['accepted', 'accepted', 'accepted']);
    expect(await balanceOf(integrationId)).toBe('8.8');
    expect([cut.provider.sent.length, other.provider.sent.length]).toEqual([0, 3]);
    const steps = await test.db.smsSendStep.findMany({ where: { smsSend: { smsCampaignId: campaignId } } });
    expect(steps).toMatchObject([{ handed: 3, accepted: 3, failed: 0, unknown: 0 }]);
    expect(await campaignOf(campaignId)).toMatchObject({ status: 'sent' });
  });

  it('have failed once the campaign has begun its next cycle, which reaches their contacts again', async () => {
    const { campaignId, integrationId } = await neverAsked((id) =>
      test.db.smsCampaign.updateMany({ where: { id }, data: { cycle: { increment: 1 } } }),
    );
    expect(await statusesOf(campaignId)).toEqual(['failed', 'failed', 'failed']);
    expect(await balanceOf(integrationId)).toBe('10');
    const steps = await test.db.smsSendStep.findMany({ where: { smsSend: { smsCampaignId: campaignId } } });
    expect(steps).toMatchObject([{ handed: 3, accepted: 0, failed: 3, unknown: 0 }]);
  });

  it('stay as a person has decided meanwhile', async () => {
    const { campaignId } = await neverAsked((id) =>
      test.db.smsMessage.updateMany({ where: { smsCampaignId: id }, data: { status: 'accepted', isSent: true } }),
    );
    expect(await statusesOf(campaignId)).toEqual(['accepted', 'accepted', 'accepted']);
  });
});

describe('a repeat that the provider does not look at', () => {
  const busy: SendResult = {
    status: 'rejected',
    kind: 'throttled',
    code: '429',
    reason: 'The service answered 429.',
    retryAfterSeconds: 1,
  };

  it('leaves unknown what it may have taken the first time: nobody gets it as another message', async () => {
    expect(await leftBehind(() => ({ ...busy, isUnread: true }))).toEqual({
      ids: 3,
      messages: ['unknown', 'unknown', 'unknown'],
    });
  });

  it('is another matter than one that it refuses for itself: that goes again', async () => {
    expect(await leftBehind(() => busy)).toEqual({ ids: 6, messages: ['accepted', 'accepted', 'accepted'] });
  });
});

describe('an answer that comes after another worker has decided', () => {
  const three = (status: string) => [status, status, status];
  const nameless = (status: string) => ({ status, smsId: null });

  it('counts once where the provider was asked again', async () => {
    expect(await answeredLate(true, accepted)).toEqual({
      handed: 3,
      accepted: 3,
      failed: 0,
      unknown: 0,
      messages: three('accepted'),
      balance: '8.8',
      asked: 3,
      campaign: 'sent',
    });
  });

  it('still counts where nobody knew, and the message is unknown no more', async () => {
    expect(await answeredLate(false, accepted)).toEqual({
      handed: 3,
      accepted: 3,
      failed: 0,
      unknown: 0,
      messages: three('accepted'),
      balance: '8.8',
      asked: 0,
      campaign: 'sent',
    });
  });

  it('names messages that a person opened before it came, so that their receipts are theirs', async () => {
    let routeId = '';
    const opened = await answeredLate(false, accepted, async (sent) => {
      routeId = sent.routeId;
      const messages = await test.db.smsMessage.findMany({ where: { smsCampaignId: sent.campaignId } });
      for (const { linkCode } of messages) await visit(test, `/l/${linkCode}`, { headers: PERSON });
      const known = await test.db.smsMessage.findMany({ where: { smsCampaignId: sent.campaignId } });
      expect(known.map(({ status, smsId }) => ({ status, smsId }))).toEqual(three('accepted').map(nameless));
    });
    expect(opened).toMatchObject({ handed: 3, accepted: 3, unknown: 0, balance: '8.8', asked: 0 });
    const teamId = acme.team.id;
    const [first] = await test.db.smsMessage.findMany({ where: { teamId }, orderBy: { id: 'asc' } });
    const delivered = {
      providerId: first!.smsId,
      messageId: null,
      status: 'delivered',
      code: null,
      reason: null,
    } as const;
    const now = new Date();
    await receiveInbound(
      test.services.db,
      { teamId, id: routeId },
      { receipts: [{ ...delivered, at: now }], replies: [] },
      now,
    );
    const [message] = await test.db.smsMessage.findMany({ where: { teamId }, orderBy: { id: 'asc' } });
    expect(message).toMatchObject({ status: 'delivered', smsId: `p-${message!.id}` });
  });

  it('that refuses shows that nobody got it: the messages have failed, and their price is given back', async () => {
    expect(await answeredLate(false, refused)).toEqual({
      handed: 3,
      accepted: 0,
      failed: 3,
      unknown: 0,
      messages: three('failed'),
      balance: '10',
      asked: 0,
      campaign: 'sent',
    });
  });

  it('that refuses changes nothing where the provider was asked again: the second call decides', async () => {
    const silent = (): SendResult => ({ status: 'unknown', reason: 'No answer.' });
    expect(await answeredLate(true, refused, undefined, silent)).toMatchObject({
      ...{ failed: 0, unknown: 3, messages: three('unknown'), balance: '8.8', asked: 3 },
    });
  });
});
