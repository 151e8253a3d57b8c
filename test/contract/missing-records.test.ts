import { getNamedType, isLeafType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SIZES } from '../../prisma/seed/sizes.ts';
import { seedDemo } from '../../prisma/seed.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signIn } from '../support/people.ts';
import { newestRecords, type RecordRow, recordTables } from './every-table.ts';
import { call, type Root, roots, sampleArguments, UNKNOWN } from './schema-calls.ts';

let app: TestApp;
let mine: string;
let token: string;
let theirs: Map<string, RecordRow>;

beforeAll(async () => {
  app = await createTestApp({ LOOKUP_PROVIDER: 'simulator' });
  await seedDemo({ ...app.services, db: app.sql, pool: app.pool }, undefined, { 1: SIZES[2], 2: SIZES[2] });
  const teams = await app.db.team.findMany({ orderBy: { createdAt: 'asc' } });
  mine = teams[1]!.id;
  theirs = await newestRecords(app.pool, await recordTables(app.pool), teams[0]!.id);
  token = await signIn(app, [[mine, 'owner']]);
});
afterAll(() => app.close());

const byId = (kind: Root['kind']) =>
  roots.filter(
    (root) => root.kind === kind && root.field.args.some(({ name, type }) => name === 'id' && `${type}` === 'ID!'),
  );

const selectionOf = ({ field }: Root) => (isLeafType(getNamedType(field.type)) ? '' : '{ __typename }');

/** The field beside another one. */
async function beside({ field }: Root, id: string) {
  const { id: _own, ...others } = sampleArguments({ kind: 'query', field });
  const given = Object.keys(others).map((name) => field.args.find((arg) => arg.name === name)!);
  const definitions = ['$id: ID!', ...given.map(({ name, type }) => `$${name}: ${type}`)].join(', ');
  const passed = ['id: $id', ...given.map(({ name }) => `${name}: $${name}`)].join(', ');
  const query = `query (${definitions}) { team { id } asked: ${field.name}(${passed}) ${selectionOf({ kind: 'query', field })} }`;
  const { data, errors } = await app.graphql(query, { variables: { id, ...others }, token });
  return { data, errors: errors?.map(({ path, extensions }) => [path, extensions.code]) };
}

test('a query for a record that is missing or another team’s is null with NOT_FOUND, and the rest of data stays', async () => {
  const queries = byId('query');
  expect(queries.length).toBeGreaterThan(35);
  const odd: unknown[] = [];
  for (const root of queries) {
    const ids = new Set([
      UNKNOWN,
      'no id',
      ...[...theirs.values()].flatMap(({ id }) => (typeof id === 'string' ? [id] : [])),
    ]);
    for (const id of ids) {
      const answer = await beside(root, id);
      const isMissing =
        JSON.stringify(answer) ===
        JSON.stringify({
          data: { team: { id: mine }, asked: null },
          errors: [[['asked'], 'NOT_FOUND']],
        });
      if (!isMissing) odd.push([root.field.name, id, answer]);
    }
  }
  expect(odd).toEqual([]);
});

/** E11 documents a 403 for a team that the caller is not in. */
const FORBIDDEN = 'updateTeamOnboarding';

test('a mutation of a record that is missing is refused with NOT_FOUND', async () => {
  const odd: unknown[] = [];
  for (const root of byId('mutation')) {
    const { errors } = await call(
      app,
      root,
      { ...sampleArguments(root), id: UNKNOWN },
      { token, selection: selectionOf(root) },
    );
    const codes = errors?.map(({ extensions }) => extensions.code) ?? [];
    if (codes.join() !== (root.field.name === FORBIDDEN ? 'FORBIDDEN' : 'NOT_FOUND'))
      odd.push([root.field.name, ...codes]);
  }
  expect(odd).toEqual([]);
});
