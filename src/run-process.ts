import type { Logger } from 'pino';
import { type Config, readConfig } from './config.ts';
import { startProblem } from './start-problem.ts';
import { startWatchdog } from './watchdog.ts';

/** Every part of closing has a deadline of its own; this one is for what nobody thought of. */
const CLOSE_MS = 30_000;

export interface RunningProcess {
  readonly logger: Logger;
  close(): Promise<void>;
}

/** Starts what a process is for and closes it in order at SIGTERM or SIGINT: exit code 0 when that worked. */
export async function runProcess(start: (config: Config) => Promise<RunningProcess>): Promise<void> {
  await explained(process.env, async (config) => {
    const running = await start(config);
    startWatchdog(config);
    closeAtSignal(config, running);
    running.logger.info('started');
  });
}

/** What an operator can mend is told in a sentence, with exit code 1; everything else is a bug and keeps its stack. */
export async function explained(
  variables: Record<string, string | undefined>,
  work: (config: Config) => Promise<void>,
): Promise<void> {
  let config: Config | undefined;
  try {
    config = readConfig(variables);
    await work(config);
  } catch (error) {
    const problem = startProblem(error, config);
    if (problem === null) throw error;
    process.stderr.write(`${problem}\n`);
    process.exit(1);
  }
}

export function closeAtSignal(config: Config, { logger, close }: RunningProcess): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    const startedAt = performance.now();
    logger.info({ signal }, 'stopping');
    setTimeout(() => {
      logger.error('stopping takes too long: the process ends');
      process.exit(1);
    }, CLOSE_MS + config.SHUTDOWN_DELAY_MS).unref();
    close().then(
      () => {
        logger.info({ ms: Math.round(performance.now() - startedAt) }, 'stopped');
        process.exit(0);
      },
      (error: unknown) => {
        logger.error({ err: error }, 'not stopped in order');
        process.exit(1);
      },
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}
