import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Trace } from '../trace.ts';
import type { Api, Metrics, Outcome } from './metrics.ts';
import { pathWithoutPrivate } from './private.ts';
import type { Spans } from './spans.ts';

interface Observers {
  config: Pick<Config, 'LOG_REQUESTS'>;
  logger: Logger;
  metrics?: Metrics | undefined;
  spans?: Spans | undefined;
}

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly address: string;
  readonly trace: Trace;
  readonly startedAt: number;
  readonly isTurnedAway: boolean;
  endSpan: ((answer: Answer) => void) | null;
}

type Answer = { readonly status: number };

interface ObserveRequests {
  begin(request: Seen, go: () => void): void;
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
  // Only the first refusal of a caller over its limit is logged as usual.
  const level = request.isTurnedAway ? 'debug' : levelOf(outcome);
  if (!log.isLevelEnabled(level)) return;
  const { trace } = request;
  const { api, operation, status, code, milliseconds } = outcome;
  log[level](
    {
      traceId: trace.id,
      method: request.method,
      // A path may contain whatever a caller writes.
      path: trace.operation === undefined ? pathWithoutPrivate(request.path) : undefined,
      api,
      operation,
      status,
      code,
      teamId: trace.viewer?.teamId,
      token: trace.viewer?.tokenKind,
      address: request.address,
      ms: Math.round(milliseconds * 100) / 100,
      statements: trace.statements,
      // Before compression; unknown for a stream.
      bytes: typeof body === 'string' || Buffer.isBuffer(body) ? Buffer.byteLength(body) : undefined,
    },
    'request',
  );
}

/** `error`: our bug. `warn`: our load or dependencies. Lower: mistakes of callers, and probes. */
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
