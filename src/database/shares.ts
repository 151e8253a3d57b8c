import { createFairPool, type FairPool, type Limits, type Reason } from 'fair-pool';
import { AppError, type ErrorCode } from '../errors.ts';

export type Share = ReturnType<FairPool<AppError>['of']>;
/** Of a team whose link somebody without an account has. */
export type ShareOf = (teamId: string) => Share;

/** Connections kept back: one listens for notifications, one looks tokens up. */
const NOT_SHARED = 2;
/** A worker in the same process keeps two more. */
const WORKERS = 2;
/** Most operations read a few times at once, the most expensive one 200 times. */
const WAITING_PER_TEAM = 1_000;
const WAITING = 10_000;
/** Seconds. */
const RETRY_AFTER = 5;

/** The share of one caller: all but one, as long as there is more than one. */
const leavingOne = (count: number) => Math.max(1, count - 1);

/** A team leaves one connection to other teams, and a token leaves one to the other tokens of its team. */
export function shareLimits(poolSize: number, withWorker: boolean, longestWait: number): Limits {
  const all = Math.max(1, poolSize - NOT_SHARED - (withWorker ? WORKERS : 0));
  const perGroup = leavingOne(all);
  const perMember = leavingOne(perGroup);
  return { all, perGroup, perMember, waiting: WAITING, waitingPerGroup: WAITING_PER_TEAM, longestWait };
}

/** Of downloads: one of a team reads at a time, and all of them leave half of the connections. Each waits as long as it may take. */
export const downloadLimits = ({ all, ...limits }: Limits, longestWait: number): Limits => ({
  ...limits,
  all: Math.max(1, Math.floor(all / 2)),
  perGroup: 1,
  perMember: 1,
  longestWait,
});

const REFUSALS: Record<Reason, [ErrorCode, string]> = {
  late: ['TIMEOUT', ''],
  groupFull: ['RATE_LIMITED', 'Too Many Attempts.'],
  full: ['UNAVAILABLE', ''],
};

/**
 * The pool's connections, shared by teams and their tokens. A read takes one for its statement, unless it shares a connection (see
 * short-reads.ts); a mutation takes one for its transaction. Searching within texts is the heavy work.
 */
export const createShares = (limits: Limits): FairPool<AppError> =>
  createFairPool(limits, (reason) => new AppError(...REFUSALS[reason], { retryAfter: RETRY_AFTER }));
