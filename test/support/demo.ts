import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { bundled } from './bundle.ts';
import { freePort } from './process.ts';

export const ROOT = join(import.meta.dirname, '..', '..');

export interface RunningDemo {
  url: string;
  /** `demo.json`. */
  content: {
    email: string;
    password: string;
    token: string;
    seller: { username: string; password: string; smpp_url: string; http_url: string; smpp: string; curl: string };
  };
  printed: string;
  close(): Promise<void>;
}

/** `npm run demo`, on an embedded database of its own unless `environment` names another. */
export async function runDemo(environment: Record<string, string> = {}): Promise<RunningDemo> {
  const { directory, ...demo } = await runProgram('demo', 'Ctrl+C', {
    RATE_LIMIT_PER_ADDRESS: '0',
    SMPP_PORT: '0',
    ...environment,
  });
  const content = await readFile(join(environment.DATA_DIR ?? directory, 'demo.json'), 'utf8');
  return { ...demo, content: JSON.parse(content) };
}

export interface RunningProgram {
  url: string;
  /** Its `DATA_DIR`. */
  directory: string;
  printed: string;
  close(): Promise<void>;
}

/** One of `src/bin`, on an embedded database of its own, once it has printed `ready`. */
export async function runProgram(
  name: 'demo' | 'main',
  ready: string,
  environment: Record<string, string>,
): Promise<RunningProgram> {
  const directory = await mkdtemp(join(tmpdir(), `${name}-`));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [await bundled(join(ROOT, 'src', 'bin', `${name}.ts`))], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: '', PORT: port, PUBLIC_URL: url, DATA_DIR: directory, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed = await untilReady(child, ready).catch(async (error: unknown) => {
    child.kill('SIGKILL');
    await rm(directory, { recursive: true, force: true });
    throw error;
  });
  return {
    ...{ url, directory, printed },
    async close() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function untilReady(child: ChildProcess, ready: string): Promise<string> {
  const lines = createInterface(child.stdout!);
  let printed = '';
  await Promise.race([
    new Promise<void>((resolve) => {
      lines.on('line', (line) => {
        printed += `${line}\n`;
        if (line.includes(ready)) resolve();
      });
    }),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The program ended with ${code}.`))),
  ]);
  return printed;
}
