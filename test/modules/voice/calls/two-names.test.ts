import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyInBatch } from '../../../../src/modules/voice/calls/call-event-batches.ts';
import { readCallMessage } from '../../../../src/modules/voice/calls/call-message.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createVoiceTeam, report, update, type VoiceTeam } from './support.ts';

let app: TestApp;
let mine: VoiceTeam;
beforeAll(async () => {
  app = await createTestApp({ LOG_LEVEL: 'silent' });
  mine = await createVoiceTeam(app);
});
afterAll(() => app.close());

const arrive = (message: unknown) =>
  applyInBatch(app.services, {
    account: { id: mine.accountId, teamId: mine.team.id },
    message: readCallMessage(message),
    traceId: '0af7651916cd43dd8448eb211c80319c',
  });

test('events that name one call by its reference and by different ids are applied one after the other', async () => {
  const teamId = mine.team.id;
  const { id: voiceCampaignId } = await app.db.voiceCampaign.create({
    data: { teamId, name: 'Campaign', callsTotal: 1, callsInFlight: 0 },
  });
  const number = await app.db.number.create({ data: { teamId, number: 4_930_123_456n, voiceProvider: 'provider_a' } });
  const { id } = await app.db.call.create({
    data: {
      ...{ teamId, voiceCampaignId, toNumber: 12125550123n, callSource: 'campaign', status: 'scheduled' },
      placement: {
        create: {
          ...{ voiceAccountId: mine.accountId, numberId: number.id, status: 'placing' },
          ...{ claimedAt: new Date(), leaseUntil: new Date(Date.now() + 60_000) },
        },
      },
    },
  });
  const named = (externalId: string) => ({ call: { id: externalId, type: 'outboundPhoneCall', reference: id } });
  await Promise.all([
    arrive(update('other', 'ringing', 0)).catch(() => undefined),
    arrive(update('leg-1', 'ended', 3, { ...named('leg-1'), endedReason: 'customer-ended-call' })),
    arrive(report('leg-2', 4, named('leg-2'))),
  ]);
  const call = await app.db.call.findFirstOrThrow({ where: { id } });
  const { callsEnded } = await app.db.voiceCampaign.findFirstOrThrow({ where: { id: voiceCampaignId } });
  expect({ eventsCount: call.eventsCount, isProcessed: call.isProcessed, chat: call.chat, callsEnded }).toEqual({
    ...{ eventsCount: 2, isProcessed: true, chat: 'AI: Hello.\nUser: Yes.', callsEnded: 1 },
  });
});
