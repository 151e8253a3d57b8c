import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { LoadJob, LoadResult } from './load.ts';

export class LoadGenerator {
  readonly #process: ChildProcess = fork(join(import.meta.dirname, 'load.ts'));

  get pid(): number {
    return this.#process.pid!;
  }

  run(job: LoadJob): Promise<LoadResult> {
    return new Promise((resolve, reject) => {
      this.#process.once('message', ({ result, error }: { result?: LoadResult; error?: string }) => {
        if (result) resolve(result);
        else reject(new Error(error));
      });
      this.#process.send(job);
    });
  }

  close(): void {
    this.#process.disconnect();
  }
}
