import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Prisma } from '../../../../src/generated/prisma/client.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createVoiceCampaign, START_CALLS, type TestVoiceCampaign } from '../../../support/calling.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';
import { failure } from '../support.ts';

let app: TestApp;
let acme: TestTeam;
beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
});
afterAll(() => app.close());

const own = (id: string) => ({ teamId_id: { teamId: acme.team.id, id } });

/** One that can start but for what is changed here. */
async function campaign(
  options: Parameters<typeof createVoiceCampaign>[2] = {},
  columns: Prisma.VoiceCampaignUncheckedUpdateInput = {},
): Promise<TestVoiceCampaign> {
  const made = await createVoiceCampaign(app, acme.team.id, options);
  await app.db.voiceCampaign.update({ where: own(made.campaignId), data: columns });
  return made;
}
const start = ({ campaignId }: TestVoiceCampaign) =>
  app.graphql(START_CALLS, { variables: { id: campaignId }, token: acme.token });
const refusal = async (made: Promise<TestVoiceCampaign>) => failure(await start(await made));
const ACCOUNT = 'has no connected voice account of its provider.';

describe('a start that would call nobody is refused', () => {
  test('with everything that keeps it, in both APIs, and nothing is opened', async () => {
    const provider = 'provider_b' as const;
    const columns = { sendType: null, segmentIds: [], hlrSettings: { isActive: true } };
    const made = await campaign({ account: { provider }, numbers: [{}, {}] }, columns);
    const fields = {
      'meta.sendType': ['The meta.send type field is required.'],
      'meta.segmentIds': ['The meta.segment ids field is required.'],
      'meta.numberIds.0': [`The meta.number ids.0 field ${ACCOUNT}`],
      'meta.numberIds.1': [`The meta.number ids.1 field ${ACCOUNT}`],
      'meta.hlrSettings.isActive': [
        'The meta.hlr settings.is active field needs a look-up provider: neither the team (setNumberLookupProvider) nor this installation (LOOKUP_PROVIDER) has one.',
      ],
    };
    expect(failure(await start(made))).toEqual(fields);
    const rest = await app.rest('PUT', `/v1/voice/campaigns/${made.campaignId}`, {
      body: { status: 'running' },
      token: acme.token,
    });
    expect([rest.status, Object.keys((rest.body as { errors: object }).errors)]).toEqual([
      422,
      ['meta.send_type', 'meta.segment_ids', 'meta.number_ids.0', 'meta.number_ids.1', 'meta.hlr_settings.is_active'],
    ]);
    expect(await app.db.voiceCampaignSend.count({ where: { voiceCampaignId: made.campaignId } })).toBe(0);
  });

  test('over accounts without an adapter; another team’s account and an archived one are none', async () => {
    await app.db.voiceAccount.deleteMany({ where: { teamId: acme.team.id } }).catch(() => undefined);
    const rival = await createTeam(app, 'Rival');
    await createVoiceCampaign(app, rival.team.id, { account: { provider: 'provider_d' } });
    for (const account of [{ adapter: null }, { archivedAt: new Date() }]) {
      const made = await campaign({ account: { provider: 'provider_d', ...account } });
      await app.db.number.update({ where: own(made.numberIds[0]!), data: { voiceProvider: 'provider_d' } });
      expect(failure(await start(made))).toEqual({ 'meta.numberIds.0': [`The meta.number ids.0 field ${ACCOUNT}`] });
    }
  });

  test('one number of several that can call is enough', async () => {
    const made = await campaign({ numbers: [{}, {}] });
    await app.db.number.update({ where: own(made.numberIds[0]!), data: { voiceProvider: 'provider_c' } });
    expect(failure(await start(made))).toBeUndefined();
  });

  test('with agents that speak over none of the numbers’ accounts, were archived, or are not there', async () => {
    const other = await campaign({ account: { name: 'Other' } });
    const made = await campaign();
    const where = own(made.agentIds[0]!);
    await app.db.agent.update({ where, data: { voiceAccountId: other.accountId } });
    expect(failure(await start(made))).toEqual({
      'meta.agentIds.0': ['The meta.agent ids.0 field cannot speak over the voice account of any of the numbers.'],
    });
    await app.db.agent.update({ where, data: { voiceAccountId: null, archivedAt: new Date() } });
    expect(failure(await start(made))).toEqual({
      'meta.agentIds.0': ['The selected meta.agent ids.0 is invalid.'],
    });
    await app.db.agent.update({ where, data: { archivedAt: null } });
    expect(failure(await start(made))).toBeUndefined();
    expect(await refusal(campaign({ agents: 0 }))).toEqual({
      'meta.agentId': ['The meta.agent id field is required.'],
    });
  });

  test('to an empty audience, or a segment that was deleted', async () => {
    expect(await refusal(campaign({ contacts: 0 }))).toEqual({
      'meta.segmentIds': ['The meta.segment ids field reaches nobody who may be contacted.'],
    });
    const made = await campaign();
    await app.db.segment.delete({ where: own(made.segmentId) });
    expect(failure(await start(made))).toEqual({
      'meta.segmentIds.0': ['The selected meta.segment ids.0 is invalid.'],
    });
  });

  test('with slots on none of its days, and as a feed that nothing arrives in', async () => {
    const recurringData = { daysOfWeek: ['Mon'], dailyRecurringData: { Tue: [{ sendDatetime: '10:00' }] } };
    expect(await refusal(campaign({ meta: { sendType: 'recurring', recurringData } }))).toEqual({
      'meta.recurringData.dailyRecurringData': [
        'The meta.recurring data.daily recurring data field has no slot on any of the days.',
      ],
    });
    const feedData = { feedId: null, feedIds: null, hourlyCallsLimit: 0 };
    expect(await refusal(campaign({ meta: { sendType: 'feed', feedData, segmentIds: [] } }))).toEqual({
      'meta.feedData.feedId': ['The meta.feed data.feed id field is required.'],
    });
  });
});
