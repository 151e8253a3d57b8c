import { setImmediate } from 'node:timers/promises';

/** How long work may hold the event loop before others get a turn. */
const TURN_MS = 10;

/** A pause that comes when a turn is over; to be awaited in a long loop. */
export function pauses(now: () => number = () => performance.now()): () => Promise<void> | undefined {
  let begun = now();
  return () => {
    if (now() - begun < TURN_MS) return undefined;
    return setImmediate().then(() => {
      begun = now();
    });
  };
}
