import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import pino from 'pino';
import { chanceFrom } from '../../../src/chance.ts';
import type { Services } from '../../../src/context.ts';
import { uuidv7 } from '../../../src/database/uuid.ts';
import type { Engine } from '../../../src/modules/delivery/engine/engine.ts';
import { work } from '../../../src/modules/delivery/engine/run-sender.ts';
import { receiveInbound } from '../../../src/modules/delivery/receipts/receive.ts';
import { dbOver } from '../database.ts';
import { rollUp } from '../roll-ups.ts';
import { violations } from './check.ts';
import { type Faults, faultyPool, type Gate, gatedPool, gateOf, Killed, type Watching } from './faults.ts';
import type { Outcome } from './outcome.ts';
import { type ProviderEvents, simulatedProvider } from './provider.ts';
import { BEGINS, scenarioOf } from './scenario.ts';
import { arrive, begin, build, closeEverything, stopCampaign, switchActive } from './world.ts';

const MINUTE = 60_000;
const LOG = pino({ level: 'silent' });
export const FREE: Gate = { enter: () => new Promise((resolve) => setImmediate(resolve)), leave() {} };

export interface Simulated {
  /** What is wrong, in sentences. */
  violations: string[];
  /** What happened at all: a simulation in which nothing does proves nothing. */
  statistics: Record<string, number>;
}

/**
 * Runs one seed from its first message to its last and says what is wrong; the same seed does the same again. A free one
 * lets the database decide who comes first: its locks are tried, and a seed does not repeat exactly.
 */
export const simulate = (
  services: Pick<Services, 'db' | 'pool'>,
  seed: string,
  isFree = process.env.INTERLEAVE === 'free',
): Promise<Simulated> => withIdsOf(seed, () => simulateSeeded(services, seed, isFree));

/** Ids decide who comes first, so that they have to follow from the seed, too. */
export async function withIdsOf<T>(seed: string, run: () => Promise<T>): Promise<T> {
  const { randomFillSync } = crypto;
  const ids = chanceFrom(`${seed} ids`);
  let isOfSeed = false;
  crypto.randomFillSync = ((bytes: Uint8Array, from = 0) => {
    isOfSeed = true;
    for (let at = from; at < bytes.length; at += 1) bytes[at] = ids.below(256);
    return bytes;
  }) as typeof randomFillSync;
  syncBuiltinESMExports();
  // Ids are made ahead: those before the seed's are used up.
  while (!isOfSeed) uuidv7();
  try {
    return await run();
  } finally {
    crypto.randomFillSync = randomFillSync;
    syncBuiltinESMExports();
  }
}

async function simulateSeeded(
  services: Pick<Services, 'db' | 'pool'>,
  seed: string,
  isFree: boolean,
): Promise<Simulated> {
  const chance = chanceFrom(seed);
  const rollsUp = chanceFrom(`${seed} roll-ups`);
  const scenario = scenarioOf(chance, chanceFrom(`${seed} routes`));
  const world = await build(services, scenario, seed);
  const { teamId, campaignIds } = world;
  const faults: Faults = { probability: scenario.faultProbability, count: 0 };
  let now = BEGINS;
  const clock = () => new Date(now);
  let ticks = 0;
  const tick = () => ++ticks;
  const pending: { at: number; happen: () => Promise<unknown> }[] = scenario.arrivals.map(({ timezone, after }) => {
    const at = BEGINS + after * MINUTE;
    return { at, happen: () => arrive(services, world, timezone, at) };
  });
  const happened: Pick<Outcome, 'reached' | 'stoppedAt' | 'stops' | 'claimedAt' | 'markedAt'> = {
    reached: [],
    stoppedAt: new Map(),
    stops: [],
    claimedAt: new Map(),
    markedAt: new Map(),
  };
  const statistics: Record<string, number> = {};
  const count = (what: string) => {
    statistics[what] = (statistics[what] ?? 0) + 1;
  };
  const gate = isFree ? FREE : gateOf(chanceFrom(`${seed} order`));
  const pool = gate === FREE ? services.pool : gatedPool(services.pool, gate);
  const db = dbOver({ services }, pool);
  /** Lets others go first. */
  async function pass(): Promise<void> {
    await gate.enter();
    gate.leave();
  }
  const route = { teamId, id: world.routeId };
  const later = (minutes: number, happen: () => Promise<unknown>) =>
    pending.push({ at: now + minutes * MINUTE, happen });

  const eventsOf = (routeId: string): ProviderEvents => ({
    count,
    reached: ({ id, to }) => happened.reached.push({ messageId: id, to, at: clock(), moment: tick() }),
    receipt(providerId, status, minutes) {
      const receipt = { providerId, messageId: null, status, code: null, reason: null, at: new Date(BEGINS + minutes) };
      later(minutes, () => receiveInbound(db, { teamId, id: routeId }, { receipts: [receipt], replies: [] }, clock()));
    },
    stop: (to, minutes) => later(minutes, () => saysStop(to)),
    async takeTime() {
      for (let turns = chance.below(8); turns > 0; turns -= 1) await pass();
    },
    mayLose() {
      if (!chance.happens(faults.probability)) return;
      faults.count += 1;
      throw new Killed('the answer of the provider was lost');
    },
  });
  const providers = new Map([[world.routeId, simulatedProvider(seed, scenario, eventsOf(world.routeId))]]);
  for (const [at, { refused, dead }] of scenario.candidates.entries()) {
    const id = world.candidateIds[at]!;
    const hours = () => (now - BEGINS) / (60 * MINUTE);
    const isDead = () => dead !== null && hours() >= dead.from && hours() < dead.until;
    const events = { ...eventsOf(id), isDead };
    providers.set(id, simulatedProvider(`${seed} ${at}`, { ...scenario, refused }, events));
  }

  let replies = 0;
  async function saysStop(from: string): Promise<void> {
    const at = clock();
    const reply = { id: `stop-${from}-${replies++}`, from, to: null, text: 'Stop!', at };
    await receiveInbound(db, route, { receipts: [], replies: [reply] }, at);
    count('STOP');
    if (!happened.stoppedAt.has(from)) happened.stoppedAt.set(from, { at, moment: tick() });
  }

  /** By its status, or by its `is_active` (E19). */
  async function stop(campaignId: string): Promise<void> {
    const isOff = chance.happens(0.3) && (await switchActive(db, teamId, campaignId, false));
    if (!isOff && !(await stopCampaign(db, teamId, campaignId))) return;
    count(isOff ? 'switched off' : 'stop');
    happened.stops.push({ campaignId, from: tick(), until: Number.POSITIVE_INFINITY });
  }

  async function start(campaignId: string): Promise<void> {
    for (const one of happened.stops) {
      if (one.campaignId === campaignId && one.until === Number.POSITIVE_INFINITY) one.until = tick();
    }
    await switchActive(db, teamId, campaignId, true);
    if (await begin(services.db, teamId, campaignId, clock())) count('start');
  }

  async function reprice(): Promise<void> {
    count('repriced');
    await db.query('UPDATE routes SET price = $2, integration_id = $3 WHERE team_id = $1', [
      teamId,
      chance.pick(['0', '0.02', '0.07']),
      chance.pick([...world.integrationIds, null]),
    ]);
  }

  const watching: Watching = {
    committed(statements) {
      for (const { text, values } of statements) {
        const isClaim = text.includes('INTO sms_batches');
        if (!isClaim && !text.includes('SET handed_at')) continue;
        const batchId = String(values[isClaim ? 1 : 3]);
        const moment = tick();
        if (isClaim) happened.claimedAt.set(batchId, moment);
        happened.markedAt.set(batchId, [...(happened.markedAt.get(batchId) ?? []), moment]);
      }
    },
    async afterClaim() {
      // In between, so that whatever changes it later has to say so.
      if (rollsUp.happens(0.2)) await rollUp({ db });
      if (chance.happens(0.03)) await saysStop(chance.pick([...world.contacts.keys()]));
      if (chance.happens(0.02)) await stop(chance.pick(campaignIds));
      if (scenario.repriced && chance.happens(0.2)) await reprice();
    },
  };
  const engines = Array.from(
    { length: scenario.workers },
    (): Engine => ({
      db: dbOver({ services }, faultyPool(pool, chance, faults, watching)),
      logger: LOG,
      linkBase: 'https://sms.example.com',
      lookupsOf: async () => null,
      preChecks: null,
      now: clock,
      providerOf: ({ id }) => providers.get(id)!,
    }),
  );
  try {
    const until = BEGINS + scenario.hours * 60 * MINUTE;
    while (now < until) {
      for (const event of pending.filter(({ at }) => at <= now)) {
        pending.splice(pending.indexOf(event), 1);
        await event.happen();
      }
      await settleDown(engines, pass, work);
      if (rollsUp.happens(0.2)) await rollUp({ db });
      if (chance.happens(0.03)) await stop(chance.pick(campaignIds));
      if (chance.happens(0.2)) await start(chance.pick(campaignIds));
      now += (await minutesToNext(services, teamId, now, pending)) * MINUTE;
    }
    // What the last faults left is decided once their leases end; nothing breaks any more.
    faults.probability = 0;
    // It ends at a full hour, when a feed that was at its limit looks for newcomers.
    await settleDown(engines, pass, work);
    await closeEverything(db, teamId);
    const calm: Engine = { ...engines[0]!, db };
    for (let minute = 0; minute < 3; minute += 1) {
      now += MINUTE;
      await settleDown([calm], pass, work);
    }
    statistics.faults = faults.count;
    const outcome = { ...world, ...happened, scenario, faults: faults.count, endedAt: clock(), statistics };
    return { violations: await violations(services, outcome), statistics };
  } finally {
    // Another seed's workers must not meet it.
    await closeEverything(services.db, teamId);
    await services.pool.query('UPDATE sms_batches SET done_at = now() WHERE team_id = $1 AND done_at IS NULL', [
      teamId,
    ]);
  }
}

/**
 * All workers at once, until none of them finds anything to do: one that does not asks again while others are busy. One
 * that dies comes back.
 */
export async function settleDown<E>(
  engines: readonly E[],
  pass: () => Promise<void>,
  work: (engine: E) => Promise<boolean>,
): Promise<void> {
  const busy = new Set(engines);
  await Promise.all(
    engines.map(async (engine) => {
      for (let deaths = 0; ; ) {
        try {
          if (await work(engine)) busy.add(engine);
          else busy.delete(engine);
          if (busy.size === 0) return;
          if (!busy.has(engine)) await pass();
        } catch (error) {
          if (!(error instanceof Killed)) throw error;
          deaths += 1;
          if (deaths > 500) throw new Error('Dies for ever.');
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
