import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type RunningWorker, startWorker } from '../../src/jobs/worker.ts';
import { tasks } from '../../src/tasks.ts';
import { listen } from '../../src/web/http-server.ts';
import { contactsOf } from '../modules/audience/data-files/support.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { bundled } from '../support/bundle.ts';
import { createTeam } from '../support/team.ts';

const isEmbedded = inject('databaseTemplate').kind === 'embedded';
let app: TestApp;
let server: { url: string; close(): Promise<void> };
let worker: RunningWorker;
let folder: string;
beforeAll(async () => {
  app = await createTestApp({ PORT: 0 });
  server = await listen(app.app, app.services);
  worker = await startWorker(app.services, tasks);
  folder = mkdtempSync(join(tmpdir(), 'outbound-import-'));
});
afterAll(async () => {
  await worker.stop();
  await server.close();
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

function list(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const script = await bundled(fileURLToPath(new URL('../../src/import-cli/main.ts', import.meta.url)));

/** The command as a process of its own; what it says and how it ends. */
async function run(args: string[], token?: string, url = server.url) {
  const environment = { PATH: process.env.PATH, OUTBOUND_URL: url, ...(token && { OUTBOUND_TOKEN: token }) };
  const child = spawn(process.execPath, [script, ...args], { env: environment });
  let out = '';
  let error = '';
  child.stdout.on('data', (text) => {
    out += text;
  });
  child.stderr.on('data', (text) => {
    error += text;
  });
  const code = await new Promise<number>((resolve) => child.once('close', resolve));
  return { code, out, error };
}

test('a list is uploaded, imported and summed up; its mistakes go to a file', async () => {
  const { team, token } = await createTeam(app);
  const path = list('autumn.csv', 'Handy;Name\n0171 2345678;Anna\nnone;Nobody\n0171 2345679;Ben\n01712345679;Bea\n');
  const errors = join(folder, 'errors.csv');
  const args = [path, '--map', 'number=0,name=Name', '--country', 'DE', '--tag', 'vip', '--tag', 'autumn'];
  const first = await run([...args, '--errors', errors], token);
  expect(first).toEqual({
    code: 3,
    error: '',
    out: expect.stringMatching(
      /^Uploading 0\.0 MB\nImporting number=Handy, name=Name\n(\d+ % · .*\n)*Imported 2 contacts \(2 new, 0 updated, 0 unchanged\) from 4 rows; 1 duplicate, 1 failed\.\nTheir mistakes are in .*errors\.csv\.\n$/,
    ),
  });
  expect(readFileSync(errors, 'utf8')).toBe(
    'line,field,value,reason,severity\r\n3,number,none,The number field must be a valid phone number.,error\r\n',
  );
  const tags = ['autumn', 'vip'];
  expect((await contactsOf(app, team.id)).map(({ number, name, tags }) => [number, name, tags])).toEqual([
    [491712345678, 'Anna', tags],
    [491712345679, 'Bea', tags],
  ]);

  // The same again sends nothing and imports nothing; other settings do.
  const again = await run(args, token);
  expect(again.out).toMatch(
    /^The file was imported already \(--again repeats it\)\.\nImported 2 contacts \(2 new, 0 updated, 0 unchanged\) from 4 rows/,
  );
  expect((await run([path, '--country', '276'], token)).out).toMatch(/^Importing number=Handy, name=Name\n/);
  expect(await app.db.dataFile.count({ where: { teamId: team.id } })).toBe(1);
});

test('an import that was interrupted goes on where it stopped', async () => {
  const { team, token } = await createTeam(app);
  const rows = ['number', '+491712345678', '+491712345679', '+491712345680', ''];
  const path = list('interrupted.csv', rows.join('\n'));
  expect((await run([path], token)).code).toBe(0);
  // As if it had failed with one row left.
  await app.db.dataFile.updateMany({
    where: { teamId: team.id },
    data: {
      status: 'failed',
      processedRows: 2,
      importedRows: 2,
      createdContacts: 2,
      checkpointBytes: 7 + 2 * 14,
      checkpointLines: 3,
    },
  });
  await app.db.contact.deleteMany({ where: { teamId: team.id, number: 491712345680n } });
  const { code, out } = await run([path], token);
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(
      /^Importing number=number\nGoing on behind row 2\.\n(\d+ % · .*\n)*Imported 3 contacts \(3 new, 0 updated, 0 unchanged\) from 3 rows; 0 duplicate, 0 failed\.\n$/,
    ),
  ]);
});

/** The server behind a front that does something else with some requests: `true` where it has answered. */
async function behind(answered: (request: string, response: ServerResponse, pass: () => Promise<unknown>) => unknown) {
  const front = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const { authorization, 'content-type': type } = request.headers as Record<string, string>;
    const headers = { authorization: authorization!, ...(type && { 'content-type': type }) };
    const pass = () =>
      fetch(`${server.url}${request.url}`, { method: request.method!, headers, ...(body.length > 0 && { body }) });
    if (await answered(body.toString() || request.url!, response, pass)) return;
    const answer = await pass();
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type')! });
    response.end(await answer.text());
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');
  return { url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`, close: () => front.close() };
}

test('a file is uploaded and imported once though both answers are lost', async () => {
  const { team, token } = await createTeam(app);
  const lost = new Set(['uploadDataFile', 'importDataFile']);
  const front = await behind(async (request, response, pass) => {
    const isLost = [...lost].some((name) => request.includes(`${name}(`) && lost.delete(name));
    if (!isLost) return false;
    await pass();
    return response.destroy();
  });
  const { code, out } = await run([list('lost.csv', 'number\n+491712345678\n')], token, front.url);
  front.close();
  expect([code, out]).toEqual([0, expect.stringContaining('Imported 1 contacts (1 new, 0 updated, 0 unchanged)')]);
  expect([...lost]).toEqual([]);
  expect(await app.db.dataFile.count({ where: { teamId: team.id } })).toBe(1);
});

test.skipIf(isEmbedded)('a repeat is sent again while its first request is still being answered', async () => {
  const { team, token } = await createTeam(app);
  const other = await app.pool.connect();
  const isHeld = [false, true];
  const front = await behind(async (request) => {
    if (!request.includes('importDataFile(')) return false;
    const { key } = (JSON.parse(request) as { variables: { key: string } }).variables;
    const place = JSON.stringify({ teamId: team.id, operation: 'importDataFile', key });
    const change = isHeld.pop() ? 'lock' : 'unlock';
    await other.query(`SELECT pg_advisory_${change}(hashtextextended($1, 0))`, [place]);
    return false;
  });
  const { code, error } = await run([list('busy.csv', 'number\n+491712345678\n')], token, front.url);
  front.close();
  other.release();
  expect([code, error]).toEqual([0, `${front.url} is not available. Retrying for a minute …\n`]);
  expect(isHeld).toEqual([]);
});

test('where the limit of requests is reached it waits as long as it is asked to', async () => {
  const { token } = await createTeam(app);
  const refused = new Set(['dataFile(id:', '/row-errors']);
  const front = await behind((request, response) => {
    const isRefused = [...refused].some((name) => request.includes(name) && refused.delete(name));
    return (
      isRefused && response.writeHead(429, { 'retry-after': '1' }).end('{"errors":[{"message":"Too Many Attempts."}]}')
    );
  });
  const args = [
    list('limited.csv', 'number\nnone\n'),
    '--map',
    'number=0',
    '--errors',
    join(folder, 'limited-errors.csv'),
  ];
  const { code, error } = await run(args, token, front.url);
  front.close();
  expect([code, error]).toEqual([3, 'Too many requests. Retrying in 1 s …\n'.repeat(2)]);
  expect(readFileSync(join(folder, 'limited-errors.csv'), 'utf8')).toContain('2,number,none,');
});

test('tags and a brand that are spelled in another way make no other import', async () => {
  const { token } = await createTeam(app);
  const path = list('spelled.csv', 'number\n+491712345678\n');
  const args = [path, '--tag', 'cafe\u0301', '--tag', ' caf\u00e9', '--brand', ' Telekom '];
  expect((await run(args, token)).code).toBe(0);
  expect((await run(args, token)).out).toMatch(/^The file was imported already/);
});

test.each([
  ['no file', [], 2, 'Which file?'],
  ['a missing file', ['missing.csv'], 2, 'missing.csv cannot be read.'],
  ['an unknown option', ['x.csv', '--colour', 'red'], 2, "Unknown option '--colour'"],
  ['a map that is none', ['x.csv', '--map', 'number'], 2, '--map: number is not of the form field=column.'],
  ['an unknown field', ['LIST', '--map', 'phone=0'], 2, '--map: phone is none of number, country, email, name'],
  ['an unknown column', ['LIST', '--map', 'number=Handy'], 2, '--map: the file has no column Handy, only a, b.'],
  ['a directory', [tmpdir()], 2, `${tmpdir()} cannot be read: EISDIR`],
  ['an address without its scheme', ['LIST', '--url', 'localhost:4000'], 2, '--url must be an http or https URL'],
  [
    'a token as documentation cuts it',
    ['LIST', '--token', 'obt_…'],
    2,
    'The token contains invalid characters. Copy it again.',
  ],
  ['no number column', ['LIST'], 2, 'Which column has the phone numbers? --map number=<column> (0 a, 1 b)'],
  [
    'a position that the file does not have',
    ['LIST', '--map', 'number=7'],
    1,
    'The selected columns.number is invalid.',
  ],
  ['an unknown country', ['LIST', '--country', 'ZZ'], 1, 'ZZ is no country: ISO codes are, such as DE.'],
])('%s is told, and the exit code with it', async (_name, args, code, message) => {
  const { token } = await createTeam(app);
  const path = list('letters.csv', 'a,b\nx,y\n');
  const result = await run(
    args.map((arg) => (arg === 'LIST' ? path : arg)),
    token,
  );
  expect([result.code, result.error]).toEqual([code, expect.stringContaining(message)]);
});

test('a file for the mistakes that cannot be written is told', async () => {
  const { token } = await createTeam(app);
  const path = list('mistaken.csv', 'number\nnone\n');
  const { code, error } = await run(
    [path, '--map', 'number=0', '--errors', join(folder, 'missing', 'errors.csv')],
    token,
  );
  expect([code, error]).toEqual([
    1,
    expect.stringMatching(/^Could not write the row errors to .*errors\.csv: ENOENT: no such file or directory.*\n$/),
  ]);
});

test('a server that is not available is named while it is waited for', async () => {
  const child = spawn(process.execPath, [script, list('waiting.csv', 'number\n'), '--token', 'obt_a'], {
    env: { PATH: process.env.PATH, OUTBOUND_URL: 'http://127.0.0.1:1' },
  });
  const [said] = (await once(child.stderr, 'data')) as [Buffer];
  child.kill();
  expect(said.toString()).toBe('http://127.0.0.1:1 is not available. Retrying for a minute …\n');
});

test('without a token it says so, with a wrong one the server does', async () => {
  const path = list('letters.csv', 'number\n+491712345678\n');
  const results = [await run([path]), await run([path], 'obt_wrong')];
  expect(results.map(({ code, error }) => [code, error.split('\n')[0]])).toEqual([
    [2, 'A token of the team is needed: OUTBOUND_TOKEN or --token.'],
    [1, 'Unauthenticated.'],
  ]);
});
