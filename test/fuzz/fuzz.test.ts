import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createOutbox } from '../support/outbox.ts';
import { targets } from './targets.ts';
import { createFuzzWorld, type FuzzWorld } from './world.ts';

/** The same requests in every run, so that a change is what fails; `npm run bench -- --task fuzz` asks others. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
const RUNS = Number(process.env.FUZZ_RUNS ?? 5);

const outbox = createOutbox();
let app: TestApp;
let world: FuzzWorld;
const statuses = new Map<number, number>();

beforeAll(async () => {
  app = await createTestApp({ LOGIN_ATTEMPTS: 1_000, LOOKUP_PROVIDER: 'simulator', ...outbox.environment });
  world = await createFuzzWorld(app);
});
afterAll(async () => {
  await app.close();
  outbox.remove();
});

test.each(targets.map((target) => [target.name, target] as const))(
  `%s answers anything as documented (seed ${SEED})`,
  async (_name, target) => {
    const property = target.property(world, ({ status }) => statuses.set(status, (statuses.get(status) ?? 0) + 1));
    await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true });
  },
);

test('enough of it is accepted to tell anything', () => {
  expect(statuses.get(200)).toBeGreaterThan(targets.length);
  expect(statuses.get(422)).toBeGreaterThan(10);
});
