import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { loadModule } from 'libpg-query';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SIZES } from '../../prisma/seed/sizes.ts';
import { seedDemo } from '../../prisma/seed.ts';
import { distribute, isDistributed, tablesToDistribute } from '../../src/database/distribute.ts';
import { migrate } from '../../src/database/migrate.ts';
import { call, roots, sampleArguments } from '../contract/schema-calls.ts';
import { createVoiceTeam, report, send, update } from '../modules/voice/calls/support.ts';
import { createEndpoint } from '../modules/webhooks/support.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { openTestDatabase } from '../support/database.ts';
import { catalogue } from '../support/isolation/catalogue.ts';
import { refusedByCitus, writtenByCoordinator, writtenByEveryNode } from '../support/isolation/shards.ts';
import { signIn } from '../support/people.ts';
import { createSmsCampaign, manual, START, testEngine } from '../support/sending.ts';
import { createSendingTeam } from '../support/team.ts';

// TEST_DATABASE_URL may name a Citus coordinator (docs/scale-out.md); the databases of tests are distributed then.
let app: TestApp;
let isCluster: boolean;
beforeAll(async () => {
  await loadModule();
  app = await createTestApp({ RATE_LIMIT_PER_TOKEN: 10_000 });
  isCluster = await isDistributed(app.pool);
});
afterAll(() => app.close());

test('a server without Citus is refused in a sentence, and keeps its tables as they were', async ({ skip }) => {
  if (isCluster) skip();
  await expect(distribute(app.services.db)).rejects.toThrow(
    'This database is on no Citus cluster. CREATE EXTENSION citus in it on each node first; see docs/scale-out.md.',
  );
  const { rows } = await app.pool.query(
    `SELECT count(*)::int AS keys, bool_or(provolatile = 'i') AS changed FROM pg_constraint, pg_proc
     WHERE contype = 'f' AND conrelid = 'contacts'::regclass AND proname = 'enum_in'`,
  );
  expect(rows).toEqual([{ keys: 3, changed: false }]);
});

test('a worker of a cluster is refused in a sentence', async ({ skip }) => {
  if (isCluster) skip();
  // What a worker's catalogue says, without Citus.
  const { db, pool, close } = await openTestDatabase();
  try {
    await pool.query(`SET allow_system_table_mods = on;
      INSERT INTO pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
      VALUES (99999, 'citus', 10, 'public'::regnamespace, false, '13.0-1');
      CREATE TABLE pg_dist_local_group AS SELECT 2 AS groupid;
      CREATE TABLE pg_dist_node AS SELECT true AS shouldhaveshards, true AS isactive`);
    await expect(distribute(db)).rejects.toThrow(
      'This server is a worker of the Citus cluster. Set DATABASE_URL to the coordinator; see docs/scale-out.md.',
    );
  } finally {
    await close();
  }
});

test('the tables that every node needs are those that the docs name, and all of teams are distributed', async ({
  skip,
}) => {
  if (isCluster) skip();
  const { db, pool, close } = await openTestDatabase();
  try {
    // What Citus has where nothing is distributed.
    await pool.query('CREATE TABLE pg_dist_partition (logicalrelid regclass)');
    const tables = await tablesToDistribute(db);
    const shared = tables.filter(({ team }) => team === null);
    expect(shared.map(({ name }) => name)).toEqual([
      'countries',
      'email_secrets',
      'login_challenges',
      'network_brands',
      'networks',
      'recovery_codes',
      'seller_usernames',
      'users',
    ]);
    const docs = readFileSync('docs/scale-out.md', 'utf8');
    const [, named = ''] = /applies the migrations, puts (.+?) on\s+every node/s.exec(docs)!;
    expect([...named.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()).toEqual(shared.map(({ name }) => name));
    expect(tables.length - shared.length).toBe(87);
    expect(docs).toContain('the 87 tables of teams');
  } finally {
    await close();
  }
});

test('a node that is lost within a transaction is answered with 503', async ({ skip }) => {
  if (isCluster) skip('Citus has no triggers.');
  const { pool } = app;
  const mine = await createVoiceTeam(app);
  await pool.query(`CREATE FUNCTION lose_node() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE 'failure on connection marked as essential: 10.0.0.2:5432' USING ERRCODE = 'XX000'; END $$`);
  const tables = ['call_event_names', 'offers', 'tags'];
  for (const table of tables) {
    await pool.query(`CREATE TRIGGER lose_node BEFORE INSERT ON ${table} EXECUTE FUNCTION lose_node()`);
  }
  try {
    const event = await send(app, mine, update('call', 'in-progress', 1));
    expect(event.status).toBe(503);
    for (const field of [
      'createOffer(input: {name: "Box", url: "https://shop.example", profit: "1"})',
      'createTag(input: {name: "New"})',
    ]) {
      const { errors } = await app.graphql(`mutation { ${field} { id } }`, { token: mine.token });
      expect(errors?.[0]?.extensions.code).toBe('UNAVAILABLE');
    }
  } finally {
    for (const table of tables) await pool.query(`DROP TRIGGER lose_node ON ${table}`);
  }
});

test('every table of teams is distributed by its team, and doing it again changes nothing', async ({ skip }) => {
  if (!isCluster) skip();
  const { rows } = await app.pool.query(
    `SELECT citus_table_type AS type, distribution_column AS by, count(*)::int AS tables FROM citus_tables
     WHERE table_name::text !~ '^partitions\\.' GROUP BY 1, 2 ORDER BY 3`,
  );
  expect(rows).toEqual([
    { type: 'distributed', by: 'id', tables: 1 },
    { type: 'reference', by: '<none>', tables: 8 },
    { type: 'distributed', by: 'team_id', tables: 85 },
  ]);
  expect(await distribute(app.services.db)).toEqual([]);
});

test('rows that were there before are moved, and leave nothing behind', async ({ skip }) => {
  if (!isCluster) skip();
  const { pool } = app;
  await pool.query('CREATE TABLE notes (team_id uuid, id uuid, text text, PRIMARY KEY (team_id, id))');
  await pool.query(
    `INSERT INTO notes SELECT gen_random_uuid(), gen_random_uuid(), 'Note ' || n FROM generate_series(1, 100) n`,
  );
  const stored = async () => (await pool.query('SELECT * FROM notes ORDER BY id')).rows;
  const before = await stored();
  expect(await distribute(app.services.db)).toEqual(['notes']);
  expect(await stored()).toEqual(before);
  expect((await pool.query(`SELECT pg_relation_size('notes')::int AS left`)).rows).toEqual([{ left: 0 }]);
  await pool.query('DROP TABLE notes');
});

test('what a query or a mutation of a team sends goes to one shard', async ({ skip }) => {
  if (!isCluster) skip();
  const { db, pool } = app;
  await seedDemo({ ...app.services, db: app.sql, pool: app.pool }, undefined, { 1: SIZES[1], 2: SIZES[1] });
  const team = await db.team.findFirstOrThrow({ orderBy: { createdAt: 'asc' } });
  const token = await signIn(app, [[team.id, 'owner']]);
  const sent = listen(pool);
  for (const root of roots.filter(({ kind }) => kind !== 'subscription')) {
    await call(app, root, sampleArguments(root), { token });
    await setImmediate();
  }
  // Citus cannot explain an INSERT with parameters. `1=1`: Prisma's form of what is across teams.
  const statements = [...sent].filter(
    ([text]) => /^\s*(SELECT|WITH|UPDATE|DELETE)/.test(text) && !/INSERT INTO|across teams: |1=1/.test(text),
  );
  expect(statements.length).toBeGreaterThan(200);
  const elsewhere: string[] = [];
  for (const [text, values] of statements) {
    const { rows } = await pool.query(`EXPLAIN ${text}`, values);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count));
    if (tasks.some((count) => count > 1)) elsewhere.push(text);
  }
  expect(elsewhere).toEqual([]);
});

test('what Citus writes by way of its coordinator', () => {
  const found = (sql: string) => writtenByCoordinator(sql, catalogue);
  expect(found('INSERT INTO tags (team_id, name) VALUES ($1, $2) ON CONFLICT DO NOTHING')).toEqual([]);
  expect(found('INSERT INTO tags (team_id, name) SELECT $1::uuid, x FROM unnest($2::text[]) x')).toEqual([]);
  expect(found('WITH t AS (SELECT 1) UPDATE tags SET name = $1 WHERE team_id = $2')).toEqual([]);
  expect(found('INSERT INTO pg_temp.tags SELECT * FROM tags WHERE team_id = $1')).toEqual([]);
  expect(found('INSERT INTO rate_limits (key) SELECT name FROM countries')).toEqual([]);
  expect(found('INSERT INTO tags (team_id, name) SELECT id, name FROM teams WHERE id = $1')).toEqual(['tags']);
  expect(found('INSERT INTO tags (team_id, name) SELECT $1, c.name FROM countries c')).toEqual(['tags']);
  expect(found('INSERT INTO tags (team_id, name) VALUES ($1, (SELECT name FROM countries LIMIT 1))')).toEqual(['tags']);
  expect(found('WITH t AS (SELECT $1::text n) INSERT INTO tags (team_id, name) SELECT $2, n FROM t')).toEqual(['tags']);
  expect(found('WITH n AS (INSERT INTO tags (team_id, name) VALUES ($1, $2) RETURNING id) SELECT id FROM n')).toEqual([
    'tags',
  ]);
});

test('what Citus sends to every node before it writes', () => {
  const found = (sql: string) => writtenByEveryNode(sql, catalogue);
  const made = 'WITH n AS (INSERT INTO tags (team_id, name) VALUES ($1, $2) RETURNING id)';
  expect(found(`${made} SELECT id FROM n`)).toEqual([]);
  expect(found(`${made} INSERT INTO contact_tags (team_id, contact_id, tag_id) SELECT $1, $3, id FROM n`)).toEqual([]);
  expect(found(`WITH t AS (SELECT $1::text n) INSERT INTO tags (team_id, name) SELECT $2, n FROM t`)).toEqual([]);
  expect(
    found(`${made}, t AS (INSERT INTO contact_tags (team_id, contact_id, tag_id) SELECT $1, $3, id FROM n) SELECT 1`),
  ).toEqual(['contact_tags']);
});

test('what Citus refuses in a write', () => {
  const found = (sql: string) => refusedByCitus(sql, catalogue);
  expect(found('UPDATE tags SET updated_at = now(), name = lower(name) WHERE created_at < now()')).toEqual([]);
  expect(found('UPDATE tags SET updated_at = LEAST(updated_at, now()), name = CASE WHEN true THEN $1 END')).toEqual([]);
  expect(found('UPDATE tags SET updated_at = CASE WHEN $1 THEN moment END FROM now() moment')).toEqual([]);
  expect(found('UPDATE tags SET updated_at = (SELECT COALESCE(max(x), now()) FROM unnest($1) x)')).toEqual([]);
  expect(found('INSERT INTO tags (updated_at) SELECT COALESCE($1, now()) ON CONFLICT DO NOTHING')).toEqual([]);
  expect(found('INSERT INTO tags (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET name = EXCLUDED.name')).toEqual([]);
  expect(found('UPDATE pg_temp.tags SET updated_at = COALESCE(updated_at, now())')).toEqual([]);
  const lazily = ['CASE or COALESCE'];
  expect(found('UPDATE tags SET updated_at = CASE WHEN $1 THEN now() END')).toEqual(lazily);
  expect(found('UPDATE tags SET updated_at = COALESCE(updated_at, CURRENT_TIMESTAMP)')).toEqual(lazily);
  expect(found('DELETE FROM tags WHERE COALESCE(created_at <= now(), true)')).toEqual(lazily);
  expect(found('UPDATE tags SET name = LEAST(name, CASE WHEN true THEN (SELECT now()::text) END)')).toEqual(lazily);
  expect(found('WITH d AS (DELETE FROM tags WHERE COALESCE(created_at < now(), true)) SELECT 1')).toEqual(lazily);
  expect(found('UPDATE tags SET name = $1 RETURNING now()')).toEqual(['RETURNING']);
  expect(found('INSERT INTO tags (id) VALUES ($1) RETURNING id, jsonb_build_object($2, id)')).toEqual(['RETURNING']);
  expect(found('INSERT INTO tags (id) SELECT $1 RETURNING id, created_at = now()')).toEqual([]);
  expect(found('INSERT INTO tags (id) SELECT $1 RETURNING name = $2')).toEqual(['RETURNING']);
  expect(found('INSERT INTO tags (id) SELECT $1 RETURNING EXISTS (SELECT 1 FROM teams)')).toEqual(['RETURNING']);
  expect(found('INSERT INTO tags (id) SELECT id FROM teams RETURNING name = $2')).toEqual([]);
  const selected = 'INSERT INTO tags (id) SELECT $1 ON CONFLICT (id) DO UPDATE SET name = EXCLUDED.name';
  expect(found(selected)).toEqual([]);
  expect(found(`${selected} WHERE tags.created_at < $2`)).toEqual(['ON CONFLICT']);
  const inserted = 'WITH n AS (INSERT INTO tags (id) VALUES ($1) RETURNING id)';
  expect(found(`${inserted} SELECT EXISTS (SELECT 1 FROM n), EXISTS (SELECT 1 FROM tags)`)).toEqual([]);
  expect(found(`${inserted} SELECT EXISTS (SELECT FROM tags)`)).toEqual(['SELECT without columns']);
  expect(found('WITH n AS (UPDATE tags SET name = $1) SELECT EXISTS (SELECT FROM tags)')).toEqual([]);
  const changed = 'INSERT INTO tags (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET';
  expect(found(`${changed} updated_at = now()`)).toEqual(['ON CONFLICT']);
  expect(found(`${changed} name = $2 WHERE tags.updated_at < now()`)).toEqual(['ON CONFLICT']);
});

test('writes go whole to the shard of their team but for these, which docs/scale-out.md tells of', async () => {
  const { team, token } = await createSendingTeam(app);
  const mine = await createVoiceTeam(app);
  const sent = listen(app.services.pool);
  const tables = () => {
    const texts = [...sent.keys()].filter((text) => !text.includes('across teams: '));
    sent.clear();
    expect(texts.filter((text) => writtenByEveryNode(text, catalogue).length > 0)).toEqual([]);
    return [...new Set(texts.flatMap((text) => writtenByCoordinator(text, catalogue)))].sort();
  };
  for (const root of roots.filter(({ kind }) => kind !== 'subscription')) {
    await call(app, root, sampleArguments(root), { token: mine.token });
  }
  const webhooks = ['webhook_deliveries', 'webhook_events'];
  expect(tables()).toEqual(['contacts', 'ledger_entries', ...webhooks]);

  const inbound = { call: { id: 'caller', type: 'inboundPhoneCall' }, customer: { number: '+12025561000' } };
  expect(await send(app, mine, update('caller', 'ringing', 0, inbound))).toMatchObject({ status: 200 });
  expect(await send(app, mine, report('caller', 9))).toMatchObject({ status: 200 });
  const ofCalls = ['call_event_names', 'call_events', 'call_names', 'calls'];
  expect(tables()).toEqual([...ofCalls, 'ledger_entries', ...webhooks]);

  const { campaignId } = await createSmsCampaign(app, team.id, { meta: manual() });
  await createEndpoint(app, { team, token }, 'https://crm.example/hook', ['message_accepted']);
  await app.graphql(START, { token, variables: { id: campaignId } });
  const engine = testEngine(app, new Date(Date.now() + 1_000).toISOString());
  await engine.run();
  expect(engine.provider.sent).toHaveLength(3);
  const ofSends = ['contact_limits', 'sms_provider_calls', 'sms_provider_messages', 'sms_recipients', 'sms_sends'];
  expect(tables()).toEqual([...ofSends, ...webhooks]);
});

test('a migration distributes the tables that it makes, also those after its foreign keys', async ({ skip }) => {
  if (!isCluster) skip();
  const { pool } = app;
  const folder = mkdtempSync(join(tmpdir(), 'outbound-migrations-'));
  try {
    cpSync('prisma/migrations', folder, { recursive: true });
    mkdirSync(join(folder, '29990101000000_notes'));
    writeFileSync(
      join(folder, '29990101000000_notes', 'migration.sql'),
      `CREATE TABLE notes (team_id uuid, id uuid, PRIMARY KEY (team_id, id));
-- AddForeignKey
ALTER TABLE notes ADD FOREIGN KEY (team_id) REFERENCES teams (id);
CREATE TABLE notes_later (team_id uuid, id uuid, note_id uuid, PRIMARY KEY (team_id, id));
ALTER TABLE notes_later ADD FOREIGN KEY (team_id, note_id) REFERENCES notes (team_id, id);`,
    );
    expect(await migrate(app, folder)).toEqual(['29990101000000_notes']);
  } finally {
    rmSync(folder, { recursive: true });
  }
  const { rows } = await pool.query(
    `SELECT table_name::text AS name, distribution_column AS by FROM citus_tables WHERE table_name::text ~ '^notes' ORDER BY 1`,
  );
  expect(rows).toEqual([
    { name: 'notes', by: 'team_id' },
    { name: 'notes_later', by: 'team_id' },
  ]);
  expect(await distribute(app.services.db)).toEqual([]);
});

/** Each statement that is sent from now on, with the values of its last time. */
function listen(pool: pg.Pool): Map<string, unknown[]> {
  const sent = new Map<string, unknown[]>();
  const heard = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (heard.has(client)) return;
    heard.add(client);
    const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
    client.query = ((first: unknown, second: unknown, ...rest: unknown[]) => {
      const { text, values = second } = typeof first === 'string' ? { text: first } : (first as pg.QueryConfig);
      if (typeof text === 'string') sent.set(text, Array.isArray(values) ? values : []);
      return query(first, second, ...rest);
    }) as never;
  });
  return sent;
}
