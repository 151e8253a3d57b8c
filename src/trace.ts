import { randomUUID } from 'node:crypto';
import type { StatementCount } from './database/scope.ts';

/** Of one request, event or job, in answers, logs, spans and E17. */
export interface Trace extends StatementCount {
  /** W3C: 32 lower-case hex digits. */
  readonly id: string;
  /** From the caller's `traceparent`. */
  readonly parent: { readonly spanId: string; readonly flags: number } | undefined;
  readonly startedAt: number;
  statements: number;
  /** A root field, or a row's method and path. */
  operation: string | undefined;
  code: string | undefined;
  viewer: { readonly teamId: string; readonly tokenKind: string } | undefined;
}

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const NO_TRACE = '0'.repeat(32);
const NO_SPAN = '0'.repeat(16);

/** Continues a valid W3C `traceparent`. */
export function startTrace(traceparent?: string): Trace {
  const [, id, spanId, flags = ''] = (traceparent !== undefined && TRACEPARENT.exec(traceparent)) || [];
  const isGiven = id !== undefined && spanId !== undefined && id !== NO_TRACE && spanId !== NO_SPAN;
  return {
    id: isGiven ? id : randomUUID().replaceAll('-', ''),
    parent: isGiven ? { spanId, flags: Number.parseInt(flags, 16) } : undefined,
    startedAt: Date.now(),
    statements: 0,
    operation: undefined,
    code: undefined,
    viewer: undefined,
  };
}

/** For work that a request left to be done: it belongs to the request's trace, where the id is one. */
export const continueTrace = (id: unknown): Trace =>
  startTrace(typeof id === 'string' && /^[0-9a-f]{32}$/.test(id) ? `00-${id}-${'0'.repeat(15)}1-01` : undefined);
