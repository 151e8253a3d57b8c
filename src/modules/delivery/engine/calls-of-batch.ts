import type { Tx } from '../../../database/transaction.ts';
import { CAME_BACK } from './provider-calls.ts';
import { type Answered, isLost, isUnsent, resultIds, type SmsResult } from './sms-result.ts';

// Calls of a batch that are written down, and what workers that have it one after the other conclude from them.

/** Deletes calls that reached nobody: they do not count in the pace, and their messages are not unknown. */
export async function forgetCalls(tx: Tx, teamId: string, answered: readonly Answered[]): Promise<void> {
  const ids = answered.flatMap(({ callId, results }) => (callId !== null && results.every(isUnsent) ? [callId] : []));
  if (ids.length === 0) return;
  await tx.change`DELETE FROM sms_provider_calls WHERE team_id = ${teamId}::uuid AND id = ANY(${ids}::uuid[])`;
}

/**
 * Lost messages were in a call of a batch that another worker had. If that worker has since deleted the call, because it reached nobody,
 * they wait again.
 */
export async function judgeLost(
  tx: Tx,
  teamId: string,
  batchId: string,
  results: readonly SmsResult[],
): Promise<readonly SmsResult[]> {
  const lost = results.filter(isLost);
  if (lost.length === 0) return results;
  const times = await timesAsked(tx, teamId, batchId, resultIds(lost));
  return results.map((one) =>
    isLost(one) && !times.has(one.messageId) ? { messageId: one.messageId, ...CAME_BACK } : one,
  );
}

/** For a worker that has lost the batch: the one that has it decides nothing about it until the commit. */
export const lockBatch = (tx: Tx, teamId: string, batchId: string) =>
  tx.rows`SELECT FROM sms_batches WHERE team_id = ${teamId}::uuid AND id = ${batchId}::uuid FOR UPDATE`;

/** Results of the only call that a message of the batch was in. */
export async function ofOnlyCall<Result extends { messageId: string }>(
  tx: Tx,
  teamId: string,
  batchId: string,
  results: readonly Result[],
): Promise<Result[]> {
  if (results.length === 0) return [];
  const times = await timesAsked(tx, teamId, batchId, resultIds(results));
  return results.filter(({ messageId }) => times.get(messageId) === 1);
}

/** In how many calls of a batch its messages were; those in none are absent. */
async function timesAsked(
  tx: Tx,
  teamId: string,
  batchId: string,
  messageIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.rows<{ id: string; times: number }>`SELECT x.id, count(*)::int AS times
      FROM sms_provider_calls c CROSS JOIN unnest(c.message_ids) x(id)
      WHERE c.team_id = ${teamId}::uuid AND c.batch_id = ${batchId}::uuid AND x.id = ANY(${messageIds}::uuid[])
      GROUP BY x.id`;
  return new Map(rows.map(({ id, times }) => [id, times]));
}
