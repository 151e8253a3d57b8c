import pino from 'pino';
import { chanceFrom } from '../../../../src/chance.ts';
import type { CallEngine } from '../../../../src/modules/voice/engine/engine.ts';
import { workOnCalls } from '../../../../src/modules/voice/engine/voice.ts';
import type {
  OutgoingCall,
  PlaceResult,
  VoiceProvider,
} from '../../../../src/modules/voice/providers/voice-provider.ts';
import type { TestApp } from '../../app.ts';
import { callEvent, reportOf } from '../../calling.ts';
import { dbOver } from '../../database.ts';
import { rollUp } from '../../roll-ups.ts';
import { type Faults, faultyPool, gatedPool, gateOf, Killed, type Watching } from '../faults.ts';
import { type Simulated, settleDown, withIdsOf } from '../simulate.ts';
import { callViolations, type HappenedCalls } from './check.ts';
import { BEGINS, beginCalls, buildCalls, callScenarioOf, pauseCalls, stopCalls } from './world.ts';

const MINUTE = 60_000;
const LOG = pino({ level: 'silent' });

/** Calls from one seed, first to last, and says what is wrong; the same seed does the same again. */
export const simulateCalls = (app: TestApp, seed: string): Promise<Simulated> =>
  withIdsOf(seed, () => simulate(app, seed));

const OUTCOMES = ['busy', 'no_answer', 'voicemail', 'interested', 'call_me_later', 'do_not_call'] as const;
const REFUSALS = [
  'permanent',
  'permanent',
  'retryable',
  'throttled',
  'opted_out',
  'blocked',
  'blocked',
  'balance',
  'balance',
] as const;
const REASONS: Partial<Record<(typeof OUTCOMES)[number], string>> = {
  busy: 'customer-busy',
  no_answer: 'customer-did-not-answer',
  voicemail: 'voicemail',
};

async function simulate(app: TestApp, seed: string): Promise<Simulated> {
  const { services } = app;
  const chance = chanceFrom(seed);
  const rollsUp = chanceFrom(`${seed} roll-ups`);
  const scenario = callScenarioOf(chance);
  const world = await buildCalls(services, scenario, seed);
  const { teamId, campaignIds, secret } = world;
  const faults: Faults = { probability: scenario.faultProbability, count: 0 };
  let now = BEGINS;
  let ticks = 0;
  const clock = () => new Date(now);
  const tick = () => ++ticks;
  const happened: HappenedCalls = {
    placed: [],
    ended: [],
    refusedEvents: [],
    stops: [],
    claimedAt: new Map(),
    markedAt: new Map(),
    unknown: new Set(),
    silent: new Set(),
  };
  const pending: { at: number; happen: () => Promise<unknown> }[] = [];
  const statistics: Record<string, number> = {};
  const count = (what: string) => {
    statistics[what] = (statistics[what] ?? 0) + 1;
  };
  const gate = gateOf(chanceFrom(`${seed} order`));
  const pool = gatedPool(services.pool, gate);
  const db = dbOver({ services }, pool);
  /** Alone: no worker is within a transaction meanwhile. */
  async function alone(happen: () => Promise<unknown> = async () => {}): Promise<void> {
    await gate.enter();
    try {
      await happen();
    } finally {
      gate.leave();
    }
  }

  async function tell(message: Record<string, unknown>): Promise<void> {
    const status = await callEvent(app, secret, message);
    if (status !== 200) happened.refusedEvents.push(`${String(message.type)} was answered ${status}.`);
  }

  let asked = 0;
  // The order in which calls are placed varies: drawn at each call alone, one of these would be missing now and then.
  let firstRefusal: (typeof REFUSALS)[number] | null = chanceFrom(`${seed} first refusal`).pick([
    'permanent',
    'blocked',
    'balance',
  ]);
  /** What becomes of a call follows from the seed, the number, the attempt and how often the provider was asked before. */
  function take(call: OutgoingCall): PlaceResult {
    const fate = chanceFrom(`${seed} ${call.to} ${call.attempt} ${asked++}`);
    if (fate.happens(scenario.refused)) {
      const drawn = fate.pick(REFUSALS);
      const kind = firstRefusal ?? drawn;
      firstRefusal = null;
      count(kind);
      const retryAfterSeconds = fate.pick([null, 60, 600]);
      return { status: 'rejected', kind, code: null, reason: 'Refused.', retryAfterSeconds };
    }
    count('placed');
    const { reference } = call;
    const [outcome, minutes] = [fate.pick(OUTCOMES), fate.below(20)];
    happened.placed.push({ reference, to: call.to, from: call.from.number, at: clock(), moment: tick() });
    if (fate.happens(0.05)) {
      count('never told');
      happened.silent.add(reference);
      return { status: 'accepted', providerId: `p-${reference}` };
    }
    const endsAt = new Date(now + minutes * MINUTE);
    const names = { call: { id: `p-${reference}`, type: 'outboundPhoneCall', metadata: { reference } } };
    const structuredData = {
      outcome,
      ...(outcome === 'call_me_later' && { call_back_at: new Date(endsAt.getTime() + 2 * 60 * MINUTE).toISOString() }),
    };
    const report = {
      ...reportOf(call, endsAt, REASONS[outcome] ?? 'customer-ended-call', {
        ...(!REASONS[outcome] && { analysis: { structuredData } }),
      }),
      ...names,
    };
    const end = async () => {
      await tell(report);
      count(outcome);
      const known = happened.ended.some((one) => one.reference === reference);
      if (!known) happened.ended.push({ reference, outcome, at: endsAt, moment: tick() });
    };
    const ringing = { type: 'status-update', status: 'ringing', ...names, timestamp: now };
    pending.push({ at: endsAt.getTime(), happen: end });
    // Twice, late and out of order.
    if (fate.happens(0.3)) pending.push({ at: endsAt.getTime() + fate.below(30) * MINUTE, happen: end });
    if (fate.happens(0.5)) pending.push({ at: now + fate.below(40) * MINUTE, happen: () => tell(ringing) });
    return { status: 'accepted', providerId: `p-${reference}` };
  }

  const provider: VoiceProvider = {
    type: 'simulation',
    capabilities: { maxInFlight: 2, canEnd: true },
    async place(call) {
      const result = take(call);
      for (let turns = chance.below(6); turns > 0; turns -= 1) await alone();
      if (chance.happens(0.1)) {
        // An event may overtake the answer.
        const due = pending.findIndex(({ at }) => at <= now);
        if (due >= 0) await alone(pending.splice(due, 1)[0]!.happen);
      }
      if (chance.happens(faults.probability)) {
        faults.count += 1;
        throw new Killed('the answer of the provider was lost');
      }
      return result;
    },
    end: async () => true,
    async close() {},
  };

  async function stop(campaignId: string): Promise<void> {
    const isPaused = chance.happens(0.3) && (await pauseCalls(db, teamId, campaignId, true));
    if (!isPaused && !(await stopCalls(db, teamId, campaignId))) return;
    count(isPaused ? 'pause' : 'stop');
    happened.stops.push({ campaignId, from: tick(), until: Number.POSITIVE_INFINITY });
  }

  async function start(campaignId: string): Promise<void> {
    for (const one of happened.stops) {
      if (one.campaignId === campaignId && one.until === Number.POSITIVE_INFINITY) one.until = tick();
    }
    await pauseCalls(db, teamId, campaignId, false);
    if (await beginCalls(services.db, teamId, campaignId, clock())) count('start');
  }

  const watching: Watching = {
    committed(statements) {
      for (const { text, values } of statements) {
        if (text.includes('INTO call_placements')) {
          for (const id of values.find(Array.isArray) as string[]) happened.claimedAt.set(id, tick());
        }
        if (text.includes("SET status = 'placing'")) happened.markedAt.set(String(values.at(-1)), tick());
        if (text.includes("SET status = 'unknown'")) happened.unknown.add(String(values.at(-1)));
        // The engine stops a campaign itself when its provider refuses everything or is not paid.
        if (text.startsWith('UPDATE voice_campaigns SET status') && values[0] === 'stopped') {
          happened.stops.push({ campaignId: String(values[4]), from: tick(), until: Number.POSITIVE_INFINITY });
        }
      }
    },
    async afterClaim() {
      // In between, so that whatever changes it later has to say so.
      if (rollsUp.happens(0.2)) await rollUp({ db });
      if (chance.happens(0.05)) await stop(chance.pick(campaignIds));
    },
  };
  const engines = Array.from(
    { length: scenario.workers },
    (): CallEngine => ({
      db: dbOver({ services }, faultyPool(pool, chance, faults, watching)),
      logger: LOG,
      lookupsOf: async () => null,
      preChecks: null,
      now: clock,
      providerOf: () => provider,
    }),
  );
  async function happenAll(): Promise<void> {
    for (const event of pending.filter(({ at }) => at <= now)) {
      if (!pending.includes(event)) continue;
      pending.splice(pending.indexOf(event), 1);
      await event.happen();
    }
  }
  try {
    const until = BEGINS + scenario.hours * 60 * MINUTE;
    while (now < until) {
      await happenAll();
      await settleDown(engines, alone, workOnCalls);
      if (rollsUp.happens(0.2)) await rollUp({ db });
      if (chance.happens(0.03)) await stop(chance.pick(campaignIds));
      if (chance.happens(0.5)) await start(chance.pick(campaignIds));
      now += minutesTo(await nextLook(), now, pending) * MINUTE;
    }
    // What goes on ends; nothing new is placed, and nothing breaks any more.
    faults.probability = 0;
    await stopCalls(db, teamId, null);
    for (let step = 0; step < 8; step += 1) {
      now += 15 * MINUTE;
      await happenAll();
      await settleDown(engines.slice(0, 1), alone, workOnCalls);
    }
    statistics.faults = faults.count;
    const outcome = { ...world, ...happened, scenario, faults: faults.count };
    return { violations: await callViolations(services, outcome), statistics };
  } finally {
    await stopCalls(services.db, teamId, null);
    await services.pool.query('UPDATE call_placements SET slot_until = NULL WHERE team_id = $1', [teamId]);
  }

  async function nextLook(): Promise<number> {
    const { rows } = await services.pool.query<{ at: Date | null }>(
      `SELECT min(next_step_at) AS at FROM voice_campaign_sends
        WHERE team_id = $1 AND status IN ('pending', 'running', 'in_progress')`,
      [teamId],
    );
    return rows[0]!.at?.getTime() ?? Number.POSITIVE_INFINITY;
  }
}

/** While calls go on the engine looks every few seconds: so often that a seed would take minutes. */
const LOOK = 10;

/** Whole minutes until something happens; at most two hours. */
function minutesTo(look: number, now: number, pending: { at: number }[]): number {
  const next = Math.min(Math.max(look, now + LOOK * MINUTE), ...pending.map(({ at }) => at));
  return Math.max(1, Math.min(120, Math.ceil((next - now) / MINUTE)));
}
