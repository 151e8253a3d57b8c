import { expect, test } from 'vitest';
import { ago } from '../../../../src/modules/audience/data-files/age.ts';

test.each([
  [0, '1 second ago'],
  [59, '59 seconds ago'],
  [60, '1 minute ago'],
  [3 * 60 + 20, '3 minutes ago'],
  [2 * 3_600, '2 hours ago'],
  [86_400, '1 day ago'],
  [20 * 86_400, '2 weeks ago'],
  [45 * 86_400, '1 month ago'],
  [800 * 86_400, '2 years ago'],
  [-5, '1 second ago'],
])('%i seconds are %s', (seconds, words) => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  expect(ago(new Date(now - seconds * 1_000), now)).toBe(words);
});
