import { uptime } from 'node:os';
import type { Logger } from 'pino';
import type { Db } from './transaction.ts';

export interface Clock {
  now(): Date;
  close(): void;
}

/** How this machine tells the time, in milliseconds. */
export interface Machine {
  /** May be set. */
  wall(): number;
  /** Stops while the machine is suspended. */
  steady(): number;
  /** Since the machine started, with the time that it was suspended. */
  up(): number;
}

const LOOK_MS = 5_000;
/** The resolution of `up` is no worse. */
const STEP_MS = 1_000;
/** `up` is slow, so it is not asked for every submit. A machine that slept knows after so long. */
const ASKED_MS = 10;
/** A larger difference is logged. */
const TOLD_MS = 5_000;

/**
 * The clock of the database's server, which all workers use to decide what is due and who may be reached, so that a wrong clock on one
 * machine has no effect. Between two readings the time that has passed is measured on this machine, by clocks that nobody sets.
 */
export async function openClock(
  db: Pick<Db, 'row'>,
  logger: Pick<Logger, 'warn'>,
  { wall, steady, up }: Machine = { wall: Date.now, steady: () => performance.now(), up: () => uptime() * 1_000 },
  lookMs = LOOK_MS,
): Promise<Clock> {
  const read = () => ({ steady: steady(), up: up() });
  let latest = read();
  function passedSince(then: typeof latest): number {
    const passed = steady();
    if (passed - latest.steady >= ASKED_MS) latest = read();
    return Math.max(passed - then.steady, latest.up - then.up - STEP_MS);
  }
  let at = read();
  let time = 0;
  let told = 0;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const now = () => time + passedSince(at);

  async function look(): Promise<void> {
    const asked = read();
    const row = await db.row<{ at: Date }>`SELECT clock_timestamp() AS at`;
    const doubt = passedSince(asked) / 2;
    const found = row!.at.getTime() + doubt;
    // The longer the answer took, the less exact it is.
    if (Math.abs(found - now()) > doubt) {
      at = read();
      time = found;
    }
    const wrong = Math.round((wall() - now()) / 1_000);
    if (Math.abs(wrong - told) * 1_000 >= TOLD_MS) {
      told = wrong;
      const isRight = Math.abs(wrong) * 1_000 < TOLD_MS;
      logger.warn(
        { secondsAhead: wrong },
        isRight
          ? 'this machine’s clock is right again'
          : 'this machine’s clock is not the database’s, which sending goes by',
      );
    }
  }

  function next(): void {
    if (isClosed) return;
    timer = setTimeout(async () => {
      await look().catch(() => undefined);
      next();
    }, lookMs).unref();
  }

  await look();
  next();
  return {
    now: () => new Date(now()),
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
