import type { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';
import { EmbeddedConnection } from './embedded-connection.ts';
import { notificationsIn, query, sync } from './wire-protocol.ts';

/** The longest run of queries before timers and sockets get their turn: PGlite computes on this very thread. */
const SLICE_MS = 10;

/**
 * PGlite is one PostgreSQL session. Many connections share it by turns: a connection takes it for a batch of messages
 * and keeps it while a transaction is open, in the order of asking.
 *
 * What belongs to a session is therefore shared by all connections, unlike on a server: `SET` (use `SET LOCAL`),
 * temporary tables, session-level advisory locks (use `pg_advisory_xact_lock`), and the names of prepared statements.
 * Two connections naming a statement alike collide (42P05), so nothing in the product names statements: Prisma's
 * adapter does not, pg does only when given `name`, and graphile-worker is told `noPreparedStatements`.
 */
export class EmbeddedBackend {
  readonly #pglite: PGlite;
  readonly #unlock: () => void;
  readonly #connections = new Set<EmbeddedConnection>();
  readonly #waiting: (() => void)[] = [];
  #taken = false;
  #sliceStart = 0;
  /** As `SHOW server_version` answers; connections announce it to their client. */
  readonly serverVersion: string;

  private constructor(pglite: PGlite, serverVersion: string, unlock: () => void) {
    this.#pglite = pglite;
    this.#unlock = unlock;
    this.serverVersion = serverVersion;
  }

  static async start(pglite: PGlite, unlock: () => void = () => {}): Promise<EmbeddedBackend> {
    const { rows } = await pglite.query<{ server_version: string }>('SHOW server_version');
    return new EmbeddedBackend(pglite, rows[0]!.server_version, unlock);
  }

  /** For pg's `stream` option. `maxWaitMs` bounds the wait for another connection's transaction. */
  connect(maxWaitMs: number): Duplex {
    const connection = new EmbeddedConnection(this, maxWaitMs);
    this.#connections.add(connection);
    connection.once('close', () => this.#connections.delete(connection));
    return connection;
  }

  /** True when the session was free and now is the caller's. */
  take(): boolean {
    if (this.#taken) return false;
    this.#taken = true;
    return true;
  }

  /** After a `take` in vain: `granted` is called as soon as the session is the caller's. */
  wait(granted: () => void): void {
    this.#waiting.push(granted);
  }

  stopWaiting(granted: () => void): void {
    const index = this.#waiting.indexOf(granted);
    if (index !== -1) this.#waiting.splice(index, 1);
  }

  giveUp(): void {
    if (this.#waiting.length === 0) {
      this.#taken = false;
    } else if (performance.now() - this.#sliceStart < SLICE_MS) {
      queueMicrotask(() => this.#grantNext());
    } else {
      setImmediate(() => {
        this.#sliceStart = performance.now();
        this.#grantNext();
      });
    }
  }

  #grantNext(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#taken = false;
    else next();
  }

  /** Only for the connection that has taken the session. */
  async execute(messages: Buffer): Promise<Buffer> {
    const chunks: Buffer[] = [];
    await this.#pglite.execProtocolRawStream(messages, {
      // Neither file layer buffers anything of its own: PostgreSQL has written (and fsynced) by itself.
      syncToFs: false,
      // A view into the engine's memory, valid only during the call.
      onRawData: (data) => chunks.push(Buffer.from(data)),
    });
    return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  }

  /** Ends whatever the connection that has taken the session left open, so that the next one finds it clean. */
  async rollBack(): Promise<void> {
    await this.execute(Buffer.concat([sync(), query('ROLLBACK')]));
  }

  /** NOTIFY reaches only the connection whose turn it is; the one that listens may be another. */
  passOnNotifications(reply: Buffer, from: EmbeddedConnection): void {
    for (const notification of notificationsIn(reply)) {
      for (const connection of this.#connections) if (connection !== from) connection.notify(notification);
    }
  }

  /** A copy of the whole database as one tar file, taken between two transactions. */
  async dump(): Promise<Blob> {
    await this.#turn();
    try {
      await this.execute(query('CHECKPOINT'));
      return await this.#pglite.dumpDataDir('none');
    } finally {
      this.giveUp();
    }
  }

  async close(): Promise<void> {
    for (const connection of this.#connections) connection.destroy();
    await this.#turn();
    try {
      await this.#pglite.close();
    } finally {
      this.#unlock();
    }
  }

  async #turn(): Promise<void> {
    if (!this.take()) await new Promise<void>((granted) => this.wait(granted));
  }
}
