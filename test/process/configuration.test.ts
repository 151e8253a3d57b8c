import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { environment } from '../../src/config.ts';

test('docs/configuration.md lists exactly the settings that there are', () => {
  const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  const listed = [...page.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, names]) =>
    [...names!.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name!),
  );
  expect(listed.sort()).toEqual(Object.keys(environment.shape).sort());
});
