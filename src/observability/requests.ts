import type { Logger } from 'pino';
import type { Services } from '../context.ts';
import type { HttpRequest } from '../http/http.ts';
import type { Trace } from '../trace.ts';
import { withoutPrivate } from './private.ts';

type Seen = Pick<HttpRequest, 'method' | 'path' | 'address'>;
type Answer = { readonly status: number };

/** What became of a request, for the log and the metrics. */
export interface Outcome {
  readonly api: Api;
  /** In names of our own, so of a bounded number. */
  readonly operation: string;
  readonly status: number;
  /** Of the error that the caller was told first; over GraphQL a request with status 200 may have one. */
  readonly code: string | undefined;
  readonly milliseconds: number;
}

export type Api = 'graphql' | 'rest' | 'download' | 'probe' | 'other';

export interface ObserveRequests {
  /** Runs what answers a request, and tells the log, the metrics and the spans of it. */
  answered<T extends Answer>(request: Seen, trace: Trace, answer: () => Promise<T>): Promise<T>;
  /** The same of one that is turned away as others of its caller were: it is counted, and the log at `debug` has it. */
  turnedAway(request: Seen, trace: Trace, answer: Answer): void;
}

export function observeRequests({ config, logger, metrics, spans }: Services): ObserveRequests {
  const log = config.LOG_REQUESTS ? logger : null;
  const outcomeOf = (request: Seen, trace: Trace, { status }: Answer, milliseconds: number): Outcome => ({
    api: apiOf(request.path),
    operation: trace.operation ?? 'other',
    status,
    code: trace.code ?? CODES[status],
    milliseconds,
  });

  async function answered<T extends Answer>(request: Seen, trace: Trace, answer: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const response = spans ? await spans.request(request, trace, answer) : await answer();
    const outcome = outcomeOf(request, trace, response, performance.now() - startedAt);
    if (log) write(log, levelOf(outcome), request, trace, response, outcome);
    metrics?.request(outcome);
    return response;
  }

  return {
    answered: log || metrics || spans ? answered : (_request, _trace, answer) => answer(),
    turnedAway(request, trace, answer) {
      const isLogged = log?.isLevelEnabled('debug') ?? false;
      if (!isLogged && !metrics) return;
      const outcome = outcomeOf(request, trace, answer, Date.now() - trace.startedAt);
      if (log) write(log, 'debug', request, trace, answer, outcome);
      metrics?.request(outcome);
    },
  };
}

function write(
  log: Logger,
  level: 'error' | 'warn' | 'info' | 'debug',
  request: Seen,
  trace: Trace,
  answer: Answer,
  outcome: Outcome,
): void {
  if (!log.isLevelEnabled(level)) return;
  const { api, operation, status, code, milliseconds } = outcome;
  log[level](
    {
      traceId: trace.id,
      method: request.method,
      // The operation says it where it is known; a path holds ids, and whatever a caller puts there.
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
      // Of what is streamed they are not known yet.
      bytes: 'bytes' in answer && typeof answer.bytes === 'number' ? answer.bytes : undefined,
    },
    'request',
  );
}

/** Ours to mend: error. Ours or the load's: warn. What callers do wrong and probes are asked all day: less. */
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

/** For answers that say no code of their own. */
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
