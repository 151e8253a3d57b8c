import type { FastifyPluginCallback, FastifyRequest } from 'fastify';
import { parseJson } from 'plain-json';
import type { Services } from '../context.ts';
import { readsOnly } from '../database/failures.ts';
import { ValidationError } from '../errors.ts';
import { isJsonType, json, sendAnswer, TransportError, textOf } from '../http/http.ts';
import { refuseOtherMethods } from '../http/other-methods.ts';
import { messages as texts } from '../input/validation-messages.ts';
import { readMessage, submitMessages } from '../modules/hub/http/messages.ts';
import { openSignIn, type SignedIn, type SignIn } from '../modules/hub/sellers/sign-in.ts';
import type { Intake } from '../modules/hub/traffic/submission.ts';
import { type ErrorShape, transportErrors } from '../rest/error-bodies.ts';

/** Fields are named as they are sent. */
const asSent: ErrorShape = { name: 'EB2', body: ({ message, fields }) => ({ message, errors: fields ?? {} }) };
const config = { errors: { VALIDATION_FAILED: asSent } };

/** Sellers that have no SMPP. */
export const hubRoutes =
  (services: Services, intake: Intake): FastifyPluginCallback =>
  (app, _options, done) => {
    const signIn = signInOf(openSignIn(services));
    const onRequest = services.config.READ_ONLY ? refuse : [];
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));

    app.post('/hub/messages', { config, onRequest }, async (request, reply) => {
      const endpoint = await signIn(request);
      const given = { body: bodyOf(request), key: keyOf(request) };
      return sendAnswer(reply, json(200, await submitMessages(services, intake, endpoint, given)));
    });
    app.get<{ Params: { id: string } }>('/hub/messages/:id', { config, onRequest }, async (request, reply) => {
      const endpoint = await signIn(request);
      return sendAnswer(reply, json(200, await readMessage(services, endpoint, request.params.id)));
    });
    const refuseOthers = (url: string, methods: ('GET' | 'HEAD' | 'POST')[]) =>
      refuseOtherMethods(app, url, methods, (method) => transportErrors.unsupportedMethod(method, methods));
    refuseOthers('/hub/messages', ['POST']);
    refuseOthers('/hub/messages/:id', ['GET', 'HEAD']);
    done();
  };

const refuse = (_request: unknown, _reply: unknown, done: (error: Error) => void) => done(readsOnly());

type Asked = Pick<FastifyRequest, 'headers' | 'address' | 'body'>;

const signInOf =
  (signIn: SignIn) =>
  async ({ headers: { authorization = '' }, address }: Asked): Promise<SignedIn> => {
    const given = credentialsIn(authorization);
    const endpoint = given && (await signIn({ ...given, address }));
    if (!endpoint) throw unauthenticated();
    return endpoint;
  };

const unauthenticated = () =>
  new TransportError(401, 'These credentials do not match our records.', {
    'www-authenticate': 'Basic realm="hub", charset="UTF-8"',
  });

function credentialsIn(authorization: string): { username: string; password: string } | null {
  const [, encoded] = /^Basic +([\w+/=-]+)$/i.exec(authorization) ?? [];
  const [, username, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? [];
  return username === undefined || password === undefined ? null : { username, password };
}

function bodyOf({ headers, body }: Asked): unknown {
  if (!isJsonType(headers['content-type'] ?? '')) throw transportErrors.unsupportedType();
  const text = textOf(body as Buffer | undefined);
  try {
    return parseJson(text ?? '');
  } catch {
    throw transportErrors.malformedJson();
  }
}

const MOST_OF_KEY = 200;

function keyOf({ headers }: Asked): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && /^[\x21-\x7e]+$/.test(key) && key.length <= MOST_OF_KEY) return key;
  throw new ValidationError({ 'Idempotency-Key': [texts.visible('Idempotency-Key', MOST_OF_KEY)] });
}
