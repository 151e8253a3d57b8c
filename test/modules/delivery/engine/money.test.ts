import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { ledgerOf } from '../../../support/ledger.ts';
import { createSmsCampaign, manual, START, testEngine, testProvider } from '../../../support/sending.ts';
import { createSendingTeam, createTeam, type TestTeam } from '../../../support/team.ts';

let test: TestApp;
let acme: TestTeam;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  acme = await createSendingTeam(test);
});

const soon = () => new Date(Date.now() + 1_000).toISOString();
const start = (id: string) => test.graphql(START, { variables: { id }, token: acme.token });
const integration = (balance: string) =>
  test.db.integration.create({ data: { teamId: acme.team.id, name: 'SMS', isBalanceManaged: true, balance } });
const balanceOf = async (id: string) =>
  (await test.db.integration.findFirstOrThrow({ where: { id, teamId: acme.team.id } })).balance.toFixed(2);
const setRoute = (routeId: string, data: { price?: string; integrationId?: string }) =>
  test.db.route.update({ where: { teamId_id: { teamId: acme.team.id, id: routeId } }, data });
/** A campaign of four whose messages cost 0.05 each. */
async function paidCampaign(balance: string) {
  const { id: integrationId } = await integration(balance);
  const campaign = await createSmsCampaign(test, acme.team.id, { contacts: 4, meta: manual(), price: '0.05' });
  await setRoute(campaign.routeId, { integrationId });
  await start(campaign.campaignId);
  return { ...campaign, integrationId };
}

describe('a balance', () => {
  it('that does not cover a batch pays for as many messages as it can, then the campaign pauses', async () => {
    const { campaignId, integrationId } = await paidCampaign('0.12');
    const engine = testEngine(test, soon());
    await engine.run();
    expect(engine.provider.sent).toHaveLength(2);
    expect(await balanceOf(integrationId)).toBe('0.02');
    const { status, statusReason } = await test.db.smsCampaign.findFirstOrThrow({ where: { id: campaignId } });
    expect({ status, statusReason }).toEqual({
      status: 'stopped',
      statusReason: 'The integration’s balance does not cover the next messages.',
    });
    const limits = await test.db.contactLimit.findMany({ where: { teamId: acme.team.id } });
    expect(limits.map(({ dayCount }) => dayCount)).toEqual([1, 1]);
  });

  it('that is topped up lets the campaign go on where it stopped', async () => {
    const { campaignId, integrationId } = await paidCampaign('0.12');
    const engine = testEngine(test, soon());
    await engine.run();
    await test.db.integration.update({
      where: { teamId_id: { teamId: acme.team.id, id: integrationId } },
      data: { balance: '0.10' },
    });
    await start(campaignId);
    engine.clock = new Date(Math.max(Date.now(), engine.clock.getTime()) + 1_000);
    await engine.run();
    expect(new Set(engine.provider.sent.map(({ to }) => to)).size).toBe(4);
    expect(engine.provider.sent).toHaveLength(4);
    expect(await balanceOf(integrationId)).toBe('0.00');
  });

  it('that calls have taken below zero meanwhile still gets back what was not accepted', async () => {
    const { campaignId, routeId, integrationId } = await paidCampaign('0.20');
    const provider = testProvider();
    const engine = testEngine(test, soon(), provider);
    const send = provider.send.bind(provider);
    provider.send = async (messages) => {
      // Its time stays: entries have rising ones.
      await test.pool.query('UPDATE integrations SET balance = -3 WHERE id = $1', [integrationId]);
      return send(messages);
    };
    const reason = { kind: 'permanent', code: null, reason: 'No such number.', retryAfterSeconds: null } as const;
    provider.answer = () => ({ status: 'rejected', ...reason });
    await engine.run();
    expect(await balanceOf(integrationId)).toBe('-2.80');
    const { id: smsSend } = await test.db.smsSend.findFirstOrThrow({ where: { smsCampaignId: campaignId } });
    expect(await ledgerOf(test, acme.token)).toEqual([
      ['charge', '4 messages over route Main', { smsSend, route: routeId }],
      ['refund', 'Messages that were not accepted', { smsSend }],
    ]);
    expect(await ledgerOf(test, (await createTeam(test)).token)).toEqual([]);
  });
});

it('a price and an integration that change while messages are with the provider are those of later messages', async () => {
  const { campaignId, routeId, integrationId } = await paidCampaign('1');
  const other = await integration('1');
  const provider = testProvider();
  const engine = testEngine(test, soon(), provider);
  const send = provider.send.bind(provider);
  provider.send = async (messages) => {
    await setRoute(routeId, { price: '0.5', integrationId: other.id });
    return send(messages);
  };
  let asked = 0;
  provider.answer = ({ id }) => {
    asked += 1;
    return asked === 1
      ? { status: 'rejected', kind: 'permanent', code: null, reason: 'No such number.', retryAfterSeconds: null }
      : { status: 'accepted', providerId: `p-${id}` };
  };
  await engine.run();
  expect(await balanceOf(integrationId)).toBe('0.85');
  expect(await balanceOf(other.id)).toBe('1.00');
  const messages = await test.db.smsMessage.findMany({ where: { smsCampaignId: campaignId } });
  expect(messages.map(({ status, cost }) => [status, cost?.toFixed(2) ?? null]).sort()).toEqual([
    ['accepted', '0.05'],
    ['accepted', '0.05'],
    ['accepted', '0.05'],
    ['failed', null],
  ]);
});
