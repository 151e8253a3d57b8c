import type pg from 'pg';
import { transaction } from '../../database/transaction.ts';
import type { Tx } from './engine.ts';

const TIMES = 5;

/**
 * A transaction that the database broke off in favour of another one did nothing, and is tried again: what a provider
 * answered must not get lost over it, and a campaign must not wait for it.
 */
export async function transactionAgain<T>(pool: Pick<pg.Pool, 'connect'>, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let time = 1; ; time += 1) {
    try {
      return await transaction(pool, work);
    } catch (error) {
      if (time === TIMES || !wasBrokenOff(error)) throw error;
    }
  }
}

/** Deadlock, serialization failure, lock timeout. */
const wasBrokenOff = (error: unknown) =>
  error instanceof Error && 'code' in error && ['40P01', '40001', '55P03'].includes(String(error.code));
