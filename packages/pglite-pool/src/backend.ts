import { setTimeout } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import { type ConnectionLimits, EmbeddedConnection } from './connection.ts';
import { type Engine, EngineCrashedError } from './engine.ts';
import { onlineBackup } from './online-backup.ts';
import { lastErrorIn, lastRowIn, notificationsIn, query, sync } from './wire-protocol.ts';

/** The longest run of queries before timers and sockets get their turn: PGlite computes on this very thread. */
const SLICE_MS = 10;
/** Between two tries to open the database after a crash. Each takes the thread for a good part of a second. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
const READ_TIMEOUT_MS = 1_000;
/** How often the length of the log is looked at, and how long it may become: all of it is replayed after a crash. */
const TURNS_PER_LOOK = 50;
const MOST_LOG_BYTES = 64 * 1024 * 1024;

const LOG_BYTES = 'SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) FROM pg_control_checkpoint()';

export interface BackendOptions {
  open(): Promise<Engine>;
  /** Where its cluster is on the disk. */
  cluster?: string;
  /** Gives the data directory free. */
  unlock?: () => void;
  /** Told of crashes and of failures to open it again. */
  onError?: ((error: Error) => void) | undefined;
}

/**
 * PGlite is one PostgreSQL session. Many connections share it by turns: a connection takes it for a batch of messages
 * and keeps it while a transaction is open, in the order of asking.
 *
 * What belongs to a session is therefore shared by all connections, unlike on a server: `SET` (use `SET LOCAL`),
 * temporary tables, session-level advisory locks (use `pg_advisory_xact_lock`), and the names of prepared statements.
 * Two connections naming a statement alike collide (42P05), so do not name any: pg does only when given `name`.
 *
 * When PostgreSQL crashes – its disk is full – this does what a server does: every connection is cut, further ones are
 * refused, and it is opened again by what its log says, as often as it takes.
 */
export class EmbeddedBackend {
  readonly #options: BackendOptions;
  readonly #connections = new Set<EmbeddedConnection>();
  readonly #waiting: (() => void)[] = [];
  readonly #closing = new AbortController();
  /** Null from a crash until it is open again. */
  #engine: Engine | null;
  #reopened: Promise<void> = Promise.resolve();
  #taken = false;
  /** The last one, until it ends. */
  #backup: Promise<void> = Promise.resolve();
  /** Those under way or waiting. */
  #backups = 0;
  #turns = 0;
  #sliceStart = 0;
  /** As `SHOW server_version` answers; connections announce it to their client. */
  readonly serverVersion: string;

  private constructor(engine: Engine, serverVersion: string, options: BackendOptions) {
    this.#engine = engine;
    this.#options = options;
    this.serverVersion = serverVersion;
  }

  static async start(options: BackendOptions): Promise<EmbeddedBackend> {
    const engine = await options.open();
    const { rows } = await engine.pglite.query<{ server_version: string }>('SHOW server_version');
    return new EmbeddedBackend(engine, rows[0]!.server_version, options);
  }

  /** False from a crash until it is open again. */
  get isUp(): boolean {
    return this.#engine !== null;
  }

  /** What a pg.Pool or a pg.Client needs to connect here. pg reads what is absent from the environment (PGHOST, PGSSLMODE). */
  config({ statementTimeout = STATEMENT_TIMEOUT_MS, readTimeout = READ_TIMEOUT_MS }: Partial<ConnectionLimits> = {}) {
    return {
      host: 'embedded',
      user: 'postgres',
      database: 'postgres',
      password: '',
      ssl: false,
      stream: () => this.#connect({ statementTimeout, readTimeout }),
    } satisfies ClientConfig;
  }

  #connect(limits: ConnectionLimits): EmbeddedConnection {
    const connection = new EmbeddedConnection(this, limits);
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
    // The owner of the session when it crashed has nothing left to give.
    if (!this.isUp) return;
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
    this.#turns += 1;
    if (this.#turns % TURNS_PER_LOOK === 0 && this.#options.cluster !== undefined) void this.#shortenLog();
  }

  /** A server has a process for it. A backup needs the log since it began. */
  async #shortenLog(): Promise<void> {
    await this.#turn();
    try {
      if (this.#backups > 0) return;
      const [bytes] = lastRowIn(await this.execute(query(LOG_BYTES)));
      if (Number(bytes) > MOST_LOG_BYTES) await this.execute(query('CHECKPOINT'));
    } catch (error) {
      if (!(error instanceof EngineCrashedError)) throw error;
    } finally {
      this.giveUp();
    }
  }

  #grantNext(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#taken = false;
    else next();
  }

  /** For the connection that keeps the session between two batches of its transaction. */
  async pause(): Promise<void> {
    if (performance.now() - this.#sliceStart < SLICE_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#sliceStart = performance.now();
  }

  /** Only for the connection that has taken the session. What computes for longer than `limit` milliseconds is cancelled. */
  async execute(messages: Buffer, limit = Number.POSITIVE_INFINITY): Promise<Buffer> {
    if (!this.#engine) throw new EngineCrashedError('it is being opened again');
    const chunks: Buffer[] = [];
    const { stopwatch } = this.#engine;
    stopwatch.start(limit);
    try {
      await this.#engine.pglite.execProtocolRawStream(messages, {
        // Neither file layer buffers anything of its own: PostgreSQL has written (and fsynced) by itself.
        syncToFs: false,
        // A view into the engine's memory, valid only during the call.
        onRawData: (data) => chunks.push(Buffer.from(data)),
      });
    } catch (error) {
      if (!(error instanceof EngineCrashedError)) throw error;
      throw this.#crash(new EngineCrashedError(lastErrorIn(Buffer.concat(chunks)) ?? error.message));
    } finally {
      stopwatch.end();
    }
    return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  }

  /** Ends whatever the connection that has taken the session left open, so that the next one finds it clean. */
  async rollBack(): Promise<void> {
    if (!this.isUp) return;
    await this.execute(Buffer.concat([sync(), query('ROLLBACK')]));
  }

  /** NOTIFY reaches only the connection whose turn it is; the one that listens may be another. */
  passOnNotifications(reply: Buffer, from: EmbeddedConnection): void {
    for (const notification of notificationsIn(reply)) {
      for (const connection of this.#connections) if (connection !== from) connection.notify(notification);
    }
  }

  /** A copy of the whole database as one tar file, taken between two transactions. */
  async dump(): Promise<Buffer> {
    await this.#turn();
    try {
      await this.execute(query('CHECKPOINT'));
      const tar = await this.#engine!.pglite.dumpDataDir('none');
      return Buffer.from(await tar.arrayBuffer());
    } finally {
      this.giveUp();
    }
  }

  /** The same, of a cluster on the disk, without holding up anybody else. One after the other. */
  async *backUp(): AsyncGenerator<Buffer> {
    const { cluster } = this.#options;
    if (cluster === undefined) throw new Error('A database in memory cannot be backed up.');
    this.#backups += 1;
    const before = this.#backup;
    let finish = () => {};
    this.#backup = new Promise((resolve) => {
      finish = resolve;
    });
    await before;
    try {
      yield* onlineBackup(cluster, (sql) => this.#ask(sql));
    } finally {
      this.#backups -= 1;
      finish();
    }
  }

  async #ask(sql: string): Promise<string[]> {
    await this.#turn();
    try {
      const reply = await this.execute(query(sql));
      const error = lastErrorIn(reply);
      if (error !== undefined) throw new Error(error);
      return lastRowIn(reply);
    } finally {
      this.giveUp();
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    for (const connection of this.#connections) connection.destroy();
    await this.#reopened;
    try {
      if (this.isUp) await this.#turn();
      await this.#engine?.pglite.close();
    } finally {
      this.#options.unlock?.();
    }
  }

  #crash(crash: EngineCrashedError): EngineCrashedError {
    this.#options.onError?.(crash);
    this.#engine!.abandon();
    this.#engine = null;
    for (const connection of this.#connections) connection.destroy(crash);
    this.#reopened = this.#reopen();
    return crash;
  }

  async #reopen(): Promise<void> {
    const { signal } = this.#closing;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      await setTimeout(pause, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      try {
        this.#engine = await this.#options.open();
        this.#taken = false;
        return;
      } catch (error) {
        this.#options.onError?.(new Error('The embedded database cannot be opened', { cause: error }));
      }
    }
  }

  async #turn(): Promise<void> {
    if (!this.take()) await new Promise<void>((granted) => this.wait(granted));
  }
}
