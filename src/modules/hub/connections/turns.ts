import { createFairPool, type Key, type Limits } from 'fair-pool';
import { AppError } from '../../../errors.ts';

/** Work of members of groups, so much at once. Groups take turns, and so do the members of each. */
export type Turns = <Result>(group: Key, member: Key, work: () => Promise<Result>) => Promise<Result>;

const MOST_WAITING = 10_000;
const RETRY_AFTER = 5;

/** Rejects with `UNAVAILABLE` where too much waits, or for too long (`longestWait`, milliseconds). */
export function openTurns(limits: Omit<Limits, 'waiting' | 'waitingPerGroup'>): Turns {
  const waiting = { waiting: MOST_WAITING, waitingPerGroup: MOST_WAITING };
  const turns = createFairPool(
    { ...limits, ...waiting },
    () => new AppError('UNAVAILABLE', '', { retryAfter: RETRY_AFTER }),
  );
  return (group, member, work) =>
    new Promise((resolve, reject) => {
      turns.of(group, member).take((end) => void work().finally(end).then(resolve, reject), reject);
    });
}
