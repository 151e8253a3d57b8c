import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type App, createApp } from '../../src/app.ts';
import type { Config } from '../../src/config.ts';
import { sha256 } from '../../src/graphql/persisted-operations.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createTeam } from '../support/team.ts';

const NAME = '{ me { teamName } }';
const ROLE = 'query Role { me { role } }';
const hashed = (text: string) => ({ persistedQuery: { version: 1, sha256Hash: sha256(text) } });
const refusal = (message: string, code: string) => ({ errors: [{ message, extensions: { code } }] });
const UNKNOWN = refusal('PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND');
const ONLY = refusal('Only the operations that this server knows by their hash may be run.', 'PERSISTED_QUERY_ONLY');

let base: TestApp;
let token: string;
let directory: string;

beforeAll(async () => {
  base = await createTestApp();
  token = (await createTeam(base)).token;
  directory = await mkdtemp(join(tmpdir(), 'operations-'));
  await writeFile(join(directory, 'name.graphql'), NAME);
});
afterAll(async () => {
  await rm(directory, { recursive: true });
  await base.close();
});

const appWith = (config: Partial<Config> = {}): App =>
  createApp({ ...base.services, config: { ...base.services.config, ...config } });

async function post(app: App, body: object) {
  const response = await app.fetch(
    new Request('http://localhost/graphql', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
  return response.json();
}

async function get(app: App, query: Record<string, string>) {
  const response = await app.fetch(
    new Request(`http://localhost/graphql?${new URLSearchParams(query)}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    }),
  );
  return response.json();
}

describe('an operation sent with its hash', () => {
  test('runs by the hash alone from then on, over POST and GET', async () => {
    const app = appWith();
    const data = { me: { teamName: 'Acme' } };
    expect(await post(app, { extensions: hashed(NAME) })).toEqual(UNKNOWN);
    expect(await post(app, { query: NAME, extensions: hashed(NAME) })).toEqual({ data });
    expect(await post(app, { extensions: hashed(NAME) })).toEqual({ data });
    expect(await get(app, { extensions: JSON.stringify(hashed(NAME)) })).toEqual({ data });
  });

  test('is refused when the hash is another one’s', async () => {
    const app = appWith();
    expect(await post(app, { query: ROLE, extensions: hashed(NAME) })).toEqual(
      refusal('The sha256Hash is not that of the query.', 'BAD_REQUEST'),
    );
    expect(await post(app, { extensions: hashed(NAME) })).toEqual(UNKNOWN);
  });

  test.each([{ version: 2, sha256Hash: 'x' }, { version: 1 }, { version: 1, sha256Hash: 7 }, {}])(
    'is refused when it is written %j',
    async (persistedQuery) => {
      expect(await post(appWith(), { query: NAME, extensions: { persistedQuery } })).toEqual(
        refusal('The persistedQuery must have version 1 and a sha256Hash.', 'BAD_REQUEST'),
      );
    },
  );

  test('makes room for others: a thousand are kept', async () => {
    const app = appWith();
    await post(app, { query: NAME, extensions: hashed(NAME) });
    for (let other = 0; other < 1_000; other++) {
      const query = `{ __typename } # ${other}`;
      await post(app, { query, extensions: hashed(query) });
    }
    expect(await post(app, { extensions: hashed(NAME) })).toEqual(UNKNOWN);
  });
});

describe('operations known from the start', () => {
  test.each([
    ['a folder', (path: string) => Promise.resolve(path)],
    ['a manifest', (path: string) => written(path, { operations: [{ id: '1', name: 'Name', body: NAME }] })],
    ['an object', (path: string) => written(path, { [sha256(NAME)]: NAME })],
  ])('are those of %s', async (_what, make) => {
    const app = appWith({ PERSISTED_OPERATIONS: await make(directory) });
    expect(await post(app, { extensions: hashed(NAME) })).toEqual({ data: { me: { teamName: 'Acme' } } });
  });

  test('can be all that runs', async () => {
    const app = appWith({ PERSISTED_OPERATIONS: directory, PERSISTED_ONLY: true });
    const data = { me: { teamName: 'Acme' } };
    expect(await post(app, { extensions: hashed(NAME) })).toEqual({ data });
    expect(await get(app, { extensions: JSON.stringify(hashed(NAME)) })).toEqual({ data });
    expect(await post(app, { query: NAME })).toEqual(ONLY);
    expect(await get(app, { query: '{ __schema { queryType { name } } }' })).toMatchObject(ONLY);
    expect(await post(app, { query: ROLE, extensions: hashed(ROLE) })).toEqual(UNKNOWN);
    expect(await post(app, { extensions: hashed(ROLE) })).toEqual(UNKNOWN);

    const rest = await app.fetch(
      new Request('http://localhost/api/v1/platform/team/tokens', { headers: { authorization: `Bearer ${token}` } }),
    );
    expect(rest.status).toBe(200);
    const page = await app.fetch(new Request('http://localhost/graphql', { headers: { accept: 'text/html' } }));
    expect([page.status, (await page.text()).includes('<script')]).toEqual([400, false]);
  });

  test.each([
    [{ PERSISTED_ONLY: true }, 'PERSISTED_ONLY: PERSISTED_OPERATIONS must name operations.'],
    [{ PERSISTED_OPERATIONS: '/nowhere' }, 'PERSISTED_OPERATIONS: /nowhere holds no operations.'],
  ])('stop the start when they are not there: %j', (config, message) => {
    expect(() => appWith(config)).toThrow(message);
  });
});

async function written(path: string, content: object): Promise<string> {
  const file = join(path, 'operations.json');
  await writeFile(file, JSON.stringify(content));
  return file;
}
