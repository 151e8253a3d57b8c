import { gunzipSync, gzipSync } from 'node:zlib';
import type pg from 'pg';
import { SIZES } from '../prisma/seed/sizes.ts';
import { seedDemo } from '../prisma/seed.ts';
import { openDatabase } from '../src/database/client.ts';
import { migrate } from '../src/database/migrate.ts';
import type { TokenKeys } from '../src/secrets.ts';

/** Encrypts what the release's data keeps secret; that of tests (test/support/app-on.ts). */
const TOKEN_KEYS: TokenKeys = [Buffer.alloc(32, 7)];

const FEW = { ...SIZES[2], smsCampaigns: 35, calls: 60, contacts: 100, importableRows: 10 };

/** Rows of every table, as gzipped INSERT statements for a database with this tree's migrations and nothing else. */
export async function makeData(): Promise<Buffer> {
  const database = await openDatabase();
  try {
    await migrate(database);
    const ofMigrations = new Set(await tablesThat(database.pool, 'EXISTS'));
    await seedDemo({ db: database.db, pool: database.pool, tokenKeys: TOKEN_KEYS }, () => {}, { 1: FEW, 2: FEW });
    for (const table of await tablesThat(database.pool, 'NOT EXISTS')) await addRow(database.pool, table);
    const tables = (await tablesThat(database.pool, 'EXISTS')).filter((table) => !ofMigrations.has(table));
    const statements: string[] = [];
    for (const table of tables) statements.push(...(await inserts(database.pool, table)));
    return gzipSync(statements.join('\n'), { level: 9 });
  } finally {
    await database.close();
  }
}

/** Whose rows refer to each other in any order, so nothing is checked meanwhile. */
export async function loadData(pool: pg.Pool, data: Buffer): Promise<void> {
  await pool.query(`BEGIN; SET LOCAL session_replication_role = replica; ${gunzipSync(data)} COMMIT; ANALYZE;`);
}

export async function tablesThat(pool: pg.Pool, which: 'EXISTS' | 'NOT EXISTS'): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
     AND relname <> '_prisma_migrations' ORDER BY 1`,
  );
  const { rows: wanted } = await pool.query<{ name: string }>(
    rows.map(({ name }) => `SELECT '${name}' AS name WHERE ${which} (SELECT FROM "${name}")`).join(' UNION ALL '),
  );
  return wanted.map(({ name }) => name).sort();
}

async function inserts(pool: pg.Pool, table: string): Promise<string[]> {
  const { rows: columns } = await pool.query<{ name: string; sequence: string | null }>(
    `SELECT quote_ident(attname) AS name, pg_get_serial_sequence(attrelid::regclass::text, attname) AS sequence FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [table],
  );
  const names = columns.map(({ name }) => name);
  const values = names.map((name) => `quote_nullable(${name}::text)`).join(', ');
  const { rows } = await pool.query<{ row: string }>(
    `SELECT concat('(', concat_ws(', ', ${values}), ')') AS row FROM "${table}" ORDER BY 1`,
  );
  const statement = `INSERT INTO "${table}" (${names.join(', ')}) VALUES\n${rows.map(({ row }) => row).join(',\n')};`;
  const sequences = columns.filter(({ sequence }) => sequence !== null);
  return [
    statement,
    ...sequences.map(({ name, sequence }) => `SELECT setval('${sequence}', max(${name})) FROM "${table}";`),
  ];
}

const A_TEAM = '(SELECT min(id::text)::uuid FROM teams)';

/** What only a running server writes: one row of the first team, whose keys lead to rows that are there. */
async function addRow(pool: pg.Pool, table: string): Promise<void> {
  const { rows } = await pool.query<{ name: string; value: string }>(
    `SELECT quote_ident(a.attname) AS name, CASE WHEN a.attname = 'team_id' THEN '${A_TEAM}' ELSE coalesce((
       SELECT format('(SELECT %I FROM %s %s ORDER BY 1 LIMIT 1)', p.attname, k.confrelid::regclass,
         CASE WHEN cardinality(k.conkey) > 1 THEN 'WHERE team_id = ${A_TEAM}' END)
       FROM pg_constraint k JOIN pg_attribute p ON p.attrelid = k.confrelid AND p.attnum = k.confkey[cardinality(k.confkey)]
       WHERE k.contype = 'f' AND k.conparentid = 0 AND k.conrelid = a.attrelid AND k.conkey[cardinality(k.conkey)] = a.attnum
       LIMIT 1), format(CASE t.typcategory WHEN 'E' THEN '(enum_range(NULL::%1$s))[1]' WHEN 'N' THEN '1' WHEN 'D' THEN 'now()'
         WHEN 'B' THEN 'true' WHEN 'S' THEN '''x'''
         ELSE CASE t.typname WHEN 'uuid' THEN 'gen_random_uuid()' WHEN 'bytea' THEN '''x''' WHEN 'jsonb' THEN '''{}''' END
       END, format_type(a.atttypid, NULL))) END AS value
     FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
     WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND a.attnotnull AND NOT a.atthasdef AND NOT a.attisdropped`,
    [table],
  );
  const list = (part: 'name' | 'value') => rows.map((column) => column[part]).join(', ');
  await pool.query(`INSERT INTO "${table}" (${list('name')}) SELECT ${list('value')}`);
}
