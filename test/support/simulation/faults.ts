import type pg from 'pg';
import type { Chance } from '../../../src/chance.ts';

/** What a worker meets when it dies: nothing that it had begun goes on. */
export class Killed extends Error {}

/** Works, and lets minutes pass, until the worker dies. */
export async function untilKilled(engine: { run(): Promise<void>; pass(minutes: number): Promise<void> }) {
  await engine.run();
  await engine.pass(10);
}

/** How often the simulation breaks something, and how often it has. */
export interface Faults {
  /** Of every statement, commit and provider call. */
  probability: number;
  count: number;
}

/** Lets one at a time in, in an order that chance decides: the same seed interleaves its workers in the same way. */
export interface Gate {
  enter(): Promise<void>;
  leave(): void;
}

export function gateOf(chance: Chance): Gate {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  const next = () => {
    const [enter] = waiting.splice(chance.below(waiting.length), 1);
    if (enter) enter();
    else isTaken = false;
  };
  return {
    enter: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        if (isTaken) return;
        isTaken = true;
        // Everybody who can come now is there before one is chosen.
        setImmediate(next);
      }),
    leave: () => void setImmediate(next),
  };
}

/** A pool whose transactions take turns at the gate. */
export function gatedPool(pool: pg.Pool, gate: Gate): pg.Pool {
  return {
    async query(...args: unknown[]) {
      await gate.enter();
      try {
        return await pool.query(...(args as [string]));
      } finally {
        gate.leave();
      }
    },
    async connect() {
      await gate.enter();
      const client = await pool.connect();
      return {
        query: (...args: unknown[]) => client.query(...(args as [string])),
        release(broken?: boolean) {
          client.release(broken);
          gate.leave();
        },
      };
    },
  } as unknown as pg.Pool;
}

export interface Statement {
  text: string;
  values: readonly unknown[];
}

export interface Watching {
  /** What a transaction wrote, once it is committed. */
  committed(statements: readonly Statement[]): void;
  /** Called before the first transaction after a claim: what people do at the worst moment. */
  afterClaim(): Promise<void>;
}

/**
 * A pool whose statements fail at random: before they run, or after they ran and before anybody heard of it. A failed
 * commit may have happened. Nothing that a connection is given after that reaches the database: a COMMIT given together with
 * the write that broke would keep the rest without it.
 */
export function faultyPool(
  pool: pg.Pool,
  chance: Chance,
  faults: Faults,
  { committed, afterClaim }: Watching,
): pg.Pool {
  let hasClaimed = false;
  const breaks = () => {
    if (!chance.happens(faults.probability)) return false;
    faults.count += 1;
    return true;
  };
  const onConnection = (run: (...args: unknown[]) => Promise<unknown>) => {
    let isCut = false;
    const cut = (when: string) => {
      isCut = true;
      return new Killed(`${when} a statement`);
    };
    return async (...args: unknown[]) => {
      if (args[0] === 'ROLLBACK') return run(...args);
      if (isCut || breaks()) throw cut('before');
      const result = await run(...args);
      if (breaks()) throw cut('after');
      return result;
    };
  };
  return {
    query: (...args: unknown[]) => onConnection((...given) => pool.query(...(given as [string])))(...args),
    async connect() {
      const isNext = hasClaimed;
      hasClaimed = false;
      if (isNext) await afterClaim();
      const client = await pool.connect();
      const statements: Statement[] = [];
      return {
        query: onConnection(async (...args) => {
          const result = await client.query(...(args as [string]));
          if (args[0] === 'COMMIT') {
            committed(statements);
            hasClaimed ||= statements.some(({ text }) => /INTO (sms_batches|call_placements)/.test(text));
          } else statements.push({ text: String(args[0]), values: (args[1] ?? []) as unknown[] });
          return result;
        }),
        release: (broken?: boolean) => client.release(broken),
      };
    },
  } as unknown as pg.Pool;
}
