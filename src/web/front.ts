import './request.ts';
import { METHODS } from 'node:http';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Services } from '../context.ts';
import { pathOf, sendAnswer, TransportError, withValidEscapes } from '../http/http.ts';
import { observeRequests } from '../observability/requests.ts';
import { transportErrors } from '../rest/error-bodies.ts';
import { startTrace } from '../trace.ts';
import { type ConnectionGuards, guardConnections } from './connections.ts';
import { failureAnswer } from './failures.ts';
import { addressOf, isUpload, leavesMuchUnread, refusalOf } from './guards.ts';
import { securityHeaders } from './security-headers.ts';

const CHECK_MS = 1_000;
/** A connection silent for this long beyond an operation's limit is considered dead. */
const SILENCE_BEYOND_OPERATION_MS = 5_000;
/** A subscription that has nothing to tell sends something every 12 s. */
const BETWEEN_PINGS_MS = 30_000;

interface Front {
  app: FastifyInstance;
  guards: ConnectionGuards;
}

const NO_QUERY = new URLSearchParams();

export function createFront(services: Services, isDraining: () => boolean): Front {
  const { config, logger } = services;
  const observe = observeRequests(services);
  const app = Fastify({
    bodyLimit: config.BODY_LIMIT_BYTES,
    requestTimeout: config.REQUEST_TIMEOUT_MS,
    keepAliveTimeout: config.KEEP_ALIVE_MS,
    connectionTimeout: Math.max(config.OPERATION_TIMEOUT_MS + SILENCE_BEYOND_OPERATION_MS, BETWEEN_PINGS_MS),
    maxRequestsPerSocket: config.MAX_REQUESTS_PER_CONNECTION,
    return503OnClosing: false,
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: config.MAX_HEADER_BYTES,
      querystringParser: (query) => (query === '' ? NO_QUERY : new URLSearchParams(query)) as never,
    },
    http: {
      maxHeaderSize: config.MAX_HEADER_BYTES,
      headersTimeout: Math.min(config.REQUEST_TIMEOUT_MS, 10_000),
      connectionsCheckingInterval: Math.min(CHECK_MS, config.REQUEST_TIMEOUT_MS),
      requireHostHeader: false,
    },
    clientErrorHandler: (error, socket) => guards.clientError(error, socket),
    // Fastify would answer an invalid escape before any hook runs, so it would not be counted.
    rewriteUrl: ({ url = '' }) => withValidEscapes(url),
  });
  // Each path refuses the methods it does not have (other-methods.ts). CONNECT never arrives as a request.
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
  app.server.maxConnections = config.MAX_CONNECTIONS;
  // Node silently drops headers beyond a number. Their size is limited already.
  app.server.maxHeadersCount = 0;
  const guards = guardConnections(app, (error, { path, address, method }) => {
    const trace = startTrace();
    const answer = failureAnswer(error, { path, trace }, report(trace.id));
    const seen = { method, path, address, trace, startedAt: performance.now(), isTurnedAway: false, endSpan: null };
    observe.done(seen, answer.status, answer.body);
    return { ...answer, headers: { ...common, ...answer.headers, 'x-trace-id': trace.id } };
  });

  const report = (traceId: string) => (error: unknown) => logger.error({ err: error, traceId }, 'a request failed');
  const common = securityHeaders(config.PUBLIC_URL?.startsWith('https:') ?? false);

  function receive(request: FastifyRequest, reply: FastifyReply): void {
    request.startedAt = performance.now();
    request.trace = startTrace(request.headers.traceparent as string | undefined);
    request.path = pathOf(request.originalUrl);
    request.address = addressOf(request.raw, config.TRUST_PROXY);
    reply.serializer(asItIs).headers(common).header('x-trace-id', request.trace.id);
  }

  function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const { path, trace, routeOptions } = request;
    const { errors } = routeOptions.config;
    sendAnswer(reply, failureAnswer(error, { path, trace, errors }, report(trace.id)));
  }

  app.decorateRequest('path', '').decorateRequest('address', '').decorateRequest('startedAt', 0);
  app.decorateRequest('trace', null as never).decorateRequest('context', null as never);
  app.decorateRequest('isTurnedAway', false).decorateRequest('endSpan', null);
  app.addHook('onRequest', (request, reply, done) => {
    receive(request, reply);
    observe.begin(request, done);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (isDraining() || leavesMuchUnread(request.raw)) reply.header('connection', 'close');
    observe.done(request, reply.statusCode, payload);
    done(null, payload);
  });
  if (config.CORS_ORIGINS.length > 0) void app.register(cors, corsOptions(config.CORS_ORIGINS));
  void app.register(compress, {
    encodings: ['br', 'gzip'],
    // Refused by guards.ts.
    globalDecompression: false,
    // The highest qualities take a hundred times as long and save another fifth.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 5 },
  });
  app.after(() => {
    app.addHook('onRequest', (request, reply, done) => {
      const refusal = guards.refusalOf(request.raw, reply.raw) ?? refusalOf(request.raw);
      if (refusal) {
        reply.header('connection', 'close');
        return done(refusal);
      }
      if (isPreflight(request)) return void reply.code(204).send();
      if (takesLong(request)) guards.allowTime(reply.raw);
      done();
    });
  });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  app.setNotFoundHandler((request) => {
    throw notFound(request);
  });
  return { app, guards };
}

const asItIs = (payload: unknown) => payload as string;

const takesLong = ({ raw, path }: FastifyRequest) => isUpload(raw) || path.startsWith('/downloads/');

const isPreflight = ({ method, headers }: FastifyRequest) =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

const notFound = ({ path }: FastifyRequest) =>
  path === '/api' || path.startsWith('/api/')
    ? transportErrors.unknownRoute(path)
    : new TransportError(404, 'Not found.');

const corsOptions = (allowed: readonly string[]) => ({
  origin: (origin: string | undefined, told: (error: null, isAllowed: boolean) => void) =>
    told(null, origin !== undefined && (allowed.includes(origin) || allowed.includes('*'))),
  allowedHeaders: 'authorization, content-type, traceparent, x-webhook-secret',
  methods: 'GET, POST, PUT, PATCH, DELETE',
  exposedHeaders: 'x-trace-id, retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset',
  maxAge: 600,
});
