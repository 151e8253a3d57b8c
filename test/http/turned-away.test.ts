import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type App, createApp } from '../../src/app.ts';
import type { Config } from '../../src/config.ts';
import { listen } from '../../src/web/http-server.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createTeam } from '../support/team.ts';

let base: TestApp;
let token: string;
let lines: string[] = [];
beforeAll(async () => {
  base = await createTestApp({ LOG_LEVEL: 'debug' }, { write: (line) => void lines.push(line) });
});
beforeEach(async () => {
  token = (await createTeam(base)).token;
  lines = [];
  // A minute that ends in the middle of a test would begin a new count.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => base.close());

const servicesWith = (limits: Partial<Config>) => ({
  ...base.services,
  config: { ...base.services.config, ...limits },
});
/** It knows the operation: a text that is new to a process counts as more than one request. */
async function process_(limits: Partial<Config>): Promise<App> {
  const app = createApp(servicesWith(limits));
  processes += 1;
  await ask(app, { address: `10.2.255.${processes}` });
  lines = [];
  return app;
}

interface Asked {
  bearer?: string;
  address?: string;
  path?: string;
  headers?: Record<string, string>;
}
let processes = 0;
let reads = 0;
/** `reads` counts bodies that were read. */
async function ask(app: App, { bearer, address = '10.2.0.1', path = '/graphql', headers = {} }: Asked) {
  const body = new ReadableStream(
    {
      pull(controller) {
        reads += 1;
        controller.enqueue(Buffer.from('{"query": "{ me { role } }"}'));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const init = {
    ...{ method: 'POST', body, duplex: 'half' },
    headers: { 'content-type': 'application/json', ...headers, ...(bearer && { authorization: `Bearer ${bearer}` }) },
  };
  const answer = await app.fetch(new Request(`http://localhost${path}`, init as RequestInit), address);
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
}

describe('who is over the limit is turned away', () => {
  test.each(['/graphql', '/api/v1/offers'])('in the same words as the first time, at %s', async (path) => {
    const app = await process_({ RATE_LIMIT_PER_TOKEN: 1, CORS_ORIGINS: ['https://a.example'] });
    const headers = { origin: 'https://a.example' };
    await ask(app, { bearer: token, path, headers });
    const [first, second] = [
      await ask(app, { bearer: token, path, headers }),
      await ask(app, { bearer: token, path, headers }),
    ];
    expect(first.status).toBe(429);
    expect(second).toEqual({ ...first, headers: { ...first.headers, 'x-trace-id': expect.any(String) } });
    expect(second.headers['x-trace-id']).not.toBe(first.headers['x-trace-id']);
    expect(second.headers['access-control-allow-origin']).toBe('https://a.example');
    expect(Number(second.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('and told how long it still has to wait', async () => {
    vi.setSystemTime('2026-03-01T10:00:10.000Z');
    const app = await process_({ RATE_LIMIT_PER_ADDRESS: 1 });
    const waits: string[] = [];
    for (const second of [10, 10, 10, 10, 40, 59]) {
      vi.setSystemTime(`2026-03-01T10:00:${second}.000Z`);
      waits.push((await ask(app, {})).headers['retry-after'] ?? 'heard');
    }
    expect(waits).toEqual(['heard', '50', '50', '50', '20', '1']);
    vi.setSystemTime('2026-03-01T10:01:00.000Z');
    expect((await ask(app, {})).status).toBe(200);
  });

  test('and its body is not read, nor the database asked', async () => {
    const app = await process_({ RATE_LIMIT_PER_TOKEN: 1, TOKEN_CACHE_MS: 0 });
    await ask(app, { bearer: token });
    await ask(app, { bearer: token });
    reads = 0;
    const statements = await base.statements(async () => {
      const lookUps = await base.lookUps(async () => {
        expect((await ask(app, { bearer: token })).status).toBe(429);
      });
      expect(lookUps).toBe(0);
    });
    expect([statements, reads]).toEqual([[], 0]);
  });

  test('alone: others of its address and its other limits are heard', async () => {
    const app = await process_({ RATE_LIMIT_PER_TOKEN: 2, RATE_LIMIT_PER_ADDRESS: 2 });
    const other = (await createTeam(base, 'Other')).token;
    const of = async (bearer?: string) => (await ask(app, bearer ? { bearer } : {})).status;
    expect([await of(token), await of(token), await of(token), await of(token)]).toEqual([200, 200, 429, 429]);
    expect([await of(other), await of()]).toEqual([200, 200]);
    expect([await of(), await of(), await of()]).toEqual([200, 429, 429]);
    expect(await of(other)).toBe(200);
  });

  test('with one line in the log for each minute and not one for each request', async () => {
    const app = await process_({ RATE_LIMIT_PER_TOKEN: 1 });
    for (let request = 0; request < 5; request++) await ask(app, { bearer: token });
    const levels = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    expect(levels.map(({ status, code, level }) => [status, code, level])).toEqual([
      [200, undefined, 30],
      [429, 'RATE_LIMITED', 40],
      ...Array.from({ length: 3 }, () => [429, 'RATE_LIMITED', 20]),
    ]);
  });

  test('not where a browser only asks whether it may ask', async () => {
    const app = await process_({ RATE_LIMIT_PER_ADDRESS: 1, CORS_ORIGINS: ['https://a.example'] });
    const preflight = () =>
      app.fetch(
        new Request('http://x/graphql', { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST' } }),
        '10.2.0.9',
      );
    for (let request = 0; request < 3; request++) await ask(app, { address: '10.2.0.9' });
    expect((await preflight()).status).toBe(204);
  });

  test('on a connection that stays open, unless much of the request is still to come', async () => {
    const services = servicesWith({ RATE_LIMIT_PER_ADDRESS: 1, PORT: 0 });
    const { url, close } = await listen(createApp(services), services);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.setEncoding('utf8');
    const answered = async (length: number, sent: number) => {
      const head = `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
      socket.write(head + '{"query":"{ me { role } }"}'.padEnd(sent));
      const [text] = (await once(socket, 'data')) as [string];
      return [text.slice(9, 12), /^connection: (.*)/im.exec(text)![1]!.trim()];
    };
    expect(await answered(10_000, 10_000)).toEqual(['200', 'keep-alive']);
    expect(await answered(10_000, 10_000)).toEqual(['429', 'keep-alive']);
    expect(await answered(10_000, 10_000)).toEqual(['429', 'keep-alive']);
    expect(await answered(100_000, 1_000)).toEqual(['429', 'close']);
    socket.destroy();
    await close();
  });
});

describe('a token that stands for nobody', () => {
  const wrong = () => `${token.slice(0, -6)}abcdef`;

  test('is looked up once within the time it is known for, and counts as a guess once', async () => {
    const app = await process_({ TOKEN_CACHE_MS: 60_000, RATE_LIMIT_PER_ADDRESS: 3 });
    const [one, other] = [wrong(), `${token.slice(0, -6)}abcdee`];
    const statuses: number[] = [];
    const lookUps = await base.lookUps(async () => {
      for (const bearer of [one, one, one]) statuses.push((await ask(app, { bearer, address: '10.2.1.1' })).status);
    });
    expect([lookUps, statuses]).toEqual([1, [200, 200, 200]]);
    // Under the address the requests are too many now, and who has a good token is still heard.
    expect((await ask(app, { bearer: one, address: '10.2.1.1' })).status).toBe(429);
    expect((await ask(app, { bearer: other, address: '10.2.1.1' })).status).toBe(429);
    expect((await ask(app, { bearer: token, address: '10.2.1.1' })).status).toBe(200);
  });

  test('is not kept when it is longer than any token', async () => {
    const app = await process_({ TOKEN_CACHE_MS: 60_000, RATE_LIMIT_PER_ADDRESS: 100 });
    const long = wrong().padEnd(201, 'a');
    const lookUps = (bearer: string) =>
      base.lookUps(async () => {
        for (let request = 0; request < 3; request++) await ask(app, { bearer, address: '10.2.1.3' });
      });
    expect([await lookUps(long), await lookUps(long.slice(0, 200))]).toEqual([3, 1]);
  });

  test('is looked up each time where nothing is kept', async () => {
    const app = await process_({ TOKEN_CACHE_MS: 0, RATE_LIMIT_PER_ADDRESS: 100 });
    const bearer = wrong();
    const lookUps = await base.lookUps(async () => {
      for (let request = 0; request < 3; request++) await ask(app, { bearer, address: '10.2.1.2' });
    });
    expect(lookUps).toBe(3);
  });
});
