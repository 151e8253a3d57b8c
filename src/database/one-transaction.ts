import type pg from 'pg';
import { AppError } from '../errors.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { joinPrisma } from './join-prisma.ts';
import type { Reader } from './table.ts';
import { transaction } from './transaction.ts';

/** Every way to the database: Prisma's, the reads' and that of SQL in bulk. */
export interface Ways {
  readonly db: PrismaClient;
  readonly pool: pg.Pool;
  readonly reader: Reader;
  /** Within a transaction: takes a write that was sent and is answered with the COMMIT, which undoes all if it fails. */
  readonly last?: ((write: Promise<unknown>) => void) | undefined;
}

/** Nothing that creates takes as long. */
const TIMEOUT_MS = 60_000;
/** Seconds that a caller should wait before the next try. */
const RETRY_AFTER = 5;

/**
 * Runs `work` with ways to the database that all lead into one transaction: what begins a transaction of its own in
 * there gets a savepoint. It commits when `work` resolves; when it takes longer than `timeout` it is undone, and from then
 * on they lead nowhere.
 */
export function inOneTransaction<T>(
  ways: Ways,
  work: (ways: Ways) => Promise<T>,
  { timeout = TIMEOUT_MS } = {},
): Promise<T> {
  const { share, ...reader } = ways.reader;
  const writes: Promise<unknown>[] = [];
  const last = (write: Promise<unknown>) => {
    write.catch(() => {});
    writes.push(write);
  };
  const run = async () => {
    const result = await transaction(ways.pool, async (client) => {
      const pool = poolOf(client);
      const { db, end } = joinPrisma(ways.db, pool);
      const done = await within(timeout, work({ db, pool, reader: { ...reader, pool }, last })).catch(
        async (error: unknown) => {
          await end().catch(() => {});
          throw error;
        },
      );
      await end();
      return done;
    }).catch(async (error: unknown) => {
      // Of what was sent before, the failure that made all that followed fail.
      await Promise.all(writes);
      throw error;
    });
    await Promise.all(writes);
    return result;
  };
  if (!share) return run();
  return new Promise((resolve, reject) => {
    share.take((end) => void run().finally(end).then(resolve, reject), reject);
  });
}

function within<T>(timeout: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(isOver()), timeout);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** What our code uses of a pool, on one connection. */
function poolOf(client: Pick<pg.PoolClient, 'query'>): pg.Pool {
  const begun = transactionsEndedOn(client);
  let savepoints = 0;
  // biome-ignore lint/suspicious/noExplicitAny: pg's overloads, as in counting-pool.ts.
  const ask = (...parameters: any[]): any =>
    transactionsEndedOn(client) === begun
      ? client.query(...(parameters as [string]))
      : rejected(isOver(), parameters.at(-1));
  const connect = async () => {
    savepoints += 1;
    const name = `nested_${savepoints}`;
    const control: Record<string, string> = {
      BEGIN: `SAVEPOINT ${name}`,
      COMMIT: `RELEASE SAVEPOINT ${name}`,
      ROLLBACK: `ROLLBACK TO SAVEPOINT ${name}`,
    };
    const query = (statement: string, values?: unknown[]) => ask(control[statement] ?? statement, values);
    return { query, release() {} };
  };
  return { query: ask, connect } as unknown as pg.Pool;
}

const ended = new WeakMap<object, number>();
const transactionsEndedOn = (client: object) => ended.get(client) ?? 0;

const isOver = () => new AppError('TIMEOUT', '', { retryAfter: RETRY_AFTER });

const ENDS = /^\s*(?:commit|rollback|end|abort)\s*;?\s*$/i;

/**
 * Notes whether a statement that is about to be sent ends the connection's transaction. Prisma ends one that takes too
 * long while its work goes on, and gives the connection to the next: what is sent on it then would be part of that.
 */
export function noteEnd(client: object, sql: string): void {
  if (ENDS.test(sql)) ended.set(client, transactionsEndedOn(client) + 1);
}

/** As pg tells of an error: through the callback where there is one. */
function rejected(error: Error, callback: unknown): Promise<never> | undefined {
  if (typeof callback !== 'function') return Promise.reject(error);
  process.nextTick(callback as (error: Error) => void, error);
  return undefined;
}
