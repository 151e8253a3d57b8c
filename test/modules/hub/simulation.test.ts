import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { simulateHub } from '../../support/simulation/hub/simulate.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** As the simulation of sending: `SEED=41`, `SEEDS=1000 FROM=51`, `INTERLEAVE=free`. */
const { SEED, SEEDS = 50, FROM = 1 } = process.env;
const seeds = SEED ? [SEED] : Array.from({ length: Number(SEEDS) }, (_, at) => String(Number(FROM) + at));

const total: Record<string, number> = {};

it.each(seeds)(
  'seed %s: every answer is a row, no message twice, no receipt lost, money to the last digit',
  async (seed) => {
    const { violations, statistics } = await simulateHub(test, seed);
    for (const [what, times] of Object.entries(statistics)) total[what] = (total[what] ?? 0) + times;
    expect(violations, `SEED=${seed} npx vitest run test/modules/hub/simulation.test.ts`).toEqual([]);
  },
);

afterAll(() => void process.stderr.write(`${JSON.stringify(total)}\n`));
