import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { buildInto } from '../../build.ts';
import { type LastingDatabase, lastingDatabase } from '../support/lasting-database.ts';
import { freePort, killProcesses, startFile } from '../support/process.ts';

const CACHE = join(import.meta.dirname, '../../node_modules/.cache');

let database: LastingDatabase | undefined;
let folder: string | undefined;
afterEach(async () => {
  killProcesses();
  await database?.remove();
  if (folder) await rm(folder, { recursive: true });
});

test('what is built serves GraphQL, REST and both pages', async () => {
  await mkdir(CACHE, { recursive: true });
  folder = await mkdtemp(join(CACHE, 'build-'));
  const dist = join(folder, 'dist');
  await buildInto(dist);
  // As the product's own says in `dist/`; below node_modules nothing is said.
  await writeFile(join(dist, 'package.json'), '{ "type": "module" }');
  database = await lastingDatabase();
  const port = await freePort();
  const server = await startFile(join(dist, 'src/main.js'), {
    ...{ TOKEN_KEY: '0'.repeat(64), ...database.environment, PORT: port },
  });
  const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);

  const operation = await ask('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ __type(name: "Offer") { kind } }' }),
  });
  expect(await operation.json()).toEqual({ data: { __type: { kind: 'OBJECT' } } });
  const refused = await ask('/api/v1/offers', { method: 'POST' });
  expect([refused.status, await refused.json()]).toEqual([401, { message: 'Unauthenticated.' }]);
  expect(await (await ask('/graphql', { headers: { accept: 'text/html' } })).text()).toContain('Campaigns API');
  expect(await (await ask('/api/docs/swagger-ui-bundle.js')).text()).toContain('SwaggerUIBundle');
  expect(await server.end('SIGTERM')).toBe(0);
}, 120_000);
