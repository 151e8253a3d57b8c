import type { Logger } from 'pino';
import type { Db } from './transaction.ts';

export interface Clock {
  now(): Date;
  close(): void;
}

/** How this machine tells the time, in milliseconds. Only the second is never set. */
export interface Machine {
  wall(): number;
  steady(): number;
}

const LOOK_MS = 5_000;
/** An operator is told of more. */
const TOLD_MS = 5_000;

/**
 * The clock of the database's server, by which all workers send: one machine whose clock is wrong or set back writes to nobody at
 * night, and nothing waits for the hour to come again. Between two looks time passes as on this machine, whose steady clock
 * stands still while it sleeps.
 */
export async function openClock(
  db: Pick<Db, 'row'>,
  logger: Pick<Logger, 'warn'>,
  { wall, steady }: Machine = { wall: Date.now, steady: () => performance.now() },
  lookMs = LOOK_MS,
): Promise<Clock> {
  const read = () => ({ wall: wall(), steady: steady() });
  const passedSince = (then: ReturnType<typeof read>) => Math.max(wall() - then.wall, steady() - then.steady);
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
