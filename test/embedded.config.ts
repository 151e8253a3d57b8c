import { defineConfig } from 'vitest/config';
import all from '../vitest.config.ts';
import { files, needsNoServer } from './databases.ts';

/**
 * `npm test`: what may differ on the embedded database from a server, and all that needs no database. Everything else would open
 * one for the same answers; it runs on a server (`npm run test:server`). A file belongs here for one of these reasons. Where
 * several show the same, the one that runs most of the product does.
 */
const MAY_DIFFER: Readonly<Record<string, readonly string[]>> = {
  'It lives in this process and in a directory: it is made, migrated, backed up, filled, crashes and is killed here.': [
    'backup/backup',
    'database/(full-disk|migrate|restart)',
    'http/sigterm',
    'jobs/processes',
    'modules/audience/data-files/import-killed',
    'modules/voice/engine/killed-while-placing',
    'releases/upgrade',
  ],
  'All connections share one session: transactions take turns, an advisory lock is always free, a statement’s name exists once.':
    [
      'database/(concurrency|one-transaction|small-pool|statements-kept)',
      'graphql/(idempotency|mutations-in-order)',
      'jobs/(give-up|schedule|worker)',
      'live/subscriptions',
      'modules/billing/charge',
      'modules/delivery/engine/(left-behind|provider-calls)',
      'modules/delivery/receipts/early',
      'modules/voice/calls/call-event-batches',
    ],
  'A statement blocks the thread that answers requests, so long work goes in smaller pieces.': [
    'http/(deadlines|fairness|watchdog)',
    'modules/audience/contacts/add-many-tags',
    'modules/audience/data-files/(import|upload)',
    'modules/audience/segments/count-contacts',
    'modules/campaigns/sms/preview',
    'modules/insight/retention/(partitions|prune)',
    'modules/insight/reports/marks',
  ],
  'It never has statistics.': ['database/never-analysed'],
  'It is of another version and locale than a server: one of each kind of statement.': [
    'contract/contract',
    'graphql/(generated|json-lists)',
    'jobs/twice',
    'modules/audience/contacts/lists',
    'modules/audience/segments/rules',
    'modules/(delivery/engine|voice/engine|hub)/simulation',
    'modules/delivery/engine/(route-health|send)',
    'modules/voice/calls/receive-call-event',
    'modules/webhooks/(facts|lanes)',
  ],
  'It is what a person meets on the first day.': ['demo/(explorer|questions|seed|seller)', 'first-(account|day)'],
};
const named = Object.values(MAY_DIFFER).flat();
const matches = (pattern: string, name: string) => new RegExp(`^${pattern}\\.test\\.ts$`).test(name);
for (const pattern of named) {
  if (!files.some((name) => matches(pattern, name))) throw new Error(`No file of tests is ${pattern}.`);
}
const mayDiffer = (name: string) => named.some((pattern) => matches(pattern, name));

delete process.env.TEST_DATABASE_URL;
// A server runs more; here each takes twice as long.
process.env.SEEDS ??= '5';

export default defineConfig({
  ...all,
  test: {
    ...all.test,
    include: [
      'packages/*/test/**/*.test.ts',
      ...files.filter((name) => mayDiffer(name) || needsNoServer(name)).map((name) => `test/${name}`),
    ],
  },
});
