import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings, sealCredentials } from '../../../../src/modules/delivery/providers/settings.ts';
import { PATIENCE } from '../../../support/patience.ts';
import { createSmsCampaign, manual, START } from '../../../support/sending.ts';
import { createTeam } from '../../../support/team.ts';
import { openPeerHub, type PeerHub } from './peers/support.ts';
import { PASSWORD } from './support.ts';

let hub: PeerHub;
beforeAll(async () => {
  hub = await openPeerHub({ PRIVATE_PROVIDERS: true });
});
afterAll(() => hub.close());

test('one team’s campaign goes out over another team’s hub, and all receipts come back', async () => {
  const { db, services, graphql } = hub.app;
  const seller = await hub.seller();
  const { team, token } = await createTeam(hub.app);
  const teamId = team.id;
  const { campaignId, routeId } = await createSmsCampaign(hub.app, teamId, {
    ...{ contacts: 40, meta: manual(), offerUrl: null },
    texts: ['Hello {{ name }}', `Привет {{ name }} ${'ж'.repeat(150)}`],
  });
  await db.route.update({
    where: { teamId_id: { teamId, id: routeId } },
    data: {
      provider: 'smpp',
      settings: readSettings('smpp', { host: '127.0.0.1', port: hub.port }).value!,
      credentials: sealCredentials(services.tokenKeys, { systemId: seller.username, password: PASSWORD }),
    },
  });
  expect(await graphql(START, { variables: { id: campaignId }, token })).toMatchObject({ data: { startCampaign: {} } });
  await expect.poll(() => db.smsMessage.count({ where: { teamId, status: 'delivered' } }), PATIENCE).toBe(40);
  const sent = await db.smsMessage.findMany({ where: { teamId }, orderBy: { phoneNormalized: 'asc' } });
  const relayed = await db.hubMessage.findMany({ where: { teamId: seller.teamId }, orderBy: { number: 'asc' } });
  expect(relayed.map(({ number, text, status }) => [String(number), text, status])).toEqual(
    sent.map(({ phoneNormalized, finalText }) => [phoneNormalized, finalText, 'delivered']),
  );
  expect(new Set(sent.map(({ smsParts }) => smsParts))).toEqual(new Set([1, 3]));
  await expect.poll(() => db.hubReturn.count({ where: { teamId: seller.teamId } }), PATIENCE).toBe(0);
  expect(
    await db.smsSendStep.findFirst({
      where: { teamId },
      select: { handed: true, accepted: true, delivered: true, failed: true, unknown: true },
    }),
  ).toEqual({ handed: 40, accepted: 40, delivered: 40, failed: 0, unknown: 0 });
});
