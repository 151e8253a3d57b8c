import { CALLED } from './safepoint.ts';

/** What Emscripten makes of PostgreSQL; the typings leave these out. */
export interface Interruptible {
  readonly HEAPU8: Uint8Array;
  readonly _QueryCancelPending: number;
  readonly _InterruptPending: number;
}

type Imports = { env: Record<string, () => void> };

/** So often is the clock looked at: looking takes longer than going to the next row. */
const CALLS = 256;

/**
 * Cancels a statement of the embedded database that computes for too long, as `statement_timeout` does on a server. It counts the
 * time of the processor, so that nothing is cancelled only because the machine is busy.
 */
export class Stopwatch {
  #module: Interruptible | undefined;
  #limit = 0;
  #endsAt = Number.POSITIVE_INFINITY;
  #begun = process.cpuUsage();
  #calls = 0;

  /** Has PostgreSQL, compiled by program.ts, look at the clock while it computes. */
  listenTo(imports: WebAssembly.Imports): void {
    const { env } = imports as unknown as Imports;
    env[CALLED] = () => {
      this.#calls += 1;
      if (this.#calls % CALLS === 0 && performance.now() > this.#endsAt) this.#look();
    };
  }

  stops(module: Interruptible): void {
    this.#module = module;
  }

  start(limit: number): void {
    this.#limit = limit;
    this.#begun = process.cpuUsage();
    this.#endsAt = performance.now() + limit;
  }

  /** A cancellation that came too late must not meet the next statement. */
  end(): void {
    this.#endsAt = Number.POSITIVE_INFINITY;
    this.#cancel(0);
  }

  #look(): void {
    const { user, system } = process.cpuUsage(this.#begun);
    const left = this.#limit - (user + system) / 1_000;
    this.#endsAt = left > 0 ? performance.now() + left : Number.POSITIVE_INFINITY;
    if (left <= 0) this.#cancel(1);
  }

  /** As PostgreSQL's own handler of SIGINT does. */
  #cancel(pending: 0 | 1): void {
    if (!this.#module) return;
    const { HEAPU8, _QueryCancelPending, _InterruptPending } = this.#module;
    HEAPU8[_QueryCancelPending] = pending;
    if (pending) HEAPU8[_InterruptPending] = pending;
  }
}
