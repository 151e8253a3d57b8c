import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import pino from 'pino';
import { chanceFrom } from '../../../src/chance.ts';
import type { Services } from '../../../src/context.ts';
import { transaction } from '../../../src/database/transaction.ts';
import { uuidv7 } from '../../../src/database/uuid.ts';
import type { OutgoingSms, SendResult, SmsProvider } from '../../../src/modules/providers/provider.ts';
import { receiveInbound } from '../../../src/modules/receipts/receive.ts';
import type { Engine } from '../../../src/modules/sending/engine.ts';
import { work } from '../../../src/modules/sending/run-sender.ts';
import { type Outcome, type Reached, violations } from './check.ts';
import { type Faults, faultyPool, gatedPool, gateOf, Killed } from './faults.ts';
import { BEGINS, type Scenario, scenarioOf } from './scenario.ts';

const MINUTE = 60_000;
const LOG = pino({ level: 'silent' });

export interface Simulated {
  /** What is wrong, in sentences. */
  violations: string[];
  /** What happened at all: a simulation in which nothing does proves nothing. */
  statistics: Record<string, number>;
}

/** Runs one seed from its first message to its last and says what is wrong; the same seed does the same again. */
export async function simulate(services: Pick<Services, 'db' | 'pool'>, seed: string): Promise<Simulated> {
  const { randomFillSync } = crypto;
  const ids = chanceFrom(`${seed} ids`);
  // Ids decide who comes first, so that they have to follow from the seed, too.
  crypto.randomFillSync = ((bytes: Uint8Array, from = 0) => {
    for (let at = from; at < bytes.length; at += 1) bytes[at] = ids.below(256);
    return bytes;
  }) as typeof randomFillSync;
  syncBuiltinESMExports();
  try {
    return await simulateSeeded(services, seed);
  } finally {
    crypto.randomFillSync = randomFillSync;
    syncBuiltinESMExports();
  }
}

async function simulateSeeded(services: Pick<Services, 'db' | 'pool'>, seed: string): Promise<Simulated> {
  const chance = chanceFrom(seed);
  const scenario = scenarioOf(chance);
  const world = await build(services, scenario, seed);
  const faults: Faults = { probability: scenario.faultProbability, count: 0 };
  let now = BEGINS;
  const clock = () => new Date(now);
  const pending: { at: number; happen: () => Promise<void> }[] = [];
  const reached: Reached[] = [];
  const statistics: Record<string, number> = {};
  const count = (what: string) => {
    statistics[what] = (statistics[what] ?? 0) + 1;
  };
  // `INTERLEAVE=free` lets the database decide who comes first: its locks are tried, and a seed does not repeat exactly.
  const pool =
    process.env.INTERLEAVE === 'free' ? services.pool : gatedPool(services.pool, gateOf(chanceFrom(`${seed} order`)));
  const attempts = new Map<string, number>();
  const answers = new Map<string, SendResult>();
  const stoppedAt: Outcome['stoppedAt'] = new Map();

  const route = { teamId: world.teamId, id: world.routeId };
  const provider: SmsProvider = {
    type: 'simulation',
    capabilities: { idempotent: scenario.idempotent, batchSize: scenario.batchSize, maxInFlight: 2, perSecond: null },
    async send(batch) {
      const results = batch.map((message) => {
        // One that tells repeats apart answers a repeat as it did the first time.
        const result = (scenario.idempotent && answers.get(message.id)) || take(message);
        answers.set(message.id, result);
        return result;
      });
      if (chance.happens(faults.probability)) {
        faults.count += 1;
        throw new Killed('the answer of the provider was lost');
      }
      return results;
    },
    verify: () => false,
    parse: () => ({ receipts: [], replies: [] }),
    async close() {},
  };

  function take({ id, to }: OutgoingSms): SendResult {
    const attempt = (attempts.get(to) ?? 0) + 1;
    attempts.set(to, attempt);
    const fate = chanceFrom(`${seed} ${to} ${attempt}`);
    if (fate.happens(scenario.refused)) {
      const kind = fate.happens(0.15)
        ? fate.pick(['blocked', 'balance', 'opted_out'] as const)
        : fate.pick(['permanent', 'retryable', 'throttled'] as const);
      count(kind);
      return {
        status: 'rejected',
        kind,
        code: null,
        reason: 'Refused.',
        retryAfterSeconds: kind === 'retryable' || kind === 'throttled' ? fate.pick([null, 60, 600]) : null,
      };
    }
    count('sent');
    reached.push({ messageId: id, to, at: clock() });
    const providerId = `p-${id}`;
    const receipt = (status: 'delivered' | 'failed', minutes: number) =>
      pending.push({
        at: now + minutes * MINUTE,
        happen: () =>
          receiveInbound(
            pool,
            route,
            {
              receipts: [
                { providerId, messageId: null, status, code: null, reason: null, at: new Date(BEGINS + minutes) },
              ],
              replies: [],
            },
            clock(),
          ),
      });
    // Out of order, twice, or never.
    for (let times = fate.below(3); times > 0; times -= 1)
      receipt(fate.happens(0.8) ? 'delivered' : 'failed', fate.below(30));
    if (fate.happens(scenario.stops)) {
      pending.push({
        at: now + fate.below(600) * MINUTE,
        happen: () => saysStop(to),
      });
    }
    return { status: 'accepted', providerId };
  }

  async function saysStop(from: string): Promise<void> {
    const at = clock();
    const reply = { id: `stop-${from}-${replies++}`, from, to: null, text: 'Stop!', at };
    await receiveInbound(pool, route, { receipts: [], replies: [reply] }, at);
    count('STOP');
    if (!stoppedAt.has(from)) stoppedAt.set(from, { at, moment: tick() });
  }
  let replies = 0;
  let ticks = 0;
  const tick = () => ++ticks;
  /** The moments at which batches were marked as handed over, as the database has it. */
  const markedAt = new Map<string, number>();
  const committed: Parameters<typeof faultyPool>[3] = (statements) => {
    for (const { text, values } of statements)
      if (text.includes('SET handed_at')) markedAt.set(String(values[3]), tick());
  };

  /** What people do at the worst moment: between a claim and its hand-over. */
  async function meanwhile(point: string): Promise<void> {
    if (point !== 'before hand-over') return;
    if (chance.happens(0.03)) {
      count('STOP before hand-over');
      await saysStop(chance.pick([...world.contacts.keys()]));
    }
    if (chance.happens(0.02)) {
      count('stop before hand-over');
      await stop(chance.pick(world.campaignIds));
    }
  }
  const stops: Outcome['stops'] = [];

  async function stop(campaignId: string): Promise<void> {
    if (!(await stopCampaign(pool, world.teamId, campaignId))) return;
    count('stop');
    stops.push({ campaignId, from: tick(), until: Number.POSITIVE_INFINITY });
  }

  async function start(campaignId: string): Promise<void> {
    for (const one of stops) {
      if (one.campaignId === campaignId && one.until === Number.POSITIVE_INFINITY) one.until = tick();
    }
    if (await begin(services.db, world.teamId, campaignId, clock())) count('start');
  }

  const engines = Array.from(
    { length: scenario.workers },
    (): Engine => ({
      pool: faultyPool(pool, chance, faults, committed),
      logger: LOG,
      linkBase: 'https://sms.example.com',
      lookups: null,
      now: clock,
      providerOf: () => provider,
      fault: meanwhile,
    }),
  );
  const until = BEGINS + scenario.hours * 60 * MINUTE;
  while (now < until) {
    for (const event of pending.filter(({ at }) => at <= now)) {
      pending.splice(pending.indexOf(event), 1);
      await event.happen();
    }
    await settleDown(engines);
    if (chance.happens(0.03)) await stop(chance.pick(world.campaignIds));
    if (chance.happens(0.2)) await start(chance.pick(world.campaignIds));
    now += (await minutesToNext(services, world.teamId, now, pending)) * MINUTE;
  }
  // What the last faults left is decided once their leases end; nothing breaks any more.
  faults.probability = 0;
  const open = { in: ['pending' as const, 'running' as const, 'in_progress' as const] };
  await services.db.smsCampaign.updateMany({
    where: { teamId: world.teamId, status: open },
    data: { status: 'stopped' },
  });
  await services.db.smsSend.updateMany({
    where: { teamId: world.teamId, status: open },
    data: { status: 'stopped', nextStepAt: null },
  });
  const calm: Engine = { ...engines[0]!, pool, fault: () => {} };
  for (let minute = 0; minute < 3; minute += 1) {
    now += MINUTE;
    await settleDown([calm]);
  }
  statistics.faults = faults.count;
  const found = await violations(services, {
    ...world,
    scenario,
    reached,
    stoppedAt,
    stops,
    markedAt,
    faults: faults.count,
    endedAt: clock(),
    statistics,
  });
  // Another seed's workers must not meet it.
  await services.pool.query('UPDATE sms_batches SET done_at = now() WHERE team_id = $1 AND done_at IS NULL', [
    world.teamId,
  ]);
  return { violations: found, statistics };
}

/** All workers at once, until each of them finds nothing to do; one that dies comes back. */
async function settleDown(engines: readonly Engine[]): Promise<void> {
  await Promise.all(
    engines.map(async (engine) => {
      for (let deaths = 0; ; ) {
        try {
          if (!(await work(engine))) return;
        } catch (error) {
          if (!(error instanceof Killed)) throw error;
          deaths += 1;
          if (deaths > 50) throw new Error('Dies for ever.');
        }
      }
    }),
  );
}

/** Whole minutes until something happens; at most two hours. */
async function minutesToNext(
  { pool }: Pick<Services, 'pool'>,
  teamId: string,
  now: number,
  pending: { at: number }[],
): Promise<number> {
  const { rows } = await pool.query<{ at: Date | null }>(
    `SELECT least((SELECT min(next_step_at) FROM sms_sends WHERE team_id = $1 AND status IN ('pending', 'running', 'in_progress')),
      (SELECT min(lease_until) FROM sms_batches WHERE team_id = $1 AND done_at IS NULL)) AS at`,
    [teamId],
  );
  const next = Math.min(rows[0]!.at?.getTime() ?? Number.POSITIVE_INFINITY, ...pending.map(({ at }) => at));
  return Math.max(1, Math.min(120, Math.ceil((next - now) / MINUTE)));
}

/** As a stop does: the campaign first, then its sends; false when it does not go out. */
async function stopCampaign(pool: Services['pool'], teamId: string, campaignId: string): Promise<boolean> {
  const open = `status::text IN ('pending', 'running', 'in_progress')`;
  return transaction(pool, async (tx) => {
    const { rowCount } = await tx.query(
      `UPDATE sms_campaigns SET status = 'stopped' WHERE team_id = $1 AND id = $2 AND ${open}`,
      [teamId, campaignId],
    );
    await tx.query(
      `UPDATE sms_sends SET status = 'stopped', next_step_at = NULL WHERE team_id = $1 AND sms_campaign_id = $2 AND ${open}`,
      [teamId, campaignId],
    );
    return rowCount === 1;
  });
}

interface World {
  teamId: string;
  routeId: string;
  campaignIds: string[];
  contacts: Map<string, { timezone: string | null }>;
}

async function build({ db }: Pick<Services, 'db'>, scenario: Scenario, seed: string): Promise<World> {
  const { id: teamId } = await db.team.create({ data: { name: seed, timezone: 'Europe/Berlin' } });
  const tag = await db.tag.create({ data: { teamId, name: 'all' } });
  const contacts = new Map(scenario.contacts.map((contact, at) => [String(4_915_110_000_000 + at), contact]));
  for (const [number, { timezone }] of contacts) {
    const { id } = await db.contact.create({
      data: { teamId, id: uuidv7(BEGINS), number: BigInt(number), countryId: 276, timezone },
    });
    await db.contactTag.create({ data: { teamId, contactId: id, tagId: tag.id } });
  }
  const segment = await db.segment.create({ data: { teamId, name: 'All', filter: { tagsAny: ['all'] } } });
  const integration = await db.integration.create({
    data: { teamId, name: 'SMS', isBalanceManaged: true, balance: scenario.balance },
  });
  const route = await db.route.create({
    data: { teamId, name: 'Main', provider: 'http', price: scenario.price, integrationId: integration.id },
  });
  const plan = await db.routingPlan.create({ data: { teamId, name: 'Plan', defaultRouteId: route.id } });
  await db.sendingSettings.create({
    data: {
      teamId,
      contactFrom: scenario.contactHours?.start ?? null,
      contactUntil: scenario.contactHours?.end ?? null,
    },
  });
  const campaignIds: string[] = [];
  for (const meta of scenario.campaigns) {
    const { id } = await db.smsCampaign.create({
      data: {
        teamId,
        id: uuidv7(BEGINS),
        name: 'Campaign',
        segmentIds: [segment.id],
        smsRoutingPlanId: plan.id,
        ...meta,
      },
    });
    await db.campaignText.create({ data: { teamId, smsCampaignId: id, text: 'Hello {there|you}' } });
    campaignIds.push(id);
    await begin(db, teamId, id, new Date(BEGINS));
  }
  return { teamId, routeId: route.id, campaignIds, contacts };
}

/** As a start does, at the simulation's time; false for a campaign that goes out or has nobody left. */
async function begin(db: Services['db'], teamId: string, campaignId: string, now: Date): Promise<boolean> {
  const { manualData, cycle, ...meta } = await db.smsCampaign.findFirstOrThrow({ where: { teamId, id: campaignId } });
  if (meta.status !== 'draft' && meta.status !== 'stopped') return false;
  await db.smsCampaign.updateMany({ where: { teamId, id: campaignId }, data: { status: 'pending' } });
  await db.smsSend.create({
    data: {
      teamId,
      id: uuidv7(now.getTime()),
      smsCampaignId: campaignId,
      cycle,
      amount: (manualData as { sendAmount: number } | null)?.sendAmount ?? null,
      nextStepAt: now,
      createdAt: now,
      meta: { ...(meta as object), manualData, filterSegmentId: null } as never,
    },
  });
  return true;
}
