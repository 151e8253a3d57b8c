import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import type { Reader } from './table.ts';

/** Every way to the database: Prisma's, the reads' and that of SQL in bulk. */
export interface Ways {
  readonly db: PrismaClient;
  readonly pool: pg.Pool;
  readonly reader: Reader;
}

/** The connection that the pool gave to whoever runs in here. */
export const connectionInUse = new AsyncLocalStorage<{ client?: pg.PoolClient }>();

/** Nothing that creates takes as long. */
const TIMEOUT_MS = 60_000;

/**
 * Runs `work` with ways to the database that all lead into one transaction: what begins a transaction of its own in
 * there gets a savepoint. It commits when `work` resolves.
 */
export function inOneTransaction<T>(ways: Ways, work: (ways: Ways) => Promise<T>): Promise<T> {
  return connectionInUse.run({}, () =>
    ways.db.$transaction(
      (tx) => {
        const pool = poolOf(connectionInUse.getStore()!.client!);
        return work({ db: clientOf(tx), pool, reader: { ...ways.reader, pool } });
      },
      { timeout: TIMEOUT_MS },
    ),
  );
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
  let savepoints = 0;
  const connect = async () => {
    savepoints += 1;
    const name = `nested_${savepoints}`;
    const control: Record<string, string> = {
      BEGIN: `SAVEPOINT ${name}`,
      COMMIT: `RELEASE SAVEPOINT ${name}`,
      ROLLBACK: `ROLLBACK TO SAVEPOINT ${name}`,
    };
    const query = (statement: string, values?: unknown[]) => client.query(control[statement] ?? statement, values);
    return { query, release() {} };
  };
  return { query: client.query.bind(client), connect } as unknown as pg.Pool;
}
