import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyPluginCallback, FastifyReply } from 'fastify';
import { decoded, textIn } from 'outgoing-requests';
import { parseJson } from 'plain-json';
import type { InboundRequest } from 'sms-providers';
import type { Services } from '../context.ts';
import { readsOnly } from '../database/failures.ts';
import { ValidationError } from '../errors.ts';
import { type JsonAnswer, json, sendAnswer, textOf } from '../http/http.ts';
import { refuseOtherMethods } from '../http/other-methods.ts';
import type { OpenProviders } from '../modules/delivery/engine/open-providers.ts';
import { isBotRequest } from '../modules/delivery/links/bots.ts';
import { followLink } from '../modules/delivery/links/follow-link.ts';
import { takePostback } from '../modules/delivery/links/take-postback.ts';
import { MethodError, receiveHook } from '../modules/delivery/receipts/receive-hook.ts';
import { receiveVoiceHook } from '../modules/voice/calls/receive-voice-hook.ts';
import { eb3, transportErrors } from '../rest/error-bodies.ts';
import type { Trace } from '../trace.ts';

const config = { errors: { UNAUTHENTICATED: eb3, NOT_FOUND: eb3 } };
const NOT_STORED = { 'cache-control': 'no-store' };
/** A team says what its own provider is answered, so an answer must not do anything in a browser. */
const SANDBOX = { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox" };

export const hookRoutes =
  (services: Services, providers: Pick<OpenProviders, 'providerOf'>): FastifyPluginCallback =>
  (app, _options, done) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    const onRequest = services.config.READ_ONLY ? refuseToWrite : [];
    const unpacked = ({ 'content-encoding': encodings }: IncomingHttpHeaders, body: Buffer = Buffer.alloc(0)) => {
      const plain = decoded(body, encodings, services.config.BODY_LIMIT_BYTES);
      if (plain === null) throw new ValidationError({ body: ['The body field is invalid.'] });
      return plain;
    };
    const route = (url: string, methods: ('GET' | 'HEAD' | 'POST')[], answer: Answering) => {
      for (const each of [url, `${url}/*`]) {
        app.route({ method: methods, url: each, config, exposeHeadRoute: false, onRequest, handler: answer as never });
        refuseOtherMethods(app, each, methods, (method) => transportErrors.unsupportedMethod(method, methods));
      }
    };

    route('/hooks/sms', ['GET', 'POST'], async ({ params, method, url, headers, body }, reply) => {
      reply.headers(SANDBOX);
      const [teamId = '', routeId = '', secret = null, ...more] = restOf(params).toLowerCase().split('/');
      const request = {
        ...{ method, query: queryOf(url), pathSecret: secret },
        ...{
          headers: headers as Record<string, string>,
          ...readBytes(unpacked(headers, body), headers['content-type']),
        },
      };
      const hook = { teamId, routeId: more.length > 0 ? '' : routeId, request };
      const taken = await receiveHook(services, providers, hook, new Date()).catch(refuseMethod(method));
      return sendAnswer(reply, answerOf(taken));
    });

    route('/hooks/voice', ['POST'], async ({ params, headers, body, trace }, reply) => {
      reply.headers(SANDBOX);
      const [teamId = '', accountId = '', ...more] = restOf(params).toLowerCase().split('/');
      const read = readBytes(unpacked(headers, body), headers['content-type']);
      const request = { headers: headers as Record<string, string>, ...read };
      const hook = { teamId, accountId: more.length > 0 ? '' : accountId, request, traceId: trace.id };
      return sendAnswer(reply, json(200, await receiveVoiceHook(services, hook)));
    });

    route('/postbacks', ['GET', 'POST'], async ({ params, method, query, headers, body }, reply) => {
      const posted = method === 'POST' ? parametersOf(headers['content-type'], readText(unpacked(headers, body))) : {};
      const parameters = { ...Object.fromEntries(query), ...posted };
      await takePostback(services, restOf(params).toLowerCase(), parameters, new Date());
      return sendAnswer(reply.headers(NOT_STORED), OK);
    });

    route('/l', ['GET', 'HEAD'], async ({ params, method, headers }, reply) => {
      const visit = {
        isBot: isBotRequest(headers as Record<string, string>),
        counts: method === 'GET',
        userAgent: headers['user-agent'] ?? null,
        now: new Date(),
      };
      const location = await followLink(services.db, restOf(params), visit);
      reply.headers(NOT_STORED);
      if (location !== null) return reply.code(302).header('location', location).send();
      reply.code(404).header('content-type', 'text/plain; charset=utf-8');
      return reply.send(method === 'HEAD' ? undefined : 'This link does not exist.\n');
    });
    done();
  };

interface Asked {
  method: string;
  /** Path and query as they came. */
  url: string;
  params: { '*'?: string };
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer | undefined;
  trace: Trace;
}
type Answering = (request: Asked, reply: FastifyReply) => Promise<FastifyReply>;

const refuseToWrite = (_request: unknown, _reply: unknown, done: (error: Error) => void) => done(readsOnly());

/** Empty when it cannot name anything. */
const restOf = ({ '*': rest = '' }: Asked['params']) => (rest.includes('\0') ? '' : rest);

const OK = json(200, { status: 'ok' });

type Taken = Awaited<ReturnType<typeof receiveHook>>;

function answerOf({ answer, notTaken }: Taken): JsonAnswer {
  if (answer) return { status: answer.status, headers: { 'content-type': answer.type }, body: answer.body };
  return notTaken.length === 0 ? OK : json(200, { status: 'ok', not_taken: notTaken });
}

const refuseMethod = (method: string) => (error: unknown) => {
  throw error instanceof MethodError ? transportErrors.unsupportedMethod(method, error.allowed) : error;
};

/** As it came: signatures cover it byte by byte. */
const queryOf = (url: string): string => url.slice(url.indexOf('?') + 1 || url.length);

/** Who cuts a character in half, or writes Latin-1, must not lose a STOP or a do-not-call. */
const readBytes = (body: Buffer, type: string | undefined): Pick<InboundRequest, 'body' | 'bytes'> =>
  isUtf8(body) ? { body: body.toString() } : { body: textIn(body, type), bytes: body };

function readText(body: Buffer | undefined): string {
  const text = textOf(body);
  if (text === null) throw new ValidationError({ body: ['The body field is invalid.'] });
  return text;
}

function parametersOf(type: string | undefined, body: string): Record<string, unknown> {
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(type ?? '')) return Object.fromEntries(new URLSearchParams(body));
  try {
    const given = parseJson(body);
    if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given as Record<string, unknown>;
  } catch {}
  throw new ValidationError({ body: ['The body must be a JSON object.'] });
}
