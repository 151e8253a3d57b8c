import { setImmediate } from 'node:timers/promises';

const TURN_MS = 10;

/** Await the returned function in a long loop: it lets others run every {@link TURN_MS}. */
export function pauses(now: () => number = () => performance.now()): () => Promise<void> | undefined {
  let begun = now();
  return () => {
    if (now() - begun < TURN_MS) return undefined;
    return setImmediate().then(() => {
      begun = now();
    });
  };
}
