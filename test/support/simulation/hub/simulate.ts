import type { SmsProvider } from 'sms-providers';
import { vi } from 'vitest';
import { chanceFrom } from '../../../../src/chance.ts';
import { receiveInbound } from '../../../../src/modules/delivery/receipts/receive.ts';
import { cancelRelayed } from '../../../../src/modules/delivery/relay/end.ts';
import { STATUS } from '../../../../src/modules/hub/connections/statuses.ts';
import type { Received } from '../../../../src/modules/hub/connections/wire.ts';
import { applyDueProfitRules } from '../../../../src/modules/hub/pricing/profit-rules.ts';
import type { EndpointKey, Submission } from '../../../../src/modules/hub/traffic/submission.ts';
import type { TestApp } from '../../app.ts';
import { dbOver } from '../../database.ts';
import { mutate } from '../../mutate.ts';
import { rollUp } from '../../roll-ups.ts';
import { createTeamToken } from '../../team.ts';
import { type Faults, faultyPool, gatedPool, gateOf, Killed, type Watching } from '../faults.ts';
import { type ProviderEvents, simulatedProvider } from '../provider.ts';
import { FREE, type Simulated, settleDown, withIdsOf } from '../simulate.ts';
import { hubViolations } from './check.ts';
import type { ClientMessage, HubLog } from './log.ts';
import { type HubProcess, openHubProcess, openWorker, UNWATCHED } from './processes.ts';
import { destinationOf, hubScenarioOf, PART } from './scenario.ts';
import { BEGINS, buildHub, closeHub, type HubTeam, SENDER } from './world.ts';

const MINUTE = 60_000;
const MOST_ATTEMPTS = 8;

/** What sellers submit, from one seed, first to last, and says what is wrong; the same seed does the same again. */
export const simulateHub = (app: TestApp, seed: string, isFree = process.env.INTERLEAVE === 'free') =>
  withIdsOf(seed, async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: BEGINS });
    try {
      return await simulate(app, seed, isFree);
    } finally {
      vi.useRealTimers();
    }
  });

async function simulate(app: TestApp, seed: string, isFree: boolean): Promise<Simulated> {
  const { services } = app;
  const chance = chanceFrom(seed);
  const scenario = hubScenarioOf(chance);
  const teams: HubTeam[] = [];
  for (const [at, one] of scenario.teams.entries()) teams.push(await buildHub(services, one, `${seed} ${at}`));
  const faults: Faults = { probability: scenario.faultProbability, count: 0 };
  let isCalm = false;
  let now = BEGINS;
  let ticks = 0;
  const clock = () => new Date(now);
  const tick = () => ++ticks;
  const statistics: Record<string, number> = {};
  const count = (what: string) => {
    statistics[what] = (statistics[what] ?? 0) + 1;
  };
  const gate = isFree ? FREE : gateOf(chanceFrom(`${seed} order`));
  const pool = gate === FREE ? services.pool : gatedPool(services.pool, gate);
  const db = dbOver({ services }, pool);
  const inboundDb = dbOver({ services }, faultyPool(pool, chanceFrom(`${seed} inbound`), faults, UNWATCHED));
  const pending: { at: number; happen: () => Promise<unknown> }[] = [];
  const later = (minutes: number, happen: () => Promise<unknown>) =>
    pending.push({ at: now + minutes * MINUTE, happen });
  const log: HubLog = {
    messages: [],
    receipts: [],
    replies: new Set(),
    deleted: new Map(),
    reached: [],
    told: [],
    stopped: new Map(),
    interruptions: 0,
  };

  async function pass(): Promise<void> {
    await gate.enter();
    gate.leave();
  }

  /** Again after a minute until it succeeds, as who hears no answer does. */
  async function untilHeard(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      later(1, () => untilHeard(work));
    }
  }

  const inbound = (route: { teamId: string; id: string }, given: Partial<Parameters<typeof receiveInbound>[2]>) =>
    receiveInbound(inboundDb, route, { receipts: [], replies: [], ...given }, clock());

  let replies = 0;
  function saysStop({ teamId, routeIds }: HubTeam, from: string): Promise<void> {
    const reply = { id: `stop-${from}-${replies++}`, from, to: SENDER, text: 'Stop!', at: clock() };
    return untilHeard(async () => {
      await inbound({ teamId, id: routeIds[0]! }, { replies: [reply] });
      count('STOP');
      const key = `${teamId} ${from}`;
      log.stopped.set(key, log.stopped.get(key) ?? tick());
    });
  }

  function providerOf(team: HubTeam, at: number): SmsProvider {
    const { teamId } = team;
    const id = team.routeIds[at]!;
    const { refused, dead } = team.scenario.routes[at]!;
    const minutes = () => (now - BEGINS) / MINUTE;
    const fates = { ...scenario, refused };
    const moods = chanceFrom(`${seed} provider ${id}`);
    const events: ProviderEvents = {
      count,
      reached: ({ id: messageId, to, text }) => log.reached.push({ messageId, routeId: id, to, text, moment: tick() }),
      receipt(providerId, status, after) {
        const messageId = providerId.slice(2);
        const receipt = {
          providerId,
          messageId: scenario.namesOwn ? messageId : null,
          status,
          code: null,
          reason: null,
        };
        const at = new Date(now + after * MINUTE);
        later(after, () =>
          untilHeard(async () => {
            await inbound({ teamId, id }, { receipts: [{ ...receipt, at }] });
            log.told.push({ messageId, status });
          }),
        );
      },
      stop: (to, after) => isCalm || later(after % 30, () => saysStop(team, to)),
      async takeTime() {
        for (let turns = moods.below(8); turns > 0; turns -= 1) await pass();
      },
      mayLose() {
        if (!moods.happens(faults.probability * 3)) return;
        faults.count += 1;
        throw new Killed('the answer of the provider was lost');
      },
      isDead: () => !isCalm && dead !== null && minutes() >= dead.from && minutes() < dead.until,
    };
    return simulatedProvider(`${seed} ${teams.indexOf(team)} ${at}`, fates, events);
  }
  const providers = new Map(
    teams.flatMap((team) => team.routeIds.map((id, at) => [id, providerOf(team, at)] as const)),
  );

  const submissionOf = (message: ClientMessage, teamId: string): Submission => ({
    ...{ teamId, endpointId: message.endpointId, protocol: 'smpp', sender: 'Acme', isInternational: true },
    ...{ destination: destinationOf(message.to), text: message.text, receipts: message.receipts },
    validUntil: message.valid === null ? null : new Date(now + message.valid * MINUTE),
    scheduledAt: message.scheduled === null ? null : new Date(now + message.scheduled * MINUTE),
    ...{ reference: message.reference, partIds: [] },
  });

  let hubs: HubProcess[] = [];
  let opened = 0;
  const openHub = () => openHubProcess(app, pool, chanceFrom(`${seed} hub ${opened++}`), faults);

  interface Due {
    message: ClientMessage;
    at: number;
    part: number | null;
  }

  async function attemptPart({ message, part }: Due & { part: number }): Promise<void> {
    const hub = chance.pick(hubs);
    const { team, endpointId, text, to, receipts, parts } = message;
    message.attempts.push({ begun: tick(), answer: null, answered: 0 });
    const answer = await hub.submit({ teamId: teams[team]!.teamId, endpointId }, {
      ...{ source_addr: 'Acme', destination_addr: destinationOf(to), dest_addr_ton: 1 },
      ...{ registered_delivery: { none: 0, all: 1, failures: 2 }[receipts] },
      ...{ sar_msg_ref_num: log.messages.indexOf(message), sar_total_segments: parts.length },
      ...{ sar_segment_seqnum: part + 1, short_message: Buffer.from(text.slice(part * PART, (part + 1) * PART)) },
    } as unknown as Received);
    const status = 'command_status' in answer ? answer.command_status : STATUS.OK;
    const isUnheard = hub.life.isDead || status === STATUS.SYSTEM_ERROR || chance.happens(faults.probability);
    if (isUnheard) due.push({ message, part, at: now + MINUTE });
    else if ('message_id' in answer) parts[part]!.ids.add(answer.message_id);
    else parts[part]!.statuses.add(status);
    count(isUnheard ? 'unheard' : status === STATUS.OK ? 'part' : 'refused part');
  }

  async function attempt(message: ClientMessage): Promise<void> {
    const hub = chance.pick(hubs);
    const { teamId } = teams[message.team]!;
    const begun = { begun: tick(), answer: null, answered: 0 };
    message.attempts.push(begun);
    try {
      const answer = await hub.intake.submit(submissionOf(message, teamId));
      if (hub.life.isDead || chance.happens(faults.probability)) throw new Killed('the client left');
      Object.assign(begun, { answer, answered: tick() });
      count(answer.refusal ?? (answer.isRepeat ? 'repeat' : 'accepted'));
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      count('unheard');
      const goesOn = message.reference !== null || chance.happens(0.5);
      if (goesOn && message.attempts.length < MOST_ATTEMPTS) due.push({ message, part: null, at: now + MINUTE });
    }
  }

  const acceptedIdOf = ({ attempts }: ClientMessage) =>
    attempts.flatMap(({ answer }) => (answer?.refusal === null ? [answer.id] : []))[0];

  function cancel(message: ClientMessage): Promise<void> {
    const id = acceptedIdOf(message);
    const { teamId } = teams[message.team]!;
    const { endpointId } = message;
    if (id === undefined) return Promise.resolve();
    return untilHeard(async () => {
      const done = await chance
        .pick(hubs)
        .db.transaction((tx) => cancelRelayed(tx, { teamId, endpointId }, id, clock()));
      count(done);
      if (done === 'canceled') message.canceledAt ??= tick();
    });
  }

  /** Submits that are to come. */
  const due: Due[] = [];
  for (const [team, { endpointIds, scenario: own, teamId }] of teams.entries()) {
    for (const [at, one] of own.messages.entries()) {
      const name = `${team}-${at} `;
      const message: ClientMessage = {
        ...{ ...one, team, endpointId: endpointIds[one.endpoint]!, attempts: [], canceledAt: null },
        ...{ text: name.padEnd(one.length, 'x'), reference: one.hasReference ? name : null },
        parts: Array.from({ length: one.isInParts ? Math.ceil(one.length / PART) : 0 }, () => ({
          ids: new Set(),
          statuses: new Set(),
        })),
      };
      log.messages.push(message);
      const parts = one.isInParts ? message.parts.map((_none, part) => part) : [null];
      for (const minute of one.at) due.push(...parts.map((part) => ({ message, part, at: BEGINS + minute * MINUTE })));
      if (one.canceled !== null) later(one.at[0]! + one.canceled, () => cancel(message));
    }
    for (const [at, { deleted }] of own.endpoints.entries()) {
      if (deleted !== null) later(deleted, () => remove(teamId, endpointIds[at]!));
    }
  }

  async function remove(teamId: string, id: string): Promise<void> {
    const token = await createTeamToken(app, teamId, { role: 'owner' });
    const { data } = await mutate(app, token, 'deleteSellerEndpoint', { id });
    if (!data) throw new Error('An endpoint could not be deleted.');
    log.deleted.set(id, tick());
    count('deleted');
  }

  const client = {
    async work(): Promise<boolean> {
      const ready = due.filter(({ at }) => at <= now);
      for (const one of ready) due.splice(due.indexOf(one), 1);
      await Promise.all(
        ready.map(({ part, ...one }) => (part === null ? attempt(one.message) : attemptPart({ ...one, part }))),
      );
      return ready.length > 0;
    },
  };

  const watching: Watching = {
    ...UNWATCHED,
    async afterClaim() {
      if (chance.happens(0.1)) await rollUp({ db });
      if (isCalm) return;
      if (chance.happens(0.05)) await saysStop(chance.pick(teams), destinationOf(chance.below(5)));
      if (chance.happens(0.1)) await cancel(chance.pick(log.messages));
    },
  };
  const workers = Array.from({ length: scenario.workers }, (_none, at) => {
    const own = chanceFrom(`${seed} worker ${at}`);
    return openWorker(app, {
      ...{ clock, pool, faults, watching, chance: own },
      hangs() {
        const does = !isCalm && own.happens(scenario.hangProbability);
        if (does) {
          log.interruptions += 1;
          count('hung');
        }
        return does;
      },
      providerOf: ({ id }) => providers.get(id)!,
    });
  });

  /** A client takes what it is sent, refuses it, or leaves before or after it took it. */
  const askOf =
    ({ life }: HubProcess) =>
    ({ endpointId }: EndpointKey) =>
    async (_command: string, fields: Record<string, unknown>): Promise<number | null> => {
      const fate = isCalm ? 'takes' : chance.pick(['takes', 'takes', 'takes', 'refuses', 'left', 'unheard', 'killed']);
      if (fate === 'refuses') return 0x64;
      if (fate === 'left') return null;
      const id = fields.receipted_message_id as string | undefined;
      if (id === undefined) log.replies.add(`${endpointId} ${String(fields.source_addr)}`);
      else {
        log.receipts.push({ id, state: Number(fields.message_state), stored: await statusOf(id) });
      }
      count('receipt taken');
      if (fate === 'killed' && faults.probability > 0) life.isDead = true;
      return fate === 'unheard' ? null : 0;
    };

  /** Of a message, or of the one that a part became. */
  async function statusOf(id: string): Promise<string | undefined> {
    const { rows } = await app.pool.query<{ status: string }>(
      'SELECT status FROM hub_messages WHERE team_id = ANY($1) AND (id = $2 OR $2 = ANY(part_ids))',
      [ids, id],
    );
    return rows[0]?.status;
  }

  const keys = teams.flatMap(({ teamId, endpointIds }) => endpointIds.map((endpointId) => ({ teamId, endpointId })));

  async function giveBackOf(hub: HubProcess): Promise<void> {
    const connected = keys.filter(() => isCalm || chance.happens(0.6));
    await hub.giveBack(connected, askOf(hub)).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
    });
  }

  /** They rest for real milliseconds: one after the other, so that a seed repeats. */
  async function giveBack(): Promise<void> {
    if (isFree) await Promise.all(hubs.map(giveBackOf));
    else for (const hub of hubs) await giveBackOf(hub);
  }

  async function step(): Promise<void> {
    hubs = Array.from({ length: scenario.hubs }, (_none, at) => {
      const hub = hubs[at];
      if (hub?.life.isDead) count('killed hub');
      return hub && !hub.life.isDead ? hub : openHub();
    });
    for (const worker of workers) worker.thaw(now);
    for (const event of pending.filter(({ at }) => at <= now)) {
      pending.splice(pending.indexOf(event), 1);
      await event.happen();
    }
    await settleDown([...workers, client], pass, (actor) => actor.work());
    if (chance.happens(0.1)) await applyDueProfitRules({ db }, clock());
    if (chance.happens(0.1)) await rollUp({ db });
    await giveBack();
  }

  const ids = teams.map(({ teamId }) => teamId);
  /** Returns are due by the database's clock, which passes as the simulation's does. */
  async function passTime(minutes: number): Promise<void> {
    now += minutes * MINUTE;
    vi.setSystemTime(now);
    await app.pool.query(
      `UPDATE hub_returns SET due_at = least(now(), due_at - make_interval(mins => $2)),
        taken_until = taken_until - make_interval(mins => $2) WHERE team_id = ANY($1)`,
      [ids, minutes],
    );
  }

  async function minutesToNext(): Promise<number> {
    const { rows } = await app.pool.query<{ at: Date | null }>(
      `SELECT least((SELECT min(due_at) FROM hub_queues WHERE team_id = ANY($1)),
        (SELECT min(lease_until) FROM sms_batches WHERE team_id = ANY($1) AND done_at IS NULL)) AS at`,
      [ids],
    );
    const next = Math.min(
      rows[0]!.at?.getTime() ?? Number.POSITIVE_INFINITY,
      ...[...pending, ...due].map(({ at }) => at),
    );
    return Math.max(1, Math.min(10, Math.ceil((next - now) / MINUTE)));
  }

  try {
    while (now < BEGINS + scenario.minutes * MINUTE) {
      await step();
      await passTime(await minutesToNext());
    }
    // Nothing breaks any more: what was left is decided, and at last what still waits is out of date.
    faults.probability = 0;
    isCalm = true;
    for (const minutes of [5, 10, 20, 20, 20, 4 * 24 * 60, 5, 5]) {
      await step();
      await passTime(minutes);
    }
    await step();
    const errors = workers.flatMap((worker) => worker.errors);
    if (errors.length > 0) throw errors[0];
    statistics.faults = faults.count;
    log.interruptions += faults.count;
    return { violations: await hubViolations(app, teams, log, statistics), statistics };
  } finally {
    for (const { teamId } of teams) await closeHub(services, teamId);
  }
}
