import { type GraphQLObjectType, getNullableType, isLeafType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Sql } from '../../src/database/sql.ts';
import { Prisma } from '../../src/generated/prisma/client.ts';
import { schema } from '../../src/schema.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createTeam, type TestTeam } from '../support/team.ts';

let app: TestApp;
let flooding: TestTeam;
let other: TestTeam;

beforeAll(async () => {
  app = await createTestApp();
  flooding = await createTeam(app);
  other = await createTeam(app, 'Rival');
  for (const { team } of [flooding, other]) {
    const { id } = await app.db.smsCampaign.create({ data: { teamId: team.id, name: 'Spring' } });
    const log = { teamId: team.id, callerType: 'sms_campaign' as const, callerId: id };
    await app.db.log.create({ data: { ...log, text: 'started' } });
  }
});
afterAll(() => app.close());

/** Every selection of fields of a call is a statement of its own. */
async function flood(selections: number): Promise<void> {
  const type = schema.getType('Call') as GraphQLObjectType;
  const names = Object.keys(Prisma.CallScalarFieldEnum).filter((name) => {
    const field = type.getFields()[name];
    return field && isLeafType(getNullableType(field.type));
  });
  expect(2 ** names.length).toBeGreaterThan(selections);
  for (let n = 1; n <= selections; n += 1) {
    const chosen = names.filter((_, bit) => (n >> bit) & 1);
    const { errors } = await app.graphql(`{ calls(first: 1) { nodes { ${chosen.join(' ')} } } }`, {
      token: flooding.token,
    });
    expect(errors).toBeUndefined();
  }
}

test('whoever asks for ever other fields takes nothing from the others: new lists of theirs are fast, known plans are closed', async () => {
  // Or its note, once a minute, takes a connection beside.
  await app.pool.query(`UPDATE team_tokens SET last_used_at = now() + interval '1 day'`);
  await flood(620);
  const list = '{ smsCampaigns { nodes { name logs { nodes { text callerId } } } } }';
  const ask = () => app.graphql(list, { token: other.token });
  for (let turn = 0; turn < 4; turn += 1) await ask();
  const statements = await app.statements(ask);
  if (app.services.config.GRAPHQL_JIT) expect(statements.filter((sql) => sql.includes('string_agg'))).toHaveLength(1);
  expect((await ask()).data).toMatchObject({
    smsCampaigns: { nodes: [{ name: 'Spring', logs: { nodes: [{ text: 'started' }] } }] },
  });

  if (app.services.reader.embedded) return;
  const kept = await app.pool.query(`SELECT name, statement FROM pg_prepared_statements WHERE name LIKE 'read_%'`);
  expect(kept.rows.length).toBeGreaterThan(300);
  expect(kept.rows.length).toBeLessThanOrEqual(500);
  // Those that made room are asked again.
  await flood(30);
});

test('each connection to a server keeps a plan under its name; the embedded database, one session behind all of them, keeps none', async () => {
  const clients = [await app.pool.connect(), await app.pool.connect()];
  try {
    for (const client of clients) {
      for (const n of [1, 2]) {
        expect(await new Sql(client).keptRows`SELECT ${n}::int + 40 AS n`).toEqual([{ n: n + 40 }]);
      }
      const { rows } = await client.query(
        `SELECT count(*)::int AS count FROM pg_prepared_statements WHERE name LIKE 'kept%' AND statement LIKE '% + 40 AS n%'`,
      );
      expect(rows).toEqual([{ count: app.services.reader.embedded ? 0 : 1 }]);
    }
  } finally {
    for (const client of clients) client.release();
  }
});
