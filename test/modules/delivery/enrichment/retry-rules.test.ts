import { expect, test } from 'vitest';
import { nextTryAt } from '../../../../src/modules/delivery/enrichment/retry-rules.ts';

const SETTINGS = {
  isActive: true,
  numberOfRetries: 3,
  delayBetweenRetries: 10,
  additionalTimeIncrement: 5,
  retryUntil: null as string | null,
};
const NOON = new Date('2026-11-21T12:00:00.000Z');
const after = (settings: Partial<typeof SETTINGS>, retries: number, timezone = 'UTC') =>
  nextTryAt({ settings: { ...SETTINGS, ...settings }, timezone }, retries, NOON)
    ?.toISOString()
    .slice(11, 16) ?? null;

test('each delay is longer than the one before, until the retries are used up', () => {
  expect([0, 1, 2, 3, 4].map((retries) => after({}, retries))).toEqual(['12:10', '12:15', '12:20', null, null]);
  expect([0, 1, 2].map((retries) => after({ additionalTimeIncrement: 0 }, retries))).toEqual([
    '12:10',
    '12:10',
    '12:10',
  ]);
  expect(after({ delayBetweenRetries: 0, additionalTimeIncrement: 0 }, 2)).toBe('12:01');
});

test('no more than 20 are made, whatever a campaign stores', () => {
  expect([19, 20].map((retries) => after({ numberOfRetries: 2_147_483_647 }, retries))).toEqual(['13:45', null]);
});

test('there is none without settings, while they are off, and with no retries', () => {
  expect(nextTryAt({ settings: null, timezone: 'UTC' }, 0, NOON)).toBeNull();
  expect(after({ isActive: false }, 0)).toBeNull();
  expect(after({ numberOfRetries: 0 }, 0)).toBeNull();
});

test('none happens after its end, which is in the team’s time zone without an offset', () => {
  expect(after({ retryUntil: '2026-11-21 13:10' }, 0, 'Europe/Berlin')).toBe('12:10');
  expect(after({ retryUntil: '2026-11-21 13:09' }, 0, 'Europe/Berlin')).toBeNull();
  expect(after({ retryUntil: '2026-11-21 12:10' }, 0)).toBe('12:10');
  expect(after({ retryUntil: '2026-11-21T12:09:59Z' }, 0)).toBeNull();
  expect(after({ retryUntil: '2026-11-21T14:10:00+02:00' }, 0)).toBe('12:10');
  expect(after({ retryUntil: '2026-11-21T12:12:00Z' }, 1)).toBeNull();
});

test('one beyond the end of time is none', () => {
  expect(after({ delayBetweenRetries: 2_147_483_647, additionalTimeIncrement: 2_147_483_647 }, 2)).toBeNull();
});
