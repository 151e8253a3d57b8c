import type pg from 'pg';

/** One table, as the proof of a statement needs to know it. */
export interface TableFacts {
  readonly name: string;
  /** The column that says whose a row is: `team_id`, in `teams` its `id`. Undefined: everybody's. */
  readonly teamColumn: string | undefined;
  readonly columns: ReadonlySet<string>;
}

export type Catalogue = ReadonlyMap<string, TableFacts>;

const COLUMNS = `SELECT c.relname AS "table", a.attname AS "column"
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')`;

/** Foreign keys that begin with the team, and what they name. */
const KEYS = `SELECT DISTINCT c.conrelid::regclass::text AS "table", a.attname AS "column", c.confrelid::regclass::text AS names
  FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
  WHERE c.connamespace = 'public'::regnamespace AND c.contype = 'f' AND a.attname = 'team_id'`;

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
  return new Map(
    [...new Set(columns.rows.map(({ table }) => table))].map((name) => {
      const own = new Set(columns.rows.flatMap(({ table, column }) => (table === name ? column : [])));
      const teamColumn = name === 'teams' ? 'id' : owned.has(name) ? 'team_id' : undefined;
      return [name, { name, teamColumn, columns: own }];
    }),
  );
}
