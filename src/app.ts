import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { createContext, type Services } from './context.ts';
import { createShares, downloadLimits, shareLimits } from './database/shares.ts';
import { NOBODY } from './database/teams.ts';
import { withAnswerSize } from './graphql/answer-size.ts';
import { withDeadline } from './graphql/deadline.ts';
import { createExecutor } from './graphql/executor.ts';
import type { Explorer } from './graphql/graphiql.ts';
import { graphqlRoutes } from './graphql/http.ts';
import { observed } from './graphql/observed.ts';
import { createGraphQLServer } from './graphql/server.ts';
import { assetPath, assetRoutes, SCHEMA_ASSET } from './http/assets.ts';
import { json, sendAnswer } from './http/http.ts';
import { refuseOtherMethods } from './http/other-methods.ts';
import { pagePolicy, pageRoute } from './http/pages.ts';
import { openStreams } from './live/streams.ts';
import { openProviders } from './modules/delivery/engine/open-providers.ts';
import { openIntake } from './modules/hub/traffic/intake.ts';
import { createAuthenticator, viewersStillGood } from './modules/identity/auth/authenticate.ts';
import { health } from './process/build-info.ts';
import { transportErrors } from './rest/error-bodies.ts';
import { restServer } from './rest/server.ts';
import { restSchema, schema } from './schema.ts';
import { accountPageRoutes } from './web/account-pages/answer.ts';
import { accountOperations } from './web/account-pages/operations.ts';
import { createAdmission, quotaHeaders, tooManyAttempts } from './web/admission.ts';
import { LONG_MS } from './web/connections.ts';
import { dashboardOperations, dashboardRoutes } from './web/dashboard.ts';
import { downloadRoutes } from './web/downloads.ts';
import { drain } from './web/drain.ts';
import { eventDescription } from './web/event-description.ts';
import { fetchFrom } from './web/fetch.ts';
import { createFront } from './web/front.ts';
import { hookRoutes } from './web/hooks.ts';
import { hubRoutes } from './web/hub.ts';
import { landingPage } from './web/landing-page.ts';
import { createTurnedAway } from './web/turned-away.ts';
import { createCallerOf } from './web/undeclared-proxy.ts';

export interface App {
  server: FastifyInstance;
  /** Without a socket. */
  fetch(request: Request, address?: string): Promise<Response>;
  /** `/health` says it is not ready; requests are still answered. */
  drain(): void;
  endStreams(): void;
  close(): Promise<void>;
}

export interface AppOptions {
  explorer?: Explorer | undefined;
}

/** For open requests while the server closes. */
const DRAIN_MS = 10_000;

export function createApp(services: Services, { explorer }: AppOptions = {}): App {
  const { config, logger, reader } = services;
  let draining = false;
  const executorOf = (of: GraphQLSchema) => {
    const compiling = createExecutor(of, {
      compile: config.GRAPHQL_JIT,
      onFallback: (reason) => logger.warn({ reason }, 'an operation is interpreted: it could not be compiled'),
    });
    return observed(withDeadline(withAnswerSize(compiling, config.RESPONSE_LIMIT_BYTES), config.OPERATION_TIMEOUT_MS));
  };
  const graphql = createGraphQLServer(services, {
    schema,
    executor: executorOf(schema),
    explorer,
    known: new Map([...accountOperations, ...dashboardOperations()]),
  });
  const streams = openStreams({ ...services, stillGood: (viewers) => viewersStillGood(services, viewers) });
  const { admit, overLimit } = createAdmission(
    services,
    createAuthenticator(reader, config.TOKEN_CACHE_MS, { notesUse: !config.READ_ONLY }),
  );
  const limits = shareLimits(config.DATABASE_POOL_SIZE, config.WORKER, config.OPERATION_TIMEOUT_MS);
  const shares = createShares(limits);
  const downloads = createShares(downloadLimits(limits, LONG_MS));
  const providers = openProviders(services);
  const intake = openIntake(services);
  const callerOf = createCallerOf(services);
  const { app, guards } = createFront(services, () => draining);

  const turnedAway = createTurnedAway();

  /** Before the body is read: refusing a caller over a limit costs next to nothing. */
  function turnAway(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    const spent = overLimit(request);
    if (spent) {
      request.isTurnedAway = true;
      sendAnswer(reply.headers(quotaHeaders(spent)), turnedAway(request, spent));
    } else done();
  }

  async function admitted(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { viewer, quota, charge } = await admit(request);
    const { trace, address } = request;
    const caller = callerOf(request);
    if (viewer) trace.viewer = { teamId: viewer.team.id, tokenKind: viewer.token.kind };
    if (quota) reply.headers(quotaHeaders(quota));
    if (quota && quota.remaining < 0) throw tooManyAttempts(quota);
    const share = shares.of(viewer?.team.id ?? NOBODY, viewer?.token.id ?? NOBODY);
    request.context = createContext(services, { viewer, trace, address, caller, streams, share, charge });
  }

  void app.register(async (counted) => {
    counted.addHook('onRequest', turnAway);
    counted.addHook('onRequest', admitted);
    await counted.register(graphqlRoutes(graphql, config.BODY_LIMIT_BYTES));
    await counted.register(restServer({ services, executor: executorOf(restSchema), docsToken: explorer?.token }), {
      prefix: '/api',
    });
    await counted.register(eventDescription, { prefix: '/api' });
    await counted.register(
      downloadRoutes((teamId) => downloads.of(teamId, NOBODY)),
      { prefix: '/downloads' },
    );
    await counted.register(hookRoutes(services, providers));
    await counted.register(hubRoutes(services, intake));
  });
  void app.register(accountPageRoutes);
  void app.register(dashboardRoutes);
  void app.register(assetRoutes(config.INTROSPECTION ? [] : [assetPath(SCHEMA_ASSET)]));
  void app.register(async (pages) => {
    const landing = landingPage({ graphiql: graphql.page !== null });
    pageRoute(pages, '/', () => landing, pagePolicy("'none'"));
    pages.get('/health', (_request, reply) => sendAnswer(reply, HEALTHY));
    for (const url of ['/health', '/ready']) refuseOtherMethods(pages, url, ['GET', 'HEAD'], probeMethods);
    pages.get('/ready', async (_request, reply) => sendAnswer(reply, draining ? DRAINING : await ready(services)));
  });

  app.addHook('preClose', async () => {
    draining = true;
    streams.close();
    void providers.close();
    if (!app.server.listening) return;
    await drain(app.server);
    guards.closeUnused();
    const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
    app.server.once('close', () => clearTimeout(cut));
  });

  return {
    server: app,
    fetch: fetchFrom(app),
    drain() {
      draining = true;
    },
    endStreams: () => streams.close(),
    close: async () => app.close(),
  };
}

const probeMethods = (method: string) => transportErrors.unsupportedMethod(method, ['GET', 'HEAD']);
const HEALTHY = json(200, health);
const DRAINING = json(503, { status: 'draining' });

/** A node that is away stops its own teams alone: the others are served, so it is named and no reason to send requests elsewhere. */
async function ready({ pool, db }: Services) {
  try {
    await pool.query('SELECT 1');
    const { away } = db.reach;
    return json(200, { status: 'ready', ...(away.length > 0 && { away }) });
  } catch {
    return json(503, { status: 'unavailable' });
  }
}
