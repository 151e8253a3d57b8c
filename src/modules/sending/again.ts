import type pg from 'pg';
import { transaction } from '../../database/transaction.ts';
import type { Tx } from './engine.ts';

const TIMES = 5;

/**
 * Runs a transaction, and runs it again when the database ended it in favour of another one: it changed nothing then. So a
 * provider's answer is not lost, and no campaign waits.
 */
export async function transactionAgain<T>(
  pool: Pick<pg.Pool, 'connect'>,
  work: (tx: Tx) => Promise<T>,
  codes: readonly string[] = [...COLLISION, LOCK_TIMEOUT],
): Promise<T> {
  for (let time = 1; ; time += 1) {
    try {
      return await transaction(pool, work);
    } catch (error) {
      if (time === TIMES || !hasCode(error, codes)) throw error;
    }
  }
}

/** Deadlock and serialization failure. The other transaction goes on at once. */
export const COLLISION = ['40P01', '40001'];
const LOCK_TIMEOUT = '55P03';

export const hasCode = (error: unknown, codes: readonly string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

/** Waits for every promise, then throws the first error. `Promise.all` would not wait for the others. */
export async function all<const Work extends readonly Promise<unknown>[]>(
  work: Work,
): Promise<{ -readonly [At in keyof Work]: Awaited<Work[At]> }> {
  const ended = await Promise.allSettled(work);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return Promise.all(work);
}
