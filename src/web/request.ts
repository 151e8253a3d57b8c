import type { Context } from '../context.ts';
import type { RowErrors } from '../rest/error-bodies.ts';
import type { Trace } from '../trace.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** See `pathOf`. */
    path: string;
    /** The caller's address: the peer's, or the one that our proxies name. */
    address: string;
    trace: Trace;
    /** By the clock of the process. */
    startedAt: number;
    /** Set for requests that are admitted. */
    context: Context;
    /** Whether the caller is over a limit and was already told so. */
    isTurnedAway: boolean;
    /** Ends the request's span when spans are on. */
    endSpan: ((answer: { status: number }) => void) | null;
  }

  interface FastifyContextConfig {
    /** Error bodies of the route that differ from the common table. */
    errors?: RowErrors | undefined;
  }
}
