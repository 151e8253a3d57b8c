import { setTimeout } from 'node:timers/promises';
import { FixedBuffer, Repeater, SlidingBuffer } from 'graphql-yoga';
import type { Config } from '../config.ts';
import { outOfScope } from '../database/scope.ts';
import { AppError } from '../errors.ts';
import type { Viewer } from '../viewer.ts';
import { type ChangesOptions, watchChanges } from './changes.ts';

/** Between two states of a record. */
const LEAST_PAUSE_MS = 200;
/** A slower client is disconnected, and may come back. */
const MOST_WAITING = 1_000;
/** Until what could not be read is read again. After the last one it is left out. */
const PAUSES_MS = [200, 400, 800, 1_600, 3_200, 0];

/** Streams end with their viewer's right to them. */
export interface Streams {
  /** Yields at once, then after changes of the topic, several close together as one. */
  states<T>(viewer: Viewer, topic: string, state: T): Promise<AsyncIterable<T>>;
  /** Yields at once, then at this interval. What is not taken in time is left out. */
  every<T>(viewer: Viewer, ms: number, state: T): Promise<AsyncIterable<T>>;
  /** `read` gets null after a lost connection, for what was missed. */
  items<T>(
    viewer: Viewer,
    topic: string,
    read: (detail: string | null) => T[] | Promise<T[]>,
  ): Promise<AsyncIterable<T>>;
  close(): void;
}

interface Source {
  changed?: (detail: string | null) => void;
  /** Called when nothing is missed any more. */
  begin?: () => void;
  stop?: () => void;
}

interface Open {
  viewer: Viewer;
  end: () => void;
}

interface StreamOptions extends ChangesOptions {
  config: Pick<Config, 'READ_ONLY' | 'SUBSCRIPTIONS_PER_VIEWER' | 'SUBSCRIPTION_CHECK_MS'>;
  /** Which of them may still see what they asked for. */
  stillGood: (viewers: readonly Viewer[]) => Promise<ReadonlySet<Viewer>>;
}

export function openStreams({ config, stillGood, ...options }: StreamOptions): Streams {
  const { logger } = options;
  const changes = watchChanges(options);
  const open = new Set<Open>();
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  async function check(): Promise<void> {
    const streams = [...open];
    const good = await stillGood(streams.map(({ viewer }) => viewer));
    for (const { viewer, end } of streams) if (!good.has(viewer)) end();
  }

  function checkRegularly(): void {
    timer ??= setInterval(() => {
      if (open.size === 0) return stopChecking();
      check().catch((error: unknown) => logger.warn({ err: error }, 'the viewers of streams could not be checked'));
    }, config.SUBSCRIPTION_CHECK_MS).unref();
  }

  function stopChecking(): void {
    clearInterval(timer);
    timer = undefined;
  }

  /** Before anything is awaited, so that the limit holds. */
  function enter(viewer: Viewer): Open {
    if (config.READ_ONLY) throw new AppError('UNAVAILABLE', 'This server only reads. Subscribe at one that writes.');
    if (isClosed) throw new AppError('RATE_LIMITED', 'The server is shutting down.', { retryAfter: 1 });
    const isSame = (other: Viewer) =>
      viewer.user ? other.user?.id === viewer.user.id : other.token.id === viewer.token.id;
    const own = [...open].filter((stream) => isSame(stream.viewer)).length;
    if (own >= config.SUBSCRIPTIONS_PER_VIEWER) {
      throw new AppError('RATE_LIMITED', 'Too many subscriptions.', { retryAfter: 1 });
    }
    const stream: Open = { viewer, end: () => {} };
    open.add(stream);
    checkRegularly();
    return stream;
  }

  /** Starts at once: an early failure is the answer to the subscription. */
  async function stream<T>(
    viewer: Viewer,
    topic: string | null,
    buffer: SlidingBuffer | FixedBuffer,
    sourceOf: (push: (item: T) => void) => Source,
  ): Promise<AsyncIterable<T>> {
    const entry = enter(viewer);
    let isListening: () => void;
    const listening = new Promise<void>((resolve) => {
      isListening = resolve;
    });
    const repeater = new Repeater<T>(async (add, end) => {
      entry.end = end;
      const source = sourceOf((item) => void Promise.resolve(add(item)).catch(() => end()));
      try {
        const leave = topic === null ? () => {} : await changes.watch(topic, (detail) => source.changed?.(detail));
        isListening();
        source.begin?.();
        await end;
        leave();
      } finally {
        source.stop?.();
        open.delete(entry);
      }
    }, buffer);
    const first = repeater.next();
    await Promise.race([listening, first]);
    return startingWith(first, repeater);
  }

  return {
    states: (viewer, topic, state) =>
      stream(viewer, topic, new SlidingBuffer(1), (push) => {
        let waiting: NodeJS.Timeout | undefined;
        let last = Date.now();
        const show = () => {
          waiting = undefined;
          last = Date.now();
          push(state);
        };
        return {
          begin: show,
          changed: () => {
            waiting ??= globalThis.setTimeout(show, Math.max(0, last + LEAST_PAUSE_MS - Date.now()));
          },
          stop: () => clearTimeout(waiting),
        };
      }),
    every: (viewer, ms, state) =>
      stream(viewer, null, new SlidingBuffer(1), (push) => {
        const timer = setInterval(() => outOfScope(() => push(state)), ms).unref();
        return { begin: () => push(state), stop: () => clearInterval(timer) };
      }),
    items: (viewer, topic, read) =>
      stream(viewer, topic, new FixedBuffer(MOST_WAITING), (push) => {
        // In the order of the announcements, however long reading takes.
        let reading = Promise.resolve();
        let isOver = false;
        const tell = async (detail: string | null) => {
          for (const pause of PAUSES_MS) {
            if (isOver) return;
            try {
              for (const item of await read(detail)) push(item);
              return;
            } catch (error) {
              if (pause === PAUSES_MS[0]) logger.error({ err: error, topic }, 'what changed could not be read');
              await setTimeout(pause, undefined, { ref: false });
            }
          }
        };
        return {
          changed: (detail) => {
            reading = reading.then(() => tell(detail));
          },
          stop: () => {
            isOver = true;
          },
        };
      }),
    close() {
      isClosed = true;
      stopChecking();
      for (const { end } of open) end();
      changes.close();
    },
  };
}

function startingWith<T>(first: Promise<IteratorResult<T>>, rest: AsyncGenerator<T>): AsyncIterable<T> {
  let asked: Promise<IteratorResult<T>> | undefined = first;
  const iterator: AsyncIterator<T> = {
    next() {
      const item = asked ?? rest.next();
      asked = undefined;
      return item;
    },
    return: () => rest.return(undefined),
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
