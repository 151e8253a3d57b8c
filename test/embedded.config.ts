import { defineConfig } from 'vitest/config';
import all from '../vitest.config.ts';
import { files, needsNoServer } from './databases.ts';

/**
 * `npm test`: on the embedded database, what may differ there from a server, and all that needs no database. Everything else
 * opens one for the same answers, which takes over a second each time; it runs on a server (`npm run test:server`).
 */
const MAY_DIFFER = [
  // The database itself, what lives in it or beside it, and everything a person does on their first day.
  /^(backup|database|demo|import-cli|jobs|live|observability|releases)\//,
  /^contract\/(contract|parity|transport)\./,
  /^[^/]+$/,
  // Statements that are written in other ways, or that one session runs in turns.
  /^graphql\/(executor|generated|json-lists|mutations-in-order|idempotency)\./,
  /^http\/(deadlines|fairness|server|sigterm|watchdog)\./,
  // Both engines and the hub, with a few seeds of their simulations, and what comes back to them.
  /^modules\/delivery\/engine\/(send|running|rules|money|candidates|route-health|judge-held|provider-calls|left-behind|simulation)\./,
  /^modules\/voice\/engine\/(calling|place-call|killed-while-placing|simulation)\./,
  /^modules\/voice\/calls\/(receive-call-event|call-event-batches|call-events-killed)\./,
  /^modules\/delivery\/receipts\/(early|smpp-receipts)\./,
  /^modules\/hub\/simulation\./,
  /^modules\/campaigns\/sms\/(preview|progress)\./,
  // Lists in bulk, what counts and groups, money and tenancy.
  /^modules\/audience\/data-files\/(import|import-killed|upload|strange-files)\./,
  /^modules\/(audience\/(contacts|segments)|billing|insight\/retention)\//,
  /^modules\/insight\/reports\/marks\./,
  // Statements that record and deliver events.
  /^modules\/webhooks\/(facts|lanes|killed)\./,
];

delete process.env.TEST_DATABASE_URL;
// A server runs more; here each takes twice as long.
process.env.SEEDS ??= '5';

export default defineConfig({
  ...all,
  test: {
    ...all.test,
    include: [
      'packages/*/test/**/*.test.ts',
      ...files
        .filter((name) => MAY_DIFFER.some((which) => which.test(name)) || needsNoServer(name))
        .map((name) => `test/${name}`),
    ],
  },
});
