import type { ServerResponse } from 'node:http';
import { createSigningSecret } from 'outgoing-requests';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { firstUuidOf } from '../../../src/database/uuid.ts';
import { pruneTask } from '../../../src/modules/insight/retention/prune.ts';
import { encryptToken } from '../../../src/secrets.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { invalid, mutate, refused } from '../../support/mutate.ts';
import { passHours } from '../../support/previous-secrets.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../support/team.ts';
import { startService } from '../delivery/providers/webhook-service.ts';
import { createEndpoint, deliver, deliveriesOf, makeDue, typesAsDescribed } from './support.ts';

let app: TestApp;
let mine: TestTeam;
let service: Awaited<ReturnType<typeof startService>>;
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
  app = await createTestApp({ PRIVATE_PROVIDERS: true });
  service = await startService((_seen, response) => answer(response));
});
beforeEach(async () => {
  await app.pool.query('UPDATE webhook_endpoints SET enabled = false');
  mine = await createTeam(app);
  answer = (response) => void response.writeHead(204).end();
  service.seen.splice(0);
});
afterAll(async () => {
  await service.close();
  await app.close();
});

const change = (token: string, { id, ...input }: { id: string; [field: string]: unknown }) =>
  mutate(
    app,
    token,
    'updateWebhookEndpoint',
    { id, input: [input, 'UpdateWebhookEndpointInput'] },
    '{ url description eventTypes enabled batchSize failingSince disabledReason }',
  );
const testOf = (token: string, id: string) =>
  mutate(
    app,
    token,
    'testWebhookEndpoint',
    { input: [{ endpointId: id }, 'TestWebhookEndpointInput'] },
    '{ webhookDelivery { id } }',
  );
const rotate = (token: string, id: string, overlapHours: number) =>
  mutate(
    app,
    token,
    'rotateWebhookEndpointSecret',
    { id, input: [{ overlapHours }, 'RotateWebhookEndpointSecretInput'] },
    '{ secret webhookEndpoint { id } }',
  );
const remove = (token: string, id: string) => mutate(app, token, 'deleteWebhookEndpoint', { id });
const replay = (token: string, id: string) =>
  mutate(app, token, 'replayWebhookDelivery', { id }, '{ status attempts }');
const suppress = (numbers: number[]) =>
  app.graphql('mutation ($input: SuppressNumbersInput!) { suppressNumbers(input: $input) { suppressedCount } }', {
    token: mine.token,
    variables: { input: { numbers } },
  });
const hook = () => `${service.url}/hook`;
const verified = (secret: string) =>
  service.seen.map(({ body, headers }) => new Webhook(secret).verify(body, headers as never));

test('tests at once have sequences and deliveries of their own', async () => {
  const { id } = await createEndpoint(app, mine, hook(), ['message_accepted']);
  const answers = await Promise.all(Array.from({ length: 8 }, () => testOf(mine.token, id)));
  const own = answers.map(({ data }) => data.testWebhookEndpoint.webhookDelivery.id);
  const { nodes } = await deliveriesOf(app, mine);
  expect(nodes.map((one) => one.id).sort()).toEqual(own.sort());
  expect(new Set(nodes.map(({ event }) => event.sequence)).size).toBe(8);
  expect(await typesAsDescribed(app, mine)).toEqual(Array(8).fill('endpoint.test'));
});

test('an endpoint is sent a signed test event, and its delivery tells what was answered', async () => {
  answer = (response) => void response.writeHead(200).end('thanks');
  const { id, secret } = await createEndpoint(app, mine, hook(), ['message_accepted'], { description: 'CRM' });
  const { data } = await testOf(mine.token, id);
  await deliver(app);
  expect(verified(secret)).toEqual([
    {
      id: expect.any(String),
      type: 'endpoint.test',
      occurred_at: expect.any(String),
      sequence: expect.any(Number),
      data: { id, team_id: mine.team.id, url: hook(), description: 'CRM' },
    },
  ]);
  const { nodes } = await deliveriesOf(app, mine);
  const event = JSON.parse(service.seen[0]!.body);
  expect(service.seen[0]!.headers['webhook-id']).toBe(event.id);
  expect(nodes).toEqual([
    {
      id: data.testWebhookEndpoint.webhookDelivery.id,
      eventType: 'endpoint_test',
      status: 'delivered',
      attempts: 1,
      dueAt: null,
      durationMs: expect.any(Number),
      responseStatus: 200,
      responseBody: 'thanks',
      failureReason: null,
      endpoint: { id },
      event: { id: event.id, type: 'endpoint_test', recordId: id, sequence: event.sequence, payload: event },
    },
  ]);
});

test('the secret is shown once, stored encrypted and in no read or log', async () => {
  const { secret } = await createEndpoint(app, mine, hook(), ['call_ended']);
  const bare = secret.slice('whsec_'.length);
  const { rows } = await app.pool.query(`SELECT e::text AS row FROM webhook_endpoints e UNION ALL
    SELECT a::text FROM audit_entries a UNION ALL SELECT t::text FROM traces t`);
  expect(rows.filter(({ row }) => row.includes(bare) || row.includes(Buffer.from(bare).toString('hex')))).toEqual([]);
  const type = await app.graphql<{ __type: { fields: { name: string }[] } }>(
    '{ __type(name: "WebhookEndpoint") { fields { name } } }',
  );
  expect(type.data!.__type.fields.map(({ name }) => name).filter((name) => /secret/i.test(name))).toEqual([
    'previousSecretExpiresAt',
  ]);
});

test('after a rotation both secrets sign until the overlap ends, then the new one alone', async () => {
  const { id, secret: former } = await createEndpoint(app, mine, hook(), ['call_ended']);
  const { data } = await rotate(mine.token, id, 1);
  const { secret } = data.rotateWebhookEndpointSecret;
  expect(secret).not.toBe(former);
  await testOf(mine.token, id);
  await deliver(app);
  expect(verified(former)).toHaveLength(1);
  expect(verified(secret)).toHaveLength(1);
  await app.pool.query(
    `UPDATE webhook_endpoints SET previous_secret_expires_at = now() - make_interval(secs => 1) WHERE id = $1`,
    [id],
  );
  service.seen.splice(0);
  await testOf(mine.token, id);
  await deliver(app);
  expect(() => verified(former)).toThrow();
  expect(verified(secret)).toHaveLength(1);
});

test('a second rotation within the overlap takes no secret from receivers that still have the first', async () => {
  const { id, secret: first } = await createEndpoint(app, mine, hook(), ['call_ended']);
  const second = (await rotate(mine.token, id, 24)).data.rotateWebhookEndpointSecret.secret;
  const third = (await rotate(mine.token, id, 1)).data.rotateWebhookEndpointSecret.secret;
  await testOf(mine.token, id);
  await deliver(app);
  for (const secret of [first, second, third]) expect(verified(secret)).toHaveLength(1);
  await rotate(mine.token, id, 0);
  service.seen.splice(0);
  await testOf(mine.token, id);
  await deliver(app);
  for (const secret of [first, second, third]) expect(() => verified(secret)).toThrow();
});

test('each former secret signs until its own end, however often it is replaced meanwhile', async () => {
  const { id, secret: first } = await createEndpoint(app, mine, hook(), ['call_ended']);
  const second = (await rotate(mine.token, id, 2)).data.rotateWebhookEndpointSecret.secret;
  const third = (await rotate(mine.token, id, 24)).data.rotateWebhookEndpointSecret.secret;
  const columns = { column: 'previous_secret', ends: 'previous_secret_expires_at' };
  await passHours(app, { table: 'webhook_endpoints', ...columns }, 3);
  await testOf(mine.token, id);
  await deliver(app);
  expect(() => verified(first)).toThrow();
  for (const secret of [second, third]) expect(verified(secret)).toHaveLength(1);
});

test('former secrets that 0.1.0 stored sign until their end, and after another rotation', async () => {
  const { id } = await createEndpoint(app, mine, hook(), ['call_ended']);
  const [first, second] = [createSigningSecret(), createSigningSecret()];
  await app.db.webhookEndpoint.update({
    where: { teamId_id: { teamId: mine.team.id, id } },
    data: {
      previousSecret: encryptToken(app.services.tokenKeys, `${first} ${second}`),
      previousSecretExpiresAt: new Date(Date.now() + 3_600_000),
    },
  });
  await testOf(mine.token, id);
  await deliver(app);
  await rotate(mine.token, id, 24);
  await testOf(mine.token, id);
  await deliver(app);
  for (const secret of [first, second]) expect(verified(secret)).toHaveLength(2);
  const columns = { column: 'previous_secret', ends: 'previous_secret_expires_at' };
  await passHours(app, { table: 'webhook_endpoints', ...columns }, 2);
  service.seen.splice(0);
  await testOf(mine.token, id);
  await deliver(app);
  for (const secret of [first, second]) expect(() => verified(secret)).toThrow();
});

test('a rotation without overlap ends the former secret at once', async () => {
  const { id, secret: former } = await createEndpoint(app, mine, hook(), ['call_ended']);
  await rotate(mine.token, id, 0);
  await testOf(mine.token, id);
  await deliver(app);
  expect(() => verified(former)).toThrow();
});

test('what is out of bounds is refused, field by field', async () => {
  const create = (input: object) =>
    mutate(app, mine.token, 'createWebhookEndpoint', { input: [input, 'CreateWebhookEndpointInput'] }, '{ secret }');
  const base = { url: 'https://crm.example/hook', eventTypes: ['call_ended'] };
  expect(await create({ ...base, eventTypes: [] })).toMatchObject(
    invalid({ eventTypes: ['The event types field must have at least 1 items.'] }),
  );
  expect(await create({ ...base, eventTypes: ['call_ended', 'endpoint_test'] })).toMatchObject(
    invalid({ 'eventTypes.1': ['The selected event types.1 is invalid.'] }),
  );
  expect(await create({ ...base, batchSize: 101 })).toMatchObject(
    invalid({ batchSize: ['The batch size field must not be greater than 100.'] }),
  );
  expect(await create({ ...base, batchSize: 0 })).toMatchObject(
    invalid({ batchSize: ['The batch size field must be at least 1.'] }),
  );
  expect(await create({ ...base, url: 'https://a:b@crm.example' })).toMatchObject(
    invalid({ url: ['The url field must not contain a name or password.'] }),
  );
  expect(await create({ ...base, url: 'ftp://crm.example' })).toMatchObject(
    invalid({ url: ['The url field must be a valid URL.'] }),
  );
  const { id } = await createEndpoint(app, mine, 'https://crm.example/hook', ['call_ended']);
  expect(await change(mine.token, { id, url: null, eventTypes: null, enabled: null })).toMatchObject(
    invalid({
      url: ['The url field is required.'],
      eventTypes: ['The event types field is required.'],
      enabled: ['The enabled field is required.'],
    }),
  );
  expect(await change(mine.token, { id, batchSize: 10, description: 'Data warehouse' })).toMatchObject({
    data: {
      updateWebhookEndpoint: { url: 'https://crm.example/hook', batchSize: 10, description: 'Data warehouse' },
    },
  });
  expect(await rotate(mine.token, id, 169)).toMatchObject(
    invalid({ overlapHours: ['The overlap hours field must not be greater than 168.'] }),
  );
});

test('a team has at most twenty endpoints', async () => {
  for (let count = 0; count < 20; count += 1) await createEndpoint(app, mine, 'https://crm.example', ['call_ended']);
  await expect(createEndpoint(app, mine, 'https://crm.example', ['call_ended'])).rejects.toThrow(
    'A team has at most 20 webhook endpoints.',
  );
});

test('members read endpoints and deliveries, and only owners and admins change them', async () => {
  const eventTypes = ['call_ended', 'message_delivered'];
  const { id } = await createEndpoint(app, mine, hook(), eventTypes);
  const member = await createTeamToken(app, mine.team.id, { role: 'member' });
  const no = refused('FORBIDDEN', 'Action not allowed');
  expect(await change(member, { id, enabled: false })).toMatchObject(no);
  expect(await rotate(member, id, 0)).toMatchObject(no);
  expect(await testOf(member, id)).toMatchObject(no);
  expect(await remove(member, id)).toMatchObject(no);
  const { data } = await app.graphql('{ webhookEndpoints { nodes { id eventTypes } } }', { token: member });
  expect(data).toEqual({ webhookEndpoints: { nodes: [{ id, eventTypes }] } });
});

test('another team’s endpoint and deliveries are as missing ones, and its events go to it alone', async () => {
  const theirs = await createTeam(app);
  const other = await createEndpoint(app, theirs, `${service.url}/theirs`, ['contact_unsubscribed']);
  await testOf(theirs.token, other.id);
  const [delivery] = (await deliveriesOf(app, theirs)).nodes;
  const none = refused('NOT_FOUND', 'Webhook endpoint not found.');
  expect(await change(mine.token, { id: other.id, enabled: false })).toMatchObject(none);
  expect(await rotate(mine.token, other.id, 0)).toMatchObject(none);
  expect(await testOf(mine.token, other.id)).toMatchObject(none);
  expect(await remove(mine.token, other.id)).toMatchObject(none);
  expect(await replay(mine.token, delivery.id)).toMatchObject(refused('NOT_FOUND', 'Webhook delivery not found.'));
  expect(await replaySince(mine.token, other.id)).toMatchObject(none);
  await suppress([14155550177]);
  await deliver(app);
  expect(service.seen.map(({ path, body }) => [path, JSON.parse(body).type])).toEqual([['/theirs', 'endpoint.test']]);
  expect(await deliveriesOf(app, mine)).toEqual({ totalCount: 0, nodes: [] });
  expect(await deliveriesOf(app, mine, { endpointId: other.id })).toEqual({ totalCount: 0, nodes: [] });
});

const replaySince = (token: string, endpointId: string, since = new Date(Date.now() - 3_600_000)) =>
  mutate(
    app,
    token,
    'replayWebhookEvents',
    { input: [{ endpointId, since }, 'ReplayWebhookEventsInput'] },
    '{ replayedCount nextSince }',
  );

test('events since a moment are sent again under their ids, also to an endpoint that came later', async () => {
  const first = await createEndpoint(app, mine, `${service.url}/first`, ['contact_unsubscribed']);
  await suppress([14155550178, 14155550179]);
  await deliver(app);
  const ids = service.seen.map(({ body }) => JSON.parse(body).id).sort();
  const second = await createEndpoint(app, mine, `${service.url}/second`, ['contact_unsubscribed']);
  service.seen.splice(0);
  for (const { id } of [first, second]) {
    expect((await replaySince(mine.token, id)).data.replayWebhookEvents).toEqual({ replayedCount: 2, nextSince: null });
  }
  await deliver(app);
  const seen = (path: string) => service.seen.filter((one) => one.path === path).map(({ body }) => JSON.parse(body).id);
  expect(seen('/first').sort()).toEqual(ids);
  expect(seen('/second').sort()).toEqual(ids);
  const later = new Date(Date.now() + 60_000);
  expect((await replaySince(mine.token, first.id, later)).data.replayWebhookEvents.replayedCount).toBe(0);
});

test('a replay of more than one call takes goes on behind it, also within a millisecond', async () => {
  const { id } = await createEndpoint(app, mine, hook(), ['contact_unsubscribed']);
  const record = (moment: string, count: number) =>
    app.pool.query(
      `INSERT INTO webhook_events (team_id, id, type, record_id, sequence, occurred_at, data)
       SELECT $1, ('01940000-0' || $2 || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'contact_unsubscribed',
         gen_random_uuid(), n, '2025-01-01T00:00:00Z', '{}' FROM generate_series(1, $3::int) n`,
      [mine.team.id, moment, count],
    );
  await record('001', 2);
  await record('002', 10_003);
  await record('003', 1);
  const replayed: number[] = [];
  let since: Date | undefined = new Date('2024-12-01T00:00:00Z');
  while (since !== undefined) {
    const { data } = await replaySince(mine.token, id, since);
    const { replayedCount, nextSince } = data.replayWebhookEvents;
    replayed.push(replayedCount);
    expect(replayed.length).toBeLessThan(10);
    since = nextSince === null ? undefined : new Date(nextSince);
  }
  expect(replayed).toEqual([2, 10_003, 1]);
  expect((await deliveriesOf(app, mine)).totalCount).toBe(10_006);
  // They were recorded then, and are sent now.
  const { rows } = await app.pool.query(
    'SELECT count(DISTINCT created_at)::int AS moments, max(created_at) AS last FROM webhook_deliveries WHERE endpoint_id = $1',
    [id],
  );
  expect(rows).toEqual([{ moments: 3, last: new Date(0x01940000_0003) }]);
  await app.pool.query('UPDATE webhook_endpoints SET enabled = false WHERE id = $1', [id]);
});

test('a delivery fails after eight tries in about 28 hours, and can be replayed', async () => {
  answer = (response) => void response.writeHead(500).end('no');
  const { id } = await createEndpoint(app, mine, hook(), ['contact_unsubscribed']);
  await suppress([14155550180]);
  const pauses: number[] = [];
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    await makeDue(app);
    await deliver(app);
    const [{ dueAt, ...delivery }] = (await deliveriesOf(app, mine)).nodes;
    expect(delivery).toMatchObject({
      status: attempt < 8 ? 'pending' : 'failed',
      attempts: attempt,
      responseStatus: 500,
      responseBody: 'no',
      failureReason: 'The service answered 500.',
    });
    if (dueAt !== null) pauses.push((Date.parse(dueAt) - Date.now()) / 1_000);
  }
  const expected = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
  expect(pauses).toHaveLength(7);
  for (const [at, pause] of pauses.entries()) {
    expect(pause).toBeGreaterThan(expected[at]! * 0.9 - 60);
    expect(pause).toBeLessThanOrEqual(expected[at]! * 1.1 + 60);
  }
  expect(new Set(service.seen.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  const [delivery] = (await deliveriesOf(app, mine, { status: ['failed'] })).nodes;
  answer = (response) => void response.writeHead(204).end();
  expect((await replay(mine.token, delivery.id)).data).toEqual({
    replayWebhookDelivery: { status: 'pending', attempts: 0 },
  });
  await deliver(app);
  expect((await deliveriesOf(app, mine)).nodes).toMatchObject([{ status: 'delivered', attempts: 1, endpoint: { id } }]);
});

test('old events go with their deliveries, and endpoints once nothing of theirs is left', async () => {
  const { id } = await createEndpoint(app, mine, hook(), ['contact_unsubscribed']);
  const gone = await createEndpoint(app, mine, hook(), ['contact_unsubscribed']);
  await suppress([14155550187, 14155550188]);
  await remove(mine.token, gone.id);
  const [old] = await app.db.webhookEvent.findMany({ where: { teamId: mine.team.id }, select: { id: true } });
  const before = firstUuidOf(new Date(Date.now() - 31 * 86_400_000));
  const event = await app.db.webhookEvent.findFirstOrThrow({ where: { id: old!.id } });
  await app.db.webhookEvent.create({ data: { ...event, data: {}, id: before } });
  const delivery = { teamId: mine.team.id, endpointId: id, eventId: before, eventType: event.type };
  await app.db.webhookDelivery.create({ data: delivery });
  await app.pool.query(`UPDATE webhook_endpoints SET deleted_at = now() - interval '32 days' WHERE id = $1`, [gone.id]);
  await pruneTask.run(app.services, {}, { attempt: 1, maxAttempts: 1, signal: new AbortController().signal });
  expect(await app.db.webhookEvent.count({ where: { teamId: mine.team.id } })).toBe(2);
  expect((await deliveriesOf(app, mine)).nodes.map(({ endpoint }) => endpoint)).toEqual([{ id }, { id }]);
  expect(await app.db.webhookEndpoint.count({ where: { teamId: mine.team.id } })).toBe(1);
});

test('an endpoint may take events in batches', async () => {
  const { secret } = await createEndpoint(app, mine, hook(), ['contact_unsubscribed'], { batchSize: 3 });
  await suppress([14155550181, 14155550182, 14155550183, 14155550184]);
  await deliver(app);
  const batches = verified(secret) as { id: string; data: { number: number } }[][];
  expect(batches.map((batch) => batch.length).sort()).toEqual([1, 3]);
  expect(
    batches
      .flat()
      .map(({ data }) => data.number)
      .sort(),
  ).toEqual([14155550181, 14155550182, 14155550183, 14155550184]);
});

test('what is disabled or deleted is sent nothing and records nothing', async () => {
  const one = await createEndpoint(app, mine, hook(), ['contact_unsubscribed']);
  const two = await createEndpoint(app, mine, hook(), ['contact_unsubscribed']);
  await suppress([14155550185]);
  await change(mine.token, { id: one.id, enabled: false });
  await remove(mine.token, two.id);
  await suppress([14155550186]);
  await deliver(app);
  expect(service.seen).toEqual([]);
  expect(await app.db.webhookEvent.count({ where: { teamId: mine.team.id } })).toBe(1);
  expect(await testOf(mine.token, one.id)).toMatchObject(
    invalid({ endpointId: ['The webhook endpoint is disabled.'] }),
  );
  expect(await testOf(mine.token, two.id)).toMatchObject(refused('NOT_FOUND', 'Webhook endpoint not found.'));
  const [delivery] = (await deliveriesOf(app, mine, { endpointId: two.id })).nodes;
  expect(delivery.endpoint).toBeNull();
  expect(await replay(mine.token, delivery.id)).toMatchObject(invalid({ id: ['The webhook endpoint was deleted.'] }));
  await change(mine.token, { id: one.id, enabled: true });
  await deliver(app);
  expect(service.seen.map(({ body }) => JSON.parse(body).data.number)).toEqual([14155550185]);
});

test('a replay and the deletion of its endpoint at once: nothing is sent once the deletion is answered', async () => {
  const { id } = await createEndpoint(app, mine, hook(), ['contact_unsubscribed']);
  await suppress([14155550191, 14155550192, 14155550193]);
  await deliver(app);
  service.seen.splice(0);
  const [replayed, removed] = await Promise.all([replaySince(mine.token, id), remove(mine.token, id)]);
  expect(removed.errors).toBeUndefined();
  if (replayed.errors) expect(replayed).toMatchObject(refused('NOT_FOUND', 'Webhook endpoint not found.'));
  await deliver(app);
  expect(service.seen).toEqual([]);
  expect(await replaySince(mine.token, id)).toMatchObject(refused('NOT_FOUND', 'Webhook endpoint not found.'));
});
