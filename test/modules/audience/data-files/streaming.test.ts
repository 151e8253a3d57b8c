import { request } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../../../src/app.ts';
import { pruneTask } from '../../../../src/modules/insight/retention/prune.ts';
import { listen } from '../../../../src/web/http-server.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createTeam } from '../../../support/team.ts';
import { upload } from './support.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ PORT: 0, UPLOAD_LIMIT_BYTES: 6_000_000 });
});
afterAll(() => app.close());

const MEGABYTE = 1_048_576;
const UPLOAD = 'mutation ($file: Upload!) { uploadDataFile(file: $file) { id name size totalRows } }';
const OPERATIONS = JSON.stringify({ query: UPLOAD, variables: { file: null } });
const MAP = '{"0":["variables.file"]}';

const field = (name: string, value: string) =>
  `--cut\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const fileStart = '--cut\r\nContent-Disposition: form-data; name="0"; filename="big.csv"\r\n\r\n';
const END = '\r\n--cut--\r\n';
const form = (...parts: string[]) => parts.join('') + END;

async function post(body: string | AsyncIterable<Uint8Array>, token?: string) {
  const response = await app.app.fetch(
    new Request('http://localhost/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=cut',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: typeof body === 'string' ? body : (Readable.toWeb(Readable.from(body)) as ReadableStream),
      duplex: 'half',
    } as RequestInit),
  );
  return { status: response.status, body: (await response.json()) as Record<string, never> };
}

const stored = async (teamId: string) => {
  const { rows } = await app.pool.query(
    `SELECT count(DISTINCT f.id)::int AS files, coalesce(sum(length(c.bytes)), 0)::int AS bytes
     FROM data_files f LEFT JOIN data_file_chunks c ON c.team_id = f.team_id AND c.data_file_id = f.id WHERE f.team_id = $1`,
    [teamId],
  );
  return rows[0] as { files: number; bytes: number };
};

test('an upload is in the database as it arrives, and seen when it is complete', async () => {
  const { team, token } = await createTeam(app);
  const row = `+491712345678,${'x'.repeat(200)}\n`;
  const rows = Buffer.from(row.repeat(Math.ceil(MEGABYTE / row.length)));
  const during: unknown[] = [];
  async function* body() {
    yield Buffer.from(`${field('operations', OPERATIONS) + field('map', MAP) + fileStart}number,name\n`);
    for (let at = 0; at < 4; at += 1) yield rows;
    // All but what is on its way is stored by now, and nobody can see it or start its import.
    while ((await stored(team.id)).bytes < 3 * MEGABYTE) await setTimeout(5);
    const { id } = await app.db.dataFile.findFirstOrThrow({ where: { teamId: team.id } });
    const { data } = await app.graphql('{ dataFiles { totalCount nodes { id } } }', { token });
    const started = await app.rest('POST', `/v1/data-files/${id}/import`, { token, body: { columns: { number: 0 } } });
    during.push(data, started.status);
    yield Buffer.from(END);
  }
  const { body: answer } = await post(body(), token);
  expect(during).toEqual([{ dataFiles: { totalCount: 0, nodes: [] } }, 404]);
  const size = 12 + 4 * rows.length;
  expect(answer).toMatchObject({
    data: { uploadDataFile: { name: 'big.csv', size, totalRows: (4 * rows.length) / row.length } },
  });
  expect(await stored(team.id)).toEqual({ files: 1, bytes: size });
});

test('an upload whose connection breaks leaves nothing behind', async () => {
  const { team, token } = await createTeam(app);
  const { url, close } = await listen(createApp(app.services), app.services);
  const client = request(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=cut', authorization: `Bearer ${token}` },
  });
  client.on('error', () => {});
  client.write(field('operations', OPERATIONS) + field('map', MAP) + fileStart);
  client.write(`number,name\n${'+491712345678,Anna\n'.repeat(100_000)}`);
  while ((await stored(team.id)).bytes === 0) await setTimeout(5);
  client.destroy();
  while ((await stored(team.id)).files > 0) await setTimeout(5);
  await close();
});

test('an upload that is too large is refused as soon as it is, and leaves nothing behind', async () => {
  const { team, token } = await createTeam(app);
  let sent = 0;
  async function* endless() {
    yield Buffer.from(field('operations', OPERATIONS) + field('map', MAP) + fileStart);
    for (; sent < 100; sent += 1) yield Buffer.alloc(MEGABYTE, '+491712345678\n');
  }
  const { status, body } = await post(endless(), token);
  const message = 'The file field must not be greater than 6000000 bytes.';
  expect([status, body]).toMatchObject([
    200,
    { errors: [{ message, extensions: { code: 'VALIDATION_FAILED', fields: { file: [message] } } }] },
  ]);
  expect(sent).toBeLessThan(20);
  expect(await stored(team.id)).toEqual({ files: 0, bytes: 0 });
});

test.each([
  ['no boundary', 'multipart/form-data', form(field('operations', OPERATIONS)), 'The multipart body has no boundary.'],
  ['no file', '', form(field('operations', OPERATIONS), field('map', MAP)), 'The request has no file.'],
  ['nothing at all', '', '', 'The multipart body is not valid.'],
  ['the file first', '', form(fileStart, 'number\n1'), 'The parts operations and map must precede the file.'],
  [
    'broken operations',
    '',
    form(field('operations', '{'), field('map', MAP), fileStart, 'number\n1'),
    'The parts operations and map must precede the file.',
  ],
  ...[
    '{}',
    '{"0":["variables.other"]}',
    '{"0":["query"]}',
    '{"0":["__proto__.polluted"]}',
    '{"0":"variables.file"}',
  ].map((map) => [
    `the map ${map}`,
    '',
    form(field('operations', OPERATIONS), field('map', map), fileStart, 'number\n1'),
    'The map must lead from the file to a variable that is null.',
  ]),
])('a multipart request with %s is refused', async (_name, type, body, message) => {
  const { token } = await createTeam(app);
  const response = await app.app.fetch(
    new Request('http://localhost/graphql', {
      method: 'POST',
      headers: { 'content-type': type || 'multipart/form-data; boundary=cut', authorization: `Bearer ${token}` },
      body: body || 'x',
    }),
  );
  expect([response.status, await response.json()]).toEqual([
    400,
    { errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] },
  ]);
});

test('a file that stops before its end is refused', async () => {
  const { team, token } = await createTeam(app);
  const cut = `${field('operations', OPERATIONS) + field('map', MAP) + fileStart}number,name\n+491712345678,An`;
  expect((await post(cut, token)).body).toMatchObject({
    errors: [{ message: 'The upload ended before its file did.', extensions: { code: 'BAD_REQUEST' } }],
  });
  expect((await stored(team.id)).files).toBe(0);
});

test('an upload whose server died is pruned once nobody can still be sending it', async () => {
  const { team, token } = await createTeam(app);
  await upload(app, 'number\n1\n', { token, name: 'whole.csv' });
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000);
  const begun = {
    teamId: team.id,
    size: 0,
    isUploading: true,
    chunks: { create: { position: 0, bytes: Buffer.from('n') } },
  };
  await app.db.dataFile.create({ data: { ...begun, name: 'on its way.csv', createdAt: hours(1) } });
  await app.db.dataFile.create({ data: { ...begun, name: 'dead.csv', createdAt: hours(3) } });
  await pruneTask.run(app.services, {}, { attempt: 1, maxAttempts: 1, signal: new AbortController().signal });
  const left = await app.db.dataFile.findMany({ where: { teamId: team.id }, orderBy: { name: 'asc' } });
  expect(left.map(({ name }) => name)).toEqual(['on its way.csv', 'whole.csv']);
});
