import { afterAll, beforeAll, expect, test } from 'vitest';
import { chanceFrom } from '../../../../src/chance.ts';
import { sweepCall } from '../../../../src/modules/voice/engine/sweep-calls.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { type TestCallEngine, testCallEngine } from '../../../support/calling.ts';
import { dbOver } from '../../../support/database.ts';
import { faultyPool, Killed, untilKilled } from '../../../support/simulation/faults.ts';
import { createTeam } from '../../../support/team.ts';
import { type Carried, carriedBy, json, post } from './carrying.ts';
import { ALL_VECTORS } from './declared/all-vectors.ts';
import type { Asked } from './declared/vectors.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ PRIVATE_PROVIDERS: true });
});
afterAll(() => app.close());

const { SEED = '1' } = process.env;
const CALLS = 1_000;
/** In each of these parts of the campaign a worker dies. */
const DEATHS = [
  [60, 300],
  [360, 600],
  [660, 900],
] as const;
const WATCHING = { committed() {}, async afterClaim() {} };
const LEASE_AND_MORE_MS = 61_000;

/** A worker whose every statement fails once it is dead, while the provider still works on what it was asked. */
function worker({ engine: { providerOf } }: Carried, clock: Date) {
  const faults = { probability: 0, count: 0 };
  const db = dbOver(app, faultyPool(app.services.pool, chanceFrom('never or always'), faults, WATCHING));
  const engine: TestCallEngine = Object.assign(testCallEngine(app, clock.toISOString()), { db, providerOf });
  return { engine, kill: () => Object.assign(faults, { probability: 1 }) };
}

test.each(ALL_VECTORS)(
  `%s places ${CALLS} calls while three workers die: nobody is called twice, nobody is lost, reports are applied`,
  async (adapter, { credentials, settings, fake }) => {
    const chance = chanceFrom(`${adapter} ${SEED}`);
    const deaths = DEATHS.map(([from, until]) => from + chance.below(until - from));
    const asked: Asked[] = [];
    let living: ReturnType<typeof worker>;
    const idOf = ({ reference }: Asked) => `${adapter}-${reference}`;
    const made = await carriedBy(app, await createTeam(app, adapter), {
      adapter,
      credentials,
      settings: { ...settings, maxInFlight: 10, timeoutMs: 60_000 },
      contacts: CALLS,
      meta: { manualData: { sendAmount: CALLS, sendDatetime: null, throttleBatchSize: 0 }, maxAttempts: 2 },
      answer: (seen, response) => {
        const call = fake.read(JSON.parse(seen.body));
        asked.push(call);
        if (asked.length === deaths[0]) living.kill();
        json(201, fake.accepted(idOf(call)))(seen, response);
      },
    });
    const { teamId, campaignId } = made;
    const account = { teamId_id: { teamId, id: made.accountId } };
    await app.db.voiceAccount.update({ where: account, data: { maxConcurrentCalls: CALLS } });
    const placements = (status: 'placing' | 'unknown' | 'placed') =>
      app.db.callPlacement.count({ where: { teamId, status } });

    living = worker(made, made.engine.clock);
    await made.begin();
    /** Calls that were with the provider without an answer that is stored. */
    let inFlight = 0;
    while (deaths.length > 0) {
      await expect(untilKilled(living.engine)).rejects.toThrow(Killed);
      deaths.shift();
      const placing = await placements('placing');
      expect(placing).toBeGreaterThan(0);
      inFlight += placing;
      living = worker(made, new Date(living.engine.clock.getTime() + LEASE_AND_MORE_MS));
      // What the dead one left is decided first.
      while (await sweepCall(living.engine));
    }
    await living.engine.run();
    await living.engine.pass(3);

    expect(new Set(asked.map(({ to }) => to)).size).toBe(asked.length);
    expect([await placements('unknown'), await placements('placed')]).toEqual([inFlight, CALLS - inFlight]);

    const unknown = await app.db.callPlacement.findMany({
      where: { teamId, status: 'unknown' },
      select: { callId: true },
    });
    const isUnknown = new Set(unknown.map(({ callId }) => callId));
    // Of all that nobody knew, and of every thirtieth other.
    const told = asked.filter(({ reference }, at) => at % 30 === 0 || isUnknown.has(reference));
    const answers = await Promise.all(
      told.map((call) => {
        const body = JSON.stringify(fake.report(idOf(call), call));
        return post(app, made.hook, body, fake.headers(body, made));
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const calls = await app.db.call.findMany({
      where: { teamId, voiceCampaignId: campaignId },
      select: { id: true, status: true, callOutcome: true, toNumber: true },
    });
    expect(new Set(calls.map(({ toNumber }) => toNumber)).size).toBe(CALLS);
    expect(calls).toHaveLength(CALLS);
    const isTold = new Set(told.map(({ reference }) => reference));
    const outcomes = calls.map(({ id, status, callOutcome }) => [id, status === 'ended' ? callOutcome : null]);
    expect(outcomes).toEqual(calls.map(({ id }) => [id, isTold.has(id) ? 'voice_mail' : null]));
    // A worker that dies between its mark and its request leaves a call that was never placed. Nobody can tell.
    const isAsked = new Set(asked.map(({ reference }) => reference));
    expect(calls.filter(({ id }) => !isAsked.has(id) && !isUnknown.has(id))).toEqual([]);
    await made.close();
  },
);
