import type { Duplex } from 'node:stream';
import pg from 'pg';
import { ShortReads } from './reads/short-reads.ts';
import { countStatement } from './reads/statements.ts';
import { calledFromHere, currentScope } from './scope.ts';

export type StatementListener = (sql: string) => void;

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done?: (error?: Error | boolean) => void,
) => void;

/**
 * A pool whose statements can be counted and watched. Every path – `pool.query`, a checked-out client, Prisma's
 * adapter, graphile-worker – ends in `Client.query`, once per statement, hence the one place to look.
 */
export class CountingPool extends pg.Pool {
  readonly shortReads: ShortReads | undefined;

  /** The embedded database is one session behind all connections, in which a statement's name exists once: it gets none. */
  constructor(config: pg.PoolConfig, listeners: ReadonlySet<StatementListener>, keepsPlans: boolean) {
    super({ ...config, Client: countingClient(listeners, keepsPlans) } as pg.PoolConfig);
    this.shortReads = keepsPlans ? new ShortReads(this) : undefined;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) return this.#connectOrJoin();
    // A caller who had to queue is served from within another's release: without this, under another's counter.
    const told = currentScope().count === undefined ? callback : calledFromHere(callback);
    // graphile-worker 0.17 gives back its listening connection twice when that breaks as the worker stops: pg would throw.
    super.connect((error, client, done) => told(error, client, done && once(done)));
    return undefined;
  }

  async #connectOrJoin(): Promise<pg.PoolClient> {
    return currentScope().joined ?? super.connect();
  }
}

function once<Given extends unknown[]>(call: (...given: Given) => void): (...given: Given) => void {
  let isCalled = false;
  return (...given) => {
    if (!isCalled) call(...given);
    isCalled = true;
  };
}

/** Nobody waits for these alone: they are answered with the next statement. */
const OPENS = /^(?:BEGIN|SAVEPOINT \w+|RELEASE SAVEPOINT \w+)$/;

function countingClient(listeners: ReadonlySet<StatementListener>, keepsPlans: boolean): typeof pg.Client {
  class CountingClient extends pg.Client {
    // pg's overloads (text, config, a query object; promise or callback) pass through untouched, whatever they are.
    // biome-ignore lint/suspicious/noExplicitAny: the signature of pg.Client.query is a union of seven overloads.
    override query(...parameters: any[]): any {
      const [first] = parameters;
      if (!keepsPlans && first?.name !== undefined)
        return this.query({ ...first, name: undefined }, ...parameters.slice(1));
      const sql: unknown = typeof first === 'string' ? first : first?.text;
      this.#sendTogether();
      if (typeof sql !== 'string') return super.query.apply(this, parameters as never);
      for (const listener of listeners) listener(sql);
      const ended = countStatement(sql);
      if (sql === 'COMMIT' && typeof parameters.at(-1) !== 'function') return this.#commit(parameters, ended);
      if (OPENS.test(sql) && typeof parameters.at(-1) !== 'function') return this.#sendAhead(sql, parameters, ended);
      if (ended === undefined) return super.query.apply(this, parameters as never);
      const callback: unknown = parameters.at(-1);
      if (typeof callback === 'function') {
        const told = (error: unknown, result: unknown) => {
          ended(error);
          callback(error, result);
        };
        return super.query.apply(this, [...parameters.slice(0, -1), told] as never);
      }
      const result = super.query.apply(this, parameters as never) as unknown as Promise<unknown>;
      result.then(() => ended(), ended);
      return result;
    }

    /** Statements that are given at once go to the server in one write: a write costs more than making a statement. */
    #sendTogether(): void {
      const { stream } = (this as unknown as { connection: { stream: Duplex } }).connection;
      if (stream.writableCorked > 0) return;
      stream.cork();
      process.nextTick(() => stream.uncork());
    }

    async #sendAhead(sql: string, parameters: unknown[], ended?: (error?: unknown) => void): Promise<object> {
      const sent = super.query.apply(this, parameters as never) as unknown as Promise<object>;
      sent.then(
        () => ended?.(),
        (error: unknown) => {
          ended?.(error);
          // What follows would be committed statement by statement; after a failed savepoint it fails.
          if (sql === 'BEGIN') (this as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();
        },
      );
      return { rows: [], fields: [], rowCount: null };
    }

    /** PostgreSQL answers the COMMIT of a transaction in which something failed as it answers a ROLLBACK. */
    async #commit(parameters: unknown[], ended?: (error?: unknown) => void): Promise<pg.QueryResult> {
      try {
        const result = (await super.query.apply(this, parameters as never)) as unknown as pg.QueryResult;
        if (result.command === 'ROLLBACK') throw new Error('The transaction was undone: one of its statements failed.');
        ended?.();
        return result;
      } catch (error) {
        ended?.(error);
        throw error;
      }
    }
  }
  return CountingClient;
}
