import type { Duplex } from 'node:stream';
import type pg from 'pg';
import { calledFromHere } from '../scope.ts';
import type { StatementRun } from './statement.ts';

/** Most reads under way at once. */
const MOST = 32;
/** Milliseconds. A read that a lock holds up holds up those behind it. After this time no more join until all have ended. */
const HELD_UP = 250;

export type Settle = (error: Error | null | undefined, rows: readonly (string | null)[][]) => void;

/**
 * Reads of one row by its key. They share a connection, so that those of many requests go to PostgreSQL in one write and come back
 * in one: writing to a socket and reading from it costs more than such a statement does. Only runs of one statement share it at a
 * time, so a locked table holds up no reads of others.
 */
export class ShortReads {
  readonly #pool: pg.Pool;
  #underWay = 0;
  /** The statement of those under way. */
  #text = '';
  /** When a read was last answered, or the first of them was sent. */
  #movedAt = 0;
  #isHeldUp = false;
  #client: pg.PoolClient | undefined;
  /** Reads that wait for the connection. */
  #waiting: ((error: Error | undefined) => void)[] = [];

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** False when others are under way, too many, or held up: the read then takes a connection of its own. */
  send(read: StatementRun, settle: Settle): boolean {
    if (this.#underWay === 0) {
      this.#text = read.text;
      this.#movedAt = performance.now();
      this.#isHeldUp = false;
    }
    this.#look();
    if (this.#text !== read.text || this.#underWay === MOST || this.#isHeldUp) return false;
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

  #look(): void {
    this.#isHeldUp ||= performance.now() - this.#movedAt > HELD_UP;
  }

  #end(): void {
    this.#look();
    this.#underWay -= 1;
    this.#movedAt = performance.now();
    if (this.#underWay > 0) return;
    const client = this.#client;
    this.#client = undefined;
    client?.release();
  }
}
