import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { simulate } from '../../../support/simulation/simulate.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/**
 * `SEED=41 npx vitest run test/modules/delivery/engine/simulation.test.ts` replays one; `SEEDS=1000 FROM=51` runs as many from
 * that one on. `INTERLEAVE=free` lets the database decide who comes first.
 */
const { SEED, SEEDS = 20, FROM = 1 } = process.env;
const seeds = SEED ? [SEED] : Array.from({ length: Number(SEEDS) }, (_, at) => String(Number(FROM) + at));

const total: Record<string, number> = {};

it.each(seeds)('seed %s: nobody twice, nobody at the wrong time, nobody forgotten, not a cent lost', async (seed) => {
  const { violations, statistics } = await simulate(test.services, seed);
  for (const [what, times] of Object.entries(statistics)) total[what] = (total[what] ?? 0) + times;
  expect(violations, `SEED=${seed} npx vitest run test/modules/delivery/engine/simulation.test.ts`).toEqual([]);
});

const isOnServer = process.env.TEST_DATABASE_URL !== undefined && !SEED;

it.skipIf(!isOnServer).each(['free 1', 'free 2', 'free 3'])(
  'seed %s: nor where the server decides who comes first',
  async (seed) => {
    const { violations } = await simulate(test.services, seed, true);
    expect(violations).toEqual([]);
  },
);

it.skipIf(seeds.length < 20)('the seeds send, hold, skip, stop, refuse and break', () => {
  const rare = Object.fromEntries(
    [
      'sent',
      'handed',
      'held',
      'skipped',
      'unknown',
      'delivered',
      'failed',
      'STOP',
      'stop',
      'start',
      'faults',
      'dead',
    ].map((what) => [what, (total[what] ?? 0) >= 4]),
  );
  expect(Object.values(rare), JSON.stringify(total)).not.toContain(false);
});
