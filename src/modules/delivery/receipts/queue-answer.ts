import type { Tx } from '../../../database/transaction.ts';
import { addJob } from '../../../jobs/add-job.ts';

export const queueAnswer = (tx: Tx, { teamId, replyId }: { teamId: string; replyId: string }) =>
  addJob(tx, { task: 'answer_help', payload: { teamId, replyId }, key: `help:${replyId}`, maxAttempts: 3 });
