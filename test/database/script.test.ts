import { readdirSync, readFileSync } from 'node:fs';
import { loadModule, parseSync } from 'libpg-query';
import { beforeAll, expect, test } from 'vitest';
import { statementsOf } from '../../src/database/script.ts';

beforeAll(() => loadModule());

const MIGRATIONS = 'prisma/migrations';
const SCRIPTS = readdirSync(MIGRATIONS, { withFileTypes: true }).filter((entry) => entry.isDirectory());

test.each(SCRIPTS.map(({ name }) => name))('%s is run statement by statement on a cluster', (name) => {
  const script = readFileSync(`${MIGRATIONS}/${name}/migration.sql`, 'utf8');
  const kindsOf = (sql: string) => parseSync(sql).stmts!.map(({ stmt }) => Object.keys(stmt!)[0]);
  const statements = statementsOf(script);
  expect(statements.flatMap(kindsOf)).toEqual(kindsOf(script));
  expect(statements.map((statement) => kindsOf(statement).length)).toEqual(statements.map(() => 1));
});

test('a semicolon in quotes, dollars or a comment ends nothing', () => {
  const script = `-- One; two
    SELECT 'a;''b', "c;d", E'\\';', $$;$$, $x$ $$;$$ $x$; /* three;
    four */ SELECT 2;
    -- The end;`;
  expect(statementsOf(script).map((statement) => statement.slice(-9))).toEqual(['$;$$ $x$;', 'SELECT 2;']);
});
