import type { CampaignStatus, SendType } from '../../src/generated/prisma/client.ts';
import {
  feedData,
  hlrSettings,
  manualData,
  multistepData,
  plannerData,
  recurringData,
  SEND_TYPES,
} from './campaign-meta.ts';
import { after, before, DAY, HOUR, MINUTE, NOW } from './clock.ts';
import type { SeededRouting } from './hub.ts';
import type { SeededOffer } from './offers.ts';
import type { TeamSeed } from './team-seed.ts';

export const CAMPAIGN_STATUSES: CampaignStatus[] = [
  'draft',
  'pending',
  'running',
  'in_progress',
  'sent',
  'failed',
  'stopped',
];

/** The first draft is the one that GraphiQL's example starts: it takes some minutes, to be watched. */
const EXAMPLE = { sendAmount: 1_000, throttleBatchSize: 200 };

const THEMES = [
  'Spring reminder',
  'Win back',
  'Weekend offer',
  'Renewal notice',
  'Webinar follow-up',
  'Price drop',
  'Holiday greetings',
  'Refer a friend',
];

const TEXTS = [
  '{Hi|Hello} {{ name | default: "there" }}, our offer of the week is waiting for you: {{ url }} Reply STOP to opt out.',
  '{% if name %}{{ name }}, only{% else %}Only{% endif %} until Sunday: {{ url }} STOP to opt out.',
];

/** A campaign as the sends and messages need it. `meta` is the snapshot that a send keeps. */
export type SeededSmsCampaign = {
  id: string;
  status: CampaignStatus;
  sendType: SendType;
  createdAt: Date;
  meta: ReturnType<typeof snapshot>;
  segmentIds: string[];
  offers: SeededOffer[];
  texts: { id: string; text: string }[];
};

export type SmsCampaignParts = {
  offers: SeededOffer[];
  segmentIds: string[];
  routing: SeededRouting;
};

/** Send types and statuses in rotation: every pair of them occurs within 35 campaigns. One more was deleted. */
export async function seedSmsCampaigns(seed: TeamSeed, parts: SmsCampaignParts): Promise<SeededSmsCampaign[]> {
  const domainPlans = ['Short links', 'Branded links'].map((name, at) => ({
    id: seed.nextId('domainPlan'),
    teamId: seed.teamId,
    name,
    domains: [`go${at + 1}.example.com`, `go${at + 1}.example.net`],
    createdAt: before(NOW, (270 - at) * DAY),
    updatedAt: before(NOW, (270 - at) * DAY),
  }));
  await seed.insert('domain_plans', domainPlans);

  const count = seed.sizes.smsCampaigns;
  const rows = Array.from({ length: count + 1 }, (_, at) =>
    campaignRow(seed, at, parts, domainPlans[at % 2]!.id, at === count ? before(NOW, HOUR) : null),
  );
  await seed.insert('sms_campaigns', rows);

  const campaigns = rows.slice(0, count).map((row, at) => {
    const offers = [0, 1].map((next) => parts.offers[(at * 2 + next) % parts.offers.length]!);
    const texts = TEXTS.map((text) => ({ id: seed.nextId('campaignText'), text }));
    return { ...row, meta: snapshot(row), offers, texts };
  });
  await seed.insert(
    'sms_campaign_offers',
    campaigns.flatMap(({ id, offers }) =>
      offers.map((offer, position) => ({ teamId: seed.teamId, smsCampaignId: id, offerId: offer.id, position })),
    ),
  );
  await seed.insert(
    'campaign_texts',
    campaigns.flatMap((campaign) =>
      campaign.texts.map(({ id, text }, position) => ({
        id,
        teamId: seed.teamId,
        smsCampaignId: campaign.id,
        text,
        position,
        createdAt: campaign.createdAt,
      })),
    ),
  );
  return campaigns;
}

function campaignRow(
  seed: TeamSeed,
  at: number,
  parts: SmsCampaignParts,
  domainPlanId: string,
  deletedAt: Date | null,
) {
  const { random, sizes } = seed;
  const sendType = SEND_TYPES[at % SEND_TYPES.length]!;
  const status = CAMPAIGN_STATUSES[Math.floor(at / SEND_TYPES.length) % CAMPAIGN_STATUSES.length]!;
  // The newest began a day before the demo's present, the others every 13 hours before it.
  const createdAt = before(NOW, DAY + (sizes.smsCampaigns - at) * 13 * HOUR);
  const startsAt = after(createdAt, 2 * HOUR);
  const isActive = status !== 'stopped' && status !== 'failed';
  const planner = sendType === 'planner' ? plannerData(random, startsAt, isActive) : undefined;
  const multistep = sendType === 'multistep' ? multistepData(random, startsAt) : undefined;
  const first = at % parts.segmentIds.length;
  return {
    id: seed.nextId('smsCampaign'),
    teamId: seed.teamId,
    name: `${THEMES[at % THEMES.length]} ${String(at + 1).padStart(3, '0')}`,
    status,
    sendType,
    segmentIds: [parts.segmentIds[first]!, parts.segmentIds[(first + 3) % parts.segmentIds.length]!],
    filterSegmentId: at % 3 === 0 ? parts.segmentIds.at(-1)! : null,
    smsRoutingPlanId: parts.routing.planId,
    domainPlanId,
    useDedicatedDomains: at % 4 === 0,
    smartEncoding: false,
    manualData: sendType === 'manual' ? { ...manualData(random, startsAt), ...(at === 0 && EXAMPLE) } : undefined,
    multistepData: multistep,
    plannerData: planner,
    recurringData: sendType === 'recurring' ? recurringData(random, startsAt, isActive) : undefined,
    feedData: sendType === 'feed' ? feedData(random, at + 1, isActive) : undefined,
    hlrSettings: hlrSettings(startsAt, at % 6 === 5),
    createdAt,
    updatedAt: after(createdAt, 90 * MINUTE + at * MINUTE),
    deletedAt,
  };
}

/** The campaign's meta, keys in the documented order. */
function snapshot(row: ReturnType<typeof campaignRow>) {
  return {
    sendType: row.sendType,
    segmentIds: row.segmentIds,
    smsRoutingPlanId: row.smsRoutingPlanId,
    filterSegmentId: row.filterSegmentId,
    domainPlanId: row.domainPlanId,
    useDedicatedDomains: row.useDedicatedDomains,
    smartEncoding: row.smartEncoding,
    manualData: row.manualData ?? null,
    multistepData: row.multistepData ?? null,
    plannerData: row.plannerData ?? null,
    recurringData: row.recurringData ?? null,
    feedData: row.feedData ?? null,
    hlrSettings: row.hlrSettings,
  };
}
