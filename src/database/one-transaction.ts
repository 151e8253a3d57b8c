import type pg from 'pg';
import { AppError } from '../errors.ts';
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import { currentScope, inScope } from './scope.ts';
import type { Reader } from './table.ts';

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
    const result = await inScope({ transaction: {} }, async () =>
      ways.db.$transaction(
        (tx) => {
          const pool = poolOf(currentScope().transaction!.client!);
          return work({ db: clientOf(tx), pool, reader: { ...reader, pool }, last });
        },
        { timeout },
      ),
    ).catch(async (error: unknown) => {
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

/** Prisma nests transactions of the callback form by itself; those of the list form it would begin beside this one. */
function clientOf(tx: Prisma.TransactionClient): PrismaClient {
  const nested = tx as PrismaClient;
  const $transaction: unknown = (work: readonly PromiseLike<unknown>[] | (() => Promise<unknown>), options?: object) =>
    Array.isArray(work) ? nested.$transaction(() => inOrder(work)) : nested.$transaction(work as never, options);
  return new Proxy(nested, {
    get: (target, name) => (name === '$transaction' ? $transaction : Reflect.get(target, name)),
  });
}

async function inOrder(work: readonly PromiseLike<unknown>[]): Promise<unknown[]> {
  const results: unknown[] = [];
  for (const one of work) results.push(await one);
  return results;
}

/** What our code uses of a pool, on one connection. */
function poolOf(client: pg.PoolClient): pg.Pool {
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
