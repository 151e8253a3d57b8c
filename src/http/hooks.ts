import type { Services } from '../context.ts';
import { AppError, ValidationError } from '../errors.ts';
import { isBotRequest } from '../modules/links/bots.ts';
import { followLink } from '../modules/links/follow-link.ts';
import { takePostback } from '../modules/links/take-postback.ts';
import { receiveHook } from '../modules/receipts/receive-hook.ts';
import type { OpenEngine } from '../modules/sending/open-engine.ts';
import { eb3, errorResponse, transportErrors } from '../rest/error-bodies.ts';
import { type HttpRequest, type HttpResponse, json, PayloadTooLargeError, UnreadableBodyError } from './http.ts';

/** What comes from outside without a token: providers' reports, merchants' postbacks, people who follow links. */
type Answering = (
  request: HttpRequest,
  services: Services,
  providers: Pick<OpenEngine, 'providerOf'>,
) => Promise<HttpResponse>;

const HOOK = /^\/hooks\/sms\/([^/]+)\/([^/]+)$/;
const POSTBACK = /^\/postbacks\/([^/]+)$/;
const LINK = /^\/l\/([^/]+)$/;

const OK = { status: 'ok' };

export const hookOf = (path: string): Answering | undefined => {
  if (path.startsWith('/hooks/sms/')) return asEb3(answerReport);
  if (path.startsWith('/postbacks/')) return asEb3(answerPostback);
  return path.startsWith('/l/') ? answerLink : undefined;
};

const answerReport: Answering = async ({ method, path, headers, text }, services, providers) => {
  const [, teamId = '', routeId = ''] = HOOK.exec(path.toLowerCase()) ?? [];
  if (method !== 'POST') throw transportErrors.unsupportedMethod(method, ['POST']);
  const request = { headers, body: await bodyOf(text) };
  await receiveHook(services, providers, { teamId, routeId, request }, new Date());
  return json(200, OK);
};

const answerPostback: Answering = async ({ method, path, query, headers, text }, services) => {
  const [, teamId = ''] = POSTBACK.exec(path.toLowerCase()) ?? [];
  if (method !== 'GET' && method !== 'POST') throw transportErrors.unsupportedMethod(method, ['GET', 'POST']);
  const posted = method === 'POST' ? parametersOf(headers['content-type'], await bodyOf(text)) : {};
  await takePostback(services, teamId, { ...Object.fromEntries(query), ...posted }, new Date());
  return json(200, OK, NOT_STORED);
};

const NOT_STORED = { 'cache-control': 'no-store' };

const answerLink: Answering = async ({ method, path, headers }, { pool }) => {
  if (method !== 'GET' && method !== 'HEAD') throw transportErrors.unsupportedMethod(method, ['GET', 'HEAD']);
  const visit = {
    isBot: isBotRequest(headers),
    counts: method === 'GET',
    userAgent: headers['user-agent'] ?? null,
    now: new Date(),
  };
  const location = await followLink(pool, LINK.exec(path)?.[1] ?? '', visit);
  if (location !== null) return { status: 302, headers: { location, ...NOT_STORED }, body: null };
  const body = method === 'HEAD' ? null : 'This link does not exist.\n';
  return { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8', ...NOT_STORED }, body };
};

/** As E12 does, and as providers expect. */
const asEb3 =
  (answer: Answering): Answering =>
  async (...args) => {
    try {
      return await answer(...args);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return errorResponse(error, { UNAUTHENTICATED: eb3, NOT_FOUND: eb3 });
    }
  };

async function bodyOf(text: HttpRequest['text']): Promise<string> {
  try {
    return await text();
  } catch (error) {
    if (error instanceof PayloadTooLargeError) throw transportErrors.tooLarge();
    if (error instanceof UnreadableBodyError) throw new ValidationError({ body: ['The body field is invalid.'] });
    throw error;
  }
}

/** Of JSON or of a form. */
function parametersOf(type: string | undefined, body: string): Record<string, unknown> {
  if (!type?.startsWith('application/json')) return Object.fromEntries(new URLSearchParams(body));
  try {
    const given: unknown = JSON.parse(body);
    if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given as Record<string, unknown>;
  } catch {}
  throw new ValidationError({ body: ['The body must be a JSON object.'] });
}
