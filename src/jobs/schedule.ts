import { type ParsedCronItem, parseCronItems } from 'graphile-worker';

/** UTC. At most one job of a task waits, whatever the number of workers. */
const SCHEDULE: Record<string, string> = {
  apply_due_profit_rules: '* * * * *',
  end_inbound_calls: '* * * * *',
  fire_sms_tests: '* * * * *',
  prune: '17 * * * *',
  roll_up_reports: '* * * * *',
  rotate_keys: '29 * * * *',
};

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
