import type pg from 'pg';

/** One table, as the proof of a statement needs to know it. */
export interface TableFacts {
  readonly name: string;
  /** Its rows belong to one team each, by a column of their own or through what they name. */
  readonly owned: boolean;
  /** The column that says which team: `team_id`, in `teams` its `id`. Undefined: through what a row names. */
  readonly teamColumn: string | undefined;
  /**
   * By column: the table whose id it holds, its own for the primary key. Rows of team-owned tables that share such a
   * value are of one team; the triggers of the migration `same_team` see to it.
   */
  readonly names: ReadonlyMap<string, string>;
  readonly columns: ReadonlySet<string>;
}

export type Catalogue = ReadonlyMap<string, TableFacts>;

const COLUMNS = `SELECT c.relname AS "table", a.attname AS "column"
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')`;

const KEYS = `SELECT c.conrelid::regclass::text AS "table", a.attname AS "column",
    CASE c.contype WHEN 'f' THEN c.confrelid ELSE c.conrelid END::regclass::text AS names
  FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
  WHERE c.connamespace = 'public'::regnamespace AND c.contype IN ('f', 'p') AND cardinality(c.conkey) = 1`;

/**
 * Which tables are a team's is read from the database, so that no list has to be kept and no new table is forgotten: those
 * with a foreign key that leads to `teams`, directly or through others.
 */
export async function readCatalogue(pool: Pick<pg.Pool, 'query'>): Promise<Catalogue> {
  const columns = await pool.query<{ table: string; column: string }>(COLUMNS);
  const keys = await pool.query<{ table: string; column: string; names: string }>(KEYS);
  const owned = new Set(['teams']);
  for (let size = 0; size < owned.size; ) {
    size = owned.size;
    for (const key of keys.rows) if (owned.has(key.names)) owned.add(key.table);
  }
  const tables = new Map<string, TableFacts>();
  for (const name of new Set(columns.rows.map(({ table }) => table))) {
    const own = new Set(columns.rows.flatMap(({ table, column }) => (table === name ? column : [])));
    const names = new Map(
      keys.rows.flatMap((key): [string, string][] =>
        key.table === name && owned.has(key.names) ? [[key.column, key.names]] : [],
      ),
    );
    const teamColumn = name === 'teams' ? 'id' : [...names].find(([, named]) => named === 'teams')?.[0];
    tables.set(name, { name, owned: owned.has(name), teamColumn, names, columns: own });
  }
  return tables;
}
