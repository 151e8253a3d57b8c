import { expect, test } from 'vitest';
import { TOKENS } from '../../prisma/seed/credentials.ts';
import { askAgain, questions } from '../../scripts/release-answers.ts';
import { loadData, makeData, tablesThat } from '../../scripts/release-data.ts';
import { testAppOn, testConfig } from '../support/app-on.ts';
import { openTestDatabase } from '../support/database.ts';

test('a release has rows of every table, and questions that both APIs answer', async () => {
  const data = await makeData();
  const database = await openTestDatabase();
  await loadData(database.pool, data);
  expect(await tablesThat(database.pool, 'NOT EXISTS')).toEqual([]);
  const app = testAppOn(database, testConfig());
  try {
    const graphql = questions(new Set()).map((query) => ({ query, data: null }));
    const answers = await askAgain(app, { token: TOKENS.acme, graphql, rest: [] });
    const errors = answers.graphql.flatMap(({ data }) => (data as { errors?: string[] }).errors ?? []);
    expect(new Set(errors)).toEqual(new Set(['Only a signed-in person can do this.']));
    expect(graphql.length).toBeGreaterThan(40);
  } finally {
    await app.close();
  }
});
