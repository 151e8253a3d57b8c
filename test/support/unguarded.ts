import type { TestApp } from './app.ts';

/**
 * Writes what the database refuses, links between two teams, so that a test sees what the statements make of one. The
 * database must be the test's own.
 */
export async function unguarded<Result>(
  { services }: TestApp,
  table: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await services.pool.query(`ALTER TABLE ${table} DISABLE TRIGGER one_team_insert`);
  try {
    return await work();
  } finally {
    await services.pool.query(`ALTER TABLE ${table} ENABLE TRIGGER one_team_insert`);
  }
}
