import { ConfigError, readConfig } from './config.ts';
import { EmbeddedDatabaseLockedError } from './database/data-directory-lock.ts';
import { MigrationHistoryError } from './database/migrate.ts';
import { startServer } from './server.ts';

/** What an operator can mend is told in one line; everything else is a bug and keeps its stack. */
const OPERATOR_ERRORS = [ConfigError, EmbeddedDatabaseLockedError, MigrationHistoryError];

try {
  const server = await startServer(readConfig(process.env));
  const stop = () => {
    server.close().then(
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
