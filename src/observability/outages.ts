import type { LogFn, Logger, LoggerOptions } from 'pino';
import { failureOf } from '../database/failures.ts';
import type { ErrorCode } from '../errors.ts';
import { withoutPrivate } from './private.ts';

const PAUSE_MS = 10_000;

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  UNAVAILABLE: 'the database does not answer',
  TIMEOUT: 'the database takes too long',
};

/** During an outage, logs the first failure at once and then a count every ten seconds. */
export function outageHooks(pauseMs = PAUSE_MS): NonNullable<LoggerOptions['hooks']> {
  const counts = new Map<ErrorCode, number>();

  function tell(logger: Logger, code: ErrorCode): void {
    counts.set(code, 0);
    setTimeout(() => {
      const count = counts.get(code)!;
      counts.delete(code);
      if (count === 0) return;
      logger.warn({ failure: code, count, seconds: pauseMs / 1_000 }, MESSAGES[code]);
      tell(logger, code);
    }, pauseMs).unref();
  }

  return {
    logMethod(args, method: LogFn) {
      const [{ err } = {} as { err?: unknown }] = args as [{ err?: unknown } | undefined];
      const code = err === undefined ? undefined : failureOf(err)?.code;
      if (code === undefined || MESSAGES[code] === undefined) return method.apply(this, args);
      const count = counts.get(code);
      if (count !== undefined) return void counts.set(code, count + 1);
      const { message } = err as Error;
      method.apply(this, [{ failure: code, count: 1, reason: withoutPrivate(String(message)) }, MESSAGES[code]]);
      tell(this, code);
    },
  };
}
