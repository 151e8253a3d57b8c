import { setTimeout as pause } from 'node:timers/promises';
import { failureOf } from '../../../database/failures.ts';
import type { Engine } from './engine.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/** A provider is not asked twice, so its answer is kept until the database takes it: through a lock, a restart, a full disk. */
export async function untilStored(
  { logger }: Pick<Engine, 'logger'>,
  whose: Record<string, string>,
  store: () => Promise<void>,
): Promise<void> {
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(2 * wait, LONGEST_PAUSE_MS)) {
    try {
      return await store();
    } catch (error) {
      if (!failureOf(error)) throw error;
      logger.warn({ err: error, ...whose }, 'a provider’s answer could not be stored; it is tried again');
      await pause(wait);
    }
  }
}
