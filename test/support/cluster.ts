import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { openUnwatched } from './isolation/watch.ts';
import type { LastingDatabase } from './lasting-database.ts';
import { freePort } from './process.ts';
import { prepareTemplate } from './template.ts';

/** A PostgreSQL that the test may stop, crash and fill. */
export interface Cluster extends LastingDatabase {
  url: string;
  start(): Promise<void>;
  /** `fast` ends connections and closes in order; `immediate` is a crash. */
  stop(mode: 'fast' | 'immediate'): Promise<void>;
  /** Starts a streaming replica and returns its URL; `remove` ends it, too. */
  follow(): Promise<string>;
}

/** Null where no PostgreSQL server is installed. */
export const postgresPrograms: string | null = findPrograms();

/** For the name of a test that needs them. */
export const WITHOUT_PROGRAMS = postgresPrograms ? '' : ' (skipped: no programs of a PostgreSQL server are installed)';

/** Migrated, in `parent`. */
export async function startCluster(parent = tmpdir()): Promise<Cluster> {
  const folder = mkdtempSync(join(parent, 'outbound-cluster-'));
  const data = join(folder, 'data');
  const copy = join(folder, 'copy');
  const owner = unprivileged();
  mkdirSync(data, { mode: 0o700 });
  if (owner) for (const path of [folder, data]) chownSync(path, owner.uid, owner.gid);
  const run = async (program: string, ...parameters: string[]) => {
    const child = spawn(join(postgresPrograms!, program), parameters, { ...owner, cwd: folder, stdio: 'ignore' });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`${program} ended with ${code}`);
  };
  const port = await freePort();
  const control = (directory: string, ...parameters: string[]) =>
    run('pg_ctl', '-D', directory, '-w', '-s', ...parameters);
  // Nothing needs to survive the machine, so fsync is off.
  const serve = (directory: string, port: string) => {
    const options = `-p ${port} -k '' -c listen_addresses=127.0.0.1 -c fsync=off -c max_wal_size=64MB`;
    return control(directory, '-l', join(folder, `${parse(directory).name}.log`), '-o', options, 'start');
  };
  const start = () => serve(data, port);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const open = () => openUnwatched({ url });

  await run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync');
  await start();
  const database = await open();
  await prepareTemplate(database);
  await database.close();
  return {
    url,
    environment: { DATABASE_URL: url },
    open,
    start,
    stop: (mode) => control(data, '-m', mode, 'stop'),
    async follow() {
      await run('pg_basebackup', '-D', copy, '-d', url, '-R', '-c', 'fast', '--no-sync');
      const port = await freePort();
      await serve(copy, port);
      return `postgres://postgres@127.0.0.1:${port}/postgres`;
    },
    async remove() {
      // They may be stopped already, or never started.
      for (const each of [copy, data]) await control(each, '-m', 'immediate', 'stop').catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findPrograms(): string | null {
  const versions = '/usr/lib/postgresql';
  const folders = [() => execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: 'pipe' }).trim()];
  try {
    for (const version of readdirSync(versions).reverse()) folders.push(() => join(versions, version, 'bin'));
  } catch {}
  for (const folder of folders) {
    try {
      const found = folder();
      for (const program of ['initdb', 'pg_basebackup', 'pg_ctl', 'postgres']) accessSync(join(found, program));
      return found;
    } catch {}
  }
  return null;
}

/** PostgreSQL refuses to run as root. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
