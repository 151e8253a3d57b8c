import type { Context } from '../context.ts';
import type { RowErrors } from '../rest/error-bodies.ts';
import type { Trace } from '../trace.ts';

declare module 'fastify' {
  interface FastifyRequest {
    path: string;
    /** The peer's, or the one that our proxies name. */
    address: string;
    trace: Trace;
    startedAt: number;
    context: Context;
    isTurnedAway: boolean;
    endSpan: ((answer: { status: number }) => void) | null;
  }

  interface FastifyContextConfig {
    errors?: RowErrors | undefined;
  }
}
