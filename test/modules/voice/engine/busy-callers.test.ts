import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import {
  createVoiceCampaign,
  START_CALLS,
  type TestCallEngine,
  type TestVoiceCampaign,
  testCallEngine,
} from '../../../support/calling.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';

let test: TestApp;
let mine: TestTeam;
let engine: TestCallEngine;

beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  await test.db.voiceCampaign.updateMany({ data: { status: 'draft' } });
  await test.db.voiceCampaignSend.updateMany({ data: { status: 'stopped', nextStepAt: null } });
  mine = await createTeam(test);
  engine = testCallEngine(test, new Date(Date.now() + 60_000).toISOString());
});
afterAll(() => test.close());

const FRENCH = { disallowedCountries: 'DE' };

/** A second account whose balance is used up: only its number may call Germany. */
async function withBrokeAccount({ accountId, agentIds, numberIds }: TestVoiceCampaign): Promise<void> {
  const teamId = mine.team.id;
  const { db } = test;
  const { id: integrationId } = await db.integration.create({
    data: { teamId, name: 'Calls', isBalanceManaged: true, balance: '0' },
  });
  const { adapterCredentials } = await db.voiceAccount.findUniqueOrThrow({
    where: { teamId_id: { teamId, id: accountId } },
  });
  const { id } = await db.voiceAccount.create({
    data: {
      ...{ teamId, name: 'Second', provider: 'provider_b', adapter: 'http', integrationId, adapterCredentials },
      webhookSecretHash: Buffer.from(integrationId.replaceAll('-', ''), 'utf8'),
    },
  });
  await db.number.update({
    where: { teamId_id: { teamId, id: numberIds[1]! } },
    data: { voiceProvider: 'provider_b', voiceAccountId: id },
  });
  await db.agent.updateMany({ where: { id: { in: agentIds } }, data: { voiceAccountId: null } });
}

let next = 33_612_300_000n;
async function becomeFrench(contactIds: readonly string[]): Promise<void> {
  for (const id of contactIds) {
    next += 1n;
    await test.db.contact.update({
      where: { teamId_id: { teamId: mine.team.id, id } },
      data: { number: next, countryId: 250 },
    });
  }
}

it.each([2, 300])(
  '%s contacts whose callers have no balance do not hold up those whom others may call',
  async (german) => {
    const meta = { sendType: 'manual', manualData: { sendAmount: 1_000, sendDatetime: null, throttleBatchSize: 0 } };
    const campaign = await createVoiceCampaign(test, mine.team.id, {
      meta,
      contacts: german + 25,
      numbers: [FRENCH, {}],
      account: { maxConcurrentCalls: 50 },
    });
    await withBrokeAccount(campaign);
    await becomeFrench(campaign.contactIds.slice(german));
    await test.graphql(START_CALLS, { variables: { id: campaign.campaignId }, token: mine.token });
    await engine.run();
    expect(engine.voice.placed).toHaveLength(25);
    expect(engine.voice.placed.every(({ to }) => to.startsWith('33'))).toBe(true);
    await test.db.integration.updateMany({ where: { teamId: mine.team.id }, data: { balance: '100' } });
    await engine.pass(1);
    expect(engine.voice.placed.length).toBeGreaterThan(25);
  },
);
