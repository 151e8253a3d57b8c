import type pg from 'pg';
import { AppError } from '../errors.ts';
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import { inScope } from './scope.ts';
import type { Queryable } from './sql.ts';

/** The code that began the transaction also sees to its deadline. */
const FOREVER = 2 ** 31 - 1;

/**
 * Prisma's client inside a transaction that SQL began. Opening a transaction of Prisma's own takes longer than many changes
 * do, so it is opened at the first use, and its BEGIN and COMMIT are not sent. Transactions nested in it are savepoints.
 */
export function joinPrisma(
  prisma: PrismaClient,
  on: Queryable,
): { prisma: Prisma.TransactionClient; end(): Promise<void> } {
  let opened: Promise<Prisma.TransactionClient> | undefined;
  let closed: Promise<void> | undefined;
  let isOver = false;
  let close = () => {};
  const held = new Promise<void>((resolve) => {
    close = resolve;
  });

  function open(): Promise<Prisma.TransactionClient> {
    if (isOver) return Promise.reject(new AppError('TIMEOUT', ''));
    opened ??= new Promise((resolve, reject) => {
      const hold = (tx: Prisma.TransactionClient) => {
        resolve(tx);
        return held;
      };
      closed = inScope({ joined: connectionOf(on) }, async () =>
        prisma.$transaction(hold, { timeout: FOREVER, maxWait: FOREVER }),
      );
      closed.catch(reject);
    });
    return opened;
  }

  return {
    prisma: clientOf(open),
    async end() {
      isOver = true;
      close();
      await closed;
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: whatever a model's or the client's methods take.
type Methods = Record<string, any>;

/** `db.offer.create(…)` and `db.$transaction(…)`. Unlike Prisma's own, their promises run without being awaited. */
function clientOf(open: () => Promise<object>): Prisma.TransactionClient {
  const methodsOf = (of: (tx: Methods) => Methods) =>
    new Proxy({} as Methods, {
      get:
        (_, name: string) =>
        (...parameters: unknown[]) =>
          open().then((tx) => of(tx)[name](...parameters)),
    });
  const own = methodsOf((tx) => tx);
  return new Proxy({} as Methods, {
    get(_, name) {
      // `await` asks for `then`: the client is not a promise.
      if (typeof name === 'symbol' || name === 'then') return undefined;
      return name.startsWith('$') ? own[name] : methodsOf((tx) => tx[name]);
    },
  }) as Prisma.TransactionClient;
}

const NOTHING = { rows: [], fields: [], rowCount: null };

/** The transaction's connection in the form in which Prisma's adapter takes one from a pool. */
function connectionOf(on: Queryable): pg.PoolClient {
  const query = (asked: pg.QueryConfig) =>
    /^(?:BEGIN|COMMIT|ROLLBACK)$/.test(asked.text) ? Promise.resolve(NOTHING) : on.query(asked);
  const nothing = () => {};
  return { query, release: nothing, on: nothing, removeListener: nothing } as unknown as pg.PoolClient;
}
