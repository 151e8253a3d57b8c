import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { AttackJob } from './attackers.ts';
import type { Answers } from './hostile-callers.ts';

const start = (file: string) => fork(join(import.meta.dirname, file));

/** The hostile callers' process. */
export class Attackers {
  readonly #process: ChildProcess = start('attackers.ts');
  readonly #token: string;

  constructor(token: string) {
    this.#token = token;
  }

  get pid(): number {
    return this.#process.pid!;
  }

  /** So many requests on each connection; while nothing is measured, as it takes a while. */
  prepare(requests: number): Promise<unknown> {
    return this.#ask({ prepare: { token: this.#token, requests } });
  }

  begin(port: number): Promise<unknown> {
    return this.#ask({ start: { port } });
  }

  /** What was answered to each of them, and how many requests were sent. */
  async end(): Promise<{ seen: Map<string, Answers>; sent: number }> {
    const { seen, sent } = (await this.#ask('stop')) as { seen: [string, [string, number][]][]; sent: number };
    return { seen: new Map(seen.map(([name, answers]) => [name, new Map(answers)])), sent };
  }

  async #ask(job: AttackJob): Promise<unknown> {
    const answer = once(this.#process, 'message');
    this.#process.send(job);
    return (await answer)[0];
  }

  close(): void {
    this.#process.disconnect();
  }
}

/** See constant-server.ts. */
export async function startConstantServer(): Promise<{ pid: number; port: number; close(): void }> {
  const child = start('constant-server.ts');
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { pid: child.pid!, port, close: () => child.disconnect() };
}
