import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from './engine.ts';
import { handOver } from './hand-over.ts';
import { lookUp } from './look-up.ts';
import { sweepBatch } from './sweep.ts';
import { takeTurn } from './turn.ts';

/** How long a lane rests when nothing is due, or after a failure. */
const IDLE_MS = 500;
const FAILED_MS = 1_000;

/**
 * One step of the engine: a turn with what it claimed, else a batch that a dead worker left. False when there is nothing
 * to do.
 */
export async function work(engine: Engine): Promise<boolean> {
  const turn = await takeTurn(engine);
  if (!turn) return sweepBatch(engine);
  await Promise.all([
    ...(turn.claim?.batches ?? []).map(({ id, route }) => handOver(engine, turn, id, route)),
    ...(turn.claim?.lookups.length ? [lookUp(engine, turn, turn.claim.lookups)] : []),
  ]);
  return true;
}

export interface RunningSender {
  /** Takes nothing new and waits for what is under way. */
  stop(): Promise<void>;
}

/** Does what is due in this process, in several lanes: while one waits for a provider another claims. */
export function runLanes(logger: Engine['logger'], lanes: number, step: () => Promise<boolean>): RunningSender {
  const stopping = new AbortController();
  const { signal } = stopping;
  const rest = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {});

  async function lane(): Promise<void> {
    while (!signal.aborted) {
      try {
        if (!(await step())) await rest(IDLE_MS);
      } catch (error) {
        if (signal.aborted) return;
        logger.warn({ err: error }, 'sending was interrupted');
        await rest(FAILED_MS);
      }
    }
  }

  const running = Promise.all(Array.from({ length: lanes }, lane));
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
