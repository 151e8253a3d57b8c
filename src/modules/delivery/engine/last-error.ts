import type { Refusal, SendResult } from 'sms-providers';
import { identifier } from '../../../database/table.ts';
import type { Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Links } from './outages.ts';

/** What keeps a route or voice account from working. Other refusals are about one message or call. */
type ErrorKind = Extract<Refusal, 'throttled' | 'blocked' | 'balance'> | 'unreachable' | 'unanswered';

const ADVICE: Record<ErrorKind, string> = {
  throttled: 'Nothing, if it is rare. Otherwise set a rate that the account allows.',
  blocked: 'Check the credentials and the settings, and correct what the provider names.',
  balance: 'Top up the account with the provider.',
  unreachable: 'Check the address in the settings, and that this server can reach it.',
  unanswered: 'Check the provider’s status page, and that this server can reach it.',
};

const isOfLink = (kind: string): kind is ErrorKind => kind in ADVICE;

function kindOf(result: SendResult): ErrorKind | null {
  if (result.status === 'unreachable') return 'unreachable';
  if (result.status === 'unknown') return result.isUnanswered ? 'unanswered' : null;
  return result.status === 'rejected' && isOfLink(result.kind) ? result.kind : null;
}

/** Keeps why a link does not work. Writes only when that changes. */
export async function noteError(tx: Tx, links: Links, teamId: string, id: string, result: SendResult, now: Date) {
  const kind = kindOf(result);
  if (kind === null || !('reason' in result)) return;
  const { reason } = result;
  await tx.change`UPDATE ${identifier(links)} SET last_error_at = ${now}::timestamptz, last_error_kind = ${kind},
        last_error_reason = ${reason}
      WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid
        AND (last_error_kind, last_error_reason) IS DISTINCT FROM (${kind}::text, ${reason}::text)`;
}

export const NO_ERROR = { lastErrorAt: null, lastErrorKind: null, lastErrorReason: null };

/** The next accepted message or call clears it. */
export const NO_ERROR_SET = Prisma.sql`last_error_at = NULL, last_error_kind = NULL, last_error_reason = NULL`;

/** What a single message says of its link: see {@link noteError} and {@link NO_ERROR_SET}. */
export async function noteAnswer(tx: Tx, links: Links, teamId: string, id: string, result: SendResult, now: Date) {
  if (result.status !== 'accepted') return noteError(tx, links, teamId, id, result, now);
  await tx.change`UPDATE ${identifier(links)} SET ${NO_ERROR_SET}
      WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid AND last_error_at IS NOT NULL`;
}

export interface LastError {
  at: Date | string;
  reason: string;
  advice: string;
}

export const lastErrorOf = (row: {
  lastErrorAt: Date | string | null;
  lastErrorKind: string | null;
  lastErrorReason: string | null;
}): LastError | null =>
  row.lastErrorAt === null
    ? null
    : { at: row.lastErrorAt, reason: row.lastErrorReason!, advice: ADVICE[row.lastErrorKind as ErrorKind] };
