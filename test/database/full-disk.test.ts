import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, inject, test, vi } from 'vitest';
import { fetchBackup } from '../../src/backup/socket.ts';
import { openDatabase } from '../../src/database/client.ts';
import { type Cluster, postgresPrograms, startCluster, WITHOUT_PROGRAMS } from '../support/cluster.ts';
import { embeddedTemplate } from '../support/embedded-template.ts';
import { fillWorld, LOADED, startLoad } from '../support/mixed-load.ts';
import { PATIENCE } from '../support/patience.ts';
import { freePort, killProcesses, startProcess } from '../support/process.ts';
import { startImport } from '../support/running-import.ts';
import { canMount, mountSmallDisk, type SmallDisk, WITHOUT_MOUNT } from '../support/small-disk.ts';

const ROWS = 10_000;
const SMALL_BATCHES = { IMPORT_BATCH_ROWS: '100' };

let disk: SmallDisk | undefined;
let cluster: Cluster | undefined;
afterEach(async () => {
  killProcesses();
  await cluster?.remove();
  cluster = undefined;
  disk?.remove();
  disk = undefined;
});

const isEmbedded = inject('databaseTemplate').kind === 'embedded';

describe.skipIf(!canMount)(`while the disk is full${WITHOUT_MOUNT}`, () => {
  test.runIf(isEmbedded)(
    'the embedded database refuses writes, survives a crash of its own and comes back once there is room',
    async () => {
      disk = mountSmallDisk(220);
      const dataDir = join(disk.path, 'data');
      const template = await readFile(await embeddedTemplate());
      const opened = await openDatabase({ dataDir, template });
      const world = await fillWorld(opened);
      await opened.close();
      const port = await freePort();
      const server = await startProcess('main', {
        ...LOADED,
        DATABASE_URL: '',
        DATA_DIR: dataDir,
        PORT: port,
        ...SMALL_BATCHES,
      });
      const url = `http://127.0.0.1:${port}`;
      const load = startLoad(url, world);
      await load.goesOn();
      const importing = await startImport(url, world.token, ROWS);
      await importing.goesOn();

      disk.fill();
      await load.isRefused();
      // It lives, and says so.
      expect((await fetch(`${url}/health`)).status).toBe(200);
      disk.free();
      await load.goesOn();

      // A backup begins with a checkpoint, and PostgreSQL without room for that crashes.
      disk.fill();
      expect(await buffer((await fetchBackup(dataDir))!)).toEqual(Buffer.alloc(0));
      expect((await fetch(`${url}/health`)).status).toBe(200);
      expect((await fetch(`${url}/ready`)).status).toBe(503);
      disk.free();
      await load.goesOn();
      expect((await fetch(`${url}/ready`)).status).toBe(200);

      await load.stop();
      expect([...load.unexpected]).toEqual([]);
      expect(await importing.end()).toEqual({ status: 'imported', importedRows: ROWS });
      expect(await server.end('SIGTERM')).toBe(0);
      const after = await openDatabase({ dataDir });
      await load.expectNothingLost(after);
      await after.close();
    },
  );

  test.runIf(isEmbedded)(
    'what was committed is there when the log had no room left, also after closing it without any',
    async () => {
      disk = mountSmallDisk(160);
      const dataDir = join(disk.path, 'data');
      const errors: string[] = [];
      const onError = (error: Error) => errors.push(error.message);
      const database = await openDatabase({ dataDir, template: await readFile(await embeddedTemplate()), onError });
      const { id } = await database.prisma.team.create({ data: { name: 'Acme' } });
      disk.fill();
      // Its page has room for it.
      const name = 'Committed while the disk was full';
      await database.prisma.team.update({ where: { id }, data: { name } });
      const fillLog = () => database.pool.query(`SELECT pg_logical_emit_message(false, 'fill', repeat('x', 1000000))`);
      await expect(until(fillLog)).rejects.toMatchObject({ code: '57P02' });
      expect(errors[0]).toMatch(
        /^The embedded database crashed: could not write to file "pg_wal\/.*: No space left on device$/,
      );
      await expect(database.pool.query('SELECT 1')).rejects.toMatchObject({ code: '57P03' });
      await vi.waitFor(() => expect(errors).toContain('The embedded database cannot be opened'), PATIENCE);
      disk.free();
      await vi.waitFor(() => database.pool.query('SELECT 1'), PATIENCE);
      disk.fill();
      await database.close();
      disk.free();
      const after = await openDatabase({ dataDir });
      expect(await after.prisma.team.findMany({ select: { name: true } })).toEqual([{ name }]);
      await after.close();
    },
  );

  test.skipIf(isEmbedded || !postgresPrograms)(`a server refuses writes, or crashes${WITHOUT_PROGRAMS}`, async () => {
    disk = mountSmallDisk(220);
    cluster = await startCluster(disk.path);
    const opened = await cluster.open();
    const world = await fillWorld(opened);
    const port = await freePort();
    const server = await startProcess('main', { ...LOADED, ...cluster.environment, PORT: port });
    const load = startLoad(`http://127.0.0.1:${port}`, world);
    await load.goesOn();
    disk.fill();
    await load.isRefused();
    disk.free();
    // One without room for its log does not come up by itself: that is its supervisor's.
    await cluster.start().catch(() => {});
    await load.goesOn();
    await load.stop();
    expect([...load.unexpected]).toEqual([]);
    expect(await server.end('SIGTERM')).toBe(0);
    await load.expectNothingLost(opened);
    await opened.close();
  });
});

/** Runs it again and again; rejects as soon as it does. */
async function until(fails: () => Promise<unknown>): Promise<never> {
  for (;;) await fails();
}
