import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { bundled } from '../support/bundle.ts';
import { type LastingDatabase, lastingDatabase } from '../support/lasting-database.ts';
import { freePort } from '../support/process.ts';

let main: string;
let folder: string;
const servers: Server[] = [];
const databases: LastingDatabase[] = [];
beforeAll(async () => {
  main = await bundled(fileURLToPath(new URL('../../src/bin/main.ts', import.meta.url)));
  folder = mkdtempSync(join(tmpdir(), 'outbound-start-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  for (const database of databases.splice(0)) await database.remove();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a start says that does not work, and its exit code. */
async function start(environment: Record<string, string>): Promise<[code: number, said: string]> {
  const env = { ...process.env, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent', PORT: '0', ...environment };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const [said, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')]);
  return [code as number, said];
}

/** Of a database that is migrated. */
async function environment(): Promise<Record<string, string>> {
  databases.push(await lastingDatabase());
  return databases.at(-1)!.environment;
}

async function listening(server: Server): Promise<number> {
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Answers whoever wants in as PostgreSQL refuses it. */
function refusing(code: string, message: string): Promise<number> {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5, 'E');
  head.writeInt32BE(fields.length + 4, 1);
  return listening(
    createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(Buffer.concat([head, fields])));
    }),
  );
}

test('a port that is taken is told before the database is made', async () => {
  const port = await listening(createServer());
  expect(await start({ PORT: String(port) })).toEqual([
    1,
    `Port ${port} of 127.0.0.1 is in use by another process. Stop that one, or set PORT to a free port.\n`,
  ]);
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

test('a port of the hub that is taken is told by its setting', async () => {
  const port = await listening(createServer());
  expect(await start({ SMPP_PORT: String(port) })).toEqual([
    1,
    `Port ${port} of 127.0.0.1 is in use by another process. Stop that one, or set SMPP_PORT to a free port.\n`,
  ]);
});

test.each<[Record<string, string>, string]>([
  [{ SMPP_HOST: 'hub.invalid', SMPP_PORT: '0' }, 'SMPP_HOST: there is no address named hub.invalid.'],
  [{ SMPP_HOST: '192.0.2.1', SMPP_PORT: '0' }, 'SMPP_HOST: 192.0.2.1 is not an address of this machine.'],
  [{ METRICS: 'metrics.invalid:9464' }, 'METRICS: there is no address named metrics.invalid.'],
  [{ METRICS: '192.0.2.1:9464' }, 'METRICS: 192.0.2.1 is not an address of this machine.'],
  [{ HOST: '192.0.2.1' }, 'HOST: 192.0.2.1 is not an address of this machine.'],
])('of %o is told which address is wrong', async (settings, said) => {
  expect(await start({ ...(await environment()), ...settings })).toEqual([1, `${said}\n`]);
});

test('the commands take the environment of a server that runs beside them and has the port of METRICS', async () => {
  const METRICS = String(await listening(createServer()));
  const env = { ...process.env, TOKEN_KEY: '0'.repeat(64), ...(await environment()), METRICS };
  const run = async (command: string, options: string[], input: string) => {
    const file = await bundled(fileURLToPath(new URL(`../../src/bin/${command}.ts`, import.meta.url)));
    const child = spawn(process.execPath, [file, ...options], { env, stdio: 'pipe' });
    child.stdin.end(input);
    const [said, failed, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    return [code, failed, said];
  };
  const owner = ['--email', 'ann@example.com', '--name', 'Ann', '--team', 'Acme'];
  expect(await run('create-owner', owner, 'correct horse battery\n')).toEqual([
    0,
    '',
    'ann@example.com owns Acme and can sign in: POST /api/login.\n',
  ]);
  expect(await run('reset-password', ['--email', 'ann@example.com'], '')).toEqual([
    0,
    '',
    expect.stringContaining('The link works once, within an hour.\n'),
  ]);
  expect(await run('rotate-keys', [], '')).toEqual([
    0,
    '',
    expect.stringContaining('TOKEN_KEY_PREVIOUS may be removed.\n'),
  ]);
});

test.each(['create-owner', 'reset-password'])('%s tells what a server tells', async (command) => {
  const port = await freePort();
  const file = await bundled(fileURLToPath(new URL(`../../src/bin/${command}.ts`, import.meta.url)));
  const env = { ...process.env, DATABASE_URL: `postgres://outbound:geheim@127.0.0.1:${port}/outbound` };
  const child = spawn(process.execPath, [file], { env, stdio: ['pipe', 'ignore', 'pipe'] });
  child.stdin.end('ann@example.com\nAnn\nAcme\ncorrect horse battery\n');
  expect(await Promise.all([text(child.stderr), once(child, 'exit')])).toEqual([
    `DATABASE_URL: No PostgreSQL server answers at 127.0.0.1:${port}. Is it running, and are host and port right?\n`,
    [1, null],
  ]);
});

test('a PostgreSQL server that is not there is told without the password', async () => {
  const port = await freePort();
  expect(await start({ DATABASE_URL: `postgres://outbound:geheim@127.0.0.1:${port}/outbound` })).toEqual([
    1,
    `DATABASE_URL: No PostgreSQL server answers at 127.0.0.1:${port}. Is it running, and are host and port right?\n`,
  ]);
});

test.each([
  ['a missing database', '3D000', 'has no database shop. Create it, or name another one.'],
  ['a wrong password', '28P01', 'refuses the password of role outbound, or has no such role.'],
  ['a missing role', '28000', 'does not let role outbound in: it does not exist, or may not sign in from here.'],
])('%s is told', async (_problem, code, said) => {
  const port = await refusing(code, 'refused');
  expect(await start({ DATABASE_URL: `postgres://outbound:geheim@127.0.0.1:${port}/shop` })).toEqual([
    1,
    `DATABASE_URL: The server at 127.0.0.1:${port} ${said}\n`,
  ]);
});

test.each([
  ['outbound:geheim%E4', 'The URL has invalid percent-encoding. Write a literal % as %25.'],
  ['50%off:geheim', 'No PostgreSQL server answers at 127.0.0.1:1. Is it running, and are host and port right?'],
])('a percent sign in a database URL (%s) ends no start with a stack', async (login, said) => {
  expect(await start({ DATABASE_URL: `postgres://${login}@127.0.0.1:1/outbound` })).toEqual([
    1,
    `DATABASE_URL: ${said}\n`,
  ]);
});

test('a pooler that refuses the settings of connections is told', async () => {
  const port = await refusing('08P01', 'unsupported startup parameter: statement_timeout');
  expect(await start({ DATABASE_URL: `postgres://outbound:geheim@127.0.0.1:${port}/shop` })).toEqual([
    1,
    `DATABASE_URL: 127.0.0.1:${port} is a connection pooler that refuses the settings of our connections. Connect to PostgreSQL directly.\n`,
  ]);
});

test('a database whose certificate is of an unknown authority is told', async () => {
  const file = (name: string) => readFileSync(new URL(`../support/certificates/${name}`, import.meta.url));
  const secure = { isServer: true, key: file('first.key'), cert: file('first.crt') };
  const port = await listening(
    createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => {
        socket.write('S');
        new TLSSocket(socket, secure).on('error', () => {});
      });
    }),
  );
  const url = `postgres://outbound:geheim@127.0.0.1:${port}/shop?sslmode=verify-full`;
  expect(await start({ DATABASE_URL: url })).toEqual([
    1,
    `DATABASE_URL: The certificate of 127.0.0.1:${port} is not from an authority that this machine knows. Add &sslmode=verify-full&sslrootcert=<file of the authority’s certificate>.\n`,
  ]);
});

test('settings of connections in the database URL stop the start', async () => {
  for (const name of ['options', 'statement_timeout'])
    expect(await start({ DATABASE_URL: `postgres://127.0.0.1:1/shop?sslmode=disable&${name}=1` })).toEqual([
      1,
      'The configuration is not usable.\nDATABASE_URL: must not have options or statement_timeout: use STATEMENT_TIMEOUT_MS, LOCK_TIMEOUT_MS and RANDOM_PAGE_COST, or ALTER ROLE … SET …\n',
    ]);
});

test('a data directory that cannot be one is told', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(await start({ DATA_DIR: file })).toEqual([
    1,
    `DATA_DIR: ${file} cannot be used: it is a file, not a directory.\n`,
  ]);
});

test.each(['app.example.com', 'https://app.example.com/', 'https://a.example, null'])(
  'CORS_ORIGINS=%s stops the start',
  async (origins) => {
    expect(await start({ CORS_ORIGINS: origins })).toEqual([
      1,
      'The configuration is not usable.\nCORS_ORIGINS: each must be * or an origin as browsers send it, such as https://app.example.com, without a path or a slash at the end\n',
    ]);
  },
);
