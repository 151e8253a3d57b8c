import { randomBytes } from 'node:crypto';

/** What belongs to one request, inbound event or job, followed by its id through answers, logs and E17. */
export interface Trace {
  /** W3C trace id: 32 lower-case hex digits. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** SQL statements so far. */
  statements: number;
}

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;
const NO_TRACE = '0'.repeat(32);

/** Continues the caller's W3C `traceparent` when there is a valid one. */
export function startTrace(traceparent?: string): Trace {
  const given = traceparent === undefined ? undefined : TRACEPARENT.exec(traceparent)?.[1];
  return {
    id: given && given !== NO_TRACE ? given : randomBytes(16).toString('hex'),
    startedAt: Date.now(),
    statements: 0,
  };
}
