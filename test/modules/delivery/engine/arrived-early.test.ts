import type { Refusal, SendResult } from 'sms-providers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { receiveInbound } from '../../../../src/modules/delivery/receipts/receive.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
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

const BOT = { 'user-agent': 'facebookexternalhit/1.1' };

interface Sending {
  messageId: string;
  to: string;
  routeId: string;
  open(headers: { 'user-agent': string }): Promise<unknown>;
}

const refusedFor = (kind: Refusal): SendResult => ({
  status: 'rejected',
  kind,
  code: null,
  reason: 'Not now.',
  retryAfterSeconds: 60,
});
const UNKNOWN: SendResult = { status: 'unknown', reason: 'No answer.' };

/** One message of 0.40 that something happens to before its provider's first answer; later ones are accepted. Then ten minutes pass. */
async function send(happens: (message: Sending) => Promise<unknown>, first: SendResult) {
  const teamId = acme.team.id;
  const integration = await test.db.integration.create({
    data: { teamId, name: 'Prepaid', balance: '10', isBalanceManaged: true },
  });
  const { campaignId, routeId } = await createSmsCampaign(test, teamId, {
    contacts: 1,
    meta: manual(1),
    price: '0.40',
  });
  await test.db.route.update({
    where: { teamId_id: { teamId, id: routeId } },
    data: { integrationId: integration.id },
  });
  await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
  const provider = testProvider();
  const engine = testEngine(test, new Date(Date.now() + 1_000).toISOString(), provider);
  let asked = 0;
  provider.send = async ([message]) => {
    asked += 1;
    if (asked > 1) return [{ status: 'accepted', providerId: `p-${message!.id}` }];
    const { linkCode } = await test.db.smsMessage.findFirstOrThrow({ where: { teamId, id: message!.id } });
    const open: Sending['open'] = (headers) => visit(test, `/l/${linkCode}`, { headers });
    await happens({ messageId: message!.id, to: message!.to, routeId, open });
    return [first];
  };
  await engine.run();
  await engine.pass(10);
  const [step] = await test.db.smsSendStep.findMany({ where: { teamId } });
  const messages = await test.db.smsMessage.findMany({ where: { teamId } });
  const limits = await test.db.contactLimit.findMany({ where: { teamId } });
  const { balance } = await test.db.integration.findFirstOrThrow({ where: { teamId } });
  return {
    asked,
    messages: messages.map(({ status, isSent, isClicked }) => ({ status, isSent, isClicked })),
    step: {
      handed: step!.handed,
      accepted: step!.accepted,
      failed: step!.failed,
      unknown: step!.unknown,
      clicked: step!.clicked,
    },
    counted: limits.map(({ dayCount }) => dayCount),
    balance: balance.toFixed(2),
  };
}

const CLICKED = {
  asked: 1,
  messages: [{ status: 'accepted', isSent: true, isClicked: true }],
  step: { handed: 1, accepted: 1, failed: 0, unknown: 0, clicked: 1 },
  counted: [1],
  balance: '9.60',
};

describe('a message whose link a person opened before the provider answered', () => {
  it.each(['retryable', 'throttled', 'permanent'] as const)(
    'was delivered: it is not sent again, and paid once, although the provider says %s',
    async (kind) => {
      expect(await send(({ open }) => open(PERSON), refusedFor(kind))).toEqual(CLICKED);
    },
  );

  it('was delivered also when the provider does not answer', async () => {
    expect(await send(({ open }) => open(PERSON), UNKNOWN)).toEqual(CLICKED);
  });
});

describe('a message whose link a machine opened before the provider answered', () => {
  it('goes again when the provider asks for that', async () => {
    expect(await send(({ open }) => open(BOT), refusedFor('throttled'))).toEqual({
      ...CLICKED,
      asked: 2,
      messages: [{ status: 'accepted', isSent: true, isClicked: false }],
      step: { ...CLICKED.step, clicked: 0 },
    });
  });

  it('is unknown when the provider does not answer', async () => {
    expect(await send(({ open }) => open(BOT), UNKNOWN)).toEqual({
      ...CLICKED,
      messages: [{ status: 'unknown', isSent: false, isClicked: false }],
      step: { ...CLICKED.step, accepted: 0, unknown: 1, clicked: 0 },
    });
  });
});

describe('a message of which something comes in before the provider answered', () => {
  const receive = (
    { routeId, messageId, to }: Sending,
    what: { receipt?: 'accepted' | 'delivered' | 'unknown'; reply?: string },
  ) => {
    const at = new Date();
    const { receipt, reply } = what;
    return receiveInbound(
      test.services.db,
      { teamId: acme.team.id, id: routeId },
      {
        receipts: receipt ? [{ providerId: null, messageId, status: receipt, code: null, reason: null, at }] : [],
        replies: reply ? [{ id: 'r1', from: to, to: null, text: reply, at }] : [],
      },
      at,
    );
  };

  it.each(['accepted', 'delivered'] as const)('a receipt: %s. It is not sent again', async (receipt) => {
    expect(await send((message) => receive(message, { receipt }), refusedFor('retryable'))).toEqual({
      ...CLICKED,
      messages: [{ status: receipt, isSent: true, isClicked: false }],
      step: { ...CLICKED.step, clicked: 0 },
    });
  });

  it('a receipt of somebody who does not know. It goes again', async () => {
    const sent = await send((message) => receive(message, { receipt: 'unknown' }), refusedFor('retryable'));
    expect(sent).toMatchObject({ asked: 2, balance: '9.60', step: { handed: 1, accepted: 1 } });
  });

  it('a STOP. It is not sent again', async () => {
    const sent = await send((message) => receive(message, { reply: 'STOP' }), refusedFor('retryable'));
    expect(sent.asked).toBe(1);
    const recipients = await test.db.smsRecipient.findMany({ where: { teamId: acme.team.id } });
    expect(recipients.map(({ status, rule }) => ({ status, rule }))).toEqual([
      { status: 'skipped', rule: 'suppressed' },
    ]);
  });
});
