import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { bundled } from '../support/bundle.ts';
import { type LastingDatabase, lastingDatabase } from '../support/lasting-database.ts';
import { freePort } from '../support/process.ts';

/** Blocks the loop of a process that it is loaded into, once it is told to. */
const BLOCKER = `data:text/javascript,${encodeURIComponent(
  "process.on('SIGUSR2', () => { const end = Date.now() + Number(process.env.BLOCK_MS); while (Date.now() < end); });",
)}`;

let database: LastingDatabase | undefined;
let end: (() => unknown) | undefined;
afterEach(async () => {
  end?.();
  await database?.remove();
});

async function start(blockMs: number, limitMs: number) {
  database = await lastingDatabase();
  const main = await bundled(fileURLToPath(new URL('../../src/bin/main.ts', import.meta.url)));
  const port = await freePort();
  const child = spawn(process.execPath, ['--import', BLOCKER, main], {
    env: {
      ...{ ...process.env, ...database.environment, TOKEN_KEY: '0'.repeat(64), PORT: port, BLOCK_MS: String(blockMs) },
      ...{ OPERATION_TIMEOUT_MS: String(limitMs), STATEMENT_TIMEOUT_MS: '3000', LOG_LEVEL: 'info' },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  end = () => child.kill('SIGKILL');
  const exit = once(child, 'exit');
  let output = '';
  // It listens before it is watched and heeds signals.
  const started = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.includes('"started"')) resolve();
    });
  });
  await Promise.race([started, exit.then((how) => Promise.reject(new Error(`It ended with ${how}: ${output}`)))]);
  const health = () => fetch(`http://127.0.0.1:${port}/health`);
  return { child, exit, output: () => output, health };
}

test('a process whose event loop is blocked for good ends itself and says so', async () => {
  const { child, exit, output } = await start(600_000, 3_000);
  child.kill('SIGUSR2');
  const [code, signal] = await exit;
  expect([code, signal]).toEqual([null, 'SIGKILL']);
  const last = JSON.parse(output().trim().split('\n').at(-1)!);
  expect(last).toMatchObject({ level: 60, msg: 'the event loop is blocked: the process ends' });
});

test('one that stood still for a moment goes on', async () => {
  const { child, health } = await start(1_500, 60_000);
  child.kill('SIGUSR2');
  expect((await health()).status).toBe(200);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
