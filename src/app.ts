import { createAdmission, quotaHeaders, tooManyAttempts } from './admission.ts';
import type { Context, Services } from './context.ts';
import { createContext } from './context.ts';
import { cors } from './cors.ts';
import { failureOf } from './database/failures.ts';
import { answerDownload, isDownload } from './downloads.ts';
import { AppError } from './errors.ts';
import { withDeadline } from './graphql/deadline.ts';
import { presentError } from './graphql/errors.ts';
import { createExecutor } from './graphql/executor.ts';
import { answerByYoga, answerOperation, isOperation } from './graphql/http.ts';
import { requestFailure } from './graphql/operation.ts';
import { schema } from './graphql/schema.ts';
import { createGraphQLServer } from './graphql/server.ts';
import {
  type Answer,
  complete,
  fromFetch,
  type HeaderList,
  type HttpRequest,
  type HttpResponse,
  json,
  pairs,
  TransportError,
  toFetch,
} from './http.ts';
import { openStreams } from './live/streams.ts';
import { createAuthenticator } from './modules/auth/authenticate.ts';
import { observed } from './observability/operations.ts';
import { observeRequests } from './observability/requests.ts';
import { errorResponse, transportResponse } from './rest/error-bodies.ts';
import { createRestFace } from './rest/face.ts';
import { securityHeaders } from './security-headers.ts';
import { startTrace, type Trace } from './trace.ts';

/** As much of a request as there is; of what is no HTTP only where it came from. */
export type Refused = Pick<HttpRequest, 'method' | 'path' | 'headers' | 'address'>;

/** Everything the server answers, without a socket: the front (and every test) hands requests in. */
export interface App {
  /** Whether {@link App.handle} answers it; everything else (GraphiQL, streams) is {@link App.stream}'s. */
  isPlain(request: Pick<HttpRequest, 'method' | 'path' | 'headers'>): boolean;
  /** The short way for the everyday request. Never rejects. */
  handle(request: HttpRequest): Promise<Answer>;
  /** What is not plain; `signal` says that nobody listens any more. */
  stream(request: HttpRequest, signal: AbortSignal): Promise<Response>;
  /** Answers what the front will not hand in as everything else is answered: in its face's form, logged and counted. */
  refuse(request: Refused, error: AppError | TransportError): Promise<Answer>;
  /** Any request, as the Fetch API has it. */
  fetch(request: Request, address?: string): Promise<Response>;
  /** From now on it says that it is not ready, and goes on answering. */
  drain(): void;
  readonly draining: boolean;
  /** Ends what is being streamed, and lets no other stream begin. */
  close(): void;
}

export function createApp(services: Services): App {
  const { config, logger, reader } = services;
  let draining = false;
  const compiling = createExecutor(schema, {
    compile: config.GRAPHQL_JIT,
    onFallback: (reason) => logger.warn({ reason }, 'an operation is interpreted: it could not be compiled'),
  });
  const executor = observed(withDeadline(compiling, config.OPERATION_TIMEOUT_MS));
  const graphql = createGraphQLServer(services, executor);
  const streams = openStreams(services);
  const rest = createRestFace({ services, executor });
  const admit = createAdmission(services, createAuthenticator(reader, config.TOKEN_CACHE_MS));
  const observe = observeRequests(services);
  const secured = securityHeaders(config.PUBLIC_URL?.startsWith('https:') ?? false);

  const isPlain: App['isPlain'] = (request) => request.path !== '/graphql' || isOperation(request);

  /** Headers that the answer gets besides its own are put into `headers`. */
  async function contextOf(request: HttpRequest, trace: Trace, headers: HeaderList): Promise<Context> {
    const { viewer, quota } = await admit(request);
    if (viewer) trace.viewer = { teamId: viewer.team.id, tokenKind: viewer.token.kind };
    if (quota) headers.push(...quotaHeaders(quota));
    if (quota && quota.remaining < 0) throw tooManyAttempts(quota);
    return createContext(services, { viewer, trace, address: request.address, streams });
  }

  async function answer(request: HttpRequest, trace: Trace, headers: HeaderList): Promise<HttpResponse> {
    const { path } = request;
    if (isPreflight(request)) return { status: 204, headers: {}, body: null };
    if (path === '/graphql') return answerOperation(request, await contextOf(request, trace, headers), graphql);
    if (path === '/api' || path.startsWith('/api/')) {
      return rest.handle(request, await contextOf(request, trace, headers));
    }
    if (isDownload(path)) return answerDownload(request, await contextOf(request, trace, headers));
    if (path === '/health') return json(200, { status: 'ok' });
    if (path === '/ready') return draining ? json(503, { status: 'draining' }) : ready(services);
    if (path === '/') return { status: 302, headers: { location: '/graphql' }, body: null };
    return json(404, { message: 'Not found.' });
  }

  /** For what goes wrong before an operation begins, in the form of the face that was called. */
  function failure(error: unknown, { path }: Refused, trace: Trace): HttpResponse {
    const isGraphQL = path === '/graphql';
    if (error instanceof TransportError) {
      const { status, message, headers } = error;
      return isGraphQL ? requestFailure(status, message, headers) : transportResponse(error);
    }
    const known = error instanceof AppError ? error : failureOf(error);
    trace.code = known?.code;
    if (known !== error) logger.error({ err: error, traceId: trace.id }, 'a request failed');
    const response = known ? errorResponse(known) : json(500, { message: 'Server Error' });
    if (!isGraphQL) return response;
    return { ...response, body: JSON.stringify({ errors: [presentError(known ?? error, () => {})] }) };
  }

  /** With what every answer has. */
  async function answered(
    request: Refused,
    work: (trace: Trace, headers: HeaderList) => Promise<HttpResponse>,
  ): Promise<Answer> {
    const trace = startTrace(request.headers.traceparent);
    const own = ['x-trace-id', trace.id, ...cors(config.CORS_ORIGINS, request)];
    const respond = (response: HttpResponse): Answer => complete(response, secured, own);
    return observe(request, trace, () =>
      work(trace, own).then(respond, (error: unknown) => respond(failure(error, request, trace))),
    );
  }

  const handle: App['handle'] = (request) => answered(request, (trace, headers) => answer(request, trace, headers));

  /** Through Yoga's own HTTP layer. */
  async function stream(request: HttpRequest, signal: AbortSignal): Promise<Response> {
    const trace = startTrace(request.headers.traceparent);
    const own = ['x-trace-id', trace.id, ...cors(config.CORS_ORIGINS, request)];
    const response = await observe(request, trace, () =>
      contextOf(request, trace, own)
        .then((context) => answerByYoga(request, context, graphql, signal))
        .catch((error: unknown) => toFetch(complete(failure(error, request, trace), [], []))),
    );
    const headers = new Headers([...pairs(secured)]);
    for (const [name, value] of response.headers) headers.set(name, value);
    // Whether it goes on is the front's to say.
    headers.delete('connection');
    if (headers.get('content-type')?.startsWith('text/html')) {
      headers.set('content-security-policy', graphql.pagePolicy());
    }
    for (const [name, value] of pairs(own)) headers.set(name, value);
    return new Response(response.body, { status: response.status, headers });
  }

  return {
    isPlain,
    handle,
    stream,
    refuse: (request, error) => answered(request, () => Promise.reject(error)),
    async fetch(request, address = '127.0.0.1') {
      const plain = fromFetch(request, address, config.BODY_LIMIT_BYTES);
      return isPlain(plain) ? toFetch(await handle(plain)) : stream(plain, request.signal);
    },
    drain() {
      draining = true;
    },
    get draining() {
      return draining;
    },
    close() {
      streams.close();
    },
  };
}

const isPreflight = ({ method, headers }: HttpRequest) =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

async function ready({ pool }: Services): Promise<HttpResponse> {
  try {
    await pool.query('SELECT 1');
    return json(200, { status: 'ready' });
  } catch {
    return json(503, { status: 'unavailable' });
  }
}
