import type { Tx } from '../../../database/transaction.ts';
import type { ProfitRule } from '../../../generated/prisma/client.ts';
import { addJob, removeJob } from '../../../jobs/add-job.ts';

export async function planProfitRuleJob(
  tx: Tx,
  { id, upcomingProfit, appliedAt }: Pick<ProfitRule, 'id' | 'upcomingProfit' | 'appliedAt'>,
): Promise<void> {
  const key = `profit-rule:${id}`;
  if (upcomingProfit === null || appliedAt === null) return removeJob(tx, key);
  await addJob(tx, { task: 'apply_due_profit_rules', payload: {}, key, runAt: appliedAt });
}
