import type { DestinationStream } from 'pino';
import type { Config } from '../../src/config.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { openObservability } from '../../src/observability/open.ts';
import { type TestApp, testAppOn, testConfig } from './app-on.ts';
import { openTestDatabase } from './database.ts';

export type { Answer, GraphQLAnswer, TestApp } from './app-on.ts';

/** On its own database. Logs to stdout unless `log` is given. */
export async function createTestApp(overrides: Partial<Config> = {}, log?: DestinationStream): Promise<TestApp> {
  const config = testConfig(overrides);
  const database = await openTestDatabase({
    statementTimeout: config.STATEMENT_TIMEOUT_MS,
    lockTimeout: config.LOCK_TIMEOUT_MS,
  });
  const logger = createLogger(config.LOG_LEVEL, log);
  const { close, ...observers } = await openObservability({
    config,
    logger,
    pool: database.pool,
    reach: database.db.reach,
  });
  const app = testAppOn(database, config, { logger, ...observers });
  return {
    ...app,
    async close() {
      await close();
      await app.close();
    },
  };
}
