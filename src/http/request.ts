import type { Context } from '../context.ts';
import type { RowErrors } from '../rest/error-bodies.ts';
import type { Trace } from '../trace.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** See `pathOf`. */
    path: string;
    /** Who called: the peer, or whom our proxies name. */
    address: string;
    trace: Trace;
    /** By the process's clock. */
    startedAt: number;
    /** Of those who are admitted. */
    context: Context;
    /** Whether its caller is over a limit and was told so before. */
    isTurnedAway: boolean;
    /** Ends its span, where there are spans. */
    endSpan: ((answer: { status: number }) => void) | null;
  }

  interface FastifyContextConfig {
    /** Error bodies of the route that differ from the common table. */
    errors?: RowErrors | undefined;
  }
}
