import { afterEach, describe, expect, inject, test, vi } from 'vitest';
import { announceCampaign } from '../../src/live/announce.ts';
import { type Cluster, postgresPrograms, startCluster, WITHOUT_PROGRAMS } from '../support/cluster.ts';
import { type LastingDatabase, lastingDatabase } from '../support/lasting-database.ts';
import { fillWorld, LOADED, startLoad, type World } from '../support/mixed-load.ts';
import { PATIENCE } from '../support/patience.ts';
import { freePort, killProcesses, startProcess } from '../support/process.ts';
import { startImport } from '../support/running-import.ts';
import { subscribe } from '../support/stream.ts';

const ROWS = 40_000;

const isEmbedded = inject('databaseTemplate').kind === 'embedded';
let database: LastingDatabase | undefined;
afterEach(async () => {
  killProcesses();
  await database?.remove();
  database = undefined;
});

async function filled({ open }: LastingDatabase): Promise<World> {
  const opened = await open();
  const world = await fillWorld(opened);
  await opened.close();
  return world;
}

describe.skipIf(isEmbedded || !postgresPrograms)(`while PostgreSQL is restarted${WITHOUT_PROGRAMS}`, () => {
  test('in order or by a crash: nothing acknowledged is lost, owed events are applied once, and all comes back', async () => {
    const cluster: Cluster = await startCluster();
    database = cluster;
    const world = await filled(cluster);
    const port = await freePort();
    const environment = { ...LOADED, ...cluster.environment, PORT: port, IMPORT_BATCH_ROWS: '200' };
    const server = await startProcess('main', { ...environment, WORKER: 'off' });
    const worker = await startProcess('worker', environment);
    const url = `http://127.0.0.1:${port}`;
    const ready = async () => (await fetch(`${url}/ready`)).status;
    const events = await subscribe(fetch, 'subscription ($id: ID!) { campaignProgress(id: $id) { status } }', {
      ...{ url: `${url}/graphql`, token: world.token, variables: { id: world.campaignId } },
    });
    expect(await events.next()).toEqual({ data: { campaignProgress: { status: 'running' } } });

    const load = startLoad(url, world);
    await load.goesOn();
    const importing = await startImport(url, world.token, ROWS);
    for (const mode of ['fast', 'immediate'] as const) {
      await importing.goesOn();
      await cluster.stop(mode);
      await load.isRefused();
      expect(await ready()).toBe(503);
      await cluster.start();
      await load.goesOn();
      expect(await ready()).toBe(200);
    }
    await load.stop();
    expect([...load.unexpected]).toEqual([]);
    // The job that ran when its database went was taken up where it was.
    expect(await importing.end()).toEqual({ status: 'imported', importedRows: ROWS });

    const opened = await cluster.open();
    await load.expectNothingLost(opened);
    // A job added now is done, so the worker lives; a change made now is told to the stream that was open all the time.
    await opened.pool.query(`SELECT graphile_worker.add_job('apply_due_profit_rules', job_key => 'after')`);
    const waiting = async () => (await opened.pool.query(`SELECT FROM graphile_worker.jobs WHERE key = 'after'`)).rows;
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), PATIENCE);
    await opened.prisma.voiceCampaign.update({
      where: { teamId_id: { teamId: world.teamId, id: world.campaignId } },
      data: { status: 'stopped' },
    });
    await announceCampaign(opened.db, world.campaignId);
    const isStopped = ({ data }: { data?: unknown }) => JSON.stringify(data).includes('"stopped"');
    expect(isStopped(await events.until(isStopped))).toBe(true);
    await events.leave();
    await opened.close();
    expect(await worker.end('SIGTERM')).toBe(0);
    expect(await server.end('SIGTERM')).toBe(0);
  });
});

test('a server killed under reads, mutations, charges and events has lost none of what it acknowledged', async () => {
  // A start on the embedded database takes seconds.
  const kills = inject('databaseTemplate').kind === 'server' ? 3 : 1;
  database = await lastingDatabase();
  const world = await filled(database);
  const port = await freePort();
  const environment = { ...LOADED, ...database.environment, PORT: port };
  let server = await startProcess('main', environment);
  const load = startLoad(`http://127.0.0.1:${port}`, world);
  for (let killed = 0; killed < kills; killed += 1) {
    await load.goesOn();
    await server.end('SIGKILL');
    server = await startProcess('main', environment);
  }
  await load.goesOn();
  await load.stop();
  expect([...load.unexpected]).toEqual([]);
  expect(await server.end('SIGTERM')).toBe(0);
  const opened = await database.open();
  await load.expectNothingLost(opened);
  await opened.close();
});
