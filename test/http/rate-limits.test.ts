import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type App, createApp } from '../../src/app.ts';
import type { Config } from '../../src/config.ts';
import { networkOf } from '../../src/input/network.ts';
import { createRateLimit } from '../../src/web/rate-limit.ts';
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
  test('is told what is left, and then to wait, in both APIs', async () => {
    const app = process_({ RATE_LIMIT_PER_TOKEN: 3 });
    // A text that is new to the process counts as more.
    await graphql(app, await createTeamToken(base, teamId));
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

describe('an operation counts as more requests than one', () => {
  interface By {
    bearer?: string | undefined;
    from?: string;
    accept?: string;
  }
  const ask = (app: App, query: string, { bearer, from, accept }: By) =>
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
  /** What the operation counts as. */
  async function counted(app: App, query: string, by: By): Promise<number> {
    const left = async () => Number((await rest(app, by.bearer, by.from)).headers.get('x-ratelimit-remaining'));
    const before = await left();
    await (await ask(app, query, by)).text();
    return before - (await left()) - 1;
  }
  const at = (host: number) => ({ from: `10.1.0.${host}` });

  const spread = (at: number) => `fragment f${at} on Viewer { role ...f${at + 1} ...f${at + 1} }`;
  const bomb = `{ me { ...f0 } } ${Array.from({ length: 20 }, (_, at) => spread(at)).join(' ')} fragment f20 on Viewer { role }`;

  test.each([
    ['no document', 11, '{ me {'],
    ['not valid', 12, '{ nothing }'],
    ['too large', 13, bomb],
    ['too many tokens', 14, `{ ${'a '.repeat(6_000)} }`],
  ])('50 when it is refused and new, 10 when that is known: %s', async (_what, host, query) => {
    const app = process_({ RATE_LIMIT_PER_ADDRESS: 600, RATE_LIMIT_PER_TOKEN: 600 });
    // Each from an address of its own: what another test counted there is learnt in the middle of this one.
    const by = at(host);
    expect([await counted(app, query, by), await counted(app, query, by), await counted(app, query, by)]).toEqual([
      50, 10, 10,
    ]);
    // Whoever else sends it finds it known.
    expect(await counted(app, query, at(host + 100))).toBe(10);
    expect(await counted(app, `${query} `, { bearer: token })).toBe(50);
  });

  test('and is refused in the same words each time', async () => {
    const app = process_({ RATE_LIMIT_PER_ADDRESS: 600 });
    const answers = ['{ nothing }', '{ nothing }', '{ nothing }'].map(async (query) =>
      (await ask(app, query, at(30))).text(),
    );
    const [first, ...others] = await Promise.all(answers);
    expect(JSON.parse(first!)).toEqual({
      errors: [
        {
          message: 'Cannot query field "nothing" on type "Query".',
          locations: [{ line: 1, column: 3 }],
          extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
        },
      ],
    });
    expect(others).toEqual([first, first]);
  });

  test('5 when its text is new to the process, one more for each 1,000 characters, and then one', async () => {
    const app = process_({ RATE_LIMIT_PER_TOKEN: 600 });
    const by = { bearer: token };
    const long = `{ me { role } } # ${'x'.repeat(2_982)}`;
    expect([await counted(app, '{ me { role } }', by), await counted(app, '{ me { role } }', by)]).toEqual([5, 1]);
    expect([await counted(app, long, by), await counted(app, long, by)]).toEqual([8, 1]);
  });

  test.each([
    [
      'too costly',
      '{ smsCampaigns(first: 100) { nodes { sends(first: 100) { nodes { logs(first: 100) { nodes { id } } } } } } }',
      'COST',
    ],
    ['too deep', '{ smsCampaigns { nodes { name } } }', 'DEPTH'],
    ['too deep a subscription', 'subscription { callEventReceived { type } }', 'DEPTH'],
  ])('10 when it is valid and refused: %s', async (_, query, limit) => {
    const app = process_({ RATE_LIMIT_PER_TOKEN: 600, GRAPHQL_MAX_DEPTH: limit === 'DEPTH' ? 1 : 15 });
    const accept = query.startsWith('subscription') ? 'text/event-stream' : 'application/json';
    const by = { bearer: token, accept };
    const refusal = await (await ask(app, query, by)).text();
    expect(/"code":"(\w+)"/.exec(refusal)?.[1]).toBe(`${limit}_LIMIT_EXCEEDED`);
    expect([await counted(app, query, by), await counted(app, query, by)]).toEqual([10, 10]);
  });

  test('so that who goes on is told to wait, with a token or without', async () => {
    const app = process_({ RATE_LIMIT_PER_ADDRESS: 100, RATE_LIMIT_PER_TOKEN: 100 });
    for (const by of [at(40), { bearer: token }]) {
      const statuses: number[] = [];
      const kind = Object.keys(by).join();
      for (let n = 0; n < 4; n++) statuses.push((await ask(app, `{ ${kind}${n} }`, by)).status);
      expect(statuses).toEqual([200, 200, 429, 429]);
      expect((await ask(app, '{ me { role } }', by)).headers.get('retry-after')).toMatch(/^\d+$/);
    }
  });

  test('and a hundred new ones in a minute, typed without a token, are heard at the default limits', async () => {
    const app = process_({ RATE_LIMIT_PER_ADDRESS: 600, RATE_LIMIT_PER_TOKEN: 6_000 });
    for (const by of [at(50), { bearer: token }]) {
      const statuses = new Set<number>();
      for (let n = 0; n < 100; n++) statuses.add((await ask(app, `{ me { a${n}: role } }`, by)).status);
      expect([...statuses]).toEqual([200]);
    }
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
  const create = (name: string, limit: number, now = () => 120_000) => {
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
    const { count } = createRateLimit({
      pool,
      name: 'alone',
      limit: 2,
      now: () => 120_000,
      onError: (error) => errors.push(error),
    });
    const quotas = [await count('a'), await count('a'), await count('a')];
    expect(quotas.map(({ remaining }) => remaining)).toEqual([1, 0, -1]);
    expect(errors).toHaveLength(2);
  });
});
