import { execFileSync } from 'node:child_process';
import type pg from 'pg';
import { openDatabase } from '../src/database/client.ts';
import { migrate, readMigrations } from '../src/database/migrate.ts';

/**
 * The migrations of before the first release as one, read back from a PostgreSQL that has them. Partitions are those of the month
 * in which it runs, as in the migrations; rows are those that prisma/reference-data.ts wrote.
 */
export async function squashed(emptyDatabaseUrl: string): Promise<string> {
  const database = await openDatabase({ url: emptyDatabaseUrl });
  await migrate(database).finally(() => database.close());
  const statements = dumped(emptyDatabaseUrl)
    .split(/;\n+/)
    .map((text) => text.trim())
    .filter(isWanted)
    .map(tidy);
  const which = (pattern: RegExp) => statements.filter((text) => pattern.test(text)).join('\n\n');
  const sections = {
    Enums: which(/^CREATE TYPE/),
    Tables: which(/^CREATE (TABLE|SEQUENCE)|^ALTER SEQUENCE|SET DEFAULT/),
    Partitions: PARTITIONS,
    'Keys and indexes': which(/ADD CONSTRAINT (?!.* FOREIGN KEY)|^CREATE (UNIQUE )?INDEX/).replaceAll('\n\n', '\n'),
    AddForeignKey: which(/ FOREIGN KEY /).replaceAll('\n\n', '\n'),
  };
  // Nothing of the dump is left out: a function or a trigger would need a section.
  const left = statements.filter((text) => !Object.values(sections).some((section) => section.includes(text)));
  if (left.length > 0) throw new Error(`No section for: ${left[0]}`);
  const schema = Object.entries(sections).map(([title, text]) => `-- ${title}\n${text}`);
  const rows = readMigrations().flatMap(({ sql }) => /^-- \d+ countries, [\s\S]*/m.exec(sql) ?? []);
  return [...schema, ...rows].join('\n\n');
}

export const dumped = (url: string): string =>
  execFileSync(
    'pg_dump',
    ['--schema-only', '--schema=public', '--no-owner', '--no-privileges', '--exclude-table=_prisma_migrations', url],
    {
      encoding: 'utf8',
      maxBuffer: 50_000_000,
    },
  )
    .replaceAll(/^(--|\\(un)?restrict).*\n/gm, '')
    .replaceAll(/\n{2,}/g, '\n\n');

const isWanted = (text: string) =>
  !/^(SET |SELECT pg_catalog\.set_config|CREATE SCHEMA public|COMMENT ON SCHEMA|$)/.test(text);

const tidy = (text: string) =>
  `${text
    .replaceAll(/\bpublic\./g, '')
    .replaceAll(/\bONLY /g, '')
    .replaceAll(' USING btree ', ' ')
    .replace(/^(ALTER TABLE \S+)\n\s+/, '$1 ')};`;

const PARTITIONS = `-- By id, whose first 48 bits are milliseconds: all until the end of this month, some months ahead, and the rest. The product
-- makes the next ones.
CREATE SCHEMA partitions;
DO $$
DECLARE
  item record;
  bounds uuid[];
BEGIN
  FOR item IN SELECT * FROM (VALUES
    ('call_events', 'month', 3, 'YYYY_MM', ''),
    ('calls', 'month', 3, 'YYYY_MM', ''),
    ('logs', 'year', 1, 'YYYY', ''),
    ('sms_messages', 'month', 3, 'YYYY_MM', 'WITH (fillfactor = 50)'),
    ('hub_messages', 'month', 3, 'YYYY_MM', 'WITH (fillfactor = 50)')
  ) p ("table", unit, ahead, form, options), date_trunc(unit, now() AT TIME ZONE 'UTC') start LOOP
    bounds := ARRAY(SELECT (lpad(to_hex((extract(epoch FROM item.start + n * ('1 ' || item.unit)::interval) * 1000)::bigint), 12, '0')
      || repeat('0', 20))::uuid FROM generate_series(1, item.ahead + 1) n);
    EXECUTE format('CREATE TABLE partitions.%I PARTITION OF %I FOR VALUES FROM (MINVALUE) TO (%L) %s',
      item."table" || '_first', item."table", bounds[1], item.options);
    EXECUTE format('CREATE TABLE partitions.%I PARTITION OF %I DEFAULT %s', item."table" || '_default', item."table", item.options);
    FOR n IN 1..item.ahead LOOP
      EXECUTE format('CREATE TABLE partitions.%I PARTITION OF %I FOR VALUES FROM (%L) TO (%L) %s',
        item."table" || to_char(item.start + n * ('1 ' || item.unit)::interval, '_' || item.form), item."table",
        bounds[n], bounds[n + 1], item.options);
    END LOOP;
  END LOOP;
END $$;`;

/** Everything that a database consists of, a line each; of partitions not how their indexes and constraints are called. */
export async function catalogOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(CATALOG);
  const tables = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
     AND relname <> '_prisma_migrations' ORDER BY 1`,
  );
  const contents: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ hash: string }>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '' ORDER BY t::text)), '') AS hash FROM "${name}" t`,
    );
    contents.push(`rows of ${name}: ${rows[0]!.hash}`);
  }
  return [...rows.map(({ line }) => line), ...contents];
}

const NAME = (oid: string, name: string) => `CASE WHEN ${oid} = 'partitions'::regnamespace THEN '' ELSE ${name} END`;

const CATALOG = `
  WITH ours AS (SELECT * FROM pg_class WHERE relnamespace IN ('public'::regnamespace, 'partitions'::regnamespace)
    AND relname NOT LIKE '\\_prisma%')
  SELECT line FROM (
    SELECT concat_ws(' ', 'relation', oid::regclass, relkind, relpersistence, reloptions, relreplident, relrowsecurity,
      pg_get_expr(relpartbound, oid), pg_get_partkeydef(oid)) FROM ours WHERE relkind NOT IN ('i', 'I')
    UNION ALL SELECT concat_ws(' ', 'column', c.oid::regclass, row_number() OVER (PARTITION BY c.oid ORDER BY a.attnum), a.attname,
      format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, a.attstorage, a.attcompression,
      nullif(a.attstattarget, -1), a.attcollation::regcollation, pg_get_expr(d.adbin, d.adrelid))
      FROM ours c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum WHERE c.relkind NOT IN ('i', 'I')
    UNION ALL SELECT concat_ws(' ', 'index', i.indrelid::regclass, ${NAME('c.relnamespace', 'c.relname')},
      substring(pg_get_indexdef(i.indexrelid) FROM ' USING .*'), i.indisunique, i.indisprimary, i.indisvalid, i.indisclustered)
      FROM pg_index i JOIN ours c ON c.oid = i.indexrelid JOIN ours t ON t.oid = i.indrelid
    UNION ALL SELECT concat_ws(' ', 'constraint', k.conrelid::regclass, ${NAME('k.connamespace', 'k.conname')},
      pg_get_constraintdef(k.oid), k.convalidated, k.condeferrable, k.condeferred)
      FROM pg_constraint k JOIN ours t ON t.oid = k.conrelid WHERE k.contype <> 'n' AND k.conparentid = 0
    UNION ALL SELECT concat_ws(' ', 'enum', enumtypid::regtype, string_agg(enumlabel, ', ' ORDER BY enumsortorder))
      FROM pg_enum GROUP BY enumtypid
    UNION ALL SELECT concat_ws(' ', 'sequence', seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement, seqmax, seqmin, seqcycle)
      FROM pg_sequence JOIN ours ON oid = seqrelid
    UNION ALL SELECT 'function ' || pg_get_functiondef(p.oid) FROM pg_proc p
      WHERE pronamespace IN ('public'::regnamespace, 'partitions'::regnamespace) AND prokind <> 'a'
    UNION ALL SELECT 'trigger ' || pg_get_triggerdef(t.oid) FROM pg_trigger t JOIN ours ON ours.oid = t.tgrelid WHERE NOT t.tgisinternal
    UNION ALL SELECT 'statistics ' || pg_get_statisticsobjdef(oid) FROM pg_statistic_ext
    UNION ALL SELECT concat_ws(' ', 'extension', extname) FROM pg_extension
    UNION ALL SELECT concat_ws(' ', 'comment', objoid::regclass, objsubid, description) FROM pg_description JOIN ours ON ours.oid = objoid
  ) lines (line) ORDER BY line`;
