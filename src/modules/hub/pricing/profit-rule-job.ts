import type { Tx } from '../../../database/transaction.ts';
import type { ProfitRule } from '../../../generated/prisma/client.ts';
import { addJob, removeJob } from '../../../jobs/add-job.ts';

/** The job for a rule's upcoming profit, in the transaction that plans it; none when it was called off. */
export async function planProfitRuleJob(
  tx: Tx,
  { id, upcomingProfit, appliedAt }: Pick<ProfitRule, 'id' | 'upcomingProfit' | 'appliedAt'>,
): Promise<void> {
  const key = `profit-rule:${id}`;
  if (upcomingProfit === null || appliedAt === null) return removeJob(tx, key);
  await addJob(tx, { task: 'apply_due_profit_rules', payload: {}, key, runAt: appliedAt });
}
