import { expect, test } from 'vitest';
import { createShares, shareLimits } from '../../src/database/shares.ts';
import type { AppError } from '../../src/errors.ts';

test.each([
  [4, true, { all: 1, perGroup: 1, perMember: 1 }],
  [6, true, { all: 2, perGroup: 1, perMember: 1 }],
  [10, true, { all: 6, perGroup: 5, perMember: 4 }],
  [10, false, { all: 8, perGroup: 7, perMember: 6 }],
  [20, true, { all: 16, perGroup: 15, perMember: 14 }],
])(
  'of a pool of %i, worker %s, some are left to other teams and to what is nobody’s request',
  (size, worker, expected) => {
    expect(shareLimits(size, worker, 1_000)).toMatchObject(expected);
  },
);

test('a team of which too many wait is told to slow down, all others to come back', () => {
  const shares = createShares({ ...shareLimits(4, true, 1_000), waiting: 3, waitingPerGroup: 2 });
  const refused: Partial<AppError>[] = [];
  for (const team of ['A', 'A', 'A', 'A', 'B', 'B'])
    shares.of(team, team).take(
      () => {},
      (error) => refused.push(error),
    );
  expect(refused).toMatchObject([
    { code: 'RATE_LIMITED', message: 'Too Many Attempts.', retryAfter: 5 },
    { code: 'UNAVAILABLE', retryAfter: 5 },
  ]);
});
