import type { Task } from '../../../jobs/task.ts';
import { applyDueProfitRules } from './profit-rules.ts';

/** Also runs every minute, in case a job was lost. */
export const applyDueProfitRulesTask: Task = {
  async run(services) {
    await applyDueProfitRules(services);
  },
};
