import type { Context, Services } from './context.ts';
import { createContext } from './context.ts';
import { cors } from './cors.ts';
import { createExecutor } from './graphql/executor.ts';
import { answerOperation, isOperation } from './graphql/http.ts';
import { schema } from './graphql/schema.ts';
import { createGraphQLServer } from './graphql/server.ts';
import { fromFetch, type HttpRequest, type HttpResponse, json, toFetch } from './http.ts';
import { createAuthenticator } from './modules/auth/authenticate.ts';
import { createRestFace } from './rest/face.ts';
import { startTrace, type Trace } from './trace.ts';

/** Everything the server answers, without a socket: the front (and every test) hands requests in. */
export interface App {
  /** Whether {@link App.handle} answers it; everything else (GraphiQL, streams, uploads) is {@link App.fetch}'s. */
  isPlain(request: Pick<HttpRequest, 'method' | 'path' | 'headers'>): boolean;
  /** The short way for the everyday request. Never rejects. */
  handle(request: HttpRequest): Promise<HttpResponse>;
  /** Any request, as the Fetch API has it. */
  fetch(request: Request, address?: string): Promise<Response>;
  /** From now on it says that it is not ready, and goes on answering. */
  drain(): void;
}

export function createApp(services: Services): App {
  const { config, logger, reader } = services;
  let draining = false;
  const executor = createExecutor(schema, {
    compile: config.GRAPHQL_JIT,
    onFallback: (reason) => logger.warn({ reason }, 'an operation is interpreted: it could not be compiled'),
  });
  const graphql = createGraphQLServer(services, executor);
  const authenticate = createAuthenticator(reader, config.TOKEN_CACHE_MS);

  async function contextOf(request: Pick<HttpRequest, 'headers' | 'address'>, trace: Trace): Promise<Context> {
    const viewer = await authenticate(request.headers.authorization);
    return createContext(services, { viewer, trace, address: request.address });
  }
  const rest = createRestFace({ services, executor, contextOf });

  const isPlain: App['isPlain'] = (request) => request.path !== '/graphql' || isOperation(request);

  async function answer(request: HttpRequest, trace: Trace): Promise<HttpResponse> {
    const { path } = request;
    if (path === '/graphql') return answerOperation(request, await contextOf(request, trace), graphql);
    if (path === '/api' || path.startsWith('/api/')) return rest.handle(request, trace);
    if (path === '/health') return json(200, { status: 'ok' });
    if (path === '/ready') return draining ? json(503, { status: 'draining' }) : ready(services);
    if (path === '/') return { status: 302, headers: { location: '/graphql' }, body: null };
    return json(404, { message: 'Not found.' });
  }

  async function handle(request: HttpRequest): Promise<HttpResponse> {
    const trace = startTrace(request.headers.traceparent);
    const own = { 'x-trace-id': trace.id, ...cors(config.CORS_ORIGINS, request) };
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method']) {
      return { status: 204, headers: own, body: null };
    }
    try {
      const response = await answer(request, trace);
      return { ...response, headers: { ...response.headers, ...own } };
    } catch (error) {
      logger.error({ err: error, traceId: trace.id }, 'a request failed');
      return json(500, { message: 'Server Error' }, own);
    }
  }

  return {
    isPlain,
    handle,
    async fetch(request, address = '127.0.0.1') {
      const plain = fromFetch(request, address, config.BODY_LIMIT_BYTES);
      if (isPlain(plain)) return toFetch(await handle(plain));
      const trace = startTrace(plain.headers.traceparent);
      const response = await graphql.yoga.fetch(request, { prepared: await contextOf(plain, trace) });
      const headers = new Headers(response.headers);
      headers.set('x-trace-id', trace.id);
      for (const [name, value] of Object.entries(cors(config.CORS_ORIGINS, plain))) headers.set(name, value);
      return new Response(response.body, { status: response.status, headers });
    },
    drain() {
      draining = true;
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
