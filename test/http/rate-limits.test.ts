import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type App, createApp } from '../../src/app.ts';
import type { Config } from '../../src/config.ts';
import { networkOf } from '../../src/network.ts';
import { createRateLimit } from '../../src/rate-limit.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { PATIENCE } from '../support/patience.ts';
import { createTeam, createTeamToken } from '../support/team.ts';

let base: TestApp;
let teamId: string;
let token: string;

beforeAll(async () => {
  base = await createTestApp();
  teamId = (await createTeam(base)).team.id;
});
beforeEach(async () => {
  token = await createTeamToken(base, teamId);
  // A minute that ends in the middle of a test would begin a new count.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => base.close());

const process_ = (limits: Partial<Config>): App =>
  createApp({ ...base.services, config: { ...base.services.config, ...limits } });

const rest = (app: App, bearer?: string, address?: string, path = '/v1/platform/team/tokens') =>
  app.fetch(
    new Request(`http://localhost/api${path}`, { headers: bearer ? { authorization: `Bearer ${bearer}` } : {} }),
    address,
  );
const graphql = (app: App, bearer: string) =>
  app.fetch(
    new Request('http://localhost/graphql', {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ me { teamName } }' }),
    }),
  );
const limitsOf = ({ headers }: Response) =>
  ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`));

describe('a token', () => {
  test('is told what is left, and then to wait, on both faces', async () => {
    const app = process_({ RATE_LIMIT_PER_TOKEN: 3 });
    const reset = String((Math.floor(Date.now() / 60_000) + 1) * 60);
    expect(limitsOf(await rest(app, token))).toEqual(['3', '2', reset]);
    expect(limitsOf(await graphql(app, token))).toEqual(['3', '1', reset]);
    expect(limitsOf(await rest(app, token))).toEqual(['3', '0', reset]);

    const refused = await rest(app, token);
    expect([refused.status, await refused.json()]).toEqual([429, { message: 'Too Many Attempts.' }]);
    expect(limitsOf(refused)).toEqual(['3', '0', reset]);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);

    const asked = await graphql(app, token);
    expect(asked.status).toBe(429);
    expect(await asked.json()).toEqual({
      errors: [{ message: 'Too Many Attempts.', extensions: { code: 'RATE_LIMITED', retryAfter: expect.any(Number) } }],
    });
    expect(asked.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  test('has one count in all processes on a database', async () => {
    const [one, other] = [process_({ RATE_LIMIT_PER_TOKEN: 10 }), process_({ RATE_LIMIT_PER_TOKEN: 10 })];
    const statuses: number[] = [];
    for (let request = 0; request < 7; request++) {
      statuses.push((await rest(one, token)).status, (await rest(other, token)).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.slice(10)).toEqual([429, 429, 429, 429]);
  });

  test('is refused only when its own requests were too many', async () => {
    const app = process_({ RATE_LIMIT_PER_TOKEN: 1 });
    const another = await createTeamToken(base, teamId);
    expect((await rest(app, token)).status).toBe(200);
    expect((await rest(app, token)).status).toBe(429);
    expect((await rest(app, another)).status).toBe(200);
  });

  test('is not limited by 0, and then hears of no limit', async () => {
    const response = await rest(process_({ RATE_LIMIT_PER_TOKEN: 0 }), token);
    expect(limitsOf(response)).toEqual([null, null, null]);
  });
});

describe('an operation that is refused before it runs counts as ten requests', () => {
  const ask = (
    app: App,
    query: string,
    { bearer, from, accept }: { bearer?: string; from?: string; accept?: string },
  ) =>
    app.fetch(
      new Request('http://localhost/graphql', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(bearer && { authorization: `Bearer ${bearer}` }),
          ...(accept && { accept }),
        },
        body: JSON.stringify({ query }),
      }),
      from,
    );

  const spread = (at: number) => `fragment f${at} on Viewer { role ...f${at + 1} ...f${at + 1} }`;
  const bomb = `{ me { ...f0 } } ${Array.from({ length: 20 }, (_, at) => spread(at)).join(' ')} fragment f20 on Viewer { role }`;

  test.each([
    ['no document', '{ me {'],
    ['not valid', '{ nothing }'],
    ['too large', bomb],
    ['too many tokens', `{ ${'a '.repeat(6_000)} }`],
  ])('%s, from an address', async (what, query) => {
    const app = process_({ RATE_LIMIT_PER_ADDRESS: 40 });
    const from = `10.1.0.${what.length}`;
    const statuses: number[] = [];
    for (let at = 0; at < 5; at++) statuses.push((await ask(app, query, { from })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });

  test.each([
    ['too costly', '{ smsCampaigns(first: 100) { nodes { sends(first: 100) { logs(first: 100) { id } } } } }', 'COST'],
    ['too deep', '{ smsCampaigns { nodes { name } } }', 'DEPTH'],
    ['too deep a subscription', 'subscription { callEventReceived { type } }', 'DEPTH'],
  ])('%s, with a token', async (_, query, limit) => {
    const app = process_({ RATE_LIMIT_PER_TOKEN: 20, GRAPHQL_MAX_DEPTH: limit === 'DEPTH' ? 1 : 15 });
    const accept = query.startsWith('subscription') ? 'text/event-stream' : 'application/json';
    const refusal = async () => {
      const response = await ask(app, query, { bearer: token, accept });
      return [response.status, /"code":"(\w+)"/.exec(await response.text())?.[1]];
    };
    const expected = [200, `${limit}_LIMIT_EXCEEDED`];
    expect([await refusal(), await refusal(), await refusal()]).toEqual([expected, expected, [429, 'RATE_LIMITED']]);
  });

  test('and one that runs as one, whatever it answers', async () => {
    const app = process_({ RATE_LIMIT_PER_ADDRESS: 40 });
    const statuses: number[] = [];
    for (let at = 0; at < 41; at++) statuses.push((await ask(app, '{ me { role } }', { from: '10.1.1.1' })).status);
    expect(statuses).toEqual([...Array.from({ length: 40 }, () => 200), 429]);
  });
});

describe('an address', () => {
  test('is limited where no token is known, and not where one is', async () => {
    const app = process_({ RATE_LIMIT_PER_ADDRESS: 2, RATE_LIMIT_PER_TOKEN: 100 });
    const from = `10.0.0.${Math.floor(Math.random() * 250)}`;
    const statuses = [];
    for (const bearer of [undefined, 'obt_guessed', undefined, token]) {
      statuses.push((await rest(app, bearer, from)).status);
    }
    expect(statuses).toEqual([401, 401, 429, 200]);
    expect((await rest(app, undefined, '10.0.1.1')).status).toBe(401);
  });

  test('that guesses tokens has no more of them looked up than it may ask', async () => {
    const app = process_({ RATE_LIMIT_PER_ADDRESS: 5 });
    const guess = (at: number) => rest(app, `obt_${String(at).padStart(32, '0')}`, '10.0.3.1');
    const lookUps = await base.lookUps(() => Promise.all(Array.from({ length: 60 }, (_, at) => guess(at))));
    expect(lookUps).toBe(5);
    expect(await base.lookUps(() => guess(61))).toBe(0);
    expect((await guess(62)).status).toBe(429);
  });

  test('that guesses tokens does not keep those in use from being heard', async () => {
    const app = process_({ RATE_LIMIT_PER_ADDRESS: 2 });
    expect((await rest(app, token, '10.0.4.1')).status).toBe(200);
    const statuses: number[] = [];
    for (const bearer of ['obt_wrong', 'obt_wrong', 'obt_wrong', token]) {
      statuses.push((await rest(app, bearer, '10.0.4.1')).status);
    }
    expect(statuses).toEqual([401, 401, 429, 200]);
  });

  test('may have any number of good tokens', async () => {
    const app = process_({ RATE_LIMIT_PER_ADDRESS: 2 });
    const tokens = [token, await createTeamToken(base, teamId), await createTeamToken(base, teamId)];
    const answers = await Promise.all(tokens.slice(0, 2).map((bearer) => rest(app, bearer, '10.0.5.1')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await rest(app, tokens[2], '10.0.5.1')).status).toBe(200);
  });

  test('of a provider that reports calls counts apart', async () => {
    const app = process_({ RATE_LIMIT_PER_ADDRESS: 1, RATE_LIMIT_WEBHOOKS: 2 });
    const report = () =>
      app.fetch(
        new Request('http://localhost/api/v1/webhooks/calls/receive/extprovider', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-webhook-secret': 'wrong' },
          body: JSON.stringify({ message: '{}' }),
        }),
        '10.0.2.1',
      );
    expect((await rest(app, undefined, '10.0.2.1')).status).toBe(401);
    expect([(await report()).status, (await report()).status, (await report()).status]).toEqual([401, 401, 429]);
  });

  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:01:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:1:2:3:4:192.0.2.7', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s is counted as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

test('what asks for life and readiness is never limited', async () => {
  const app = process_({ RATE_LIMIT_PER_ADDRESS: 1 });
  for (const path of ['/health', '/ready', '/health', '/ready']) {
    expect((await app.fetch(new Request(`http://localhost${path}`))).status).toBe(200);
  }
});

describe('a limit', () => {
  const create = (name: string, limit: number, now?: () => number) => {
    const errors: unknown[] = [];
    const { pool } = base;
    return { ...createRateLimit({ pool, name, limit, now, onError: (error) => errors.push(error) }), errors };
  };

  test('costs one statement in a twentieth of its requests', async () => {
    const { count } = create('steps', 1_000);
    const statements = await base.statements(async () => {
      for (let request = 0; request < 500; request++) await count('a');
    });
    expect(statements).toHaveLength(10);
  });

  test('lets two processes through with a twentieth each too many, at most', async () => {
    const processes = [create('shared', 200), create('shared', 200)];
    let passed = 0;
    for (let request = 0; request < 400; request++) {
      if ((await processes[request % 2]!.count('a')).remaining >= 0) passed += 1;
    }
    expect(passed).toBeGreaterThanOrEqual(200);
    expect(passed).toBeLessThanOrEqual(220);
  });

  test('is exact in one process, however many requests come at once', async () => {
    const { count } = create('burst', 50);
    const quotas = await Promise.all(Array.from({ length: 200 }, () => count('a')));
    expect(quotas.filter(({ remaining }) => remaining >= 0)).toHaveLength(50);
  });

  test('begins anew with every minute', async () => {
    let now = 120_000;
    const { count } = create('minutes', 1, () => now);
    expect(await count('a')).toEqual({ limit: 1, remaining: 0, resetAt: 180 });
    expect((await count('a')).remaining).toBe(-1);
    now = 180_000;
    expect(await count('a')).toEqual({ limit: 1, remaining: 0, resetAt: 240 });
  });

  test('holds for each of more callers than it keeps in mind', async () => {
    const { count } = create('many', 40);
    const ask = async (key: string) => (await count(key)).remaining >= 0;
    const busy = Array.from({ length: 60 }, () => ask('busy'));
    expect((await Promise.all(busy)).filter(Boolean)).toHaveLength(40);
    const told = () => base.pool.query("SELECT points FROM rate_limits WHERE key LIKE 'many:%:busy'");
    await vi.waitFor(async () => expect((await told()).rows).toEqual([{ points: 40 }]), PATIENCE);
    for (let caller = 0; caller < 250_000; caller++) void count(`caller ${caller}`);
    // It may have been forgotten, and then hears of its share from the others, after a twentieth.
    let passed = 0;
    for (let request = 0; request < 60; request++) passed += Number(await ask('busy'));
    expect(passed).toBeLessThanOrEqual(2);
    passed = 0;
    for (let request = 0; request < 60; request++) passed += Number(await ask('late'));
    expect(passed).toBe(40);
  });

  test('goes on counting by itself when the database does not answer', async () => {
    const errors: unknown[] = [];
    const pool = { query: () => Promise.reject(new Error('gone')) } as never;
    const { count } = createRateLimit({ pool, name: 'alone', limit: 2, onError: (error) => errors.push(error) });
    const quotas = [await count('a'), await count('a'), await count('a')];
    expect(quotas.map(({ remaining }) => remaining)).toEqual([1, 0, -1]);
    expect(errors).toHaveLength(2);
  });
});
