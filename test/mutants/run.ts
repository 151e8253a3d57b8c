import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { MUTANTS } from './mutants.ts';

/**
 * `npm run mutants`: breaks each rule in a copy of the tree and runs the tests that should notice. Fails when one does not. Takes
 * parts of rules' texts to run those alone. With TEST_DATABASE_URL on a server.
 */
/** A mutant may make a test wait for what never comes; elsewhere tests have a quarter of an hour. */
const LIMITS = ['--testTimeout=120000', '--hookTimeout=120000'];
const root = join(import.meta.dirname, '../..');
const copy = mkdtempSync(join(tmpdir(), 'mutants-'));
const say = (text: string) => void process.stdout.write(`${text}\n`);

const test = (files: readonly string[]) => {
  const run = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', '--maxWorkers=1', ...LIMITS, ...files],
    {
      cwd: copy,
      encoding: 'utf8',
    },
  );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colors.
  const text = `${run.stdout}${run.stderr}`.replace(/\x1b\[[0-9;]*m/g, '');
  return { isGreen: run.status === 0, failed: /FAIL {2}(.+)/.exec(text)?.[1] ?? null, text };
};

const asked = process.argv.slice(2);
const chosen = MUTANTS.filter(({ rule }) => asked.length === 0 || asked.some((part) => rule.includes(part)));
for (const { file, from } of MUTANTS) {
  if (!readFileSync(join(root, file), 'utf8').includes(from)) throw new Error(`${file} no longer has: ${from}`);
}
const survivors: string[] = [];
try {
  const tracked = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of tracked.stdout.split('\0').filter(Boolean))
    cpSync(join(root, file), join(copy, file), { recursive: true });
  cpSync(join(root, 'src/generated'), join(copy, 'src/generated'), { recursive: true });
  // Its caches are its own: what tests build there names the copy, which is gone afterwards.
  mkdirSync(join(copy, 'node_modules'));
  const ours = readdirSync(join(root, 'packages'));
  for (const name of readdirSync(join(root, 'node_modules'))) {
    const target = ours.includes(name) ? join(copy, 'packages', name) : join(root, 'node_modules', name);
    if (name !== '.cache') symlinkSync(target, join(copy, 'node_modules', name));
  }
  const files = [...new Set(chosen.flatMap(({ tests }) => tests))];
  const before = test(files);
  if (!before.isGreen) throw new Error(`The tests fail without a mutant:\n${before.text.slice(-3_000)}`);
  for (const { rule, file, from, to, tests } of chosen) {
    const path = join(copy, file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      text.replace(from, () => to),
    );
    const { isGreen, failed } = test(tests);
    writeFileSync(path, text);
    say(`${isGreen ? 'SURVIVED' : 'died    '}  ${rule}${failed ? `\n          ${dirname(file)}: ${failed}` : ''}`);
    if (isGreen) survivors.push(rule);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
say(`${chosen.length - survivors.length} died, ${survivors.length} survived`);
if (survivors.length > 0) process.exitCode = 1;
