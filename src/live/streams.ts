import { FixedBuffer, Repeater, SlidingBuffer } from 'graphql-yoga';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import type { Viewer } from '../viewer.ts';
import { type ChangesOptions, watchChanges } from './changes.ts';

/** A record that changes all the time is shown this often. */
const LEAST_PAUSE_MS = 200;
/** Items that wait for a slow client; one that is slower still is cut, and may come again. */
const MOST_WAITING = 1_000;

/** What subscriptions read from. Everything that is opened ends with its viewer's right to it. */
export interface Streams {
  /** Yields at once, then after changes behind the topic; several close together are one. */
  states<T>(viewer: Viewer, topic: string, state: T): Promise<AsyncIterable<T>>;
  /** Yields what `read` makes of every announcement. After a lost connection it is asked with null for what was missed. */
  items<T>(
    viewer: Viewer,
    topic: string,
    read: (detail: string | null) => T[] | Promise<T[]>,
  ): Promise<AsyncIterable<T>>;
  /** Ends every stream, and lets no other begin. */
  close(): void;
}

interface Source {
  changed: (detail: string | null) => void;
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

  /** Takes the stream's place before anything is awaited, so that no more begin than may. */
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

  /** Begins at once: what fails then is the answer to the subscription. */
  async function stream<T>(
    viewer: Viewer,
    topic: string,
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
      // Rejects when the buffer is full.
      const source = sourceOf((item) => void Promise.resolve(add(item)).catch(() => end()));
      try {
        const leave = await changes.watch(topic, source.changed);
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
            waiting ??= setTimeout(show, Math.max(0, last + LEAST_PAUSE_MS - Date.now()));
          },
          stop: () => clearTimeout(waiting),
        };
      }),
    items: (viewer, topic, read) =>
      stream(viewer, topic, new FixedBuffer(MOST_WAITING), (push) => {
        // In the order of the announcements, however long reading takes.
        let reading = Promise.resolve();
        return {
          changed: (detail) => {
            reading = reading
              .then(async () => {
                for (const item of await read(detail)) push(item);
              })
              .catch((error: unknown) => logger.error({ err: error, topic }, 'what changed could not be read'));
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

/** The rest of an iterator whose first item was asked for already. */
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
