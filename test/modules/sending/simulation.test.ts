import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { simulate } from '../../support/simulation/simulate.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** `SEED=41 npx vitest run test/modules/sending/simulation.test.ts` replays one. */
const seeds = process.env.SEED
  ? [process.env.SEED]
  : Array.from({ length: Number(process.env.SEEDS ?? 20) }, (_, at) => String(at + 1));

const total: Record<string, number> = {};

it.each(seeds)(
  'seed %s: nobody twice, nobody at the wrong time, nobody forgotten, not a cent lost',
  async (seed) => {
    const { violations, statistics } = await simulate(test.services, seed);
    if (process.env.STATISTICS)
      for (const [what, times] of Object.entries(statistics)) total[what] = (total[what] ?? 0) + times;
    expect(violations).toEqual([]);
  },
  120_000,
);

it.skipIf(seeds.length < 50)('the seeds send, hold, skip, stop, refuse and break', () => {
  const rare = Object.fromEntries(
    ['sent', 'handed', 'held', 'skipped', 'unknown', 'delivered', 'failed', 'STOP', 'stop', 'start', 'faults'].map(
      (what) => [what, (total[what] ?? 0) >= 10],
    ),
  );
  expect(Object.values(rare), JSON.stringify(total)).not.toContain(false);
});
