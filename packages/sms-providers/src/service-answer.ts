import { isOfPrivateAddress, NotSentError, type Posted, reasonOf, retryAfterOf } from 'outgoing-requests';
import { storable } from 'plain-json';
import { REFUSALS, rejected, type SendResult, unanswered, unreachable } from './provider.ts';

export type Said =
  | { says: 'accepted' }
  | { says: 'rejected'; result: SendResult }
  | { says: 'unclear'; reason: string };

export function readAnswer(given: Readonly<Record<string, unknown>>): Said {
  const status = wordOf(given.status);
  if (status === 'accepted') return { says: 'accepted' };
  if (status !== 'rejected')
    return { says: 'unclear', reason: `The service’s answer has an unknown status${quoted(given.status)}.` };
  const kind = REFUSALS.find((known) => known === wordOf(given.kind));
  if (!kind) return { says: 'unclear', reason: `The service rejected it with an unknown kind${quoted(given.kind)}.` };
  const reason = textOf(given.reason, MAX_REASON) || 'The service refused it.';
  return {
    says: 'rejected',
    result: rejected(kind, reason, textOf(given.code, MAX_CODE) || null, retryAfterOf(given.retry_after)),
  };
}

const MAX_REASON = 500;
const MAX_CODE = 50;
export const MAX_ID = 200;

export function idOf(given: unknown): string | null {
  const id = textOf(given, MAX_ID + 1);
  return id === '' || id.length > MAX_ID ? null : id;
}

export function textOf(given: unknown, most: number): string {
  if (typeof given !== 'string' && !Number.isFinite(given)) return '';
  return storable(storable(String(given)).trim().slice(0, most));
}

export const wordOf = (given: unknown): string => textOf(given, MAX_CODE).toLowerCase();

const quoted = (given: unknown) => (wordOf(given) === '' ? '' : `: ${textOf(given, MAX_CODE)}`);

/** Null: the body decides. */
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

export function failureOf(error: unknown): SendResult {
  const reason = reasonOf(error);
  if (isOfPrivateAddress(error)) return rejected('blocked', reason);
  return error instanceof NotSentError ? unreachable(reason) : unanswered(reason);
}
