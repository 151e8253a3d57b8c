import { NotSentError, openPoster, type Posted } from 'outgoing-requests';
import { parseLooseJson } from 'plain-json';
import { z } from 'zod';
import type { AskedNumber, LookupProvider, NumberAnswer } from './lookup-provider.ts';

const TIMEOUT_MS = 15_000;

const answered = z.object({ results: z.array(z.unknown()).max(1_000) });

const result = z.object({
  number: z.coerce.string().regex(/^\+?\d{3,20}$/),
  reachable: z.boolean(),
  ported: z.boolean().nullish(),
  mcc: z
    .string()
    .regex(/^\d{3}$/)
    .nullish()
    .catch(null),
  mnc: z
    .string()
    .regex(/^\d{2,3}$/)
    .nullish()
    .catch(null),
});

/** Posts `{"numbers": [{number, attempt}]}`; the answer is `{"results": [{number, reachable, ported, mcc, mnc}]}`. */
export function openHttpLookups({ url, key }: { url: string; key: string }): LookupProvider {
  const poster = openPoster({ timeoutMs: TIMEOUT_MS, allowPrivate: true });
  return {
    isSimulated: false,
    batchSize: 100,
    async lookup(numbers, signal) {
      signal.throwIfAborted();
      const body = JSON.stringify({
        numbers: numbers.map(({ number, attempt }) => ({ number: `${number}`, attempt })),
      });
      const headers = { accept: 'application/json', authorization: `Bearer ${key}` };
      const posted = await poster.post(url, body, headers).catch((error: unknown) => {
        if (error instanceof NotSentError) throw error;
        return null;
      });
      return posted === null ? [] : answersOf(numbers, posted);
    },
  };
}

/** After a refusal nothing was looked up; after any other error it may have been. */
function answersOf(numbers: readonly AskedNumber[], { status, body }: Posted): NumberAnswer[] {
  if (status < 200 || (status >= 300 && status < 500) || status === 503) {
    throw new Error(`The look-up provider refused the request with status ${status}.`);
  }
  const read = answered.safeParse(status < 300 ? parseLooseJson(body) : undefined);
  if (!read.success) return [];
  const asked = new Set(numbers.map(({ number }) => number));
  return read.data.results
    .flatMap((given) => result.safeParse(given).data ?? [])
    .map(({ number, reachable, ported, mcc, mnc }) => ({
      number: BigInt(number.replace('+', '')),
      isReachable: reachable,
      isPorted: ported ?? false,
      network: mcc && mnc ? { mcc, mnc } : null,
    }))
    .filter(({ number }) => asked.has(number));
}
