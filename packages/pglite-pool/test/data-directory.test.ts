import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { EmbeddedDatabaseLockedError, openEmbedded } from 'pglite-pool';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { emptyTemplate, query } from './databases.ts';

/** A data directory made once and copied for the tests that only need one to be there. */
const pristine = mkdtempSync(join(tmpdir(), 'pglite-pool-'));
let dataDir: string;
const children: ChildProcess[] = [];

beforeAll(async () => (await openEmbedded({ dataDir: pristine, template: await emptyTemplate() })).close());
afterAll(() => rmSync(pristine, { recursive: true, force: true }));

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'pglite-pool-'));
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

test('what was committed is there after the process was killed', async () => {
  cpSync(pristine, dataDir, { recursive: true });
  const writer = startWriter();
  const committed = await killAfter(writer, 200);

  const database = await openEmbedded({ dataDir });
  const rows = await query(
    database,
    'SELECT count(*)::int AS rows, max(number) AS last, bool_and(length(text) = number) AS whole FROM written',
  );
  await database.close();

  // One more may have been committed without its line having left the process.
  expect(rows[0]!.rows).toBeGreaterThanOrEqual(committed);
  expect(rows).toEqual([{ rows: rows[0]!.rows, last: rows[0]!.rows, whole: true }]);
});

test('a second process on the same directory is refused and told who is there', async () => {
  cpSync(pristine, dataDir, { recursive: true });
  const first = startWriter();
  await once(createInterface(first.stdout!), 'line');

  const second = startWriter();
  const [message] = await once(createInterface(second.stderr!), 'line');
  const [exitCode] = await once(second, 'exit');

  expect(exitCode).toBe(1);
  expect(message).toBe(
    `The embedded database in ${dataDir} is in use by process ${first.pid}. One process at a time can open it: stop the other one.`,
  );
});

test('the same process cannot open a directory twice, and can again after closing it', async () => {
  cpSync(pristine, dataDir, { recursive: true });
  const database = await openEmbedded({ dataDir });
  await expect(openEmbedded({ dataDir })).rejects.toThrow(EmbeddedDatabaseLockedError);
  await database.close();
  expect(existsSync(join(dataDir, 'embedded.pid'))).toBe(false);
  await (await openEmbedded({ dataDir })).close();
});

test.each([
  ['a process that is gone', '2147480000 boot:1\n'],
  ["another program that was given the dead one's pid", `${process.pid} earlier-boot:1\n`],
])('the lock of %s is taken over', async (_, content) => {
  cpSync(pristine, dataDir, { recursive: true });
  writeFileSync(join(dataDir, 'embedded.pid'), content);
  const database = await openEmbedded({ dataDir });
  expect(readFileSync(join(dataDir, 'embedded.pid'), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
  await database.close();
});

test('a first start that was interrupted is begun anew', async () => {
  mkdirSync(join(dataDir, 'postgres.unfinished', 'base'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres.unfinished', 'PG_VERSION'), '18');
  const database = await openEmbedded({ dataDir });
  expect(await query(database, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(existsSync(join(dataDir, 'postgres.unfinished'))).toBe(false);
  await database.close();
});

const script = fileURLToPath(new URL('writer-process.ts', import.meta.url));

function startWriter(): ChildProcess {
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), script, dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

/** The number of rows that the writer said were committed when it was killed. */
async function killAfter(writer: ChildProcess, rows: number): Promise<number> {
  let committed = 0;
  const ended = once(writer, 'exit');
  for await (const line of createInterface(writer.stdout!)) {
    committed = Number(line.replace('committed ', ''));
    if (committed === rows) writer.kill('SIGKILL');
  }
  // Its output closes a moment before it is gone.
  await ended;
  return committed;
}
