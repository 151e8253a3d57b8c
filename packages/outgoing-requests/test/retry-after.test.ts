import { retryAfterOf } from 'outgoing-requests';
import { expect, test } from 'vitest';

const NOW = new Date('2025-06-01T00:00:00Z');

test.each([
  ['5', 5],
  ['5, 5', 5],
  ['5,10', 5],
  ['120s', 120],
  ['120 seconds', 120],
  ['1748736060', 60],
  [1748736060, 60],
  ['1748736060.4', 61],
  ['1748736060000', 60],
  ['0', 1],
  ['0.2', 1],
  ['1748735000', 1],
  ['Sunday, 01-Jun-25 00:00:00 GMT', 1],
  ['1000000000', 86_400],
  ['99999999999999999999', 86_400],
  ['Sunday, 01-Jun-25 00:01:00 GMT', 60],
  ['Sun Jun  1 00:01:00 2025', 60],
  ['-1', null],
  ['1e3', null],
  ['5;x', null],
  [Number.POSITIVE_INFINITY, null],
])('Retry-After %j is %j seconds', (given, seconds) => {
  expect(retryAfterOf(given, NOW.getTime())).toBe(seconds);
});
