import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/database/client.ts';
import { type Clock, openClock } from '../../src/database/clock.ts';
import { openTestDatabase } from '../support/database.ts';
import { PATIENCE } from '../support/patience.ts';

const HOUR = 3_600_000;
/** However busy the machine is. */
const MINUTE = 60_000;

let database: Database;
let clock: Clock | undefined;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  clock?.close();
  await database.close();
});

/** A machine whose clocks the test sets, looking at the database every so many milliseconds. */
async function on(machine: { wall?: number; steady?: number; up?: number }, lookMs = HOUR) {
  clock?.close();
  const warnings: unknown[] = [];
  const logger = { warn: (fields: unknown) => void warnings.push(fields) };
  const own = {
    wall: () => Date.now() + (machine.wall ?? 0),
    steady: () => performance.now() + (machine.steady ?? 0),
    up: () => performance.now() + (machine.up ?? 0),
  };
  clock = await openClock(database.db, logger, own, lookMs);
  return { clock, warnings };
}
/** Whether it tells another time by so much. */
const isOff = (by = 0) => Math.abs(clock!.now().getTime() - Date.now() - by) < MINUTE;

test.each([HOUR, -HOUR])(
  'a machine whose clock is off by %s ms goes by the database’s, and says so once',
  async (wall) => {
    const { warnings } = await on({ wall }, 5);
    expect(isOff()).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(warnings).toEqual([{ secondsAhead: expect.closeTo(wall / 1_000, -2) }]);
  },
);

test.each([HOUR, -HOUR])('one that is set by %s ms meanwhile is not followed', async (by) => {
  const machine = { wall: 0 };
  await on(machine);
  machine.wall = by;
  expect(isOff()).toBe(true);
});

test('a machine that slept knows ten milliseconds later, without a look', async () => {
  const machine = { steady: 0, up: 0 };
  await on(machine);
  machine.up = HOUR;
  machine.steady = 10;
  expect(isOff(HOUR)).toBe(true);
});

test('each look corrects it', async () => {
  const machine = { up: 0 };
  await on(machine, 5);
  machine.up = HOUR;
  await expect.poll(() => isOff(), PATIENCE).toBe(true);
});
