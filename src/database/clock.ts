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
  /** Stands still while the machine sleeps. */
  steady(): number;
  /** Since it started, asleep or not. */
  up(): number;
}

const LOOK_MS = 5_000;
/** `up` goes in steps of so much at most. */
const STEP_MS = 1_000;
/** An operator is told of more. */
const TOLD_MS = 5_000;

/**
 * The clock of the database's server, by which all workers send: one machine whose clock is wrong, or is set meanwhile, writes to
 * nobody at night, and its messages do not wait for an hour to come again. Between two looks time passes as on this machine.
 */
export async function openClock(
  db: Pick<Db, 'row'>,
  logger: Pick<Logger, 'warn'>,
  { wall, steady, up }: Machine = { wall: Date.now, steady: () => performance.now(), up: () => uptime() * 1_000 },
  lookMs = LOOK_MS,
): Promise<Clock> {
  const read = () => ({ steady: steady(), up: up() });
  const passedSince = (then: ReturnType<typeof read>) => Math.max(steady() - then.steady, up() - then.up - STEP_MS);
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
    // An answer that came late tells the time less exactly.
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
