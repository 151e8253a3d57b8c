import { openPoster, type Posted } from 'outgoing-requests';
import { parseLooseJson } from 'plain-json';
import { failureOf, idOf, refusalOf, rejected, type ShownRequest, textOf, unanswered, unknown } from 'sms-providers';
import { AppError } from '../../../errors.ts';
import type { Account, AnyVoiceDeclaration, DeclaredRequest } from './declared/declaration.ts';
import type { CheckResult, OutgoingCall, PlaceResult, VoiceEnvironment, VoiceProvider } from './voice-provider.ts';

const MASK = '***';
const NOT_WRITTEN = 'The request cannot be written with the settings.';
const MAX_REASON = 300;
const MAX_URL = 2_000;

/** Runs a declaration. */
export function openDeclaredProvider(
  type: string,
  declaration: AnyVoiceDeclaration,
  {
    settings,
    credentials,
  }: Pick<Account<{ timeoutMs: number; maxInFlight: number }, object>, 'settings' | 'credentials'>,
  { eventsUrl, allowPrivate }: VoiceEnvironment,
): VoiceProvider {
  const poster = openPoster({ timeoutMs: settings.timeoutMs, allowPrivate });
  const account = { settings, credentials, eventsUrl };
  const ask = ({ method, url, headers, body }: DeclaredRequest) =>
    poster.request({
      ...{ method, url },
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
    });
  const { end } = declaration;
  const check = declaration.check?.(account);
  return {
    type,
    capabilities: { maxInFlight: settings.maxInFlight, canEnd: end !== undefined },
    async place(call) {
      const missing = declaration.missing(call, settings);
      if (missing !== null) return rejected('blocked', missing);
      const request = written(() => declaration.place(call, account));
      if (request === null) return rejected('blocked', NOT_WRITTEN);
      try {
        return resultOf(declaration, settings, await ask(request));
      } catch (error) {
        return failureOf(error);
      }
    },
    async end(call) {
      const request = end?.(call, account);
      if (!request) return false;
      try {
        return isSuccess(await ask(request));
      } catch {
        return false;
      }
    },
    ...(check && {
      check: async (): Promise<CheckResult> => {
        try {
          return checkOf(declaration, await ask(check));
        } catch (error) {
          const failure = failureOf(error);
          return {
            isValid: false,
            message: 'reason' in failure ? failure.reason : `${declaration.label} did not answer.`,
          };
        }
      },
    }),
    preview(call) {
      const missing = declaration.missing(call, settings);
      if (missing !== null) throw new AppError('CONFLICT', missing);
      return shown(declaration, account, call);
    },
    close: async () => poster.close(),
  };
}

/** Rendered from masks, so that no encoding of a secret is in it. */
function shown(declaration: AnyVoiceDeclaration, account: Account<unknown, object>, call: OutgoingCall): ShownRequest {
  const masks = Object.keys(account.credentials).map((name) => [name, MASK]);
  const masked = { ...account, credentials: Object.fromEntries(masks) };
  const request = written(() => declaration.place(call, masked));
  if (request === null) throw new AppError('CONFLICT', NOT_WRITTEN);
  return { ...request, body: request.body === undefined ? null : JSON.stringify(request.body) };
}

/** Nothing was sent when a request cannot even be written. */
function written(write: () => DeclaredRequest): DeclaredRequest | null {
  try {
    return write();
  } catch {
    return null;
  }
}

const isSuccess = ({ status }: Posted) => status >= 200 && status < 300;

function resultOf(declaration: AnyVoiceDeclaration, settings: object, answer: Posted): PlaceResult {
  const { label, accepted } = declaration;
  if (!isSuccess(answer)) {
    const said = saidIn(answer.body);
    const reason = said === '' ? `${label} answered ${answer.status}.` : `${label}: ${said}`;
    const isRefused = answer.status >= 400 && answer.status < 500 && answer.status !== 408;
    // A wrong key is a wrong key, whatever the text names.
    const kind = [401, 403].includes(answer.status) ? 'blocked' : kindOf(declaration, settings, said);
    if (isRefused && kind) return rejected(kind, reason, String(answer.status), answer.retryAfter);
    // A gateway answers 503, too, when the provider behind it may have placed the call.
    const result = answer.status === 503 ? unanswered(reason) : (refusalOf(answer) ?? unanswered(reason));
    return 'reason' in result ? { ...result, reason } : result;
  }
  const { id, listenUrl, controlUrl } = accepted(parseLooseJson(answer.body), settings);
  const providerId = idOf(id);
  // It may have placed the call.
  if (providerId === null) return unknown(`${label} accepted the call without an id.`);
  return {
    status: 'accepted',
    providerId,
    listenUrl: urlOf(listenUrl, /^wss?:/),
    controlUrl: urlOf(controlUrl, /^https?:/),
  };
}

const kindOf = ({ refusals, refusalOf: own }: AnyVoiceDeclaration, settings: object, said: string) =>
  refusals.find(([pattern]) => pattern.test(said))?.[1] ?? own?.(said, settings);

function checkOf({ label }: AnyVoiceDeclaration, answer: Posted): CheckResult {
  if (isSuccess(answer)) return { isValid: true, message: `${label} accepted the credentials.` };
  const said = saidIn(answer.body);
  if ([401, 403].includes(answer.status))
    return { isValid: false, message: `${label} refused the credentials. ${said}`.trim() };
  return { isValid: false, message: `${label} answered ${answer.status}. ${said}`.trim() };
}

/** The text of an error: most name it so. A list of errors is put together. */
function saidIn(body: string): string {
  const given = parseLooseJson(body) as Record<string, unknown> | null | undefined;
  if (typeof given !== 'object' || given === null) return '';
  for (const key of ['message', 'error_message', 'error', 'detail', 'errors']) {
    const value = given[key];
    const said = textOf(
      Array.isArray(value) ? value.filter((one) => typeof one === 'string').join('; ') : value,
      MAX_REASON,
    );
    if (said !== '') return said;
  }
  return '';
}

function urlOf(given: unknown, protocol: RegExp): string | null {
  const url = textOf(given, MAX_URL + 1);
  return url.length <= MAX_URL && URL.canParse(url) && protocol.test(url) ? url : null;
}
