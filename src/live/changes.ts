import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { outOfScope } from '../database/scope.ts';
import { CHANNEL } from './announce.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** A server that is gone without a word is noticed when it is asked something. */
const ASK_MS = 5_000;

/** Runs outside of any request. Null: the connection was lost, so something may have been missed. */
type ChangeListener = (detail: string | null) => void;

export interface ChangesOptions {
  pool: pg.Pool;
  logger: Logger;
}

export interface Changes {
  /** Resolves once it listens, with the function that stops it. */
  watch(topic: string, listener: ChangeListener): Promise<() => void>;
  close(): void;
}

/**
 * Committed changes, whichever process made them: PostgreSQL passes a transaction's notifications on when it commits, to
 * every process that listens; the embedded one does so in-process. One connection listens for all of a process, from the
 * first topic on.
 */
export function watchChanges({ pool, logger }: ChangesOptions): Changes {
  const listeners = new Map<string, Set<ChangeListener>>();
  let connection: Promise<pg.PoolClient> | undefined;
  let isClosed = false;

  const tell = (topic: string, detail: string | null) => {
    for (const listener of listeners.get(topic) ?? []) listener(detail);
  };

  async function connect(): Promise<pg.PoolClient> {
    const client = await pool.connect();
    try {
      client.on('notification', ({ channel, payload = '' }) => {
        const [topic = '', detail = ''] = payload.split(' ', 2);
        if (channel === CHANNEL) outOfScope(() => tell(topic, detail));
      });
      let isListening = false;
      // One that never listened is not missed: the next try is under way.
      client.once('end', () => isListening && void outOfScope(reconnect));
      await client.query(`LISTEN ${CHANNEL}`);
      isListening = true;
      // One at a time: what is written while an answer is waited for would count as a sign of life.
      let isAsked = false;
      const asking = setInterval(async () => {
        if (isAsked) return;
        isAsked = true;
        await client.query('SELECT').catch(() => {});
        isAsked = false;
      }, ASK_MS).unref();
      client.once('end', () => clearInterval(asking));
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async function reconnect(): Promise<void> {
    const lost = connection;
    await lost?.then((client) => client.release(true)).catch(() => {});
    if (isClosed || connection !== lost) return;
    for (let pause = FIRST_PAUSE_MS; !isClosed; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const next = connect();
      try {
        const client = await next;
        // Closed meanwhile: the pool waits for every client.
        if (isClosed) return client.release(true);
        connection = next;
        for (const topic of listeners.keys()) tell(topic, null);
        return;
      } catch (error) {
        logger.warn({ err: error }, 'changes cannot be listened to');
        await setTimeout(pause, undefined, { ref: false });
      }
    }
  }

  async function listening(): Promise<void> {
    connection ??= connect();
    const attempt = connection;
    await attempt.catch((error: unknown) => {
      if (connection === attempt) connection = undefined;
      throw error;
    });
  }

  return {
    async watch(topic, listener) {
      await listening();
      const all = listeners.get(topic) ?? new Set();
      listeners.set(topic, all.add(listener));
      return () => {
        all.delete(listener);
        if (all.size === 0 && listeners.get(topic) === all) listeners.delete(topic);
      };
    },
    close() {
      isClosed = true;
      connection?.then((client) => client.release(true)).catch(() => {});
      connection = undefined;
    },
  };
}
