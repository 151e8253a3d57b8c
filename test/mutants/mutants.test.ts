import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MUTANTS } from './mutants.ts';

const ROOT = join(import.meta.dirname, '../..');

test.each(MUTANTS)('“$rule” can be broken', ({ file, from, tests }) => {
  expect(readFileSync(join(ROOT, file), 'utf8').split(from)).toHaveLength(2);
  expect(tests.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
});
