import { createHash } from 'node:crypto';
import { isSigned, openPoster, type Posted, signed } from 'outgoing-requests';
import { isObject, parseLooseJson } from 'plain-json';
import type { HttpCredentials, HttpSettings } from './http-settings.ts';
import { type OutgoingSms, type ProviderEnvironment, type SendResult, type SmsProvider, unknown } from './provider.ts';
import { readInbound } from './read-inbound.ts';
import { failureOf, idOf, MAX_ID, readAnswer, refusalOf, textOf } from './service-answer.ts';

/** Posts `{"messages": [{id, to, from, text}]}`, signed per Standard Webhooks, and reads `{"results": [{id, status, …}]}`. */
export function openHttpProvider(
  settings: HttpSettings,
  { secret }: HttpCredentials,
  { allowPrivate }: Pick<ProviderEnvironment, 'allowPrivate'>,
): SmsProvider {
  const poster = openPoster({ timeoutMs: settings.timeoutMs, allowPrivate });
  const { idempotent, batchSize, maxInFlight, perSecond } = settings;
  return {
    type: 'http',
    capabilities: { idempotent, batchSize, maxInFlight, perSecond },
    async send(batch) {
      const body = JSON.stringify({ messages: batch.map((message) => shown(message, settings.sender)) });
      const key = keyOf(batch);
      try {
        const headers = { ...signed(secret, key, body), 'idempotency-key': key };
        return resultsOf(batch, await poster.post(settings.url, body, headers));
      } catch (error) {
        return batch.map(() => unread(failureOf(error)));
      }
    },
    verify: (request) => isSigned(secret, request),
    parse: (request) => readInbound(request),
    close: async () => poster.close(),
  };
}

const shown = ({ id, to, from, text }: OutgoingSms, sender: string | null) => ({ id, to, from: from ?? sender, text });

const keyOf = (batch: readonly OutgoingSms[]): string =>
  `msg_${createHash('sha256')
    .update(batch.map(({ id }) => id).join())
    .digest('base64url')}`;

const unread = (result: SendResult): SendResult =>
  result.status === 'rejected' ? { ...result, isUnread: true } : result;

function resultsOf(batch: readonly OutgoingSms[], answer: Posted): SendResult[] {
  const refusal = refusalOf(answer);
  if (refusal) return batch.map(() => unread(refusal));
  const body = parseLooseJson(answer.body);
  // It succeeded, but its body does not say for which messages.
  if (!isObject(body) || !(Array.isArray(body.results) || isObject(body.results)))
    return batch.map(() => unknown(NOT_DOCUMENTED));
  const byId = new Map(batch.map(({ id }) => [id.toLowerCase(), [] as SendResult[]]));
  for (const given of [body.results].flat().filter(isObject)) {
    byId.get(textOf(given.id, MAX_ID).toLowerCase())?.push(resultOf(given));
  }
  return batch.map(({ id }) => clearest(byId.get(id.toLowerCase())!));
}

const NOT_DOCUMENTED = 'The service’s answer is not of the documented shape.';

function resultOf(given: Record<string, unknown>): SendResult {
  const said = readAnswer(given);
  if (said.says === 'accepted') return { status: 'accepted', providerId: idOf(given.provider_id) ?? '' };
  return said.says === 'rejected' ? said.result : unknown(said.reason);
}

const clearest = (results: readonly SendResult[]): SendResult =>
  results.find((result) => result.status === 'accepted' && result.providerId !== '') ??
  results.find(({ status }) => status === 'accepted') ??
  results.find(({ status }) => status === 'rejected') ??
  results[0] ??
  unknown('The service’s answer leaves the message out.');
