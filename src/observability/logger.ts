import pino, { type DestinationStream, type Logger } from 'pino';
import { outageHooks } from './outages.ts';
import { withoutPrivate } from './private.ts';

/** JSON lines on stdout. Other properties of errors are left out: the database's details contain refused values. */
export function createLogger(level: string, destination: DestinationStream = pino.destination(1)): Logger {
  return pino({ level, serializers: { err: describe }, hooks: outageHooks() }, destination);
}

function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, code, message, stack = '', cause } = error as Error & { code?: unknown };
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: name,
    ...(code !== undefined && { code }),
    message: withoutPrivate(message),
    stack: frames.join('\n'),
    ...(cause instanceof Error && { cause: describe(cause) }),
  };
}
