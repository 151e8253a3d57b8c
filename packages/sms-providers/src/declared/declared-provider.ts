import { openPoster, type Posted, type ServiceRequest } from 'outgoing-requests';
import { UnconfirmedError } from '../errors.ts';
import { type Checked, type OutgoingSms, type ProviderEnvironment, rejected, type SmsProvider } from '../provider.ts';
import { failureOf, textOf } from '../service-answer.ts';
import { documentOf, reasonOf, resultsOf, ruleFor } from './answers.ts';
import { confirmationOf, readCallbacks } from './callbacks.ts';
import type { Declaration, Values } from './declaration.ts';
import { codeAt, holds } from './paths.ts';
import { IncompleteRequestError, requestOf } from './request.ts';
import { placesOf } from './template.ts';
import { isVerifiedBy, verificationOf } from './verification.ts';

const TIMEOUT_MS = 15_000;
const MASK = '***';

/** What a route's settings and credentials make of a provider. */
export interface Declared {
  name: string;
  declaration: Declaration;
  values: Values;
  /** The names of values that nobody may see. */
  secrets: readonly string[];
  callbackSecret: string | null;
  perSecond: number | null;
}

/** Runs a declaration. */
export function openDeclared(declared: Declared, environment: ProviderEnvironment): SmsProvider {
  const { name, declaration } = declared;
  const { answer, callbacks, capabilities } = declaration;
  const verification = verificationOf(declared);
  const poster = openPoster({ timeoutMs: TIMEOUT_MS, allowPrivate: environment.allowPrivate });
  const { idempotent, batchSize, maxInFlight } = capabilities;
  return {
    type: name,
    capabilities: { idempotent, batchSize, maxInFlight, perSecond: declared.perSecond },
    callbackMethods: callbacks.methods,
    async send(batch) {
      const request = requestFor(declared, environment, batch);
      if (typeof request === 'string') return batch.map(() => ({ ...rejected('blocked', request), isUnread: true }));
      try {
        return resultsOf(answer, batch, await poster.request(request));
      } catch (error) {
        return batch.map(() => failureOf(error));
      }
    },
    verify: (request) => isVerifiedBy(verification, request, environment.callbackUrl),
    parse: (request) => readCallbacks(declaration, request, new Date()),
    async confirm(request) {
      const url = confirmationOf(callbacks, request);
      if (url === null) return;
      const { status } = await poster
        .request({ method: 'GET', url, headers: {}, body: null })
        .catch(() => ({ status: 0 }));
      if (status < 200 || status > 299) throw new UnconfirmedError();
    },
    preview: (batch) => shown(declared, environment, batch),
    ...(declaration.check && { check: () => check(declared, environment, (request) => poster.request(request)) }),
    close: async () => poster.close(),
  };
}

/** A text says why there is none: nothing has been sent then. */
function requestFor(
  { declaration, values }: Declared,
  { callbackUrl }: ProviderEnvironment,
  batch: readonly OutgoingSms[],
): ServiceRequest | string {
  try {
    return sendRequest(declaration, values, callbackUrl, batch);
  } catch (error) {
    return error instanceof IncompleteRequestError ? error.message : 'The settings make no request.';
  }
}

export function sendRequest(
  { send, fields }: Declaration,
  values: Values,
  callbackUrl: string,
  batch: readonly OutgoingSms[],
): ServiceRequest {
  const { places, messages } = placesOf(batch, values, callbackUrl);
  return requestOf(send, fields, places, messages);
}

/** Rendered from masks, so that no encoding of a secret is in it. */
function shown(declared: Declared, environment: ProviderEnvironment, batch: readonly OutgoingSms[]): ServiceRequest {
  const { declaration, secrets, callbackSecret } = declared;
  const isSecret = (name: string) => secrets.includes(name);
  const values = Object.fromEntries(
    Object.entries(declared.values).map(([name, value]) => [name, isSecret(name) ? MASK : value]),
  );
  const callbackUrl =
    callbackSecret === null ? environment.callbackUrl : environment.callbackUrl.replace(callbackSecret, MASK);
  const request = sendRequest(declaration, values, callbackUrl, batch);
  const { authorization } = request.headers;
  if (authorization === undefined) return request;
  return { ...request, headers: { ...request.headers, authorization: `${authorization.split(' ')[0]} ${MASK}` } };
}

async function check(
  { declaration, values }: Declared,
  { callbackUrl }: ProviderEnvironment,
  ask: (request: ServiceRequest) => Promise<Posted>,
): Promise<Checked> {
  try {
    const places = { ...values, callback: callbackUrl };
    return checkedOf(declaration, await ask(requestOf(declaration.check!, declaration.fields, places, [])));
  } catch (error) {
    const failure = error instanceof IncompleteRequestError ? rejected('blocked', error.message) : failureOf(error);
    return { isOk: false, code: null, reason: 'reason' in failure ? failure.reason : '', advice: NOT_REACHED };
  }
}

export function checkedOf({ check: request, answer }: Declaration, posted: Posted): Checked {
  const document = documentOf(answer, posted);
  const isOk = posted.status >= 200 && posted.status < 300 && holds(document, request?.accepted);
  if (isOk) return { isOk, code: null, reason: 'The provider accepted the credentials.', advice: null };
  const code = textOf(codeAt(document, answer.code), 50) || String(posted.status);
  const advice = ruleFor(answer, document, posted)?.advice ?? adviceFor(posted.status);
  return { isOk, code, reason: reasonOf(answer, document, posted), advice };
}

const NOT_REACHED = 'Check the address in the settings, and that this server can reach it.';

const adviceFor = (status: number): string =>
  status === 401 || status === 403
    ? 'Copy the credentials from the provider’s console again.'
    : status === 404
      ? 'Check the account and the address in the settings.'
      : 'Try again later. If it persists, check the settings against the provider’s console.';
