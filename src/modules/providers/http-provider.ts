import { createHash } from 'node:crypto';
import { z } from 'zod';
import { openPoster, type Posted } from './post-json.ts';
import { type OutgoingSms, type ProviderEnvironment, type SendResult, type SmsProvider, unknown } from './provider.ts';
import { failureOf, parsedJson, REFUSED, refusalOf, rejectedAs } from './service-answer.ts';
import type { Credentials, Settings } from './settings.ts';
import { isSigned, readInbound, signed } from './webhook.ts';

/**
 * A service of the team's own. We post `{"messages": [{id, to, from, text}]}`, signed as Standard Webhooks says, and it
 * answers `{"results": [{id, status: "accepted", provider_id} | {id, status: "rejected", kind, code, reason,
 * retry_after}]}`. Receipts and replies come to our endpoint, signed with the same secret.
 */
export function openHttpProvider(
  settings: Settings<'http'>,
  { secret }: Credentials<'http'>,
  { allowPrivate }: ProviderEnvironment,
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
    parse: ({ body }) => readInbound(body),
    close: async () => poster.close(),
  };
}

const shown = ({ id, to, from, text }: OutgoingSms, sender: string | null) => ({ id, to, from: from ?? sender, text });

/** The same key for the same messages. */
const keyOf = (batch: readonly OutgoingSms[]): string =>
  `msg_${createHash('sha256')
    .update(batch.map(({ id }) => id).join())
    .digest('base64url')}`;

const answered = z.object({
  results: z.array(
    z.union([
      z.object({ id: z.string(), status: z.literal('accepted'), provider_id: z.string().min(1).max(200) }),
      z.object({ id: z.string(), ...REFUSED.shape }),
    ]),
  ),
});

const unread = (result: SendResult): SendResult =>
  result.status === 'rejected' ? { ...result, isUnread: true } : result;

function resultsOf(batch: readonly OutgoingSms[], answer: Posted): SendResult[] {
  const refusal = refusalOf(answer);
  if (refusal) return batch.map(() => unread(refusal));
  const read = answered.safeParse(parsedJson(answer.body));
  // Its status is a success, but its body does not say which messages it took.
  if (!read.success) return batch.map(() => unknown('The service’s answer is not of the documented shape.'));
  const byId = new Map(read.data.results.map((result) => [result.id, result]));
  return batch.map(({ id }) => {
    const result = byId.get(id);
    if (!result) return unknown('The service’s answer leaves the message out.');
    if (result.status === 'accepted') return { status: 'accepted', providerId: result.provider_id };
    return rejectedAs(result);
  });
}
