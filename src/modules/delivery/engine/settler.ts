import type { Carrier } from './carrier.ts';
import type { BatchKey, Engine, Route } from './engine.ts';
import type { Answered } from './sms-result.ts';
import { untilStored } from './until-stored.ts';

/** Stores the answers of a batch's calls as they come. While it stores some, others gather and are stored together next. */
export interface Settler {
  add(answered: Answered): void;
  /** Whether answers cannot be stored: nothing further is asked then. */
  hasFailed(): boolean;
  /** Resolves when everything that was added is stored. */
  end(): Promise<void>;
}

/** `size`: how many messages the batch has; it is done with the last one's result. */
export function openSettler(engine: Engine, carrier: Carrier, batch: BatchKey, route: Route, size: number): Settler {
  let waiting: Answered[] = [];
  let settled = 0;
  let running: Promise<void> | null = null;
  let failure: { error: unknown } | null = null;

  async function run(): Promise<void> {
    while (waiting.length > 0 && !failure) {
      const answered = waiting;
      waiting = [];
      settled += answered.reduce((sum, { results }) => sum + results.length, 0);
      const isLast = settled === size;
      const store = () => carrier.settle(batch, route, answered, isLast);
      await untilStored(engine, { batch: batch.id }, store).catch((error: unknown) => {
        failure = { error };
      });
    }
    running = null;
  }

  return {
    add(answered) {
      if (answered.results.length === 0) return;
      waiting.push(answered);
      running ??= run();
    },
    hasFailed: () => failure !== null,
    async end() {
      await running;
      if (failure) throw failure.error;
    },
  };
}
