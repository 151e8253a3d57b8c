import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { parse } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { bundled } from './bundle.ts';

export interface StartedProcess {
  /** Returns the exit code, or null when the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  signal(signal: NodeJS.Signals): void;
}

const started = new Set<ChildProcess>();

/** Starts `src/bin/main.ts`, `worker.ts` or `hub.ts`; resolves once it serves or works. */
export async function startProcess(
  script: 'main' | 'worker' | 'hub',
  environment: Record<string, string>,
): Promise<StartedProcess> {
  const path = await bundled(fileURLToPath(new URL(`../../src/bin/${script}.ts`, import.meta.url)));
  return startFile(path, environment, script);
}

/** From a built file. */
export async function startFile(
  path: string,
  environment: Record<string, string>,
  name = parse(path).name,
): Promise<StartedProcess> {
  const child = spawn(process.execPath, [path], {
    env: { ...process.env, LOG_LEVEL: 'info', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.add(child);
  const exit = once(child, 'exit');
  const lines = createInterface(child.stdout!);
  await Promise.race([
    new Promise<void>((resolve) => {
      lines.on('line', (line) => {
        if (/"msg":"(listening|working|sellers can connect)"/.test(line)) resolve();
      });
    }),
    exit.then(([code]) => Promise.reject(new Error(`${name} ended with ${code}`))),
  ]);
  return {
    signal: (signal) => void child.kill(signal),
    async end(signal) {
      child.kill(signal);
      const [code] = await exit;
      started.delete(child);
      return code as number | null;
    },
  };
}

/** For `afterEach`: a failed test leaves none behind. */
export function killProcesses(): void {
  for (const child of started) child.kill('SIGKILL');
  started.clear();
}

/** Below the ports that systems give to whoever asks for any: a connection or server beside this one would get one of those. */
const UNASKED = [10_000, 32_768] as const;

/** It stays free until the process that it is for has started. */
export async function freePort(): Promise<string> {
  for (;;) {
    const port = randomInt(...UNASKED);
    const server = createServer();
    const isFree = await once(server.listen(port, '127.0.0.1'), 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return String(port);
  }
}
