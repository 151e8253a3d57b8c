import type { Engine } from './engine.ts';
import { SMS } from './sms.ts';
import { workOn } from './turn.ts';

/** How long a lane rests when nothing is due, and after an error. */
const IDLE_MS = 500;
const FAILED_MS = 1_000;

/** One step of sending messages. */
export const work = (engine: Engine, taken = () => {}): Promise<boolean> => workOn(SMS, engine, taken);

export interface RunningSender {
  /** Takes nothing new and waits for what is under way. */
  stop(): Promise<void>;
}

/**
 * Does what is due in several lanes: while one hands over and settles, another claims. A lane that finds nothing rests until
 * another one calls `taken`, as the send that this one had locked may be due.
 */
export function runLanes(
  logger: Engine['logger'],
  lanes: number,
  step: (taken: () => void) => Promise<boolean>,
  idleMs = IDLE_MS,
): RunningSender {
  let isStopping = false;
  let turns = 0;
  const resting = new Set<() => void>();
  const wake = () => {
    for (const one of resting) one();
  };
  const taken = () => {
    turns += 1;
    wake();
  };
  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        resting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      resting.add(end);
    });

  async function lane(): Promise<void> {
    while (!isStopping) {
      const before = turns;
      try {
        if (!(await step(taken)) && turns === before && !isStopping) await rest(idleMs);
      } catch (error) {
        if (isStopping) return;
        logger.warn({ err: error }, 'sending was interrupted');
        await rest(FAILED_MS);
      }
    }
  }

  const running = Promise.all(Array.from({ length: lanes }, lane));
  return {
    async stop() {
      isStopping = true;
      wake();
      await running;
    },
  };
}
