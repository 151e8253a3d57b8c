import { Duplex } from 'node:stream';
import { endsIdle, messageLength, readStartup, welcome } from './wire-protocol.ts';

const [SYNC, QUERY, FLUSH, TERMINATE, FUNCTION_CALL] = Buffer.from('SQHXF');

/** Messages after which the client waits for an answer; everything before them is held back and sent along. */
const ENDS_BATCH = new Set([SYNC, QUERY, FLUSH, FUNCTION_CALL]);

/** In milliseconds. */
export interface ConnectionLimits {
  /** A statement that computes for longer is cancelled (57014); one that waits for longer for another transaction fails (55P03). */
  readonly statementTimeout: number;
  /** The same for what follows `noteRead()`: everybody else waits for it, and so does the process's event loop. */
  readonly readTimeout: number;
}

/** The one session that all connections share. */
interface Session {
  readonly isUp: boolean;
  readonly serverVersion: string;
  take(): boolean;
  wait(granted: () => void): void;
  stopWaiting(granted: () => void): void;
  giveUp(): void;
  pause(): Promise<void>;
  execute(messages: Buffer, limit: number): Promise<Buffer>;
  rollBack(): Promise<void>;
  passOnNotifications(reply: Buffer, from: EmbeddedConnection): void;
}

/**
 * What pg takes for a socket. Messages are collected until the client would wait for an answer, then executed in one
 * go while the session is this connection's alone; it is given up when the answer says that no transaction is open.
 * COPY FROM STDIN does not work here: PGlite reads its input to the end of the batch.
 */
export class EmbeddedConnection extends Duplex {
  readonly #backend: Session;
  readonly #limits: ConnectionLimits;
  #started = false;
  #received: Buffer = Buffer.alloc(0);
  #batch: Buffer[] = [];
  #isRead = false;
  #isUnlimited = false;
  /** Complete batches in the order of sending; `null` is the client's good-bye. */
  readonly #batches: ({ readonly messages: Buffer; readonly limit: number } | null)[] = [];
  #running = false;
  #owning = false;
  #cancelWait: (() => void) | undefined;

  constructor(backend: Session, limits: ConnectionLimits) {
    super({ allowHalfOpen: false });
    this.#backend = backend;
    this.#limits = limits;
  }

  // What pg calls on a net.Socket.
  connect(): this {
    process.nextTick(() => {
      if (this.#backend.isUp) this.emit('connect');
      else this.destroy(Object.assign(new Error('The embedded database is being opened again'), { code: '57P03' }));
    });
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  /** What is sent next computes for `readTimeout` at most: nobody waits for it for long. */
  noteRead(): void {
    this.#isRead = true;
  }

  /** A notification that another connection's turn brought to light. */
  notify(notification: Buffer): void {
    if (this.#started && !this.readableEnded && !this.destroyed) this.push(notification);
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: () => void): void {
    this.#receive(chunk);
    callback();
  }

  override _writev(chunks: { chunk: Buffer }[], callback: () => void): void {
    this.#receive(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    callback();
  }

  override _final(callback: () => void): void {
    this.#batches.push(null);
    void this.#run();
    callback();
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#batches.length = 0;
    this.#cancelWait?.();
    // A batch under way gives the session back itself when it sees that the connection is gone.
    if (this.#owning && !this.#running) void this.#abandon();
    callback(error);
  }

  #receive(bytes: Buffer): void {
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
    let length = messageLength(this.#received, this.#started);
    while (length > 0) {
      this.#accept(this.#received.subarray(0, length));
      this.#received = this.#received.subarray(length);
      length = messageLength(this.#received, this.#started);
    }
    void this.#run();
  }

  /** Until its transaction ends this connection may compute for as long as it needs: a migration. */
  noteUnlimited(): void {
    this.#isUnlimited = true;
  }

  #accept(message: Buffer): void {
    if (!this.#started) {
      this.#greet(message);
      return;
    }
    const type = message[0];
    if (type === TERMINATE) {
      this.#batches.push(null);
      return;
    }
    this.#batch.push(message);
    if (!ENDS_BATCH.has(type!)) return;
    this.#batches.push({ messages: Buffer.concat(this.#batch), limit: this.#limit() });
    this.#batch = [];
    this.#isRead = false;
  }

  #limit(): number {
    if (this.#isUnlimited) return Number.POSITIVE_INFINITY;
    const { statementTimeout, readTimeout } = this.#limits;
    return this.#isRead ? Math.min(readTimeout, statementTimeout) : statementTimeout;
  }

  #greet(packet: Buffer): void {
    const kind = readStartup(packet);
    if (kind === 'negotiate') this.push('N');
    else if (kind === 'refuse') this.destroy();
    else {
      this.#started = true;
      this.push(welcome(this.#backend.serverVersion));
    }
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    try {
      while (this.#batches.length > 0) await this.#next();
    } catch (error) {
      this.destroy(error as Error);
    } finally {
      this.#running = false;
      if (this.destroyed && this.#owning) void this.#abandon();
    }
  }

  async #next(): Promise<void> {
    const batch = this.#batches[0];
    if (batch === null) {
      this.push(null);
      this.destroy();
      return;
    }
    if (!this.#owning) {
      if (this.#backend.take()) this.#owning = true;
      else await this.#wait();
      if (this.destroyed) return;
    }
    this.#batches.shift();
    const reply = await this.#backend.execute(batch!.messages, batch!.limit);
    this.#backend.passOnNotifications(reply, this);
    if (endsIdle(reply) && !this.destroyed) {
      this.#owning = false;
      this.#isUnlimited = false;
      this.#backend.giveUp();
    } else {
      await this.#backend.pause();
    }
    if (!this.destroyed) this.push(reply);
  }

  /** Until the session is this connection's, or the connection is gone (then `#cancelWait` was called). */
  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const granted = () => {
        this.#owning = true;
        settle(resolve);
      };
      const settle = (how: () => void) => {
        this.#cancelWait = undefined;
        clearTimeout(timer);
        how();
      };
      const stop = (how: () => void) => {
        this.#backend.stopWaiting(granted);
        settle(how);
      };
      const { statementTimeout } = this.#limits;
      const text = `Another transaction has held the embedded database for ${statementTimeout} ms`;
      // As a server would say it of a lock.
      const late = () => reject(Object.assign(new Error(text), { code: '55P03' }));
      const timer = setTimeout(() => stop(late), statementTimeout);
      this.#cancelWait = () => stop(resolve);
      this.#backend.wait(granted);
    });
  }

  async #abandon(): Promise<void> {
    this.#owning = false;
    try {
      await this.#backend.rollBack();
    } finally {
      this.#backend.giveUp();
    }
  }
}
