import type pg from 'pg';

/** A hash per table over all its rows. Encryption takes a new random value every time, so that column stays out. */
export async function dump(pool: pg.Pool): Promise<Record<string, string>> {
  const tables = await pool.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.relname <> '_prisma_migrations' ORDER BY 1`,
  );
  const hashes: Record<string, string> = {};
  for (const { name } of tables.rows) {
    const row = name === 'team_tokens' ? `(to_jsonb(t) - 'token_ciphertext')` : 't';
    const { rows } = await pool.query<{ hash: string }>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(hash, '' ORDER BY hash)), '') AS hash
       FROM (SELECT md5(${row}::text) AS hash FROM "${name}" t) h`,
    );
    hashes[name] = rows[0]!.hash;
  }
  return hashes;
}

/** All foreign keys; whether both tables name a team. Every one of ours is a single column that refers to an id. */
export const FOREIGN_KEYS = `
  SELECT k.conrelid::regclass::text AS child, k.confrelid::regclass::text AS parent, a.attname AS "column",
    EXISTS (SELECT FROM pg_attribute t WHERE t.attrelid = k.conrelid AND t.attname = 'team_id')
      AND EXISTS (SELECT FROM pg_attribute t WHERE t.attrelid = k.confrelid AND t.attname = 'team_id') AS "hasTeams"
  FROM pg_constraint k
  JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
  WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace`;
