import type { Task } from '../../../jobs/task.ts';
import { applyDueProfitRules } from './profit-rules.ts';

/** Writes down every profit whose time has come: at that time, and every minute in case a job was lost. */
export const applyDueProfitRulesTask: Task = {
  async run(services) {
    await applyDueProfitRules(services);
  },
};
