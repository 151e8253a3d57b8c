import { readMoment } from '../../../schedule/read-moment.ts';
import type { HlrSettings } from '../meta/meta-data.ts';

const MINUTE = 60_000;
/** The latest time that is stored. */
const LATEST = Date.UTC(9999, 11, 31);

export interface RetryRules {
  settings: HlrSettings | null;
  /** The team's, in which times without an offset are read. */
  timezone: string;
}

/**
 * When a number that could not be reached at `checkedAt` is asked for again, after this many retries. Null when it is not. The
 * first retry waits `delayBetweenRetries` minutes and each further one `additionalTimeIncrement` minutes longer. None happens
 * after `retryUntil`.
 */
export function nextTryAt({ settings, timezone }: RetryRules, retries: number, checkedAt: Date): Date | null {
  if (!settings?.isActive || retries >= settings.numberOfRetries) return null;
  const minutes = settings.delayBetweenRetries + retries * settings.additionalTimeIncrement;
  const at = checkedAt.getTime() + minutes * MINUTE;
  const until = settings.retryUntil === null ? null : readMoment(settings.retryUntil, timezone);
  return at > (until?.getTime() ?? LATEST) ? null : new Date(at);
}
