import type { CampaignStatus, SendStatus } from '../../src/generated/prisma/client.ts';
import { after, FAR_FUTURE, MINUTE, SECOND } from './clock.ts';
import type { SeededSmsCampaign } from './sms-campaigns.ts';
import type { TeamSeed } from './team-seed.ts';

export type SeededSmsSend = { id: string; status: SendStatus; createdAt: Date; campaign: SeededSmsCampaign };

/** How the newest send of a campaign ended or stands; all before it went out. */
const NEWEST: Record<CampaignStatus, SendStatus> = {
  draft: 'stopped',
  pending: 'pending',
  running: 'running',
  in_progress: 'running',
  sent: 'sent',
  failed: 'failed',
  stopped: 'stopped',
};

const SEND_INTERVAL = 31 * MINUTE;

export async function seedSmsSends(seed: TeamSeed, campaigns: SeededSmsCampaign[]): Promise<SeededSmsSend[]> {
  const count = seed.sizes.sendsPerCampaign;
  const sends = campaigns.flatMap((campaign) =>
    Array.from({ length: count }, (_, at): SeededSmsSend => {
      const status = at === count - 1 ? NEWEST[campaign.status] : 'sent';
      return {
        id: seed.nextId('smsSend'),
        status,
        createdAt: after(campaign.createdAt, (at + 1) * SEND_INTERVAL),
        campaign,
      };
    }),
  );
  await seed.insert(
    'sms_sends',
    sends.map(({ id, status, createdAt, campaign }) => ({
      id,
      teamId: seed.teamId,
      smsCampaignId: campaign.id,
      status,
      // Far away: the demo itself sends nothing.
      nextStepAt: status === 'running' || status === 'pending' ? FAR_FUTURE : null,
      meta: campaign.meta,
      createdAt,
      updatedAt: after(createdAt, 12 * MINUTE),
    })),
  );
  await seedLogs(seed, campaigns, sends);
  return sends;
}

/** In the order in which they happen; the last one depends on how the send ended. */
const SEND_TEXTS = [
  (size: number) => `Selected ${size} contacts from 2 segments.`,
  () => 'Left out contacts that unsubscribed.',
  () => 'Left out contacts that reached their daily or weekly limit.',
  (size: number) => `Wrote ${size} texts from 2 versions.`,
  () => 'Shortened the links.',
  () => 'Chose routes by the plan Standard.',
  (size: number) => `Handed ${Math.round(size / 2)} messages over.`,
  (size: number) => `Handed ${size} messages over.`,
  () => 'Received the first delivery receipts.',
];

const LAST_TEXT: Record<SendStatus, string> = {
  pending: 'Waiting for its window.',
  running: 'Waiting for the next step.',
  in_progress: 'Messages are going out.',
  sent: 'Finished.',
  failed: 'The route Old Gateway refused the messages.',
  stopped: 'Stopped by hand.',
};

const CAMPAIGN_TEXTS = ['Created.', 'Scheduled its first send.', 'Changed the texts.'];

async function seedLogs(seed: TeamSeed, campaigns: SeededSmsCampaign[], sends: SeededSmsSend[]): Promise<void> {
  const { teamId, sizes } = seed;
  await seed.insert(
    'logs',
    campaigns.flatMap(({ id, createdAt }) =>
      CAMPAIGN_TEXTS.slice(0, sizes.logsPerCampaign).map((text, at) => ({
        id: seed.nextId('log'),
        teamId,
        callerType: 'sms_campaign' as const,
        callerId: id,
        text,
        createdAt: after(createdAt, (at + 1) * MINUTE),
      })),
    ),
  );
  const last = sizes.logsPerSend - 1;
  await seed.insert(
    'logs',
    sends.flatMap(({ id, status, createdAt, campaign }) => {
      const size = (campaign.meta.multistepData ?? campaign.meta.plannerData?.multistepData)?.stepSize ?? 200;
      return Array.from({ length: sizes.logsPerSend }, (_, at) => ({
        id: seed.nextId('log'),
        teamId,
        callerType: 'sms_campaign_send' as const,
        callerId: id,
        text: at === last ? LAST_TEXT[status] : SEND_TEXTS[at % SEND_TEXTS.length]!(size),
        createdAt: after(createdAt, (at + 1) * 41 * SECOND),
      }));
    }),
  );
}
