import { AsyncResource } from 'node:async_hooks';
import pg from 'pg';
import type { Wall } from './isolation/wall.ts';
import { connectionInUse, noteEnd, rejected } from './one-transaction.ts';
import { countStatement, statementCounter } from './statements.ts';

export type StatementListener = (sql: string) => void;

/** A statement on its way to a connection. */
interface Asked {
  readonly text: string;
  values?: unknown[];
  /** Whose rows are read, where a read says so. */
  readonly team?: string;
  /** The wall has been asked. */
  isAdmitted?: boolean;
}

type ConnectCallback = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;

/**
 * A pool whose statements can be counted and watched. Every path – `pool.query`, a client of one's own, Prisma's
 * adapter, graphile-worker – ends in `Client.query`, once per statement, hence the one place to look.
 */
export class CountingPool extends pg.Pool {
  readonly #wall: Wall;

  constructor(config: pg.PoolConfig, listeners: ReadonlySet<StatementListener>, wall: Wall) {
    super({ ...config, Client: countingClient(listeners, wall) } as pg.PoolConfig);
    this.#wall = wall;
  }

  // The wall asks here and not on the connection: who had to queue for one gets it from within another's release.
  // biome-ignore lint/suspicious/noExplicitAny: pg's overloads, as below.
  override query(...parameters: any[]): any {
    const [first, second] = parameters;
    const callback: unknown = parameters.at(-1);
    const query: Asked = typeof first === 'string' ? { text: first } : first.submit ? first : { ...first };
    if (Array.isArray(second)) query.values = second;
    const objection = this.#wall.objection(query.text, query.values, query.team);
    if (objection) return rejected(objection, callback);
    query.isAdmitted = true;
    return typeof callback === 'function' ? super.query(query, callback as never) : super.query(query);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) return this.#connectNoted();
    // A caller who had to queue is served from within another's release: without this, under another's counter.
    super.connect(statementCounter.getStore() === undefined ? callback : AsyncResource.bind(callback));
    return undefined;
  }

  async #connectNoted(): Promise<pg.PoolClient> {
    const client = await super.connect();
    const inUse = connectionInUse.getStore();
    if (inUse) inUse.client = client;
    return client;
  }
}

function countingClient(listeners: ReadonlySet<StatementListener>, wall: Wall): typeof pg.Client {
  class CountingClient extends pg.Client {
    // pg's overloads (text, config, a query object; promise or callback) pass through untouched, whatever they are.
    // biome-ignore lint/suspicious/noExplicitAny: the signature of pg.Client.query is a union of seven overloads.
    override query(...parameters: any[]): any {
      const [first, second] = parameters;
      const sql: unknown = typeof first === 'string' ? first : first?.text;
      if (typeof sql !== 'string') return super.query.apply(this, parameters as never);
      const objection = first.isAdmitted ? undefined : wall.objection(sql, first.values ?? second, first.team);
      if (objection) return rejected(objection, parameters.at(-1));
      noteEnd(this, sql);
      for (const listener of listeners) listener(sql);
      const ended = countStatement(sql);
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
  }
  return CountingClient;
}
