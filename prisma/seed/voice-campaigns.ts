import type { CampaignStatus, SendStatus, SendType } from '../../src/generated/prisma/client.ts';
import { feedData, hlrSettings, manualData, recurringData, SEND_TYPES } from './campaign-meta.ts';
import { after, before, DAY, HOUR, MINUTE, NOW } from './clock.ts';
import type { SeededOffer } from './offers.ts';
import type { Random } from './random.ts';
import { CAMPAIGN_STATUSES } from './sms-campaigns.ts';
import type { TeamSeed } from './team-seed.ts';
import type { SeededVoice } from './voice-accounts.ts';

/** A campaign before its calls are known. */
export type PlannedVoiceCampaign = {
  id: string;
  position: number;
  status: CampaignStatus;
  createdAt: Date;
  sends: { id: string; status: SendStatus; createdAt: Date }[];
  classifierId: string;
};

export type CallCounts = { total: number; inFlight: number; answered: number; ended: number };

const NAMES = ['Call back requests', 'Appointment round', 'Renewal calls', 'Customer survey', 'Event invitations'];

/** Statuses of a campaign's sends, oldest first. A draft has none. */
const SENDS: Record<CampaignStatus, SendStatus[]> = {
  draft: [],
  pending: ['pending'],
  running: ['sent', 'running'],
  in_progress: ['sent', 'running'],
  sent: ['sent', 'sent'],
  failed: ['sent', 'failed'],
  stopped: ['sent', 'stopped'],
};

/** Send types and statuses in rotation, as with SMS. */
export function planVoiceCampaigns(seed: TeamSeed): PlannedVoiceCampaign[] {
  const count = seed.sizes.voiceCampaigns;
  return Array.from({ length: count }, (_, position) => {
    const status = CAMPAIGN_STATUSES[Math.floor(position / SEND_TYPES.length) % CAMPAIGN_STATUSES.length]!;
    const createdAt = before(NOW, (20 + (count - position) * 2) * DAY);
    const sends = SENDS[status].map((sendStatus, at) => ({
      id: seed.nextId('voiceCampaignSend'),
      status: sendStatus,
      createdAt: after(createdAt, (at + 1) * DAY),
    }));
    const classifierId = seed.nextId('postProcessing');
    return { id: seed.nextId('voiceCampaign'), position, status, createdAt, sends, classifierId };
  });
}

/** Answers the id of the post-processing step that every campaign has. */
export async function seedVoiceCampaigns(
  seed: TeamSeed,
  campaigns: PlannedVoiceCampaign[],
  counts: ReadonlyMap<string, CallCounts>,
  parts: { segmentIds: string[]; voice: SeededVoice; offers: SeededOffer[] },
): Promise<string> {
  const { teamId } = seed;
  await seed.insert(
    'voice_campaigns',
    campaigns.map((campaign) => ({ ...campaignRow(seed, campaign, parts), ...columns(counts.get(campaign.id)) })),
  );
  await seed.insert(
    'voice_campaign_offers',
    campaigns.map(({ id, position }) => ({
      teamId,
      voiceCampaignId: id,
      offerId: parts.offers[position % parts.offers.length]!.id,
      position: 0,
    })),
  );
  await seed.insert(
    'voice_campaign_sends',
    campaigns.flatMap(({ id, sends }) =>
      sends.map((send) => ({ ...send, teamId, voiceCampaignId: id, updatedAt: after(send.createdAt, 6 * HOUR) })),
    ),
  );
  await seedLogs(seed, campaigns);
  return seedPostProcessings(seed, campaigns);
}

function campaignRow(
  seed: TeamSeed,
  { id, position: at, status, createdAt }: PlannedVoiceCampaign,
  { segmentIds, voice }: { segmentIds: string[]; voice: SeededVoice },
) {
  const { random, teamId } = seed;
  // Voice has neither steps nor planners.
  const planned = SEND_TYPES[at % SEND_TYPES.length]!;
  const sendType: SendType = planned === 'recurring' || planned === 'feed' ? planned : 'manual';
  const startsAt = after(createdAt, 3 * HOUR);
  const isActive = status !== 'stopped' && status !== 'failed';
  const several = at % 3 === 0;
  return {
    id,
    teamId,
    name: `${NAMES[at % NAMES.length]} ${String(at + 1).padStart(2, '0')}`,
    status,
    sendType,
    segmentIds: [{ id: segmentIds[at % segmentIds.length]! }, { id: segmentIds[(at + 2) % segmentIds.length]! }],
    filterSegmentId: segmentIds.at(-1)!,
    agentId: voice.agentIds[at % 3]!,
    numberId: voice.numberIds[at % voice.numberIds.length]!,
    agentIds: several ? voice.agentIds.slice(0, 3) : undefined,
    numberIds: several ? voice.numberIds.slice(0, 3) : undefined,
    manualData: sendType === 'manual' ? callsOnce(random, startsAt, at) : undefined,
    recurringData: sendType === 'recurring' ? recurringData(random, startsAt, isActive) : undefined,
    feedData: sendType === 'feed' ? feedData(random, at + 1, isActive) : undefined,
    hlrSettings: hlrSettings(startsAt, at % 4 === 1),
    stoppedReason: status === 'stopped' ? 'Stopped by hand.' : status === 'failed' ? 'The number was refused.' : null,
    createdAt,
    updatedAt: after(createdAt, DAY + at * MINUTE),
  };
}

/** Fifty calls by the first campaign, the draft that GraphiQL's examples start. */
const callsOnce = (random: Random, startsAt: Date, at: number) => ({
  ...manualData(random, startsAt),
  ...(at === 0 && { sendAmount: 50, throttleBatchSize: 0 }),
});

function columns(counts: CallCounts = { total: 0, inFlight: 0, answered: 0, ended: 0 }) {
  return {
    callsTotal: counts.total,
    callsInFlight: counts.inFlight,
    callsAnswered: counts.answered,
    callsEnded: counts.ended,
  };
}

async function seedLogs(seed: TeamSeed, campaigns: PlannedVoiceCampaign[]): Promise<void> {
  const logs = (callerType: 'voice_campaign' | 'voice_campaign_send', callerId: string, since: Date, texts: string[]) =>
    texts.map((text, at) => ({
      id: seed.nextId('log'),
      teamId: seed.teamId,
      callerType,
      callerId,
      text,
      createdAt: after(since, (at + 1) * MINUTE),
    }));
  await seed.insert(
    'logs',
    campaigns.flatMap(({ id, createdAt, sends }) => [
      ...logs('voice_campaign', id, createdAt, ['Created.', 'Assigned an agent and a number.']),
      ...sends.flatMap((send) =>
        logs('voice_campaign_send', send.id, send.createdAt, [
          'Selected contacts from 2 segments.',
          'Left out contacts outside their calling hours.',
          'Scheduled the calls.',
        ]),
      ),
    ]),
  );
}

/** The id of the step that every campaign has. */
async function seedPostProcessings(seed: TeamSeed, campaigns: PlannedVoiceCampaign[]): Promise<string> {
  await seed.insert(
    'post_processings',
    campaigns.flatMap(({ id, classifierId, createdAt }, at) => {
      const shared = { teamId: seed.teamId, voiceCampaignId: id };
      const stamps = (position: number) => ({
        position,
        createdAt: after(createdAt, (position + 1) * HOUR),
        updatedAt: after(createdAt, (position + 1) * HOUR),
      });
      const tagging = {
        ...shared,
        id: seed.nextId('postProcessing'),
        name: 'Tag interested people',
        kind: 'tag_contact' as const,
        config: { outcomes: ['interested', 'maybe_interested'], tag: 'lead' },
        isActive: at % 5 !== 4,
        ...stamps(1),
      };
      const classifier = {
        ...shared,
        id: classifierId,
        name: 'Outcome from the transcript',
        kind: 'outcome_classifier' as const,
        config: { language: 'en', minimumConfidence: 0.7 },
        isActive: true,
        ...stamps(0),
      };
      return at % 2 === 0 ? [classifier, tagging] : [classifier];
    }),
  );
  const since = before(NOW, 30 * DAY);
  const id = seed.nextId('postProcessing');
  await seed.insert('post_processings', [
    {
      id,
      teamId: seed.teamId,
      voiceCampaignId: null,
      name: 'Tell the CRM',
      kind: 'webhook',
      config: { url: 'https://crm.example.com/calls' },
      position: 0,
      isActive: true,
      createdAt: since,
      updatedAt: since,
    },
  ]);
  return id;
}
