import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '../../../src');

/** Every place that may touch rows of several teams, and why: a new one is added here, for its reviewer to see. */
const REASONS: [path: string, reason: string][] = [
  ['modules/identity/auth/authenticate.ts', 'each viewer in their own'],
  ['modules/identity/auth/check-token-keys.ts', 'all secrets are under one key'],
  ['modules/identity/auth/email-operations.ts', 'A reset password ends the person’s sessions in every team.'],
  ['modules/identity/auth/check-password.ts', 'A person is known where they signed in to any team.'],
  ['modules/identity/auth/my-sessions.ts', 'A person may end their session in any team.'],
  ['modules/identity/auth/my-sessions.ts', 'A person signs out everywhere.'],
  ['modules/identity/auth/my-sessions.ts', 'a person sees all their sessions'],
  ['modules/identity/auth/operations.ts', 'A person signs in to the team they joined first.'],
  ['modules/identity/auth/rotate-keys.ts', 'all answers are under one key'],
  ['modules/identity/auth/rotate-keys.ts', 'all secrets are under one key'],
  ['modules/identity/auth/rotate-keys.ts', 'all secrets are under one key'],
  ['modules/identity/auth/sessions.ts', 'A new password ends the person’s sessions in every team.'],
  ['modules/voice/engine/end-inbound-calls.ts', 'inbound calls that are overdue'],
  ['modules/voice/engine/sweep-calls.ts', 'a call of whichever team'],
  ['modules/audience/data-files/import/import-task.ts', 'every import without a job'],
  ['modules/delivery/links/follow-link.ts', 'a visitor brings nothing but the code of a link'],
  ['modules/hub/callbacks/callbacks.ts', 'endpoints take turns'],
  ['modules/hub/connections/leases.ts', 'connections to this process go on'],
  ['modules/hub/connections/part-receipts.ts', 'parts that wait too long'],
  ['modules/hub/pricing/profit-rules.ts', 'every rule that is due'],
  ['modules/hub/sellers/sign-in.ts', 'each session’s endpoint in its own'],
  ['modules/hub/sellers/sign-in.ts', 'usernames are one across the installation'],
  ['modules/insight/reports/roll-ups/take-marks.ts', 'whatever is marked'],
  ['modules/insight/retention/partitions.ts', 'a table'],
  ['modules/insight/retention/partitions.ts', 'a table'],
  ['modules/insight/retention/partitions.ts', 'a table'],
  ['modules/insight/retention/partitions.ts', 'a table'],
  ['modules/insight/retention/partitions.ts', 'a table'],
  ['modules/insight/retention/partitions.ts', 'partitions'],
  ['modules/insight/retention/partitions.ts', 'the shape of a table'],
  ['modules/insight/retention/partitions.ts', 'what has expired'],
  ['modules/insight/retention/prune.ts', 'what has expired, of every team'],
  ['modules/insight/retention/prune.ts', 'what has expired, of every team'],
  ['modules/delivery/relay/relay-queue.ts', 'the teams take turns'],
  ['modules/delivery/routing/fire-sms-tests.ts', 'every schedule that is due'],
  ['modules/delivery/engine/fold-outcomes.ts', 'receipts of whichever team'],
  ['modules/delivery/engine/in-turn.ts', 'the teams take turns'],
  ['modules/delivery/engine/judge-held.ts', 'a worker starts'],
  ['modules/delivery/engine/open-send.ts', 'whatever is due next'],
  ['modules/delivery/engine/preview/kept.ts', 'a temporary table'],
  ['modules/delivery/engine/preview/shadows.ts', 'a temporary table'],
  ['modules/delivery/engine/preview/shadows.ts', 'temporary tables'],
  ['modules/delivery/engine/preview/shadows.ts', 'the shape of a table, no rows'],
  ['modules/delivery/engine/stage.ts', 'a worker holds the connections of all'],
  ['modules/delivery/engine/sweep.ts', 'a batch of whichever team'],
  ['modules/identity/auth/two-factor.ts', 'A person is in any number of teams.'],
  ['modules/identity/auth/two-factor.ts', 'A person signs in to the team they joined first.'],
  ['modules/identity/teams/my-teams.ts', 'a person sees all their teams'],
  ['observability/sending-state.ts', 'totals of the installation'],
  ['modules/webhooks/delivery/claim.ts', 'endpoints take turns'],
  ['database/in-index-order.ts', 'settings of this transaction'],
  ['database/reach.ts', 'the teams of each node'],
  ['database/read-by-index.ts', 'settings of this transaction'],
  ['database/statistics.ts', 'statistics of a table'],
  ['database/statistics.ts', 'statistics of a table'],
];

/** In Prisma's conditions and in SQL. */
const SAID = /\bacrossTeams\(([^)]*)\)|across teams: ([^*]*) \*\//g;

test('what works across teams is known, with its reason', () => {
  const found = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.startsWith('generated') && path !== 'database/teams.ts')
    .flatMap((path) =>
      [...readFileSync(join(SOURCES, path), 'utf8').matchAll(SAID)].map(([, argument, reason]) => [
        path,
        // None gives its reason as anything but a literal.
        reason ?? /^'(.+)'$/.exec(argument!)?.[1],
      ]),
    );
  expect(found.sort()).toEqual(REASONS.sort());
});
