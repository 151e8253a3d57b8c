import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { SIZES } from '../../prisma/seed/sizes.ts';
import { seedDemo } from '../../prisma/seed.ts';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/database/client.ts';
import { createShortCodes } from '../../src/modules/delivery/links/short-codes.ts';
import { startServer } from '../../src/server.ts';
import { call, roots, sampleArguments } from '../contract/schema-calls.ts';
import { type TestApp, testAppOn, testConfig } from '../support/app-on.ts';
import { markAsTest } from '../support/calls.ts';
import { type Cluster, postgresPrograms, startCluster, WITHOUT_PROGRAMS } from '../support/cluster.ts';
import { PERSON, visit } from '../support/hooks.ts';
import { PATIENCE } from '../support/patience.ts';
import { signIn } from '../support/people.ts';

const REFUSED = { message: 'This server only reads. Send changes to one that writes.', code: 'UNAVAILABLE' };

/** A server with READ_ONLY on a replica that streams from the database of one that writes. */
describe.skipIf(!postgresPrograms)(`on a replica${WITHOUT_PROGRAMS}`, () => {
  let cluster: Cluster;
  let replica: string;
  let writer: TestApp;
  let reader: TestApp;
  let token: string;
  const logged: string[] = [];
  beforeAll(async () => {
    cluster = await startCluster();
    writer = testAppOn(await openDatabase({ url: cluster.url }), testConfig());
    const { db } = writer;
    await seedDemo({ ...writer.services, db: writer.sql, pool: writer.pool }, undefined, { 1: SIZES[1], 2: SIZES[1] });
    const team = await db.team.findFirstOrThrow({ orderBy: { createdAt: 'asc' } });
    token = await signIn(writer, [[team.id, 'owner']]);
    const { id: campaignId } = await db.smsCampaign.findFirstOrThrow({ where: { teamId: team.id } });
    const { id: fileId } = await db.dataFile.findFirstOrThrow({ where: { teamId: team.id } });
    const { id: conversationId } = await db.conversation.findFirstOrThrow({ where: { teamId: team.id } });
    const { id: callId } = await db.call.findFirstOrThrow({ where: { teamId: team.id } });
    await markAsTest(db, team.id, callId);
    const { id: testId } = await db.smsTestResult.findFirstOrThrow({ where: { teamId: team.id } });
    const progress = {
      campaignProgress: { id: campaignId },
      dataFileProgress: { id: fileId },
      smsTestProgress: { id: testId },
      voiceTestProgress: { id: callId },
    };
    Object.assign(idOf, {
      ...progress,
      smsMessageChanged: { smsCampaignId: campaignId },
      conversationChanged: { id: conversationId },
    });
    replica = await cluster.follow();
    const write = (line: string) => void (JSON.parse(line).msg === 'request' || logged.push(line));
    const log = pino({ level: 'warn' }, { write });
    reader = testAppOn(
      await openDatabase({ url: replica, readOnly: true }),
      testConfig({ READ_ONLY: true, RATE_LIMIT_PER_TOKEN: 10_000 }),
      { logger: log },
    );
  });
  afterAll(async () => {
    await reader?.close();
    await writer?.close();
    await cluster?.remove();
  });

  const rootsOf = (wanted: string) => roots.filter(({ kind }) => kind === wanted);
  const idOf: Record<string, Record<string, string>> = {};
  const errorOf = async (root: (typeof roots)[number]) => {
    const { errors } = await call(reader, root, { ...sampleArguments(root), ...idOf[root.field.name] }, { token });
    const error = errors?.[0];
    return error && { message: error.message, code: error.extensions.code };
  };

  test('every query is answered but the dry run, which writes what it then undoes', async () => {
    const refused: Record<string, unknown> = {};
    for (const root of rootsOf('query')) {
      const error = await errorOf(root);
      if (error?.code === 'UNAVAILABLE' || error?.code === 'INTERNAL_SERVER_ERROR') refused[root.field.name] = error;
    }
    expect(refused).toEqual({ previewSmsCampaign: REFUSED, previewVoiceCampaign: REFUSED });
    expect(logged).toEqual([]);
  });

  test('what was written a moment ago is read, over both APIs, as a report and as CSV', async () => {
    const { data } = await writer.graphql<{ createTag: { id: string } }>(
      'mutation { createTag(input: { name: "Followed" }) { id } }',
      { token },
    );
    await expect
      .poll(async () => (await reader.graphql(TAGS, { token })).data, PATIENCE)
      .toEqual({ tags: { nodes: expect.arrayContaining([{ id: data!.createTag.id, name: 'Followed' }]) } });

    const asked = `{ smsCampaigns { nodes { name sends { nodes { status logs { nodes { text } } } } } }
      smsReport(groupBy: [network_id]) { groups { keys { value } metrics { messages } } totals { messages } } }`;
    const read = await reader.graphql(asked, { token });
    expect(read.errors).toBeUndefined();
    expect(read).toEqual(await writer.graphql(asked, { token }));
    for (const path of ['/v1/sms/campaigns', '/v1/platform/team/tokens']) {
      const { status, body } = await reader.rest('GET', path, { token });
      expect(status).toBe(200);
      expect(body).toEqual((await writer.rest('GET', path, { token })).body);
    }
    const { data: exported } = await reader.graphql<{ smsReportExport: { url: string } }>(
      '{ smsReportExport(groupBy: [network_id]) { url } }',
      { token },
    );
    const csv = await visit(reader, new URL(exported!.smsReportExport.url, 'http://localhost').pathname);
    expect(csv.status).toBe(200);
    expect(csv.body.split('\n').length).toBeGreaterThan(2);
    const { data: seller } = await reader.graphql<{ clientCompanies: { nodes: { priceListUrl: string }[] } }>(
      '{ clientCompanies(first: 1) { nodes { priceListUrl } } }',
      { token },
    );
    const { pathname } = new URL(seller!.clientCompanies.nodes[0]!.priceListUrl, 'http://localhost');
    const headers = { authorization: `Bearer ${token}` };
    expect(await visit(reader, pathname, { headers })).toMatchObject({ status: 200 });
    expect(logged).toEqual([]);
  });

  test('every mutation and subscription is refused, and leaves nothing to be written later', async () => {
    for (const root of rootsOf('mutation')) {
      expect({ [root.field.name]: await errorOf(root) }).toEqual({ [root.field.name]: REFUSED });
    }
    for (const root of rootsOf('subscription')) {
      expect({ [root.field.name]: await errorOf(root) }).toEqual({
        [root.field.name]: { message: 'This server only reads. Subscribe at one that writes.', code: 'UNAVAILABLE' },
      });
    }
    await reader.writeTraces();
    expect(logged).toEqual([]);
  });

  test('what comes from outside is refused as for now, so that it is sent again', async () => {
    const created = await reader.rest('POST', '/v1/offers', { token, body: { name: 'A', url: 'https://a.example' } });
    expect(created).toMatchObject({ status: 503, body: { message: REFUSED.message } });
    expect(created.headers.get('retry-after')).toBe('5');
    const outside = { status: 503, location: null, body: JSON.stringify({ message: REFUSED.message }) };
    const anyone = '01900000-0000-7000-8000-000000000000';
    for (const path of [`/hooks/sms/${anyone}/${anyone}`, '/hooks/sms', `/postbacks/${anyone}`, '/postbacks']) {
      expect(await visit(reader, path, { method: 'POST', body: '{}' })).toEqual(outside);
    }
    expect(await visit(reader, `/postbacks/${anyone}?click_id=a`)).toEqual(outside);
    for (const path of ['/l/2222222222', '/l/x', '/l']) expect(await visit(reader, path)).toEqual(outside);
    expect(await visit(reader, '/l/2222222222', { method: 'HEAD' })).toEqual({ ...outside, body: '' });
    const [linkCode] = createShortCodes(1);
    const { teamId, id } = await writer.db.smsMessage.findFirstOrThrow({ where: { linkCode: { not: null } } });
    await writer.db.smsMessage.update({ where: { teamId_id: { teamId, id } }, data: { linkCode: linkCode! } });
    await expect
      .poll(() => visit(reader, `/l/${linkCode}`, { headers: PERSON }), PATIENCE)
      .toEqual({ status: 503, location: null, body: JSON.stringify({ message: REFUSED.message }) });
  });

  test('requests are limited by this process alone', async () => {
    const limited = testAppOn(
      await openDatabase({ url: replica, readOnly: true }),
      testConfig({ READ_ONLY: true, RATE_LIMIT_PER_TOKEN: 40 }),
    );
    const codes: unknown[] = [];
    // Within one minute, whatever the clock says.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    for (let n = 0; n < 41; n++) codes.push((await limited.graphql(TAGS, { token })).errors?.[0]?.extensions.code);
    vi.useRealTimers();
    await limited.close();
    expect([codes[0], codes.at(-1)]).toEqual([undefined, 'RATE_LIMITED']);
    expect(await writer.db.rateLimit.count({ where: { key: { startsWith: 'token' } } })).toBe(0);
  });

  test('a server starts on it without writing; not on one that lacks a migration', async () => {
    const config = readConfig({
      DATABASE_URL: replica,
      READ_ONLY: 'on',
      TOKEN_KEY: '07'.repeat(32),
      LOG_LEVEL: 'silent',
    });
    expect(config.WORKER).toBe(false);
    const server = await startServer({ ...config, PORT: 0 });
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: TAGS }),
    });
    expect(await response.json()).toMatchObject({ data: { tags: { nodes: expect.any(Array) } } });
    await server.close();

    const newest = `(SELECT max(migration_name) FROM _prisma_migrations)`;
    const forgotten = await writer.pool.query(
      `DELETE FROM _prisma_migrations WHERE migration_name = ${newest} RETURNING migration_name AS name`,
    );
    const { name } = forgotten.rows[0];
    await expect
      .poll(() => startServer({ ...config, PORT: 0 }).catch((error: Error) => error.message), PATIENCE)
      .toBe(
        `The database lacks migration ${name}, and READ_ONLY applies none. Start a server that writes first; a replica needs a moment to follow.`,
      );
  });

  test('on a primary it writes no more than on a replica', async () => {
    const database = await openDatabase({ url: cluster.url, readOnly: true });
    await expect(database.pool.query('DELETE FROM traces')).rejects.toMatchObject({ code: '25006' });
    await database.close();
  });
});

const TAGS = '{ tags(first: 100) { nodes { id name } } }';

test('READ_ONLY needs a server', () => {
  expect(() => readConfig({ READ_ONLY: 'on' })).toThrow('DATABASE_URL: READ_ONLY needs it');
});
