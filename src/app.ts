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
import { answerOperation, isOperation } from './graphql/http.ts';
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
  toFetch,
} from './http.ts';
import { openStreams } from './live/streams.ts';
import { createAuthenticator } from './modules/auth/authenticate.ts';
import { observed } from './observability/operations.ts';
import { observeRequests } from './observability/requests.ts';
import { errorResponse } from './rest/error-bodies.ts';
import { createRestFace } from './rest/face.ts';
import { securityHeaders } from './security-headers.ts';
import { startTrace, type Trace } from './trace.ts';

/** Everything the server answers, without a socket: the front (and every test) hands requests in. */
export interface App {
  /** Whether {@link App.handle} answers it; everything else (GraphiQL, streams) is {@link App.fetch}'s. */
  isPlain(request: Pick<HttpRequest, 'method' | 'path' | 'headers'>): boolean;
  /** The short way for the everyday request. Never rejects. */
  handle(request: HttpRequest): Promise<Answer>;
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
  function refuse(error: unknown, { path }: HttpRequest, trace: Trace): HttpResponse {
    const known = error instanceof AppError ? error : failureOf(error);
    trace.code = known?.code;
    if (known !== error) logger.error({ err: error, traceId: trace.id }, 'a request failed');
    const response = known ? errorResponse(known) : json(500, { message: 'Server Error' });
    if (path !== '/graphql') return response;
    return { ...response, body: JSON.stringify({ errors: [presentError(known ?? error, () => {})] }) };
  }

  async function handle(request: HttpRequest): Promise<Answer> {
    const trace = startTrace(request.headers.traceparent);
    const own = ['x-trace-id', trace.id, ...cors(config.CORS_ORIGINS, request)];
    const respond = (response: HttpResponse): Answer => complete(response, secured, own);
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method']) {
      return respond({ status: 204, headers: {}, body: null });
    }
    return observe(request, trace, () =>
      answer(request, trace, own).then(respond, (error: unknown) => respond(refuse(error, request, trace))),
    );
  }

  /** Through Yoga's own HTTP layer. */
  async function fetchFromYoga(request: Request, plain: HttpRequest): Promise<Response> {
    const trace = startTrace(plain.headers.traceparent);
    const own = ['x-trace-id', trace.id, ...cors(config.CORS_ORIGINS, plain)];
    const response = await observe(plain, trace, () =>
      contextOf(plain, trace, own).then<Response, Response>(
        (prepared) => graphql.yoga.fetch(request, { prepared }),
        (error: unknown) => toFetch(complete(refuse(error, plain, trace), [], [])),
      ),
    );
    const headers = new Headers([...pairs(secured)]);
    for (const [name, value] of response.headers) headers.set(name, value);
    if (headers.get('content-type')?.startsWith('text/html')) {
      headers.set('content-security-policy', graphql.pagePolicy());
    }
    for (const [name, value] of pairs(own)) headers.set(name, value);
    return new Response(response.body, { status: response.status, headers });
  }

  return {
    isPlain,
    handle,
    async fetch(request, address = '127.0.0.1') {
      const plain = fromFetch(request, address, config.BODY_LIMIT_BYTES);
      return isPlain(plain) ? toFetch(await handle(plain)) : fetchFromYoga(request, plain);
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

async function ready({ pool }: Services): Promise<HttpResponse> {
  try {
    await pool.query('SELECT 1');
    return json(200, { status: 'ready' });
  } catch {
    return json(503, { status: 'unavailable' });
  }
}
