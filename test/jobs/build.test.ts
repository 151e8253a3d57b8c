import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import lock from '../../package-lock.json' with { type: 'json' };
import { buildInto } from '../../scripts/build.ts';
import { type LastingDatabase, lastingDatabase } from '../support/lasting-database.ts';
import { freePort, killProcesses, startFile } from '../support/process.ts';

const ROOT = join(import.meta.dirname, '../..');

/** What `npm ci --omit=dev` installs, as paths in the project; what only other systems need is not there. */
const INSTALLED = Object.entries(lock.packages as Record<string, { dev?: boolean; optional?: boolean }>)
  .filter(([path, { dev }]) => path !== '' && !dev)
  .map(([path, { optional }]) => ({ path, optional }));

let database: LastingDatabase | undefined;
let folder: string | undefined;
afterEach(async () => {
  killProcesses();
  await database?.remove();
  if (folder) await rm(folder, { recursive: true });
});

test('a production installation has no compiler, no command line of Prisma and no React', () => {
  const names = INSTALLED.map(({ path }) => path.split('node_modules/').at(-1)!);
  const unwanted = /^(typescript|tsx|esbuild|@esbuild\/.+|prisma|@prisma\/.+|react|react-dom|vitest|effect)$/;
  expect(names.filter((name) => unwanted.test(name))).toEqual([]);
  expect(names).toContain('graphql');
});

test('what is built serves GraphQL, REST and both pages, with nothing installed but what it needs', async () => {
  folder = await mkdtemp(join(tmpdir(), 'outbound-build-'));
  const dist = join(folder, 'dist');
  await buildInto(dist);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await cp(join(ROOT, 'prisma/migrations'), join(folder, 'prisma/migrations'), { recursive: true });
  for (const { path } of INSTALLED.filter((entry) => entry.path.lastIndexOf('node_modules/') === 0)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(join(ROOT, path), join(folder, path));
  }
  database = await lastingDatabase();
  const port = await freePort();
  const server = await startFile(join(dist, 'src/bin/main.js'), {
    ...{ TOKEN_KEY: '0'.repeat(64), ...database.environment, PORT: port },
    // Else the packages would find those beside their own files.
    NODE_OPTIONS: '--preserve-symlinks',
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
  expect(await (await ask('/graphql', { headers: { accept: 'text/html' } })).text()).toContain(
    '<title>Outbound</title>',
  );
  const page = await (await ask('/api/docs')).text();
  const [script] = /\/assets\/swagger-ui-\w+\.js/.exec(page)!;
  expect(await (await ask(script)).text()).toContain('SwaggerUIBundle');
  expect(await server.end('SIGTERM')).toBe(0);
});
