import type pg from 'pg';

export type RecordRow = Record<string, unknown> & { id: string };

/** Tables whose records have an id, and the condition that a record `t` is a team's ($1) and not deleted. */
export type Tables = Map<string, string>;

/** Every such table: those that name the team, teams and people. */
export async function recordTables(pool: pg.Pool): Promise<Tables> {
  const { rows } = await pool.query<{ name: string; columns: string[] }>(`
    SELECT table_name::text AS name, array_agg(column_name::text) AS columns FROM information_schema.columns
    WHERE table_schema = 'public' GROUP BY 1 HAVING bool_or(column_name = 'id' AND data_type = 'uuid') ORDER BY 1`);
  const tables: Tables = new Map([
    ['teams', 't.id = $1'],
    ['users', 'EXISTS (SELECT FROM memberships m WHERE m.user_id = t.id AND m.team_id = $1)'],
  ]);
  const named = new Set(rows.filter(({ columns }) => columns.includes('team_id')).map(({ name }) => name));
  for (const { name, columns } of rows.filter((row) => named.has(row.name))) {
    tables.set(name, `t.team_id = $1${columns.includes('deleted_at') ? ' AND t.deleted_at IS NULL' : ''}`);
  }
  return tables;
}

/** The newest record of each table that is a team's. */
export async function newestRecords(pool: pg.Pool, tables: Tables, teamId: string): Promise<Map<string, RecordRow>> {
  const parts = [...tables].map(
    ([table, isOwn]) => `(SELECT '${table}' AS "table", to_jsonb(t) AS row FROM "${table}" t
      WHERE ${isOwn} ORDER BY t.id DESC LIMIT 1)`,
  );
  const { rows } = await pool.query<{ table: string; row: RecordRow }>(parts.join(' UNION ALL '), [teamId]);
  return new Map(rows.map(({ table, row }) => [table, row]));
}

/** The ids of everything that is a team's. */
export async function everyIdOf(pool: pg.Pool, tables: Tables, teamId: string): Promise<Set<string>> {
  const parts = [...tables].map(([table, isOwn]) => `SELECT t.id::text FROM "${table}" t WHERE ${isOwn}`);
  const { rows } = await pool.query<{ id: string }>(parts.join(' UNION '), [teamId]);
  return new Set(rows.map(({ id }) => id));
}
