import { z } from 'zod';
import { NotSentError, type Posted } from './post-json.ts';
import { REFUSALS, rejected, type SendResult, unanswered, unreachable } from './provider.ts';
import { PrivateAddressError } from './public-addresses.ts';

/** How a service of the team's own says that it does not take a message or call. */
export const REFUSED = z.object({
  status: z.literal('rejected'),
  kind: z.enum(REFUSALS),
  code: z.union([z.string().max(50), z.number()]).nullish(),
  reason: z.string().max(500).nullish(),
  retry_after: z.number().min(0).max(86_400).nullish(),
});

export function rejectedAs({ kind, code, reason, retry_after }: Omit<z.infer<typeof REFUSED>, 'status'>): SendResult {
  const named = code === null || code === undefined ? null : String(code);
  return rejected(kind, reason || 'The service refused it.', named, retry_after ?? null);
}

/** What a status says of everything that was posted. Null: the body says it. */
export function refusalOf({ status, retryAfter }: Posted): SendResult | null {
  if (status >= 200 && status < 300) return null;
  const code = String(status);
  const reason = `The service answered ${status}.`;
  if (status === 429) return rejected('throttled', reason, code, retryAfter);
  if (status === 503) return unreachable(reason, retryAfter);
  if (status === 402) return rejected('balance', reason, code);
  if (status >= 300 && status < 500 && status !== 408) return rejected('blocked', reason, code);
  return unanswered(reason);
}

/** What became of a request that was not answered. */
export function failureOf(error: unknown): SendResult {
  if (error instanceof PrivateAddressError || (error instanceof Error && error.cause instanceof PrivateAddressError)) {
    return rejected('blocked', 'The service’s address is of a private network.');
  }
  if (error instanceof NotSentError) return unreachable('The service could not be connected to.');
  const late = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
  return unanswered(late ? 'The service did not answer in time.' : 'The connection to the service broke.');
}

/** Undefined when it is not JSON. */
export function parsedJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
