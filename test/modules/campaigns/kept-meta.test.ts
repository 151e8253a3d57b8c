import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { createVoiceCampaign, testCallEngine } from '../../support/calling.ts';
import { createSmsCampaign, recurring, START, testEngine } from '../../support/sending.ts';
import { createSendingTeam, type TestTeam } from '../../support/team.ts';

let test: TestApp;
let acme: TestTeam;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  acme = await createSendingTeam(test);
});

const data = recurring('12:00', 1);

it('each send of an SMS campaign keeps all of its meta, the first and those that open after it', async () => {
  const teamId = acme.team.id;
  const { campaignId, segmentId, planId } = await createSmsCampaign(test, teamId, { contacts: 5, meta: data });
  const { id: domainPlanId } = await test.db.domainPlan.create({
    data: { teamId, name: 'Links', domains: ['https://go.example'] },
  });
  const hlrSettings = { isActive: false };
  await test.db.smsCampaign.update({
    where: { teamId_id: { teamId, id: campaignId } },
    data: { domainPlanId, filterSegmentId: segmentId, useDedicatedDomains: true, smartEncoding: true, hlrSettings },
  });
  await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
  const { nextStepAt } = await test.db.smsSend.findFirstOrThrow({ where: { teamId } });
  await testEngine(test, nextStepAt!.toISOString()).pass(26 * 60, 30);
  const sends = await test.db.smsSend.findMany({ where: { teamId }, select: { meta: true } });
  expect(sends.length).toBeGreaterThan(2);
  for (const { meta } of sends) {
    expect(meta).toEqual({
      sendType: 'recurring',
      segmentIds: [segmentId],
      smsRoutingPlanId: planId,
      filterSegmentId: segmentId,
      domainPlanId,
      useDedicatedDomains: true,
      smartEncoding: true,
      preCheckUrl: null,
      requiresConsent: null,
      manualData: null,
      multistepData: null,
      plannerData: null,
      recurringData: data.recurringData,
      feedData: null,
      hlrSettings,
    });
  }
});

it('each send of a voice campaign does', async () => {
  const teamId = acme.team.id;
  const { campaignId, segmentId, agentIds, numberIds } = await createVoiceCampaign(test, teamId, {
    contacts: 2,
    meta: { ...data, variables: { greeting: 'Hello {{ contact.name }}' } },
  });
  await test.db.voiceCampaign.update({
    where: { teamId_id: { teamId, id: campaignId } },
    data: {
      filterSegmentId: segmentId,
      agentIds,
      numberIds,
      preCheckUrl: 'https://check.example/',
      requiresConsent: 'service',
    },
  });
  const { voiceCampaign } = test.db;
  const stored = await voiceCampaign.findUniqueOrThrow({ where: { teamId_id: { teamId, id: campaignId } } });
  await test.graphql('mutation { rotatePreCheckSecret { secret } }', { token: acme.token });
  const start = 'mutation ($id: ID!) { startCampaign(input: { campaignId: $id }) { campaign { status } } }';
  const { errors } = await test.graphql(start, { variables: { id: campaignId }, token: acme.token });
  expect(errors).toBeUndefined();
  // Nobody is called, so that each send ends by itself.
  await test.db.contact.updateMany({ where: { teamId }, data: { unsubscribedAt: new Date() } });
  const { nextStepAt } = await test.db.voiceCampaignSend.findFirstOrThrow({ where: { teamId } });
  await testCallEngine(test, nextStepAt!.toISOString()).pass(26 * 60, 30);
  const sends = await test.db.voiceCampaignSend.findMany({ where: { teamId }, select: { meta: true } });
  expect(sends.length).toBeGreaterThan(1);
  for (const { meta } of sends) {
    expect(meta).toEqual({
      sendType: 'recurring',
      segmentIds: stored.segmentIds,
      filterSegmentId: segmentId,
      agentId: stored.agentId,
      numberId: stored.numberId,
      agentIds,
      numberIds,
      manualData: null,
      recurringData: data.recurringData,
      feedData: null,
      variables: { greeting: 'Hello {{ contact.name }}' },
      preCheckUrl: 'https://check.example/',
      requiresConsent: 'service',
      hlrSettings: null,
    });
  }
});
