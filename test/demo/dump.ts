import type pg from 'pg';

const ENCRYPTED: Record<string, string> = {
  team_tokens: 'token_ciphertext',
  routes: 'credentials',
  voice_accounts: 'adapter_credentials',
  webhook_endpoints: 'secret',
};

/** A hash per table over all its rows. Encryption takes a new random value every time, so that column stays out. */
export async function dump(pool: pg.Pool): Promise<Record<string, string>> {
  const tables = await pool.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND c.relname <> '_prisma_migrations' ORDER BY 1`,
  );
  const hashes: Record<string, string> = {};
  for (const { name } of tables.rows) {
    const encrypted = ENCRYPTED[name];
    const row = encrypted ? `(to_jsonb(t) - '${encrypted}')` : 't';
    const { rows } = await pool.query<{ hash: string }>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(hash, '' ORDER BY hash)), '') AS hash
       FROM (SELECT md5(${row}::text) AS hash FROM "${name}" t) h`,
    );
    hashes[name] = rows[0]!.hash;
  }
  return hashes;
}

/** All foreign keys, by the column behind the team; whether both tables name a team. */
export const FOREIGN_KEYS = `
  SELECT k.conrelid::regclass::text AS child, k.confrelid::regclass::text AS parent, a.attname AS "column", p.attname AS names,
    EXISTS (SELECT FROM pg_attribute t WHERE t.attrelid = k.conrelid AND t.attname = 'team_id')
      AND EXISTS (SELECT FROM pg_attribute t WHERE t.attrelid = k.confrelid AND t.attname = 'team_id') AS "hasTeams"
  FROM pg_constraint k
  JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[cardinality(k.conkey)]
  JOIN pg_attribute p ON p.attrelid = k.confrelid AND p.attnum = k.confkey[cardinality(k.confkey)]
  WHERE k.contype = 'f' AND k.conparentid = 0 AND k.connamespace = 'public'::regnamespace`;
