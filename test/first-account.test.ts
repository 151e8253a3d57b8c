import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { buildInto } from '../scripts/build.ts';
import { createApp } from '../src/app.ts';
import { setupLink } from '../src/modules/identity/teams/first-owner.ts';
import { createTestApp } from './support/app.ts';
import { type LastingDatabase, lastingDatabase } from './support/lasting-database.ts';
import { freePort, killProcesses, startFile } from './support/process.ts';

const root = join(import.meta.dirname, '..');
const CACHE = join(root, 'node_modules/.cache');

let database: LastingDatabase | undefined;
let folder: string | undefined;
afterEach(async () => {
  killProcesses();
  await database?.remove();
  if (folder) await rm(folder, { recursive: true });
  database = folder = undefined;
});

/** The commands of a section of docs/operations.md. */
function commandsOf(title: string): string[] {
  const text = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const [, section = ''] = text.split(`\n## ${title}\n`);
  return [...section.split('\n## ')[0]!.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, command = '']) => command);
}

async function run(command: string, cwd: string, environment: Record<string, string>, input = ''): Promise<string> {
  const child = spawn('bash', ['--norc', '-euc', command], { cwd, env: { ...process.env, ...environment } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  expect([code, output]).toEqual([0, output]);
  return output;
}

test('the built server on an empty database is set up and asked over REST by what the docs say', async () => {
  await mkdir(CACHE, { recursive: true });
  folder = await mkdtemp(join(CACHE, 'first-account-'));
  await buildInto(join(folder, 'dist'));
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts }));
  database = await lastingDatabase();
  const port = await freePort();
  const environment = { TOKEN_KEY: '0'.repeat(64), ...database.environment, PORT: port };

  const [create = '', signIn = ''] = commandsOf('First account');
  const said = await run(create, folder, environment, 'correct horse battery\n');
  expect(said).toContain('ann@example.com owns Acme and can sign in: POST /api/login.');

  const server = await startFile(join(folder, 'dist/src/bin/main.js'), environment);
  const local = signIn.replace('127.0.0.1:4000', `127.0.0.1:${port}`).replace('…', 'correct horse battery');
  const { access_token } = JSON.parse(await run(local, folder, {}));
  const campaigns = await fetch(`http://127.0.0.1:${port}/api/v1/sms/campaigns`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  expect([campaigns.status, ((await campaigns.json()) as { data: unknown }).data]).toEqual([200, []]);
  expect(await server.end('SIGTERM')).toBe(0);
});

test('links to set up survive restarts and other processes, and end with the first account, once', async () => {
  const app = await createTestApp();
  const links = [
    await setupLink(app.services, 'https://a.example'),
    await setupLink(app.services, 'https://a.example'),
  ];
  const secrets = links.map((link) => /^https:\/\/a\.example\/setup#(obf_[\w-]{43})$/.exec(link ?? '')![1]!);
  expect(JSON.stringify(await app.db.setupSecret.findMany())).not.toContain(secrets[0]);
  const QUERY = `mutation ($input: CreateFirstOwnerInput!) {
    createFirstOwner(input: $input) { accessToken } }`;
  const owner = {
    email: 'Ann@example.com',
    name: 'Ann',
    password: 'correct horse',
    teamName: 'Acme',
    timezone: 'europe/berlin',
  };
  const setUp = (token: string, input: object = owner) =>
    app.graphql<{ createFirstOwner: { accessToken: string } }>(QUERY, { variables: { input: { token, ...input } } });
  expect((await setUp('obf_none')).errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  expect((await setUp(secrets[0]!, { ...owner, teamName: '', password: 'x' })).errors).toMatchObject([
    {
      extensions: {
        fields: {
          teamName: ['The team name field is required.'],
          password: ['The password field must be at least 10 characters.'],
        },
      },
    },
  ]);
  const both = await Promise.all([setUp(secrets[0]!), setUp(secrets[1]!, { ...owner, email: 'ben@example.com' })]);
  const { data } = both.find(({ errors }) => !errors)!;
  expect(both.filter(({ errors }) => errors?.[0]?.extensions.code === 'NOT_FOUND')).toHaveLength(1);
  const me = await app.graphql('{ me { role teamName } team { timezone } }', {
    token: data!.createFirstOwner.accessToken,
  });
  expect(me.data).toEqual({ me: { role: 'owner', teamName: 'Acme' }, team: { timezone: 'Europe/Berlin' } });
  expect((await setUp(secrets[0]!)).errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  expect(await setupLink(app.services, 'https://a.example')).toBe(null);
  await app.close();
});

test('the pages behind the links send operations that the server knows where it runs no others', async () => {
  const persisted = await mkdtemp(join(CACHE, 'operations-'));
  const app = await createTestApp({ PERSISTED_OPERATIONS: persisted, PERSISTED_ONLY: true });
  const served = createApp(app.services);
  for (const path of [
    'setup',
    'account/invitation',
    'account/forgotten-password',
    'account/password-reset',
    'account/confirm-email',
  ]) {
    const page = await served.fetch(new Request(`http://localhost/${path}`));
    const html = await page.text();
    expect([page.status, page.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringContaining("script-src 'self'"),
    ]);
    const sha256Hash = /data-hash="(\w+)"/.exec(html)![1];
    const body = JSON.stringify({ variables: {}, extensions: { persistedQuery: { version: 1, sha256Hash } } });
    const headers = { 'content-type': 'application/json' };
    const answer = await served.fetch(new Request('http://localhost/graphql', { method: 'POST', headers, body }));
    // It is known, and wants its variables.
    expect(((await answer.json()) as { errors: { message: string }[] }).errors[0]!.message).not.toMatch(
      /hash|persisted/i,
    );
  }
  await app.close();
  await rm(persisted, { recursive: true });
});
