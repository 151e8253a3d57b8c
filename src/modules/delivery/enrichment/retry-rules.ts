import { readMoment } from '../../../schedule/read-moment.ts';
import type { HlrSettings } from '../meta/meta-data.ts';

const MINUTE = 60_000;
const LATEST = Date.UTC(9999, 11, 31);

export interface RetryRules {
  settings: HlrSettings | null;
  /** In which times without an offset are read. */
  timezone: string;
}

/** Every one costs. A campaign may store more, which the reference allows. */
export const MAX_RETRIES = 20;

/** Null: no further try. Each retry waits `additionalTimeIncrement` minutes longer than the one before, and a minute at least. */
export function nextTryAt({ settings, timezone }: RetryRules, retries: number, checkedAt: Date): Date | null {
  if (!settings?.isActive || retries >= Math.min(settings.numberOfRetries, MAX_RETRIES)) return null;
  const minutes = Math.max(1, settings.delayBetweenRetries + retries * settings.additionalTimeIncrement);
  const at = checkedAt.getTime() + minutes * MINUTE;
  const until = settings.retryUntil === null ? null : readMoment(settings.retryUntil, timezone);
  return at > (until?.getTime() ?? LATEST) ? null : new Date(at);
}
