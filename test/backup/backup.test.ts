import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  createWriteStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { backUp, restore } from '../../src/backup/backup.ts';
import { readConfig } from '../../src/config.ts';
import { createToken, hashToken, TEAM_TOKEN_PREFIX } from '../../src/modules/identity/auth/tokens.ts';
import { encryptToken } from '../../src/secrets.ts';
import { startServer } from '../../src/server.ts';
import { type LastingDatabase, lastingDatabase } from '../support/lasting-database.ts';

/** Of an archive, on its way from one place to another. */
const PIECE = 64 * 1024;

const start = (dataDir: string) =>
  startServer({ ...readConfig({ DATA_DIR: dataDir, WORKER: 'off', LOG_LEVEL: 'error' }), PORT: 0 });

test('with DATABASE_URL there is nothing to back up or restore here', async () => {
  const config = { DATABASE_URL: 'postgres://x/y', DATA_DIR: '.data' };
  await expect(backUp(config, 'x')).rejects.toThrow('use pg_dump');
  await expect(restore(config, 'x')).rejects.toThrow('use pg_restore');
});

describe.skipIf(inject('databaseTemplate').kind === 'server')('a backup of the embedded database', () => {
  let source: LastingDatabase;
  let folder: string;
  let from: { DATA_DIR: string };
  beforeAll(async () => {
    source = await lastingDatabase();
    from = { DATA_DIR: source.environment.DATA_DIR! };
    folder = mkdtempSync(join(tmpdir(), 'outbound-backup-'));
  });
  afterAll(async () => {
    await source.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  test('is taken from a running server and restored elsewhere: the same data, the same key, and it starts', async () => {
    const file = join(folder, 'running.backup');
    const server = await start(from.DATA_DIR);
    const { db, tokenKeys } = server.services;
    const team = await db.prisma.team.create({ data: { name: 'Acme' } });
    const token = createToken(TEAM_TOKEN_PREFIX, team.id);
    await db.prisma.teamToken.create({
      data: {
        ...{ teamId: team.id, name: 'Mine', role: 'owner', tokenHash: hashToken(token), scopes: [] },
        tokenCiphertext: encryptToken(tokenKeys, token),
      },
    });
    const ask = async ({ url }: { url: string }) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ query: '{ me { teamName } teamTokens { nodes { accessToken } } }' });
      return (await fetch(`${url}/graphql`, { method: 'POST', headers, body })).json();
    };
    const answer = await ask(server);
    expect(answer).toMatchObject({ data: { me: { teamName: 'Acme' } } });
    expect(JSON.stringify(answer)).toContain(token);

    // Requests go on while it is taken.
    const [size, meanwhile] = await Promise.all([backUp(from, file), ask(server)]);
    expect([size, meanwhile]).toEqual([statSync(file).size, answer]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await db.prisma.team.create({ data: { name: 'After it' } });
    await server.close();
    expect(existsSync(join(from.DATA_DIR, 'backup.sock'))).toBe(false);

    const into = { DATA_DIR: join(folder, 'restored') };
    await restore(into, file);
    expect(readdirSync(into.DATA_DIR).sort()).toEqual(['postgres', 'token.key']);
    const restored = await start(into.DATA_DIR);
    expect(await ask(restored)).toEqual(answer);
    expect(await restored.services.db.prisma.team.findMany({ select: { name: true } })).toEqual([{ name: 'Acme' }]);
    await restored.close();
    const found = { DATA_DIR: join(folder, 'piece-by-piece') };
    await inPieces(file, found.DATA_DIR);
    const again = await start(found.DATA_DIR);
    expect(await ask(again)).toEqual(answer);
    await again.close();
    // As if it had been killed before the key was in its place.
    renameSync(join(found.DATA_DIR, 'token.key'), join(found.DATA_DIR, 'postgres', 'token.key'));
    const late = await start(found.DATA_DIR);
    expect(await ask(late)).toEqual(answer);
    await late.close();
    expect(readdirSync(found.DATA_DIR).sort()).toEqual(['postgres', 'token.key']);
    // Neither goes over what is there.
    await expect(restore(into, file)).rejects.toThrow('exists already: name an empty directory');
    await expect(backUp(from, file)).rejects.toThrow('exists already');
  });

  /** Its second half comes when the first is on the disk: of a large one, memory holds no half. */
  async function inPieces(file: string, dataDir: string): Promise<void> {
    const archive = readFileSync(file);
    const [first, second] = [archive.subarray(0, archive.length / 2), archive.subarray(archive.length / 2)];

    const from = { DATA_DIR: mkdtempSync(join(folder, 'from-')) };
    const copy = join(folder, 'in-pieces.backup');
    const begun = () => readdirSync(folder).filter((name) => /in-pieces.*unfinished/.test(name));
    const server = createServer(async (socket) => {
      socket.write(first);
      await expect.poll(() => begun().some((name) => statSync(join(folder, name)).size > PIECE)).toBe(true);
      socket.end(second);
    });
    server.listen(join(from.DATA_DIR, 'backup.sock'));
    await once(server, 'listening');
    expect(await backUp(from, copy)).toBe(archive.length);
    server.close();
    expect(readFileSync(copy).equals(archive)).toBe(true);

    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const restored = restore({ DATA_DIR: dataDir }, pipe);
    const writer = createWriteStream(pipe);
    writer.write(first);
    await expect.poll(() => existsSync(join(dataDir, 'postgres.unfinished/global'))).toBe(true);
    writer.end(second);
    await restored;
  }

  test('is taken while no server runs; a part of one is refused and leaves nothing', async () => {
    const file = join(folder, 'stopped.backup');
    await backUp(from, file);
    truncateSync(file, statSync(file).size - 10);
    const into = { DATA_DIR: join(folder, 'from-part') };
    await expect(restore(into, file)).rejects.toThrow('This is not a complete backup');
    writeFileSync(file, 'something else');
    await expect(restore(into, file)).rejects.toThrow('This is not a complete backup');
    expect(readdirSync(into.DATA_DIR)).toEqual([]);
    await expect(backUp({ DATA_DIR: join(folder, 'nothing') }, `${file}.2`)).rejects.toThrow('no embedded database');
    expect(readdirSync(folder).filter((name) => /unfinished/.test(name))).toEqual([]);
  });
});
