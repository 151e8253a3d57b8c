import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
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
  const directory = await mkdtemp(join(tmpdir(), 'demo-'));
  const port = await freePort();
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/bin/demo.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...{ DATABASE_URL: '', PORT: port, DATA_DIR: directory, RATE_LIMIT_PER_ADDRESS: '0' },
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed = await untilReady(child).catch(async (error: unknown) => {
    child.kill('SIGKILL');
    await rm(directory, { recursive: true, force: true });
    throw error;
  });
  return {
    url: `http://127.0.0.1:${port}`,
    content: JSON.parse(await readFile(join(environment.DATA_DIR ?? directory, 'demo.json'), 'utf8')),
    printed,
    async close() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function untilReady(child: ChildProcess): Promise<string> {
  const lines = createInterface(child.stdout!);
  let printed = '';
  await Promise.race([
    new Promise<void>((resolve) => {
      lines.on('line', (line) => {
        printed += `${line}\n`;
        if (line.includes('Ctrl+C')) resolve();
      });
    }),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The demo ended with ${code}.`))),
  ]);
  return printed;
}
