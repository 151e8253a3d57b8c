import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '../../../src');

/** Every place that may touch rows of several teams, and why. Whoever adds one says so here, to whoever reviews it. */
const REASONS: [path: string, reason: string][] = [];

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
  expect(found.sort()).toEqual(REASONS);
});
