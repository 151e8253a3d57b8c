import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { simulateCalls } from '../../../support/simulation/calls/simulate.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp({ LOG_LEVEL: 'silent' });
});
afterAll(() => test.close());

/** `SEED=41 npx vitest run test/modules/calling/simulation.test.ts` replays one; `SEEDS=1000 FROM=51` runs as many from that one on. */
const { SEED, SEEDS = 20, FROM = 1 } = process.env;
const seeds = SEED ? [SEED] : Array.from({ length: Number(SEEDS) }, (_, at) => String(Number(FROM) + at));

const total: Record<string, number> = {};

it.each(seeds)('seed %s: nobody called twice, at the wrong time, or on one line too many', async (seed) => {
  const { violations, statistics } = await simulateCalls(test, seed);
  for (const [what, times] of Object.entries(statistics)) total[what] = (total[what] ?? 0) + times;
  expect(violations, `SEED=${seed} npx vitest run test/modules/voice/engine/simulation.test.ts`).toEqual([]);
});

it.skipIf(seeds.length < 20)('the seeds call, retry, stop, refuse and break', () => {
  const ends = ['busy', 'no_answer', 'call_me_later', 'do_not_call'];
  const rare = ['placed', ...ends, 'permanent', 'blocked', 'balance', 'stop', 'start', 'faults'];
  const seen = Object.fromEntries(rare.map((what) => [what, (total[what] ?? 0) >= 2]));
  expect(Object.values(seen), JSON.stringify(total)).not.toContain(false);
});
