import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Trace } from '../trace.ts';
import type { Api, Metrics, Outcome } from './metrics.ts';
import { withoutPrivate } from './private.ts';
import type { Spans } from './spans.ts';

interface Observers {
  config: Pick<Config, 'LOG_REQUESTS'>;
  logger: Logger;
  metrics?: Metrics | undefined;
  spans?: Spans | undefined;
}

/** What the log, the metrics and the spans need to know of a request. */
export interface Seen {
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  readonly address: string;
  readonly trace: Trace;
  /** By the clock of the process. */
  readonly startedAt: number;
  /** Whether it was refused like earlier requests of a caller over its limit. */
  readonly isTurnedAway: boolean;
  endSpan: ((answer: Answer) => void) | null;
}

type Answer = { readonly status: number };

interface ObserveRequests {
  /** Runs `go`, which answers the request, inside the request's span when spans are on. */
  begin(request: Seen, go: () => void): void;
  /** Tells the log, the metrics and the span how the request was answered. */
  done(request: Seen, status: number, body: unknown): void;
}

export function observeRequests({ config, logger, metrics, spans }: Observers): ObserveRequests {
  const log = config.LOG_REQUESTS ? logger : null;
  return {
    begin(request, go) {
      if (!spans) return go();
      void spans.request(request, request.trace, () => {
        const answered = new Promise<Answer>((resolve) => {
          request.endSpan = resolve;
        });
        go();
        return answered;
      });
    },
    done(request, status, body) {
      request.endSpan?.({ status });
      if (!log && !metrics) return;
      const { trace, startedAt } = request;
      const outcome: Outcome = {
        api: apiOf(request.path),
        operation: trace.operation ?? 'other',
        status,
        code: trace.code ?? CODES[status],
        milliseconds: performance.now() - startedAt,
      };
      if (log) write(log, request, outcome, body);
      metrics?.request(outcome);
    },
  };
}

function write(log: Logger, request: Seen, outcome: Outcome, body: unknown): void {
  // The first refusal of a caller over its limit is logged as usual, the next ones at `debug`.
  const level = request.isTurnedAway ? 'debug' : levelOf(outcome);
  if (!log.isLevelEnabled(level)) return;
  const { trace } = request;
  const { api, operation, status, code, milliseconds } = outcome;
  log[level](
    {
      traceId: trace.id,
      method: request.method,
      // The operation's name when it is known. A path contains ids and whatever else a caller writes.
      path: trace.operation === undefined ? withoutPrivate(request.path.slice(0, 200)) : undefined,
      api,
      operation,
      status,
      code,
      teamId: trace.viewer?.teamId,
      token: trace.viewer?.tokenKind,
      address: request.address,
      ms: Math.round(milliseconds * 100) / 100,
      statements: trace.statements,
      // Before compression. The size of a stream is not known yet.
      bytes: typeof body === 'string' || Buffer.isBuffer(body) ? Buffer.byteLength(body) : undefined,
    },
    'request',
  );
}

/** `error`: a bug of ours. `warn`: our load or our dependencies. Lower levels: mistakes of callers, and probes. */
function levelOf({ api, status, code }: Outcome): 'error' | 'warn' | 'info' | 'debug' {
  if (code === 'INTERNAL_SERVER_ERROR') return 'error';
  if (status >= 500 || code === 'TIMEOUT' || code === 'UNAVAILABLE' || code === 'RATE_LIMITED') return 'warn';
  return api === 'probe' ? 'debug' : 'info';
}

function apiOf(path: string): Api {
  if (path === '/graphql') return 'graphql';
  if (path.startsWith('/api/')) return 'rest';
  if (path.startsWith('/downloads/')) return 'download';
  return path === '/health' || path === '/ready' ? 'probe' : 'other';
}

/** For answers without a code of their own. */
const CODES: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHENTICATED',
  402: 'PAYMENT_REQUIRED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'REQUEST_TIMEOUT',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  417: 'EXPECTATION_FAILED',
  422: 'VALIDATION_FAILED',
  429: 'RATE_LIMITED',
  431: 'HEADERS_TOO_LARGE',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'UNAVAILABLE',
};
