import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type EmbeddedDatabase, IncompleteCopyError, openEmbedded, tarEntry } from 'pglite-pool';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyTemplate, query } from './databases.ts';

const directory = mkdtempSync(join(tmpdir(), 'pglite-pool-backup-'));
let database: EmbeddedDatabase;

beforeAll(async () => {
  database = await openEmbedded({ dataDir: join(directory, 'data'), template: await emptyTemplate() });
  await query(database, 'CREATE TABLE notes AS SELECT n FROM generate_series(1, 1000) n');
});
afterAll(async () => {
  await database.close();
  rmSync(directory, { recursive: true, force: true });
});

test.each([
  ['a dump', () => database.dump()],
  ['a backup', () => buffer(database.backUp())],
])('a new database begins as %s, on the disk and in memory', async (_, take) => {
  const template = await take();
  for (const dataDir of [mkdtempSync(join(directory, 'copy-')), undefined]) {
    const copy = await openEmbedded({ dataDir, template });
    expect(await query(copy, 'SELECT count(*)::int AS count FROM notes')).toEqual([{ count: 1_000 }]);
    await copy.close();
  }
});

test('a backup does not stop writers, and holds what was committed before it began', async () => {
  const chunks: Buffer[] = [];
  await query(database, 'INSERT INTO notes VALUES (0)');
  for await (const chunk of database.backUp()) {
    chunks.push(chunk);
    await query(database, 'INSERT INTO notes VALUES (-1)');
  }
  const copy = await openEmbedded({ template: Buffer.concat(chunks) });
  expect(await query(copy, 'SELECT count(*)::int AS count FROM notes WHERE n >= 0')).toEqual([{ count: 1_001 }]);
  await copy.close();
});

test('a backup that nobody fetches to its end leaves the next one undisturbed', async () => {
  for await (const chunk of database.backUp()) {
    expect(chunk.length).toBeGreaterThan(0);
    break;
  }
  const [first, second] = await Promise.all([buffer(database.backUp()), buffer(database.backUp())]);
  expect(Math.min(first.length, second.length)).toBeGreaterThan(1_000_000);
});

const PIECE = 512 * 1024;

test('a copy is written to the disk as it comes, however large it is', async () => {
  const dataDir = mkdtempSync(join(directory, 'copy-'));
  const unfinished = join(dataDir, 'postgres.unfinished');
  const tar = await buffer(database.backUp());
  const behind: number[] = [];
  async function* pieces() {
    for (let at = 0; at < tar.length; at += PIECE) {
      if (at > 0) behind.push(at - written(unfinished));
      yield tar.subarray(at, at + PIECE);
    }
  }
  const copy = await openEmbedded({ dataDir, template: pieces() });
  expect(await query(copy, 'SELECT count(*)::int AS count FROM notes WHERE n > 0')).toEqual([{ count: 1_000 }]);
  await copy.close();
  // Headers and padding, at most a kilobyte of each of a thousand files.
  expect([behind.length > 20, Math.max(...behind) < 2 * PIECE]).toEqual([true, true]);
});

/** Bytes of its files. */
const written = (of: string) =>
  readdirSync(of, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(of, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);

test.each([
  ['a part of a copy', (tar: Buffer) => tar.subarray(0, tar.length / 2)],
  ['a copy without its end', (tar: Buffer) => tar.subarray(0, -1_024)],
  ['nothing', () => Buffer.alloc(0)],
  ['a copy that names a file elsewhere', (tar: Buffer) => Buffer.concat([tarEntry('../a.txt', Buffer.from('a')), tar])],
  ['the copy of something else', () => Buffer.concat([tarEntry('a.txt', Buffer.from('a')), Buffer.alloc(1_024)])],
])('%s is refused and becomes no database', async (_, partOf) => {
  const dataDir = mkdtempSync(join(directory, 'copy-'));
  const template = partOf(await buffer(database.backUp()));
  await expect(openEmbedded({ dataDir, template })).rejects.toThrow(IncompleteCopyError);
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  await (await openEmbedded({ dataDir, template: await emptyTemplate() })).close();
});

test('a database in memory has no files to back up', async () => {
  const inMemory = await openEmbedded({ template: await emptyTemplate() });
  await expect(inMemory.backUp().next()).rejects.toThrow('A database in memory cannot be backed up.');
  await inMemory.close();
});
