import type { Chance } from '../../../../src/chance.ts';
import type { Services } from '../../../../src/context.ts';
import { uuidv7 } from '../../../../src/database/uuid.ts';
import { createToken, hashToken, WEBHOOK_SECRET_PREFIX } from '../../../../src/modules/identity/auth/tokens.ts';
import { clock, feedMeta, recurringMeta } from '../scenario.ts';
import { arrive } from '../world.ts';

/** Saturday before clocks change in Berlin. Ahead of every machine's clock, which is what events are applied by. */
export const BEGINS = Date.parse('2099-03-28T05:00:00.000Z');

const ZONES = ['Europe/Berlin', 'America/Phoenix', 'Asia/Kathmandu', 'Pacific/Auckland', null];

export interface CallScenario {
  contacts: (string | null)[];
  campaigns: { meta: Record<string, unknown>; maxAttempts: number; retryDelay: number }[];
  contactHours: { start: string; end: string } | null;
  hours: number;
  workers: number;
  /** Of all calls: not placed. */
  refused: number;
  faultProbability: number;
  accountCalls: number;
  /** Of each number. */
  numberCalls: (number | null)[];
}

/** Everything that a seed decides before the first call. */
export function callScenarioOf(chance: Chance): CallScenario {
  const campaigns = Array.from({ length: 1 + chance.below(2) }, () => ({
    meta: metaOf(chance),
    maxAttempts: 1 + chance.below(3),
    retryDelay: chance.pick([1, 30, 90]),
  }));
  const hasFeed = campaigns.some(({ meta }) => meta.sendType === 'feed');
  const start = chance.below(24);
  return {
    contacts: Array.from({ length: 3 + chance.below(4) }, () => chance.pick(ZONES)),
    campaigns,
    contactHours: chance.happens(0.6) ? { start: clock(start), end: clock((start + 8 + chance.below(10)) % 24) } : null,
    hours: hasFeed ? 1 : 4 + chance.below(10),
    workers: 1 + chance.below(3),
    refused: chance.pick([0, 0.3, 0.6]),
    faultProbability: chance.pick([0, 0.005, 0.02]),
    accountCalls: 1 + chance.below(4),
    numberCalls: Array.from({ length: 1 + chance.below(3) }, () => chance.pick([null, 1, 2])),
  };
}

function metaOf(chance: Chance): Record<string, unknown> {
  switch (chance.pick(['manual', 'manual', 'recurring', 'feed'])) {
    case 'recurring':
      return recurringMeta(chance, 6);
    case 'feed':
      return feedMeta(chance.pick([0, 2]));
    default: {
      const throttleBatchSize = chance.pick([0, 0, 2]);
      return {
        sendType: 'manual',
        manualData: { sendAmount: 2 + chance.below(8), sendDatetime: null, throttleBatchSize },
      };
    }
  }
}

/** What a scenario looks like in the database. */
export interface CallWorld {
  teamId: string;
  campaignIds: string[];
  accountId: string;
  secret: string;
  contacts: Map<string, { timezone: string | null; since: number }>;
  tagId: string;
  /** Number that calls → calls that it may have at a time. */
  numbers: Map<string, number | null>;
}

type Db = Pick<Services, 'db'>;

export async function buildCalls({ db }: Db, scenario: CallScenario, seed: string): Promise<CallWorld> {
  const { id: teamId } = await db.prisma.team.create({ data: { name: seed, timezone: 'Europe/Berlin' } });
  const tag = await db.prisma.tag.create({ data: { teamId, name: 'all' } });
  const segment = await db.prisma.segment.create({ data: { teamId, name: 'All', filter: { tagsAny: ['all'] } } });
  const hours = scenario.contactHours;
  await db.prisma.sendingSettings.create({
    data: { teamId, contactFrom: hours?.start ?? null, contactUntil: hours?.end ?? null },
  });
  const secret = createToken(WEBHOOK_SECRET_PREFIX, teamId);
  const account = await db.prisma.voiceAccount.create({
    data: {
      teamId,
      name: 'Main',
      provider: 'provider_a',
      adapter: 'http',
      webhookSecretHash: hashToken(secret),
      maxConcurrentCalls: scenario.accountCalls,
    },
  });
  const numbers = new Map<string, number | null>();
  const numberIds: string[] = [];
  for (const [at, maxConcurrentCalls] of scenario.numberCalls.entries()) {
    const number = String(493_012_300 + at);
    const { id } = await db.prisma.number.create({
      data: {
        teamId,
        id: uuidv7(BEGINS + at),
        number: BigInt(number),
        voiceProvider: 'provider_a',
        maxConcurrentCalls,
      },
    });
    numbers.set(number, maxConcurrentCalls);
    numberIds.push(id);
  }
  const agent = await db.prisma.agent.create({ data: { teamId, name: 'Agent' } });
  const contacts: CallWorld['contacts'] = new Map();
  const world: CallWorld = { teamId, campaignIds: [], accountId: account.id, secret, contacts, tagId: tag.id, numbers };
  // Of a feed's contacts some came before it.
  for (const [at, timezone] of scenario.contacts.entries()) {
    await arrive({ db }, world, timezone, BEGINS + (at % 3 === 0 ? -60_000 : 60_000));
  }
  for (const { meta, ...retries } of scenario.campaigns) {
    const { id } = await db.prisma.voiceCampaign.create({
      data: {
        teamId,
        id: uuidv7(BEGINS),
        name: 'Campaign',
        segmentIds: [{ id: segment.id }],
        agentIds: [agent.id],
        numberIds,
        ...retries,
        ...meta,
      },
    });
    world.campaignIds.push(id);
    await beginCalls(db, teamId, id, new Date(BEGINS));
  }
  return world;
}

/** As a start does, at the simulation's time; false for a campaign that goes out or has nobody left. */
export async function beginCalls(db: Services['db'], teamId: string, campaignId: string, now: Date): Promise<boolean> {
  const meta = await db.prisma.voiceCampaign.findFirstOrThrow({ where: { teamId, id: campaignId } });
  if (meta.status !== 'draft' && meta.status !== 'stopped') return false;
  await db.prisma.voiceCampaign.updateMany({ where: { teamId, id: campaignId }, data: { status: 'pending' } });
  await db.prisma.voiceCampaignSend.create({
    data: {
      teamId,
      id: uuidv7(now.getTime()),
      voiceCampaignId: campaignId,
      cycle: meta.cycle,
      amount: (meta.manualData as { sendAmount: number } | null)?.sendAmount ?? null,
      nextStepAt: now,
      createdAt: now,
      meta: meta as never,
    },
  });
  return true;
}

const OPEN = `status::text IN ('pending', 'running', 'in_progress')`;

/** As a stop does: the campaign first, then its sends; all of the team's without a campaign. */
export function stopCalls(db: Services['db'], teamId: string, campaignId: string | null): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rowCount } = await tx.query(
      `UPDATE voice_campaigns SET status = 'stopped' WHERE team_id = $1 AND ($2::uuid IS NULL OR id = $2) AND ${OPEN}`,
      [teamId, campaignId],
    );
    await tx.query(
      `UPDATE voice_campaign_sends SET status = 'stopped', next_step_at = NULL
        WHERE team_id = $1 AND ($2::uuid IS NULL OR voice_campaign_id = $2) AND ${OPEN}`,
      [teamId, campaignId],
    );
    return rowCount === 1;
  });
}

/** Pauses a campaign that goes out, or takes that back; false when it is so already. */
export async function pauseCalls(
  db: Services['db'],
  teamId: string,
  campaignId: string,
  isPaused: boolean,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE voice_campaigns SET paused_at = CASE WHEN $3::boolean THEN moment END FROM now() moment
      WHERE team_id = $1 AND id = $2 AND ${OPEN} AND (paused_at IS NOT NULL) <> $3::boolean`,
    [teamId, campaignId, isPaused],
  );
  return rowCount === 1;
}
