import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { createToken, hashToken, TEAM_TOKEN_PREFIX } from '../../src/modules/identity/auth/tokens.ts';
import { type RunningServer, startServer } from '../../src/server.ts';
import { createServerDatabase } from '../support/database.ts';
import { PATIENCE } from '../support/patience.ts';
import { type DatabaseProxy, proxyTo } from '../support/proxy.ts';
import { withServer } from '../support/server-template.ts';
import { subscribe } from '../support/stream.ts';

const MESSAGE = 'Service Unavailable.';

/** The whole server, with its worker, on a PostgreSQL that goes away and comes back. */
describe.skipIf(inject('databaseTemplate').kind === 'embedded')('while PostgreSQL is away', () => {
  const teamId = randomUUID();
  const token = createToken(TEAM_TOKEN_PREFIX, teamId);
  let databaseUrl: string;
  let proxy: DatabaseProxy;
  let server: RunningServer;
  let campaignId: string;
  beforeAll(async () => {
    const from = inject('databaseTemplate');
    databaseUrl = await createServerDatabase(from.kind === 'server' ? from.template : '');
    proxy = await proxyTo(databaseUrl);
    const config = readConfig({
      ...{
        DATABASE_URL: proxy.url,
        TOKEN_KEY: '0'.repeat(64),
        LOG_LEVEL: 'silent',
        DATA_DIR: '/nonexistent',
        RATE_LIMIT_PER_TOKEN: '0',
      },
      ...{ STATEMENT_TIMEOUT_MS: '3000', OPERATION_TIMEOUT_MS: '4000', SUBSCRIPTION_CHECK_MS: '60000' },
    });
    server = await startServer({ ...config, PORT: 0 });
    const { db } = server.services;
    await db.prisma.team.create({ data: { id: teamId, name: 'Acme' } });
    const hash = hashToken(token);
    await db.prisma.teamToken.create({
      data: { teamId, name: 'T', role: 'owner', tokenHash: hash, tokenCiphertext: hash },
    });
    campaignId = (await db.prisma.smsCampaign.create({ data: { teamId, name: 'Autumn', status: 'running' } })).id;
  });
  afterAll(async () => {
    await server?.close();
    await proxy?.close();
  });

  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  async function graphql(query: string) {
    const response = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
    return (await response.json()) as { data?: unknown; errors?: { extensions: { code: string } }[] };
  }
  const rest = (path: string) => fetch(`${server.url}/api${path}`, { headers });
  const ready = async () => (await fetch(`${server.url}/ready`)).status;
  const createTag = (name: string) => graphql(`mutation { createTag(input: { name: "${name}" }) { name } }`);
  /** In the database, past the proxy. */
  const stored = (sql: string) => withServer(databaseUrl, async (client) => (await client.query(sql)).rows);

  async function hasRecovered() {
    await vi.waitFor(async () => expect(await ready()).toBe(200), PATIENCE);
    await vi.waitFor(async () => expect((await graphql('{ tags { totalCount } }')).errors).toBeUndefined(), PATIENCE);
    // The worker takes jobs again: this one is done once it is gone.
    await stored(`SELECT graphile_worker.add_job('apply_due_profit_rules')`);
    const waiting = () => stored('SELECT FROM graphile_worker._private_jobs WHERE attempts < max_attempts');
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), PATIENCE);
    // The workers of this process are known to live again, on a connection of their own.
    const locks = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 7266100
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    await vi.waitFor(async () => expect((await stored(locks)).length).toBeGreaterThan(0), PATIENCE);
  }

  test('requests are told so, nothing acknowledged is lost, and everything comes back by itself', async () => {
    const events = await subscribe(fetch, 'subscription ($id: ID!) { campaignProgress(id: $id) { status } }', {
      ...{ url: `${server.url}/graphql`, token, variables: { id: campaignId } },
    });
    expect(await events.next()).toEqual({ data: { campaignProgress: { status: 'running' } } });

    const acknowledged: string[] = [];
    const codes = new Set<string | undefined>();
    let isLoaded = true;
    const load = async (who: number) => {
      for (let n = 0; isLoaded; n++) {
        const name = `${who}-${n}`;
        const { errors } = await createTag(name);
        if (errors) codes.add(errors[0]?.extensions.code);
        else acknowledged.push(name);
      }
    };
    const loads = [1, 2, 3, 4].map(load);
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(8), PATIENCE);

    await proxy.cut();
    await vi.waitFor(async () => expect(await ready()).toBe(503), PATIENCE);
    const answer = await rest('/v1/sms/campaigns');
    expect([answer.status, await answer.json()]).toEqual([503, { message: MESSAGE }]);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect((await graphql('{ tags { totalCount } }')).errors?.[0]?.extensions).toEqual({
      code: 'UNAVAILABLE',
      retryAfter: 5,
    });
    expect((await fetch(`${server.url}/health`)).status).toBe(200);

    await proxy.restore();
    const before = acknowledged.length;
    await hasRecovered();
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 4), PATIENCE);
    isLoaded = false;
    await Promise.all(loads);
    // Or one of them took longer than it may.
    expect([...codes].filter((code) => code !== 'UNAVAILABLE' && code !== 'TIMEOUT')).toEqual([]);
    const names = new Set((await stored('SELECT name FROM tags')).map(({ name }) => name));
    expect(acknowledged.filter((name) => !names.has(name))).toEqual([]);

    // What happened meanwhile is told by streams that were open, and what happens from now on.
    await stored(`UPDATE sms_campaigns SET status = 'stopped' WHERE id = '${campaignId}'`);
    await stored(`SELECT pg_notify('changes', 'campaign:${campaignId}')`);
    const isStopped = ({ data }: { data?: unknown }) => JSON.stringify(data).includes('stopped');
    expect(isStopped(await events.until(isStopped))).toBe(true);
    await events.leave();
  });

  test('a network that delivers nothing is answered in time, too', async () => {
    proxy.stall();
    const { errors } = await graphql('{ tags { totalCount } }');
    expect(['TIMEOUT', 'UNAVAILABLE']).toContain(errors?.[0]?.extensions.code);
    await proxy.restore();
    await hasRecovered();
  });

  test('its connections may be ended by its operator', async () => {
    await stored(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`);
    await hasRecovered();
  });
});
