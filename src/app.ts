import { answerAccountPage, isAccountPage } from './account-pages/answer.ts';
import { createAdmission, quotaHeaders, tooManyAttempts } from './admission.ts';
import { ASSETS, answerAsset } from './assets.ts';
import { health } from './build-info.ts';
import { compressed } from './compression.ts';
import type { Context, Services } from './context.ts';
import { createContext } from './context.ts';
import { cors } from './cors.ts';
import { failureOf } from './database/failures.ts';
import { NOBODY } from './database/teams.ts';
import { createTurns, turnLimits } from './database/turns.ts';
import { answerDownload, isDownload } from './downloads.ts';
import { AppError } from './errors.ts';
import { withAnswerSize } from './graphql/answer-size.ts';
import { withDeadline } from './graphql/deadline.ts';
import { presentError } from './graphql/errors.ts';
import { createExecutor } from './graphql/executor.ts';
import type { Explorer } from './graphql/graphiql.ts';
import { answerGraphQL } from './graphql/http.ts';
import { requestFailure } from './graphql/operation.ts';
import { schema } from './graphql/schema.ts';
import { createGraphQLServer } from './graphql/server.ts';
import { hookOf } from './hooks.ts';
import {
  type Answer,
  complete,
  fromFetch,
  type HeaderList,
  type HttpRequest,
  type HttpResponse,
  json,
  TransportError,
  toFetch,
} from './http.ts';
import { landingPage } from './landing-page.ts';
import { openStreams } from './live/streams.ts';
import { createAuthenticator } from './modules/auth/authenticate.ts';
import { openProviders } from './modules/sending/open-engine.ts';
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
  /** Never rejects. */
  handle(request: HttpRequest): Promise<Answer>;
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

export interface AppOptions {
  /** What GraphiQL opens with, other than examples for nobody in particular. */
  explorer?: Explorer | undefined;
}

export function createApp(services: Services, { explorer }: AppOptions = {}): App {
  const { config, logger, reader } = services;
  let draining = false;
  const compiling = createExecutor(schema, {
    compile: config.GRAPHQL_JIT,
    onFallback: (reason) => logger.warn({ reason }, 'an operation is interpreted: it could not be compiled'),
  });
  const executor = observed(
    withDeadline(withAnswerSize(compiling, config.RESPONSE_LIMIT_BYTES), config.OPERATION_TIMEOUT_MS),
  );
  const graphql = createGraphQLServer(services, executor, explorer);
  const streams = openStreams(services);
  const rest = createRestFace({ services, executor });
  const admit = createAdmission(services, createAuthenticator(reader, config.TOKEN_CACHE_MS));
  const turns = createTurns(turnLimits(config.DATABASE_POOL_SIZE, config.OPERATION_TIMEOUT_MS));
  const providers = openProviders(services);
  const observe = observeRequests(services);
  const secured = securityHeaders(config.PUBLIC_URL?.startsWith('https:') ?? false);

  /** Headers that the answer gets besides its own are put into `headers`. */
  async function contextOf(request: HttpRequest, trace: Trace, headers: HeaderList): Promise<Context> {
    const { viewer, quota, charge } = await admit(request);
    if (viewer) trace.viewer = { teamId: viewer.team.id, tokenKind: viewer.token.kind };
    if (quota) headers.push(...quotaHeaders(quota));
    if (quota && quota.remaining < 0) throw tooManyAttempts(quota);
    const share = turns.of(viewer?.team.id ?? NOBODY, viewer?.token.id ?? NOBODY);
    return createContext(services, { viewer, trace, address: request.address, streams, share, charge });
  }

  async function answer(request: HttpRequest, trace: Trace, headers: HeaderList): Promise<HttpResponse> {
    const { path } = request;
    if (isPreflight(request)) return { status: 204, headers: {}, body: null };
    if (path === '/graphql') return answerGraphQL(request, await contextOf(request, trace, headers), graphql);
    if (path === '/api' || path.startsWith('/api/')) {
      return rest.handle(request, await contextOf(request, trace, headers));
    }
    if (isDownload(path)) return answerDownload(request, await contextOf(request, trace, headers));
    const hook = hookOf(path);
    if (hook) {
      const { quota } = await admit(request);
      if (quota) headers.push(...quotaHeaders(quota));
      if (quota && quota.remaining < 0) throw tooManyAttempts(quota);
      return hook(request, services, providers);
    }
    if (isAccountPage(path)) return answerAccountPage(request);
    if (path === '/health') return json(200, health);
    if (path === '/ready') return draining ? json(503, { status: 'draining' }) : ready(services);
    if (path.startsWith(ASSETS)) return (await answerAsset(request)) ?? notFound();
    if (path === '/') return landingPage({ graphiql: graphql.page !== null });
    return notFound();
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
    const { 'accept-encoding': accepted } = request.headers;
    const respond = async (response: HttpResponse): Promise<Answer> =>
      complete(accepted === undefined ? response : await compressed(response, accepted), secured, own);
    return observe(request, trace, () =>
      work(trace, own).then(respond, (error: unknown) => respond(failure(error, request, trace))),
    );
  }

  const handle: App['handle'] = (request) => answered(request, (trace, headers) => answer(request, trace, headers));

  return {
    handle,
    refuse: (request, error) => answered(request, () => Promise.reject(error)),
    async fetch(request, address = '127.0.0.1') {
      return toFetch(await handle(fromFetch(request, address, config.BODY_LIMIT_BYTES)));
    },
    drain() {
      draining = true;
    },
    get draining() {
      return draining;
    },
    close() {
      streams.close();
      void providers.close();
    },
  };
}

const notFound = () => json(404, { message: 'Not found.' });

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
