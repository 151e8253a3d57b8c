import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeLease } from '../../src/modules/hub/connections/leases.ts';
import { openHub } from '../../src/modules/hub/connections/server.ts';
import { openIntake } from '../../src/modules/hub/traffic/intake.ts';
import { hashPassword } from '../../src/modules/identity/auth/passwords.ts';
import { uploaded } from '../modules/audience/data-files/support.ts';
import { bindTo, QUICK } from '../modules/hub/connections/support.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { runJobs } from '../support/jobs.ts';
import { invalid, mutate, refused } from '../support/mutate.ts';
import { signIn } from '../support/people.ts';
import { createSellerEndpoint } from '../support/sellers.ts';
import { createTeam, type TestTeam } from '../support/team.ts';

/** What many rows name is deleted a thousand of them at a time, each block in a transaction. */
const MANY = 2_500;

let app: TestApp;
let acme: TestTeam;
let rival: TestTeam;

beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
  rival = await createTeam(app, 'Rival');
  await app.pool.query(`
    CREATE SCHEMA counted;
    CREATE TABLE counted.statements (relation text, rows int);
    CREATE FUNCTION counted.note() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO counted.statements SELECT TG_TABLE_NAME, count(*) FROM former HAVING count(*) > 0;
      RETURN NULL;
    END $$`);
});
afterAll(() => app.close());

const run = (field: string, id: string, token = acme.token) => mutate(app, token, field, { id });

/** Notes of how many rows each statement on the tables is. */
async function count(...tables: string[]): Promise<void> {
  await app.pool.query('TRUNCATE counted.statements');
  for (const table of tables)
    for (const what of ['DELETE', 'UPDATE'])
      await app.pool.query(`CREATE OR REPLACE TRIGGER note_${what} AFTER ${what} ON ${table} REFERENCING OLD TABLE AS former
        FOR EACH STATEMENT EXECUTE FUNCTION counted.note()`);
}

async function counted(): Promise<Record<string, number[]>> {
  const { rows } = await app.pool.query<{ relation: string; rows: number[] }>(
    'SELECT relation, array_agg(rows) AS rows FROM counted.statements GROUP BY relation',
  );
  return Object.fromEntries(rows.map((row) => [row.relation, row.rows]));
}

async function unchecked(work: (client: pg.PoolClient) => Promise<unknown>): Promise<void> {
  const client = await app.pool.connect();
  try {
    await client.query('SET session_replication_role = replica');
    await work(client);
  } finally {
    await client.query('RESET session_replication_role');
    client.release();
  }
}

const rowsOf = async (table: string, column: string, id: string) =>
  (await app.pool.query(`SELECT count(*)::int AS count FROM ${table} WHERE ${column} = $1`, [id])).rows[0].count;

async function createTag(): Promise<string> {
  const teamId = acme.team.id;
  const { id } = await app.db.tag.create({ data: { teamId, name: `Spring ${Math.random()}` } });
  await unchecked((client) =>
    client.query(
      `INSERT INTO contact_tags (team_id, contact_id, tag_id)
       SELECT $1::uuid, gen_random_uuid(), $2::uuid FROM generate_series(1, $3::int)`,
      [teamId, id, MANY],
    ),
  );
  return id;
}

const BLOCKS = [1_000, 1_000, 500];

test('a tag leaves its contacts in blocks', async () => {
  const id = await createTag();
  await count('contact_tags');
  expect(await run('deleteTag', id)).toEqual({ data: { deleteTag: { id } } });
  expect([await counted(), await rowsOf('contact_tags', 'tag_id', id)]).toEqual([{ contact_tags: BLOCKS }, 0]);
});

test('what is ended between two blocks has the record still there, and goes on when it is repeated', async () => {
  const id = await createTag();
  await app.pool.query(`
    CREATE FUNCTION counted.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the server ends'; END $$;
    CREATE TRIGGER refuse BEFORE DELETE ON contact_tags FOR EACH ROW
    WHEN (OLD.contact_id >= 'ffffffff-0000-0000-0000-000000000000') EXECUTE FUNCTION counted.refuse()`);
  await unchecked((client) =>
    client.query(
      `INSERT INTO contact_tags (team_id, contact_id, tag_id) VALUES ($1, 'ffffffff-ffff-ffff-ffff-ffffffffffff', $2)`,
      [acme.team.id, id],
    ),
  );
  expect((await run('deleteTag', id)).errors).toHaveLength(1);
  expect([await rowsOf('tags', 'id', id), await rowsOf('contact_tags', 'tag_id', id)]).toEqual([1, MANY + 1 - 2_000]);
  await app.pool.query('DROP TRIGGER refuse ON contact_tags');
  // A segment may name it since.
  const { name } = await app.db.tag.findFirstOrThrow({ where: { id } });
  const input: [object, string] = [{ name: 'Late', filter: { tagsAny: [name] } }, 'CreateSegmentInput'];
  expect((await mutate(app, acme.token, 'createSegment', { input })).errors).toBeUndefined();
  expect(await run('deleteTag', id)).toMatchObject(refused('CONFLICT', 'The tag is used by the segment "Late".'));
  await app.db.segment.deleteMany({ where: { teamId: acme.team.id, name: 'Late' } });
  expect(await run('deleteTag', id)).toEqual({ data: { deleteTag: { id } } });
  expect([await rowsOf('tags', 'id', id), await rowsOf('contact_tags', 'tag_id', id)]).toEqual([0, 0]);
});

test('a tag that a segment names keeps its contacts, and so does another team’s', async () => {
  const id = await createTag();
  expect(await run('deleteTag', id, rival.token)).toMatchObject(refused('NOT_FOUND', 'Tag not found.'));
  const { name } = await app.db.tag.findFirstOrThrow({ where: { id } });
  const input: [object, string] = [{ name: 'Spring', filter: { tagsAny: [name] } }, 'CreateSegmentInput'];
  await mutate(app, acme.token, 'createSegment', { input });
  expect(await run('deleteTag', id)).toMatchObject(refused('CONFLICT', 'The tag is used by the segment "Spring".'));
  expect(await rowsOf('contact_tags', 'tag_id', id)).toBe(MANY);
});

/** By table and column, what many rows of it say of a route. */
const OF_ROUTE: Record<string, string> = {
  sms_provider_messages: `(team_id, route_id, provider_id, message_id, created_at)
    SELECT $1::uuid, $2::uuid, 'm' || n, gen_random_uuid(), now()`,
  sms_receipts: `(team_id, id, route_id, provider_id, status, occurred_at, received_at)
    SELECT $1::uuid, gen_random_uuid(), $2::uuid, 'x' || n, 'delivered', now(), now()`,
  sms_batches: `(team_id, id, route_id, message_ids, size, claimed_at, lease_until, done_at)
    SELECT $1::uuid, gen_random_uuid(), $2::uuid, '{}', 1, now() - n * interval '1 second', now(), now()`,
  sms_replies: `(team_id, id, route_id, provider_id, from_number, text, received_at)
    SELECT $1::uuid, gen_random_uuid(), $2::uuid, 'y' || n, 4915100000000 + n, 'Hello', now()`,
  sms_reply_parts: `(team_id, id, text_id, route_id, sender, recipient, reference, total, place, text, is_ended, created_at)
    SELECT $1::uuid, gen_random_uuid(), gen_random_uuid(), $2::uuid, n, 'Acme', 7, 2, 1, '"Hello"', TRUE, now()`,
  conversations: `(team_id, id, number, sender, route_id, last_text, last_direction, last_activity_at, updated_at)
    SELECT $1::uuid, gen_random_uuid(), 4915100000000 + n, $2::text, $2::uuid, 'Hello', 'inbound', now(), now()`,
  direct_messages: `(team_id, id, kind, route_id, number, text, sms_parts, status, handed_at, due_at, updated_at)
    SELECT $1::uuid, gen_random_uuid(), 'reply', $2::uuid, 4915100000000 + n, 'Hello', 1, 'delivered', now() - n * interval '1 second', now(), now()`,
};

async function createRoute(): Promise<string> {
  const teamId = acme.team.id;
  const { id: routeId } = await app.db.route.create({ data: { teamId, name: 'Direct' } });
  const data = { teamId, routeId, name: 'Hourly', toNumber: 14155550100n, text: 'Test' };
  const schedule = await app.db.smsTestSchedule.create({ data });
  await unchecked(async (client) => {
    for (const [table, rows] of Object.entries(OF_ROUTE))
      await client.query(`INSERT INTO ${table} ${rows} FROM generate_series(1, $3::int) n`, [teamId, routeId, MANY]);
  });
  await addResults(schedule.id);
  return routeId;
}

const addResults = (scheduleId: string) =>
  app.pool.query(
    `INSERT INTO sms_test_results (team_id, id, sms_test_schedule_id, due_at, status)
     SELECT $1::uuid, gen_random_uuid(), $2::uuid, now() - n * interval '1 hour', 'delivered' FROM generate_series(1, $3::int) n`,
    [acme.team.id, scheduleId, MANY],
  );

test('a route leaves what was sent over it in blocks', async () => {
  const id = await createRoute();
  const tables = [...Object.keys(OF_ROUTE), 'sms_test_results'];
  expect(await run('deleteRoute', id, rival.token)).toMatchObject(refused('NOT_FOUND', 'Route not found.'));
  await count(...tables);
  expect(await run('deleteRoute', id)).toEqual({ data: { deleteRoute: { id } } });
  expect(await counted()).toEqual(Object.fromEntries(tables.map((table) => [table, BLOCKS])));
  for (const table of Object.keys(OF_ROUTE)) expect(await rowsOf(table, 'route_id', id)).toBe(0);
  expect([
    await rowsOf('sms_replies', 'team_id', acme.team.id),
    await rowsOf('conversations', 'team_id', acme.team.id),
  ]).toEqual([MANY, MANY]);
});

test('a route that is in use keeps what was sent over it', async () => {
  const id = await createRoute();
  await app.db.routingPlan.create({ data: { teamId: acme.team.id, name: 'Standard', defaultRouteId: id } });
  await count(...Object.keys(OF_ROUTE), 'sms_test_results');
  const text = 'The route is the default of the routing plan "Standard".';
  expect([await run('deleteRoute', id), await counted()]).toMatchObject([refused('CONFLICT', text), {}]);
});

test('a route whose deletion was ended between two blocks is not used any more, and goes when it is repeated', async () => {
  const id = await createRoute();
  const { id: planId } = await app.db.routingPlan.create({ data: { teamId: acme.team.id, name: 'Late' } });
  await app.pool.query(`
    CREATE FUNCTION counted.refuse_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the server ends'; END $$;
    CREATE TRIGGER refuse_receipt BEFORE DELETE ON sms_receipts FOR EACH ROW EXECUTE FUNCTION counted.refuse_receipt()`);
  expect([
    (await run('deleteRoute', id)).errors?.length,
    await rowsOf('sms_provider_messages', 'route_id', id),
  ]).toEqual([1, 0]);
  await app.pool.query('DROP TRIGGER refuse_receipt ON sms_receipts');
  const input: [object, string] = [{ defaultRouteId: id }, 'UpdateRoutingPlanInput'];
  expect(await mutate(app, acme.token, 'updateRoutingPlan', { id: planId, input })).toMatchObject(
    invalid({ defaultRouteId: ['The selected default route id is invalid.'] }),
  );
  expect(await run('deleteRoute', id)).toEqual({ data: { deleteRoute: { id } } });
});

async function createFile(status: 'imported' | 'importing'): Promise<string> {
  const teamId = acme.team.id;
  const { id } = await app.db.dataFile.create({
    data: { teamId, name: 'contacts.csv', size: 1, status, header: ['number'] },
  });
  await app.pool.query(
    `INSERT INTO data_file_row_errors (team_id, id, data_file_id, line, field, reason)
     SELECT $1::uuid, gen_random_uuid(), $2::uuid, n, 'number', 'Missing.' FROM generate_series(1, $3::int) n`,
    [teamId, id, MANY],
  );
  return id;
}

test('a file and the errors of its rows are deleted in blocks, and none while it is imported', async () => {
  const [id, busy] = [await createFile('imported'), await createFile('importing')];
  await count('data_file_row_errors');
  expect(await run('deleteDataFile', id, rival.token)).toMatchObject(refused('NOT_FOUND', 'Data file not found.'));
  const text = 'The data file is being imported. Cancel the import first.';
  expect(await run('deleteDataFile', busy)).toMatchObject(refused('CONFLICT', text));
  expect(await run('deleteDataFile', id)).toEqual({ data: { deleteDataFile: { id } } });
  expect([await counted(), await rowsOf('data_file_row_errors', 'data_file_id', busy)]).toEqual([
    { data_file_row_errors: BLOCKS },
    MANY,
  ]);
});

const addErrors = (id: string) =>
  app.pool.query(
    `INSERT INTO data_file_row_errors (team_id, id, data_file_id, line, field, reason)
     SELECT $1::uuid, gen_random_uuid(), $2::uuid, 3 + n, 'number', 'Missing.' FROM generate_series(1, $3::int) n`,
    [acme.team.id, id, MANY],
  );

/** Of a file, each its own. */
const errorsOf = async (id: string) =>
  (await app.db.dataFileRowError.findMany({ where: { dataFileId: id }, orderBy: { line: 'asc' } })).map(
    ({ line, field }) => [line, field],
  );

test('a file that is imported again has the errors of that import alone', async () => {
  const id = await uploaded(app, 'number\n+491712345678\nnone\n', { token: acme.token });
  const start = (tag: string) => {
    const input = { columns: { number: 0 }, tags: [tag] };
    return mutate(app, acme.token, 'importDataFile', { id, input: [input, 'ImportDataFileInput'] }, '{ status }');
  };
  expect(await start('one')).toEqual({ data: { importDataFile: { status: 'importing' } } });
  await runJobs(app);
  expect(await errorsOf(id)).toEqual([[3, 'number']]);
  await addErrors(id);
  await count('data_file_row_errors');
  expect(await start('two')).toEqual({ data: { importDataFile: { status: 'importing' } } });
  expect([await counted(), (await start('three')).errors?.[0]?.extensions]).toEqual([
    { data_file_row_errors: [1_000] },
    { code: 'CONFLICT' },
  ]);
  await runJobs(app);
  expect([await counted(), await errorsOf(id)]).toEqual([
    { data_file_row_errors: [1_000, 1_000, 501] },
    [[3, 'number']],
  ]);
});

test('a second import that is canceled before its job runs leaves no errors of the first one', async () => {
  const id = await uploaded(app, 'number\n+491712345679\nnone\n', { token: acme.token });
  const start = (tag: string) => {
    const input = { columns: { number: 0 }, tags: [tag] };
    return mutate(app, acme.token, 'importDataFile', { id, input: [input, 'ImportDataFileInput'] }, '{ status }');
  };
  await start('first');
  await runJobs(app);
  await addErrors(id);
  await start('second');
  const canceled = await mutate(app, acme.token, 'cancelDataFileImport', { id }, '{ status }');
  expect(canceled).toEqual({ data: { cancelDataFileImport: { status: 'cancelled' } } });
  await runJobs(app);
  const file = await app.db.dataFile.findFirstOrThrow({ where: { id } });
  const tags = await app.db.tag.findMany({ where: { teamId: acme.team.id, name: { in: ['first', 'second'] } } });
  expect([await errorsOf(id), file.status, tags.map(({ name }) => name)]).toEqual([[], 'cancelled', ['first']]);
  await start('second');
  await runJobs(app);
  expect(await errorsOf(id)).toEqual([[3, 'number']]);
});

test('a test schedule and its results are deleted in blocks, over both of its paths', async () => {
  const teamId = acme.team.id;
  const { id: routeId } = await app.db.route.create({ data: { teamId, name: 'Direct' } });
  const created = async () => {
    const data = { teamId, routeId, name: 'Hourly', toNumber: 14155550100n, text: 'Test' };
    const { id } = await app.db.smsTestSchedule.create({ data });
    await addResults(id);
    return id;
  };
  const [one, two] = [await created(), await created()];
  await count('sms_test_results');
  expect(await run('deleteSmsTestSchedule', one)).toEqual({ data: { deleteSmsTestSchedule: { id: one } } });
  const path = (of: string) => `/v1/sms/routing/sms-tests/${of}/schedule/${two}`;
  const { id: other } = await app.db.route.create({ data: { teamId, name: 'Other' } });
  expect((await app.rest('DELETE', path(other), { token: acme.token })).status).toBe(404);
  expect(await rowsOf('sms_test_results', 'sms_test_schedule_id', two)).toBe(MANY);
  expect((await app.rest('DELETE', path(routeId), { token: acme.token })).status).toBe(200);
  expect(await counted()).toEqual({ sms_test_results: [...BLOCKS, ...BLOCKS] });
});

const PASSWORD = 'correct horse';
const BIND_FAILED = 0x0d;

async function submitsOverHttp(username: string): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    authorization: `Basic ${Buffer.from(`${username}:${PASSWORD}`).toString('base64')}`,
  };
  const body = JSON.stringify({ to: '+12025550123', text: 'Hello' });
  const request = new Request('http://localhost/hub/messages', { method: 'POST', headers, body });
  return (await app.app.fetch(request, '192.0.2.1')).status;
}

/** What many rows say of an endpoint. */
const OF_ENDPOINT = [
  `hub_references (team_id, seller_endpoint_id, reference, message_id, created_at)
    SELECT $1::uuid, $2::uuid, 'r' || n, gen_random_uuid(), now()`,
  `hub_parts (team_id, id, seller_endpoint_id, sender, destination, concatenation, part, total, submission, receipts, created_at)
    SELECT $1::uuid, gen_random_uuid(), $2::uuid, 'Acme', '491', n, 1, 2, '{}', 'all', now()`,
  `hub_returns (team_id, id, seller_endpoint_id, kind, subject_id, content, due_at, created_at)
    SELECT $1::uuid, gen_random_uuid(), $2::uuid, 'receipt', gen_random_uuid(), '{}', now() - n * interval '1 second', now()`,
];

test('what a seller endpoint has in the queue is ended in blocks, and none of an endpoint that is connected', async () => {
  const teamId = acme.team.id;
  const { id: clientCompanyId } = await app.db.clientCompany.create({ data: { teamId, name: 'Northwind' } });
  const username = `seller-${clientCompanyId}`;
  const passwordHash = await hashPassword(PASSWORD);
  const { id } = await createSellerEndpoint(app.db, { teamId, clientCompanyId, username, passwordHash, trx: 1 });
  await unchecked((client) =>
    client.query(
      `INSERT INTO hub_messages (team_id, id, seller_endpoint_id, protocol, sender, destination, number, text, status,
         reference, valid_until, due_at, updated_at)
       SELECT $1::uuid, gen_random_uuid(), $2::uuid, 'smpp', 'Acme', '491', 491, 'Hello', 'queued', 'r' || n, now() + interval '1 day', now(), now()
       FROM generate_series(1, $3::int) n`,
      [teamId, id, MANY],
    ),
  );
  await unchecked(async (client) => {
    for (const rows of OF_ENDPOINT)
      await client.query(`INSERT INTO ${rows} FROM generate_series(1, $3::int) n`, [teamId, id, MANY]);
  });
  await count('hub_references', 'hub_parts', 'hub_returns');
  const queued = async () =>
    (
      await app.pool.query(
        `SELECT count(*)::int AS count FROM hub_messages WHERE seller_endpoint_id = $1 AND status = 'queued'`,
        [id],
      )
    ).rows[0].count;
  await app.pool.query(
    `INSERT INTO hub_connections (team_id, id, seller_endpoint_id, kind, address, process, bound_at, lease_until)
     VALUES ($1, gen_random_uuid(), $2, 'transceiver', '192.0.2.1', 'hub', now(), now() + interval '1 hour')`,
    [teamId, id],
  );
  const text = 'The seller endpoint has 1 open connections.';
  expect([await run('deleteSellerEndpoint', id), await queued()]).toMatchObject([refused('CONFLICT', text), MANY]);
  await app.pool.query('DELETE FROM hub_connections WHERE seller_endpoint_id = $1', [id]);
  await app.pool.query(`
    CREATE FUNCTION counted.refuse_last() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT count(*) FROM hub_messages WHERE seller_endpoint_id = NEW.seller_endpoint_id AND status = 'canceled') > 2000
      THEN RAISE EXCEPTION 'the server ends'; END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER refuse_last AFTER UPDATE ON hub_messages FOR EACH ROW EXECUTE FUNCTION counted.refuse_last()`);
  expect([(await run('deleteSellerEndpoint', id)).errors?.length, await queued()]).toEqual([1, 500]);
  await app.pool.query('DROP TRIGGER refuse_last ON hub_messages');
  // It is gone for its seller, who connects again, submits over HTTP, or had signed in before.
  const hub = await openHub(app.services, 0, QUICK);
  const client = await bindTo(hub.port, username);
  await hub.close();
  const intake = openIntake(app.services);
  const submitted = await intake.submit({
    ...{ teamId, endpointId: id, protocol: 'smpp', sender: 'Acme', destination: '12025550123', isInternational: true },
    ...{ text: 'Hello', receipts: 'all', validUntil: null, scheduledAt: null, reference: null, partIds: [] },
  });
  await intake.close();
  expect([client.status, await submitsOverHttp(username), submitted]).toMatchObject([
    BIND_FAILED,
    401,
    { refusal: 'not_allowed', reason: 'The endpoint does not exist.' },
  ]);
  const lease = { teamId, endpointId: id, passwordHash, address: '192.0.2.1', process: 'hub' };
  expect(await takeLease(app.services.db, { ...lease, kind: 'transceiver' })).toBe('changed');
  const input: [object, string] = [{ sellerEndpointId: id, sender: '4915155500' }, 'CreateHubSenderInput'];
  expect(await mutate(app, acme.token, 'createHubSender', { input })).toMatchObject(
    invalid({ sellerEndpointId: ['The selected seller endpoint id is invalid.'] }),
  );
  const shown = await app.graphql<{ sellerEndpoint: { deletingAt: string } }>(
    'query ($id: ID!) { sellerEndpoint(id: $id) { deletingAt } }',
    { token: acme.token, variables: { id } },
  );
  expect(shown.data).toEqual({ sellerEndpoint: { deletingAt: expect.any(String) } });
  expect(await run('deleteSellerEndpoint', id)).toEqual({ data: { deleteSellerEndpoint: { id } } });
  // Nothing goes back to it.
  const others = { hub_references: BLOCKS, hub_parts: BLOCKS, hub_returns: BLOCKS };
  expect([await queued(), await counted()]).toEqual([0, others]);
});

test('what a seller endpoint has not taken is due at another URL in blocks, and none of it where that is refused', async () => {
  const teamId = acme.team.id;
  const { id: clientCompanyId } = await app.db.clientCompany.create({ data: { teamId, name: 'Southwind' } });
  const username = `seller-${clientCompanyId}`;
  const { id } = await createSellerEndpoint(app.db, { teamId, clientCompanyId, username, passwordHash: '-' });
  await unchecked((client) =>
    client.query(
      `INSERT INTO hub_returns (team_id, id, seller_endpoint_id, kind, subject_id, content, due_at, created_at)
       SELECT $1::uuid, gen_random_uuid(), $2::uuid, 'receipt', gen_random_uuid(), '{}', now() + interval '1 hour' + (n / 2) * interval '1 second', now()
       FROM generate_series(2, $3::int + 1) n`,
      [teamId, id, MANY],
    ),
  );
  await count('hub_returns');
  const move = (callbackUrl: string) =>
    mutate(app, acme.token, 'updateSellerEndpoint', { id, input: [{ callbackUrl }, 'UpdateSellerEndpointInput'] });
  expect([(await move('nowhere')).errors?.[0]?.extensions.code, await counted()]).toEqual(['VALIDATION_FAILED', {}]);
  expect([(await move('https://seller.example')).errors, await counted()]).toEqual([
    undefined,
    { hub_returns: BLOCKS },
  ]);
  const left = await app.pool.query('SELECT FROM hub_returns WHERE seller_endpoint_id = $1 AND due_at > now()', [id]);
  expect(left.rowCount).toBe(0);
});

test('conversations of a member who leaves or is removed are nobody’s in blocks, and stay where that is refused', async () => {
  const { team } = await createTeam(app, 'Inbox');
  const [owner, member] = [await signIn(app, [[team.id, 'owner']]), await signIn(app, [[team.id, 'member']])];
  const idOf = async (token: string) =>
    (await app.graphql<{ me: { id: string } }>('{ me { id } }', { token })).data!.me.id;
  const assign = async (userId: string) => {
    await app.pool.query(
      `INSERT INTO conversations (team_id, id, number, sender, last_text, last_direction, last_activity_at, assignee_id)
       SELECT $1::uuid, gen_random_uuid(), 491700000000 + n, $2::text, 'Hi', 'inbound', now() - (n / 2) * interval '1 second', $2::uuid
       FROM generate_series(1, $3::int) n`,
      [team.id, userId, MANY],
    );
    await count('conversations');
  };
  const [ownerId, memberId] = [await idOf(owner), await idOf(member)];
  await assign(ownerId);
  await assign(memberId);
  const leave = (token: string) => app.graphql('mutation { leaveTeam { teamId } }', { token });
  const text = 'A team needs an owner: make somebody else one first.';
  expect([await leave(owner), await counted()]).toMatchObject([refused('CONFLICT', text), {}]);
  const remove = (token: string, userId: string) =>
    app.graphql(`mutation { removeMember(input: { userId: "${userId}" }) { userId } }`, { token });
  expect([(await remove(member, ownerId)).errors?.[0]?.extensions.code, await counted()]).toEqual(['FORBIDDEN', {}]);
  expect([await remove(owner, memberId), await counted()]).toEqual([
    { data: { removeMember: { userId: memberId } } },
    { conversations: BLOCKS },
  ]);
  const second = await signIn(app, [[team.id, 'owner']]);
  await count('conversations');
  expect([await leave(owner), await counted()]).toEqual([
    { data: { leaveTeam: { teamId: team.id } } },
    { conversations: BLOCKS },
  ]);
  const query = '{ conversations(filter: { isAssigned: true }) { totalCount } }';
  expect(await app.graphql(query, { token: second })).toEqual({ data: { conversations: { totalCount: 0 } } });
});

test('a segment is deleted whatever messages it led to; they keep its id', async () => {
  const teamId = acme.team.id;
  const input: [object, string] = [{ name: 'Spring', filter: {} }, 'CreateSegmentInput'];
  const { id } = (await mutate(app, acme.token, 'createSegment', { input })).data.createSegment;
  await unchecked((client) =>
    client.query(
      `INSERT INTO sms_messages (team_id, id, sms_campaign_id, sms_send_id, segment_id, contact_id, phone_normalized, final_text, status, is_sent, updated_at)
       SELECT $1::uuid, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), $2::uuid, gen_random_uuid(), 491, 'Hello', 'accepted', true, now()
       FROM generate_series(1, 3)`,
      [teamId, id],
    ),
  );
  expect(await run('deleteSegment', id)).toEqual({ data: { deleteSegment: { id } } });
  const { data } = await app.graphql('{ smsMessages { nodes { segmentId segment { id } } } }', { token: acme.token });
  expect(data).toEqual({ smsMessages: { nodes: Array(3).fill({ segmentId: id, segment: null }) } });
});
