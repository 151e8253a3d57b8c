import type pg from 'pg';
import { AppError } from '../errors.ts';
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import { codeOf } from './failures.ts';
import { joinPrisma } from './join-prisma.ts';
import { type Reach, WHOLE } from './reach.ts';
import { calledFromHere } from './scope.ts';
import { type Given, keptQuery, type Queryable, Sql } from './sql.ts';
import type { Reader } from './table.ts';

/** The one way to the database: SQL, Prisma's models and transactions, all of them within the transaction if it is one. */
export interface Db extends Sql {
  readonly prisma: Prisma.TransactionClient;
  /** What statements across teams can read. */
  readonly reach: Reach;
  /** Commits when `work` resolves. Within a transaction it is a savepoint. */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Within a transaction: a write that is sent together with the COMMIT. Its values are made here, and everything is undone if it
   * fails: there is no commit without it.
   */
  readonly last?: (...write: Given) => void;
  /** Runs `work` after the COMMIT, and not at all if that does not come. Without a transaction it runs at once. */
  committed(work: () => void): void;
}

/** {@link Db} within a transaction. Once that has ended, it refuses statements. */
export type Tx = Db;

export interface TransactionOptions {
  /** Milliseconds after which it is undone. */
  timeout?: number;
  /** Runs it again when the database ended it in favor of another one, with one of these codes: it changed nothing then. */
  again?: readonly string[];
}

type Pool = Pick<pg.Pool, 'query' | 'connect'>;

export function dbOn(pool: Pool, prisma: PrismaClient, reach: Reach = WHOLE): Db {
  return Object.assign(new Sql(pool as Queryable), {
    prisma,
    reach,
    committed: (work: () => void) => work(),
    transaction: <T>(work: (tx: Tx) => Promise<T>, options: TransactionOptions = {}) =>
      again(options.again ?? [], () => begin(pool, { prisma, reach }, work, options.timeout)),
  });
}

/** Deadlock and serialization failure: the other transaction continues. */
export const COLLISION = ['40P01', '40001'];
/** A collision, or a lock that was not free in time. */
export const COLLISION_OR_LOCKED = [...COLLISION, '55P03'];
/** What a written row names was deleted meanwhile. */
export const FOREIGN_KEY = '23503';

/** Waits for every promise, then throws the first error. `Promise.all` would not wait for the others. */
export async function all<const Work extends readonly Promise<unknown>[]>(
  work: Work,
): Promise<{ -readonly [At in keyof Work]: Awaited<Work[At]> }> {
  const ended = await Promise.allSettled(work);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return Promise.all(work);
}

const TIMES = 5;

async function again<T>(codes: readonly string[], run: () => Promise<T>): Promise<T> {
  for (let time = 1; ; time += 1) {
    try {
      return await run();
    } catch (error) {
      if (time === TIMES || !hasCode(error, codes)) throw error;
    }
  }
}

export const hasCode = (error: unknown, codes: readonly string[]) =>
  error instanceof Error && codes.includes(codeOf(error));

async function begin<T>(
  pool: Pool,
  { prisma, reach }: { prisma: PrismaClient; reach: Reach },
  work: (tx: Tx) => Promise<T>,
  timeout: number | undefined,
): Promise<T> {
  const client = await pool.connect();
  let isOver = false;
  let broken = false;
  const lasts: (() => Promise<unknown>)[] = [];
  const afterwards: (() => void)[] = [];
  // biome-ignore lint/suspicious/noExplicitAny: pg's overloads, as in counting-pool.ts.
  const query = (...given: any[]): any => (isOver ? refused(given.at(-1)) : client.query(...(given as [string])));
  const joined = joinPrisma(prisma, { query });
  try {
    await client.query('BEGIN');
    const result = await within(timeout, work(txOn({ query }, { prisma: joined.prisma, reach }, lasts, afterwards)));
    await joined.end();
    const written = lasts.map((send) => send());
    isOver = true;
    // A write that failed is why the COMMIT did.
    await all([...written, client.query('COMMIT')]);
    for (const run of afterwards) run();
    return result;
  } catch (error) {
    await joined.end().catch(() => {});
    isOver = true;
    // Whatever keeps the connection from rolling back has broken it.
    await client.query('ROLLBACK').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

function txOn(
  on: Queryable,
  { prisma, reach }: { prisma: Prisma.TransactionClient; reach: Reach },
  lasts: (() => Promise<unknown>)[],
  afterwards: (() => void)[],
): Tx {
  let savepoints = 0;
  const tx: Tx = Object.assign(new Sql(on), {
    prisma,
    reach,
    last: (...write: Given) => {
      const query = keptQuery(write);
      lasts.push(calledFromHere(() => on.query(query)));
    },
    committed: (work: () => void) => void afterwards.push(work),
    transaction: <T>(work: (inner: Tx) => Promise<T>, options: TransactionOptions = {}) =>
      again(options.again ?? [], () => nested(work)),
  });
  async function nested<T>(work: (inner: Tx) => Promise<T>): Promise<T> {
    savepoints += 1;
    const name = `nested_${savepoints}`;
    const before = [lasts.length, afterwards.length] as const;
    await on.query(`SAVEPOINT ${name}`);
    try {
      const result = await work(tx);
      await on.query(`RELEASE SAVEPOINT ${name}`);
      return result;
    } catch (error) {
      [lasts.length, afterwards.length] = before;
      await on.query(`ROLLBACK TO SAVEPOINT ${name}`).catch(() => {});
      throw error;
    }
  }
  return tx;
}

function within<T>(timeout: number | undefined, work: Promise<T>): Promise<T> {
  if (timeout === undefined) return work;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(isOverError()), timeout);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Seconds that a caller should wait before the next try. */
const RETRY_AFTER = 5;
const isOverError = () => new AppError('TIMEOUT', '', { retryAfter: RETRY_AFTER });

/** As pg tells of an error: through the callback where there is one. */
function refused(callback: unknown): Promise<never> | undefined {
  if (typeof callback !== 'function') return Promise.reject(isOverError());
  process.nextTick(callback as (error: Error) => void, isOverError());
  return undefined;
}

/** Nothing that a request changes takes as long. */
const REQUEST_TIMEOUT_MS = 60_000;

interface Within {
  readonly db: Db;
  readonly reader: Reader;
}

/** Runs `work` in one transaction of a request, which waits for its team's turn, with everything of it leading into that. */
export function inTransaction<Of extends Within, T>(
  of: Of,
  work: (within: Of & { readonly db: Tx }) => Promise<T>,
  { timeout = REQUEST_TIMEOUT_MS }: { timeout?: number } = {},
): Promise<T> {
  const { share, ...reader } = of.reader;
  const run = () => of.db.transaction((tx) => work({ ...of, db: tx, reader: { ...reader, pool: tx } }), { timeout });
  if (!share) return run();
  return new Promise((resolve, reject) => {
    share.take((end) => void run().finally(end).then(resolve, reject), reject);
  });
}
