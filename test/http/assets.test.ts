import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import {
  buildClientSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createTeam } from '../support/team.ts';

let base: TestApp;
let token: string;

beforeAll(async () => {
  base = await createTestApp();
  ({ token } = await createTeam(base));
});
afterAll(() => base.close());

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  base.app.fetch(new Request(`http://localhost${path}`, { method, headers }));

/** What a page names to load, besides what its scripts load. */
async function filesOf(path: string): Promise<string[]> {
  const page = await (await ask(path, { accept: 'text/html' })).text();
  return [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file!);
}

describe('a page', () => {
  test.each(['/', '/graphql', '/api/docs', '/account/invitation'])(
    '%s is below 20 kB and loads what is there',
    async (path) => {
      const page = await (await ask(path, { accept: 'text/html' })).text();
      expect(page.length).toBeLessThan(20_000);
      const files = await filesOf(path);
      expect(files.find((file) => file.startsWith('/assets/favicon-'))).toBeDefined();
      for (const file of files) expect((await ask(file)).status).toBe(200);
    },
  );

  test('of GraphiQL takes below 1.5 MB on the wire at its first view, with its workers and the schema, and only itself later', async () => {
    const page = await (await ask('/graphql', { accept: 'text/html' })).text();
    const files = [...new Set([...page.matchAll(/\/assets\/[\w.-]+/g)].map(([file]) => file))];
    expect(files.map((file) => file.replace(/-[0-9a-f]{16}/, ''))).toEqual([
      '/assets/favicon.svg',
      '/assets/graphiql.css',
      '/assets/graphiql-workers.js',
      '/assets/schema.json',
      '/assets/graphiql.js',
      '/assets/graphiql-start.js',
    ]);
    const sizes = await Promise.all(
      files.map(async (file) => Number((await ask(file, { 'accept-encoding': 'br' })).headers.get('content-length'))),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_500_000);
    const answers = await Promise.all(files.map((file) => ask(file)));
    expect(new Set(answers.map(({ headers }) => headers.get('cache-control')))).toEqual(
      new Set(['public, max-age=31536000, immutable']),
    );
  });

  test('of GraphiQL brings what introspection answers; where that is off, the schema is not given either', async () => {
    const [file = ''] = (await (await ask('/graphql', { accept: 'text/html' })).text()).match(
      /\/assets\/schema-\w+\.json/,
    )!;
    const query = getIntrospectionQuery({
      inputValueDeprecation: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      oneOf: true,
    });
    const { data } = await base.graphql(query, { token });
    const sorted = (schema: unknown) =>
      printSchema(lexicographicSortSchema(buildClientSchema(schema as IntrospectionQuery)));
    expect(sorted(await (await ask(file)).json())).toBe(sorted(data));
    const closed = await createTestApp({ INTROSPECTION: false });
    expect((await closed.app.fetch(new Request(`http://localhost${file}`))).status).toBe(404);
    await closed.close();
  });
});

describe('a file of a page', () => {
  test('is kept for good, and is the same compressed and not', async () => {
    const [file = ''] = (await filesOf('/graphql')).filter((name) => name.startsWith('/assets/graphiql-start-'));
    const compressed = await ask(file, { 'accept-encoding': 'gzip, br' });
    expect(Object.fromEntries(compressed.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      vary: 'accept-encoding',
    });
    const text = brotliDecompressSync(Buffer.from(await compressed.arrayBuffer())).toString();
    for (const encodings of ['', 'br;q=0', 'identity']) {
      const plain = await ask(file, { 'accept-encoding': encodings });
      expect(plain.headers.get('content-encoding')).toBeNull();
      expect(await plain.text()).toBe(text);
    }
    expect(text).toContain('YogaGraphiQL.renderYogaGraphiQL(');
  });

  test('is not sent with HEAD, and answers to nothing else but GET', async () => {
    const [file = ''] = await filesOf('/graphql');
    expect(await (await ask(file, {}, 'HEAD')).text()).toBe('');
    expect((await ask(file, {}, 'POST')).status).toBe(404);
  });

  test.each(['', 'manifest.json', 'graphiql.js', '../rest-api.ts', '%2e%2e/rest-api.ts', 'toString'])(
    'is not /assets/%s',
    async (name) => {
      const response = await ask(`/assets/${name}`);
      expect([response.status, await response.json()]).toEqual([404, { message: 'Not found.' }]);
    },
  );
});

describe('an answer', () => {
  const types = '/graphql?query={__schema{types{name,description}}}';
  const authorization = () => `Bearer ${token}`;

  test('above a kilobyte is compressed as the client takes it', async () => {
    const plain = await (await ask(types, { authorization: authorization() })).text();
    const br = await ask(types, { authorization: authorization(), 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await ask(types, { authorization: authorization(), 'accept-encoding': 'gzip;q=0.5, br;q=0' });
    expect([br, gzip].map(({ headers }) => headers.get('content-encoding'))).toEqual(['br', 'gzip']);
    expect(brotliDecompressSync(Buffer.from(await br.arrayBuffer())).toString()).toBe(plain);
    expect(gunzipSync(Buffer.from(await gzip.arrayBuffer())).toString()).toBe(plain);
  });

  test('below that is not, nor for a client that does not ask', async () => {
    for (const [path, encoding] of [
      ['/health', 'br'],
      [types, 'identity'],
      [types, ''],
    ] as const) {
      const response = await ask(path, { authorization: authorization(), 'accept-encoding': encoding });
      expect(response.headers.get('content-encoding')).toBeNull();
    }
  });
});
