import { randomUUID } from 'node:crypto';
import { createSigningSecret } from 'outgoing-requests';
import { afterEach, expect, inject, test } from 'vitest';
import { sealCredentials } from '../../../../src/modules/delivery/providers/settings.ts';
import type { TestApp } from '../../../support/app.ts';
import { createVoiceCampaign } from '../../../support/calling.ts';
import { type LastingDatabase, lastingDatabase } from '../../../support/lasting-database.ts';
import { PATIENCE } from '../../../support/patience.ts';
import { freePort, killProcesses, startProcess } from '../../../support/process.ts';
import { beginCalls } from '../../../support/simulation/calls/world.ts';
import { createTeamToken } from '../../../support/team.ts';
import { startService } from '../../delivery/providers/webhook-service.ts';

let database: LastingDatabase | undefined;
let service: Awaited<ReturnType<typeof startService>> | undefined;
afterEach(async () => {
  killProcesses();
  await service?.close();
  await database?.remove();
});

const TOKEN_KEY = '0'.repeat(64);
const tokenKeys = [Buffer.from(TOKEN_KEY, 'hex')] as const;

test('a process that is killed between placing calls and storing the answers calls nobody twice', async () => {
  let mayAnswer = false;
  service = await startService((seen, response) => {
    const { reference } = JSON.parse(seen.body).call;
    if (mayAnswer) response.end(JSON.stringify({ status: 'accepted', provider_call_id: `p-${reference}` }));
  });
  database = await lastingDatabase();
  const opened = await database.open();
  const app = { db: opened.prisma, services: { db: opened.db, tokenKeys } } as unknown as TestApp;
  const { id: teamId } = await opened.prisma.team.create({ data: { id: randomUUID(), name: 'Acme' } });
  const { campaignId, secret } = await createVoiceCampaign(app, teamId, {
    account: {
      adapterSettings: { url: service.url, timeoutMs: 60_000 },
      adapterCredentials: sealCredentials(tokenKeys, { secret: createSigningSecret() }),
    },
  });
  const token = await createTeamToken(app, teamId);
  await beginCalls(opened.db, teamId, campaignId, new Date());
  await opened.close();

  const port = await freePort();
  const environment = { TOKEN_KEY, PRIVATE_PROVIDERS: 'true', ...database.environment, PORT: port };
  const { seen } = service;
  const first = await startProcess('main', environment);
  await expect.poll(() => seen.length, PATIENCE).toBe(3);
  await first.end('SIGKILL');

  // As if the lease of what the dead process was placing had ended.
  const between = await database.open();
  const { rows } = await between.pool.query(
    `UPDATE call_placements SET lease_until = now() - interval '1 minute' RETURNING status::text`,
  );
  expect(rows).toEqual([{ status: 'placing' }, { status: 'placing' }, { status: 'placing' }]);
  await between.close();
  mayAnswer = true;
  await startProcess('main', environment);

  const post = async (path: string, headers: Record<string, string>, body: object) => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const look = async () => {
    const query = '{ voiceCampaigns { nodes { status progress { total queued calling unknown ended } } } }';
    const { body } = await post('/graphql', { authorization: `Bearer ${token}` }, { query });
    return (body as { data: { voiceCampaigns: { nodes: object[] } } }).data.voiceCampaigns.nodes[0];
  };
  const unknown = { total: 3, queued: 0, calling: 0, unknown: 3, ended: 0 };
  await expect.poll(look, PATIENCE).toEqual({ status: 'in_progress', progress: unknown });
  // Their events say what became of them, by our reference.
  for (const { body } of seen) {
    const { reference } = JSON.parse(body).call;
    const call = { id: `p-${reference}`, type: 'outboundPhoneCall', metadata: { reference } };
    const message = { type: 'end-of-call-report', call, endedReason: 'voicemail', timestamp: Date.now() };
    const answer = await post(
      '/api/v1/webhooks/calls/receive/extprovider',
      { 'x-webhook-secret': secret },
      { message },
    );
    expect(answer.status).toBe(200);
  }
  const ended = { total: 3, queued: 0, calling: 0, unknown: 0, ended: 3 };
  await expect.poll(look, PATIENCE).toEqual({ status: 'sent', progress: ended });
  expect(new Set(seen.map(({ body }) => JSON.parse(body).call.to)).size).toBe(3);
  expect(seen).toHaveLength(3);
});

test('a process that is killed after it marked calls and before it asked leaves those unknown, and all others wait', async ({
  skip,
}) => {
  if (inject('databaseTemplate').kind === 'embedded') skip('Nobody else can hold the gate of an embedded database.');
  service = await startService((seen, response) => {
    const { reference } = JSON.parse(seen.body).call;
    response.end(JSON.stringify({ status: 'accepted', provider_call_id: `p-${reference}` }));
  });
  database = await lastingDatabase();
  const opened = await database.open();
  const app = { db: opened.prisma, services: { db: opened.db, tokenKeys } } as unknown as TestApp;
  const { id: teamId } = await opened.prisma.team.create({ data: { id: randomUUID(), name: 'Acme' } });
  const { campaignId } = await createVoiceCampaign(app, teamId, {
    contacts: 6,
    account: {
      adapterSettings: { url: service.url, maxInFlight: 2 },
      adapterCredentials: sealCredentials(tokenKeys, { secret: createSigningSecret() }),
    },
  });
  const token = await createTeamToken(app, teamId);
  await beginCalls(opened.db, teamId, campaignId, new Date());

  // As a STOP that is being committed: calls are marked, and wait for it before their provider is asked.
  const gate = await opened.pool.connect();
  await gate.query('SELECT pg_advisory_lock(7266010, hashtext($1))', [teamId]);
  const port = await freePort();
  const patient = { LOCK_TIMEOUT_MS: '100000', STATEMENT_TIMEOUT_MS: '100000' };
  const environment = { TOKEN_KEY, PRIVATE_PROVIDERS: 'true', ...database.environment, ...patient, PORT: port };
  const first = await startProcess('main', environment);
  const placements = async () =>
    (await opened.pool.query(`SELECT status::text, count(*)::int FROM call_placements GROUP BY 1 ORDER BY 1`)).rows;
  const marked = [
    { status: 'claimed', count: 4 },
    { status: 'placing', count: 2 },
  ];
  await expect.poll(placements, PATIENCE).toEqual(marked);
  await first.end('SIGKILL');
  await gate.query('SELECT pg_advisory_unlock_all()');
  gate.release();
  expect([service.seen.length, await placements()]).toEqual([0, marked]);
  await opened.pool.query(`UPDATE call_placements SET lease_until = now() - interval '1 minute'`);
  await startProcess('main', environment);

  const ask = async (query: string, variables: object = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as { data: Record<string, unknown> };
  };
  const look = async () =>
    (
      await ask(`{ voiceCampaigns { nodes { progress { total calling unknown queued ended }
        sends(first: 1) { nodes { id unknownCallCount } } } } }`)
    ).data.voiceCampaigns as { nodes: { progress: object; sends: { nodes: { id: string }[] } }[] };
  const asked = () => service!.seen.map(({ body }) => JSON.parse(body).call.to as string);
  await expect.poll(look, PATIENCE).toMatchObject({
    nodes: [{ progress: { total: 6, calling: 4, unknown: 2 }, sends: { nodes: [{ unknownCallCount: 2 }] } }],
  });
  await expect.poll(() => new Set(asked()).size, PATIENCE).toBe(4);
  const voiceSendId = (await look()).nodes[0]!.sends.nodes[0]!.id;
  const resolve = `mutation ($input: ResolveUnknownCallsInput!) { resolveUnknownCalls(input: $input) { resolvedCount remainingCount } }`;
  expect(await ask(resolve, { input: { voiceSendId, outcome: 'call_again' } })).toEqual({
    data: { resolveUnknownCalls: { resolvedCount: 2, remainingCount: 0 } },
  });
  await expect.poll(() => asked().length, PATIENCE).toBe(6);
  expect(new Set(asked()).size).toBe(6);
  await opened.close();
});
