import { everyIdOf, recordTables } from '../contract/every-table.ts';
import { makeRecords } from '../contract/records.ts';
import type { TestApp } from '../support/app-on.ts';
import { createTeam } from '../support/team.ts';
import { type InputOf, inputsWith } from './inputs.ts';

/** One team that asks for everything, and another one of which nothing may show. */
export interface FuzzWorld {
  test: TestApp;
  token: string;
  /** Values for arguments; ids of both teams among them. */
  inputOf: InputOf;
  ids: readonly string[];
  /** What must not be seen, unless it was in the request. */
  foreign: ReadonlySet<string>;
}

const SAMPLE = 150;

export async function createFuzzWorld(test: TestApp): Promise<FuzzWorld> {
  const { db, pool } = test;
  const [mine, other] = await Promise.all([createTeam(test, 'Acme'), createTeam(test, 'Rival')]);
  for (const { team } of [mine, other]) await makeRecords(db, team.id);
  const tables = await recordTables(pool);
  const own = await everyIdOf(pool, tables, mine.team.id);
  const foreign = new Set([...(await everyIdOf(pool, tables, other.team.id))].filter((id) => !own.has(id)));
  const ids = [...sample([...own].sort()), ...sample([...foreign].sort()), '01900000-0000-7000-8000-000000000000'];
  return { test, token: mine.token, ids, foreign, inputOf: inputsWith(ids) };
}

/** Evenly out of all of them. */
const sample = (ids: string[]) => ids.filter((_, at) => at % Math.max(1, Math.floor(ids.length / SAMPLE)) === 0);
