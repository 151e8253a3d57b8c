import { type Config, ConfigError, readConfig } from './config.ts';
import { EmbeddedDatabaseLockedError } from './database/data-directory-lock.ts';
import { MigrationHistoryError } from './database/migrate.ts';

/** What an operator can mend is told in one line; everything else is a bug and keeps its stack. */
const OPERATOR_ERRORS = [ConfigError, EmbeddedDatabaseLockedError, MigrationHistoryError];

/** Every part of closing has a deadline of its own; this one is for what nobody thought of. */
const CLOSE_MS = 30_000;

/** Starts what a process is for and closes it in order at SIGTERM or SIGINT: exit code 0 when that worked. */
export async function runProcess(start: (config: Config) => Promise<{ close(): Promise<void> }>): Promise<void> {
  try {
    const config = readConfig(process.env);
    const running = await start(config);
    let stopping = false;
    const stop = () => {
      if (stopping) return;
      stopping = true;
      setTimeout(() => process.exit(1), CLOSE_MS + config.SHUTDOWN_DELAY_MS).unref();
      running.close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    };
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
  } catch (error) {
    if (!OPERATOR_ERRORS.some((type) => error instanceof type)) throw error;
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}
