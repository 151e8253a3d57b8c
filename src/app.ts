import type { Context, Services } from './context.ts';
import { createContext } from './context.ts';
import { failureOf } from './database/failures.ts';
import { NOBODY } from './database/teams.ts';
import { createTurns, turnLimits } from './database/turns.ts';
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
import { answerAccountPage, isAccountPage } from './http/account-pages/answer.ts';
import { createAdmission, quotaHeaders, tooManyAttempts } from './http/admission.ts';
import { ASSETS, answerAsset, assetPath, SCHEMA_ASSET } from './http/assets.ts';
import { compressed } from './http/compression.ts';
import { cors } from './http/cors.ts';
import { answerDashboard, isDashboard } from './http/dashboard.ts';
import { answerDownload, isDownload } from './http/downloads.ts';
import { hookOf } from './http/hooks.ts';
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
} from './http/http.ts';
import { landingPage } from './http/landing-page.ts';
import { securityHeaders } from './http/security-headers.ts';
import { createTurnedAway } from './http/turned-away.ts';
import { openStreams } from './live/streams.ts';
import { createAuthenticator } from './modules/auth/authenticate.ts';
import { openProviders } from './modules/sending/open-engine.ts';
import { observed } from './observability/operations.ts';
import { observeRequests } from './observability/requests.ts';
import { health } from './process/build-info.ts';
import { errorResponse, transportResponse } from './rest/error-bodies.ts';
import { createRestServer } from './rest/server.ts';
import { startTrace, type Trace } from './trace.ts';

/** As much of a request as there is; of what is no HTTP only where it came from. */
export type Refused = Pick<HttpRequest, 'method' | 'path' | 'headers' | 'address'>;

/** Everything the server answers, without a socket: the front (and every test) hands requests in. */
export interface App {
  /** Never rejects. */
  handle(request: HttpRequest): Promise<Answer>;
  /** Answers what the front will not hand in as everything else is answered: in its API's form, logged and counted. */
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
  const rest = createRestServer({ services, executor });
  const { admit, overLimit } = createAdmission(services, createAuthenticator(reader, config.TOKEN_CACHE_MS));
  const turns = createTurns(turnLimits(config.DATABASE_POOL_SIZE, config.WORKER, config.OPERATION_TIMEOUT_MS));
  const providers = openProviders(services);
  const observe = observeRequests(services);
  const secured = securityHeaders(config.PUBLIC_URL?.startsWith('https:') ?? false);
  const turnedAway = createTurnedAway((path, quota) => failure(tooManyAttempts(quota), path, startTrace()), secured);

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
    if (isDashboard(path)) return answerDashboard(request);
    if (path === '/health') return json(200, health);
    if (path === '/ready') return draining ? json(503, { status: 'draining' }) : ready(services);
    if (!config.INTROSPECTION && path === assetPath(SCHEMA_ASSET)) return notFound();
    if (path.startsWith(ASSETS)) return (await answerAsset(request)) ?? notFound();
    if (path === '/') return landingPage({ graphiql: graphql.page !== null });
    return notFound();
  }

  /** For what goes wrong before an operation begins, in the form of the API that was called. */
  function failure(error: unknown, path: string, trace: Trace): HttpResponse {
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

  const ownHeaders = (request: Refused, trace: Trace): HeaderList => [
    ...['x-trace-id', trace.id],
    ...cors(config.CORS_ORIGINS, request),
  ];

  /** With what every answer has. */
  async function answered(
    request: Refused,
    work: (trace: Trace, headers: HeaderList) => Promise<HttpResponse>,
  ): Promise<Answer> {
    const trace = startTrace(request.headers.traceparent);
    const own = ownHeaders(request, trace);
    const { 'accept-encoding': accepted } = request.headers;
    const respond = async (response: HttpResponse): Promise<Answer> =>
      complete(accepted === undefined ? response : await compressed(response, accepted), secured, own);
    return observe.answered(request, trace, () =>
      work(trace, own).then(respond, (error: unknown) => respond(failure(error, request.path, trace))),
    );
  }

  /** The answer to a caller who is over a limit and was told so: before anything of the request is read. */
  function turnAway(request: HttpRequest): Answer | null {
    const { path } = request;
    if (!(path === '/graphql' || path.startsWith('/api/')) || isPreflight(request)) return null;
    const quota = overLimit(request);
    if (!quota) return null;
    const trace = startTrace(request.headers.traceparent);
    const given = turnedAway(path, quota, ownHeaders(request, trace));
    observe.turnedAway(request, trace, given);
    return given;
  }

  const handle: App['handle'] = async (request) =>
    turnAway(request) ?? answered(request, (trace, headers) => answer(request, trace, headers));

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
