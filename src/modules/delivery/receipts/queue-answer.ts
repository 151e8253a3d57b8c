import type { Tx } from '../../../database/transaction.ts';

/** Adds the job that sends the help text, in the transaction that stores the reply. */
export const queueAnswer = (tx: Tx, { teamId, replyId }: { teamId: string; replyId: string }) =>
  tx.query(
    `SELECT graphile_worker.add_job('answer_help', payload => $1::json, max_attempts => 3, job_key => $2::text)`,
    [JSON.stringify({ teamId, replyId }), `help:${replyId}`],
  );
