import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { createToken, hashToken, TEAM_TOKEN_PREFIX } from '../../../../src/modules/identity/auth/tokens.ts';
import { encryptToken } from '../../../../src/secrets.ts';
import { type LastingDatabase, lastingDatabase } from '../../../support/lasting-database.ts';
import { freePort, killProcesses, startProcess } from '../../../support/process.ts';
import { uploadForm } from './support.ts';

let database: LastingDatabase | undefined;
afterEach(async () => {
  killProcesses();
  await database?.remove();
});

const ROWS = 40_000;
/** Every tenth row has the number of the row before it, every hundredth has none. */
const DUPLICATES = 4_000;
const BAD = 400;
const CONTACTS = ROWS - DUPLICATES - BAD;
const KILLED_AT = [0.1, 0.3, 0.5];

const FIRST_NUMBER = 491712000000;
const TOKEN_KEY = '0'.repeat(64);

test('40,000 rows are imported exactly once although the server is killed three times meanwhile', async () => {
  database = await lastingDatabase();
  const token = await createTeam(database);
  const port = await freePort();
  const environment = { TOKEN_KEY, ...database.environment, PORT: port, IMPORT_BATCH_ROWS: '400' };
  const client = { url: `http://127.0.0.1:${port}`, headers: { authorization: `Bearer ${token}` } };

  let server = await startProcess('main', environment);
  const id = await startImport(client);
  const seen: number[] = [];
  for (const share of KILLED_AT) {
    let processed = 0;
    while (processed < ROWS * share) {
      await setTimeout(25);
      processed = (await progress(client, id)).processedRows;
    }
    await server.end('SIGKILL');
    seen.push(processed);
    server = await startProcess('main', environment);
  }
  // Each was killed on the way, and the next one went on from where it was.
  expect(seen.every((processed) => processed < ROWS)).toBe(true);
  while ((await progress(client, id)).status === 'importing') await setTimeout(50);
  expect(await server.end('SIGTERM')).toBe(0);
  await expectEveryRowOnce(database);
});

interface Client {
  url: string;
  headers: Record<string, string>;
}

async function createTeam({ open }: LastingDatabase): Promise<string> {
  const { prisma, close } = await open();
  const id = randomUUID();
  const token = createToken(TEAM_TOKEN_PREFIX, id);
  const hashes = { tokenHash: hashToken(token), tokenCiphertext: encryptToken([Buffer.from(TOKEN_KEY, 'hex')], token) };
  await prisma.team.create({
    data: { id, name: 'Acme', tokens: { create: { name: 'Import', role: 'member', ...hashes } } },
  });
  await close();
  return token;
}

function list(): string {
  const lines = ['number,name'];
  for (let at = 0; at < ROWS; at += 1) {
    lines.push(at % 100 === 55 ? 'none,Nobody' : `+${FIRST_NUMBER + at - (at % 10 === 9 ? 1 : 0)},Row ${at}`);
  }
  return `${lines.join('\n')}\n`;
}

async function startImport({ url, headers }: Client): Promise<string> {
  const uploaded = await fetch(`${url}/graphql`, { method: 'POST', headers, body: uploadForm(list(), {}) });
  const { data } = (await uploaded.json()) as { data: { uploadDataFile: { id: string; totalRows: number } } };
  expect(data.uploadDataFile.totalRows).toBe(ROWS);
  const { id } = data.uploadDataFile;
  const started = await fetch(`${url}/api/v1/data-files/${id}/import`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ columns: { number: 0, name: 1 }, tags: ['spring'] }),
  });
  expect(started.status).toBe(200);
  return id;
}

async function progress({ url, headers }: Client, id: string): Promise<{ status: string; processedRows: number }> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query: `{ dataFile(id: "${id}") { status processedRows } }` }),
  });
  return ((await response.json()) as { data: { dataFile: { status: string; processedRows: number } } }).data.dataFile;
}

async function expectEveryRowOnce({ open }: LastingDatabase): Promise<void> {
  const { prisma, pool, close } = await open();
  expect(await prisma.dataFile.findFirstOrThrow()).toMatchObject({
    status: 'imported',
    totalRows: ROWS,
    processedRows: ROWS,
    importedRows: CONTACTS,
    createdContacts: CONTACTS,
    updatedContacts: 0,
    unchangedContacts: 0,
    duplicateRows: DUPLICATES,
    failedRows: BAD,
  });
  const { rows: contacts } = await pool.query(
    `SELECT count(*)::int AS contacts,
       count(*) FILTER (WHERE name = 'Row ' || (number - $1) + ((number - $1) % 10 = 8)::int)::int AS "ofTheLastRow"
     FROM contacts`,
    [FIRST_NUMBER],
  );
  expect(contacts).toEqual([{ contacts: CONTACTS, ofTheLastRow: CONTACTS }]);
  expect((await pool.query('SELECT count(*)::int AS tagged FROM contact_tags')).rows).toEqual([{ tagged: CONTACTS }]);
  expect((await pool.query('SELECT name FROM tags')).rows).toEqual([{ name: 'spring' }]);
  const { rows: errors } = await pool.query(
    `SELECT count(*)::int AS errors, count(DISTINCT line)::int AS lines,
       bool_and(line % 100 = 57 AND field = 'number' AND value = 'none') AS right FROM data_file_row_errors`,
  );
  expect(errors).toEqual([{ errors: BAD, lines: BAD, right: true }]);
  await close();
}
