import type { Logger } from 'pino';

/** How long a lane waits for a provider before it turns to other sends. */
const PATIENCE_MS = 1_000;
/** What may be under way with a slow route or service. */
const MOST_UNDER_WAY = 2;

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
  /** How often lanes wait for a service at this moment. */
  const inLanes = new Map<string, number>();
  const count = (service: string, by: 1 | -1) => inLanes.set(service, (inLanes.get(service) ?? 0) + by);

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
    wait: (service, work) => {
      count(service, 1);
      return new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => {
          leave(service, work);
          resolve();
        }, PATIENCE_MS);
        work.then(resolve, reject).finally(() => clearTimeout(timer));
      }).finally(() => {
        count(service, -1);
        if (inLanes.get(service) === 0) inLanes.delete(service);
      });
    },
    isFull(service) {
      const behind = slow.get(service)?.size ?? 0;
      return behind > 0 && behind + (inLanes.get(service) ?? 0) >= MOST_UNDER_WAY;
    },
    async ended() {
      while (slow.size > 0) await Promise.all([...slow.values()].flatMap((works) => [...works]));
    },
  };
}

/** Waits as {@link Behind} does, or without one until the work has ended. */
export const waitWith = ({ behind }: { readonly behind?: Behind }): Behind['wait'] =>
  behind?.wait ?? ((_service, work) => work);

/** The service that looks a team's numbers up, for all routes. */
export const lookUpsOf = ({ teamId }: { teamId: string }) => `look-ups of ${teamId}`;
