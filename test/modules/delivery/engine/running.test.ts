import { createSigningSecret } from 'outgoing-requests';
import { expect, it } from 'vitest';
import { sealCredentials } from '../../../../src/modules/delivery/providers/settings.ts';
import { startSender } from '../../../../src/start-sender.ts';
import { listen } from '../../../../src/web/http-server.ts';
import { createTestApp } from '../../../support/app.ts';
import { PATIENCE } from '../../../support/patience.ts';
import { createSmsCampaign, START } from '../../../support/sending.ts';
import { createTeam } from '../../../support/team.ts';

it('A running server sends through the simulator, and takes its receipts and clicks over HTTP', async () => {
  const test = await createTestApp({ PORT: 0 });
  const { db, services } = test;
  const { team, token } = await createTeam(test);
  const { campaignId, routeId } = await createSmsCampaign(test, team.id, {
    contacts: 20,
    meta: { sendType: 'manual', manualData: { sendAmount: 20, sendDatetime: null, throttleBatchSize: 0 } },
  });
  await db.route.update({
    where: { teamId_id: { teamId: team.id, id: routeId } },
    data: {
      provider: 'simulator',
      settings: { rejected: 0, failed: 0, clicked: 1, bots: 0, stopped: 0, delayMs: 0 },
      credentials: sealCredentials(services.tokenKeys, { secret: createSigningSecret() }),
    },
  });
  const http = await listen(test.app, services);
  const sender = startSender(services, http.url);
  try {
    expect(await test.graphql(START, { variables: { id: campaignId }, token })).toMatchObject({
      data: { startCampaign: {} },
    });
    const where = { teamId: team.id, smsCampaignId: campaignId, status: 'delivered', isClicked: true } as const;
    await expect.poll(() => db.smsMessage.count({ where }), PATIENCE).toBe(20);
    expect(
      await db.smsSendStep.findFirst({
        where: { teamId: team.id },
        select: { handed: true, accepted: true, delivered: true, clicked: true, failed: true, unknown: true },
      }),
    ).toEqual({ handed: 20, accepted: 20, delivered: 20, clicked: 20, failed: 0, unknown: 0 });
  } finally {
    await sender.stop();
    await http.close();
    await test.close();
  }
});
