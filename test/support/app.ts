import type { Config } from '../../src/config.ts';
import { type TestApp, testAppOn, testConfig } from './app-on.ts';
import { openTestDatabase } from './database.ts';

export type { Answer, GraphQLAnswer, TestApp } from './app-on.ts';

/** The real app on a database of its own. */
export async function createTestApp(overrides: Partial<Config> = {}): Promise<TestApp> {
  const config = testConfig(overrides);
  return testAppOn(await openTestDatabase({ statementTimeout: config.STATEMENT_TIMEOUT_MS }), config);
}
