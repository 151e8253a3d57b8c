import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '../../../src');

/** Every place that may touch rows of several teams, and why. Whoever adds one says so here, to whoever reviews it. */
const REASONS = [
  ['modules/auth/email-operations.ts', 'A reset password ends the person’s sessions in every team.'],
  ['modules/auth/lockout.ts', 'A person is known where they signed in to any team.'],
  ['modules/auth/my-sessions.ts', 'A person may end their session in any team.'],
  ['modules/auth/my-sessions.ts', 'A person may see all their sessions.'],
  ['modules/auth/my-sessions.ts', 'A person signs out everywhere.'],
  ['modules/auth/operations.ts', 'Who signs in is asked for their teams.'],
  ['modules/auth/sessions.ts', 'A new password ends the person’s sessions in every team.'],
  ['modules/auth/sessions.ts', 'A session moves from one team to another.'],
  ['modules/links/follow-link.ts', 'A visitor brings nothing but the code of a link.'],
  ['modules/teams/first-owner.ts', 'The first team is nobody’s yet.'],
  ['modules/teams/my-teams.ts', 'A new team is another one.'],
  ['modules/teams/my-teams.ts', 'A person may see all their teams.'],
  ['modules/teams/operations.ts', 'A person works in any team they belong to.'],
];

const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.startsWith('generated'))
  .map((path) => ({ path: relative('.', path), text: readFileSync(join(SOURCES, path), 'utf8') }));

test('Code that works across teams is known, with its reason', () => {
  const found = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/acrossTeams\(\s*'([^']+)'/g)].map(([, reason]) => [path, reason]),
  );
  expect(found.sort()).toEqual(REASONS);
  // None gives its reason as anything but a literal.
  const calls = sources.flatMap(({ text }) => [...text.matchAll(/acrossTeams\(/g)]);
  expect(calls.length).toBe(REASONS.length);
});
