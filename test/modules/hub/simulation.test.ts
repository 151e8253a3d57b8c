import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { simulateHub } from '../../support/simulation/hub/simulate.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/**
 * `SEED=41 npx vitest run test/modules/hub/simulation.test.ts` replays one; `SEEDS=1000 FROM=51` runs as many from that one
 * on. `INTERLEAVE=free` lets the database decide who comes first.
 */
const { SEED, SEEDS = 50, FROM = 1 } = process.env;
const seeds = SEED ? [SEED] : Array.from({ length: Number(SEEDS) }, (_, at) => String(Number(FROM) + at));

const total: Record<string, number> = {};

it.each(seeds)('seed %s: stored, priced and charged once, nobody twice, no receipt lost', async (seed) => {
  const { violations, statistics } = await simulateHub(test, seed);
  for (const [what, times] of Object.entries(statistics)) total[what] = (total[what] ?? 0) + times;
  expect(violations, `SEED=${seed} npx vitest run test/modules/hub/simulation.test.ts`).toEqual([]);
});

const isOnServer = process.env.TEST_DATABASE_URL !== undefined && !SEED;

it.skipIf(!isOnServer).each(['free 1', 'free 2', 'free 3'])(
  'seed %s: also where the server decides who comes first',
  async (seed) => {
    const { violations } = await simulateHub(test, seed, true);
    expect(violations).toEqual([]);
  },
);

const WHAT_HAPPENS = [
  ...[
    'accepted',
    'repeat',
    'unheard',
    'canceled',
    'too_late',
    'deleted',
    'STOP',
    'faults',
    'dead',
    'hung',
    'killed hub',
  ],
  ...['suppressed', 'invalid_number', 'not_allowed', 'price_too_high', 'margin_too_low', 'balance', 'receipt taken'],
  ...['accepted', 'delivered', 'failed', 'expired', 'canceled', 'unknown', 'rejected'],
];

it.skipIf(seeds.length < 50)('the seeds accept, refuse, repeat, cancel, stop, kill and break', () => {
  const rare = WHAT_HAPPENS.filter((what) => (total[what] ?? 0) < 4);
  expect(rare, JSON.stringify(total)).toEqual([]);
});
