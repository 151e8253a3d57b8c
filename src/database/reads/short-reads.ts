import type { Duplex } from 'node:stream';
import type pg from 'pg';
import { calledFromHere } from '../scope.ts';
import type { StatementRun } from './statement.ts';

/** Most reads under way at once. */
const MOST = 32;
/** Milliseconds. A read that a lock holds up holds up those behind it. After this time no more are put behind it. */
const HELD_UP = 250;

export type Settle = (error: Error | null | undefined, rows: readonly (string | null)[][]) => void;

/**
 * Reads of one row by its key. They share a connection, so that those of many requests go to PostgreSQL in one write and come back
 * in one: writing to a socket and reading from it costs more than such a statement does.
 */
export class ShortReads {
  readonly #pool: pg.Pool;
  #underWay = 0;
  /** When a read was last answered, or began to wait alone. */
  #movedAt = 0;
  #client: pg.PoolClient | undefined;
  /** Sends of reads that came before there was a connection. */
  #waiting: ((error: Error | undefined) => void)[] = [];

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** False when too many are under way, or one holds them up: the read then takes a connection of its own. */
  send(read: StatementRun, settle: Settle): boolean {
    const now = performance.now();
    if (this.#underWay === 0) this.#movedAt = now;
    else if (this.#underWay === MOST || now - this.#movedAt > HELD_UP) return false;
    this.#underWay += 1;
    const ended: Settle = (error, rows) => {
      this.#end();
      settle(error, rows);
    };
    if (this.#client) this.#submit(this.#client, read, ended);
    else this.#wait(read, ended);
    return true;
  }

  #wait(read: StatementRun, ended: Settle): void {
    this.#waiting.push(
      calledFromHere((error) => (error ? ended(error, []) : this.#submit(this.#client!, read, ended))),
    );
    if (this.#waiting.length > 1) return;
    this.#pool.connect((error, client) => {
      this.#client = client;
      const sends = this.#waiting;
      this.#waiting = [];
      for (const send of sends) send(error);
    });
  }

  #submit(client: pg.PoolClient, read: StatementRun, ended: Settle): void {
    const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
    if (stream.writableCorked === 0) {
      stream.cork();
      // After the other requests that have arrived by now.
      setImmediate(() => stream.uncork());
    }
    client.query(read as never, ended as never);
  }

  #end(): void {
    this.#underWay -= 1;
    this.#movedAt = performance.now();
    if (this.#underWay > 0) return;
    this.#client?.release();
    this.#client = undefined;
  }
}
