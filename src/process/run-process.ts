import type { Logger } from 'pino';
import { type Config, readConfig } from '../config.ts';
import { startProblem } from './start-problem.ts';
import { startWatchdog } from './watchdog.ts';

/** A process that has not closed by then ends all the same. It is longer than any provider’s timeout (120 s), so that the answers are stored. */
export const CLOSE_MS = 130_000;

interface RunningProcess {
  readonly logger: Logger;
  close(): Promise<void>;
}

/** Closes in order at SIGTERM or SIGINT, with exit code 0 when that worked. */
export async function runProcess(start: (config: Config) => Promise<RunningProcess>): Promise<void> {
  await explained(process.env, async (config) => {
    const starting = start(config);
    closeAtSignal(config, starting);
    const running = await starting;
    startWatchdog(config);
    running.logger.info('started');
  });
}

/** What an operator can fix is reported in one sentence, with exit code 1; bugs keep their stack. */
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

/** A command has the environment of a server that may be running beside it: the port of METRICS is that one's. */
export const runCommand = (work: (config: Config) => Promise<void>): Promise<void> =>
  explained({ LOG_LEVEL: 'warn', ...process.env, METRICS: undefined }, work);

/** A process that is still starting closes once it has started. */
export function closeAtSignal(config: Config, starting: Promise<RunningProcess>): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    const startedAt = performance.now();
    setTimeout(() => {
      process.stderr.write('stopping takes too long: the process ends\n');
      process.exit(1);
    }, CLOSE_MS + config.SHUTDOWN_DELAY_MS).unref();
    starting.then(
      ({ logger, close }) => {
        logger.info({ signal }, 'stopping');
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
      },
      () => {},
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}
