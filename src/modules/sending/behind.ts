import type { Logger } from 'pino';

/** How long a lane waits for a provider before it turns to other sends. */
const PATIENCE_MS = 1_000;
/** What may continue behind the lanes, of one route or service. */
const MOST_BEHIND = 2;

/** Work with slow services, which continues behind the lanes so that others are not held up. */
export interface Behind {
  /** Resolves when the work has ended, or when the lane has waited long enough. */
  wait(service: string, work: Promise<void>): Promise<void>;
  /** Whether so much is under way with the service that nothing more should be claimed for it. */
  isFull(service: string): boolean;
  /** Resolves when nothing is left. */
  ended(): Promise<void>;
}

export function openBehind(logger: Logger): Behind {
  const slow = new Map<string, Set<Promise<void>>>();

  function leave(service: string, work: Promise<void>): void {
    const others = slow.get(service) ?? new Set();
    slow.set(service, others);
    const ended = work
      .catch((err: unknown) => logger.warn({ err, service }, 'sending was interrupted'))
      .then(() => {
        others.delete(ended);
        if (others.size === 0) slow.delete(service);
      });
    others.add(ended);
  }

  return {
    wait: (service, work) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          leave(service, work);
          resolve();
        }, PATIENCE_MS);
        work.then(resolve, reject).finally(() => clearTimeout(timer));
      }),
    isFull: (service) => (slow.get(service)?.size ?? 0) >= MOST_BEHIND,
    async ended() {
      while (slow.size > 0) await Promise.all([...slow.values()].flatMap((works) => [...works]));
    },
  };
}

/** The service that looks numbers up, for all routes. */
export const LOOK_UPS = 'look-ups';
