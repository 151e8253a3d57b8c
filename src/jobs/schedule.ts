import { type ParsedCronItem, parseCronItems } from 'graphile-worker';

/** Jobs that run by the clock, in UTC. One of all workers adds each job, and at most one of a task waits. */
const SCHEDULE: Record<string, string> = {
  apply_due_profit_rules: '* * * * *',
  fire_sms_tests: '* * * * *',
  prune: '17 * * * *',
  roll_up_reports: '* * * * *',
  rotate_keys: '29 * * * *',
};

/** After a job has died, the next one does the remaining work. */
const MAX_ATTEMPTS = 3;

export const cronItems = (): ParsedCronItem[] =>
  parseCronItems(
    Object.entries(SCHEDULE).map(([task, match]) => ({
      task,
      match,
      identifier: task,
      options: { maxAttempts: MAX_ATTEMPTS, jobKey: task, jobKeyMode: 'replace' },
    })),
  );
