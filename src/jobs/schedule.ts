import { type ParsedCronItem, parseCronItems } from 'graphile-worker';

/** What happens by the clock, in UTC. Of all workers one puts a job there each time, and at most one of a task waits. */
const SCHEDULE: Record<string, string> = {
  apply_due_profit_rules: '* * * * *',
  fire_sms_tests: '* * * * *',
  prune: '17 * * * *',
  roll_up_reports: '* * * * *',
  rotate_keys: '29 * * * *',
};

/** Once a job died it is the next one's turn: that one does what was left. */
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
