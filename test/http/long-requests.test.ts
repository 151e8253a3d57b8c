import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploaded, uploadForm } from '../modules/audience/data-files/support.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { testAppOn, testConfig } from '../support/app-on.ts';
import { openTestDatabase } from '../support/database.ts';
import { createTeam } from '../support/team.ts';

/** Another session of the same database: it holds a table, so what reads or writes it takes its time. */
async function whileHeld<T>({ pool }: TestApp, table: string, work: (release: () => Promise<void>) => Promise<T>) {
  const other = await pool.connect();
  await other.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  let isHeld = true;
  const release = async () => {
    if (!isHeld) return;
    isHeld = false;
    await other.query('ROLLBACK');
    other.release();
  };
  return work(release).finally(release);
}

const EXPORT = 'mutation { exportPerson(input: { number: "+491511234567" }) { url zipUrl } }';
const LIST = 'number,name\n+491511234567,Ada\n+491511234568,Ben\n';

/** On one database, an app whose connections may be silent for six seconds, and one for all else. */
let app: TestApp;
let patient: TestApp;
let token: string;
let base: string;
beforeAll(async () => {
  const database = await openTestDatabase({ lockTimeout: 0 });
  app = testAppOn(database, testConfig({ OPERATION_TIMEOUT_MS: 1_000, LOG_LEVEL: 'silent' }));
  patient = testAppOn(database, testConfig());
  token = (await createTeam(patient)).token;
  base = await app.app.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());
const silence = () => once(app.app.server.server, 'timeout');

test('an upload is answered however long its file is looked at', async () => {
  const answer = await whileHeld(app, 'data_files', async (release) => {
    const isSilent = silence();
    const sent = fetch(`${base}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: uploadForm(LIST, {}),
    });
    await isSilent;
    await release();
    return (await sent).json();
  });
  expect(answer).toMatchObject({ data: { uploadDataFile: { totalRows: 2 } } });
});

test.each(['url', 'zipUrl'])('a download of a person (%s) is sent however long it is searched for', async (form) => {
  const answers = await whileHeld(app, 'data_file_chunks', async (release) => {
    const { data } = await patient.graphql(EXPORT, { token });
    const isSilent = silence();
    const url = base + (data as { exportPerson: Record<string, string> }).exportPerson[form];
    // The second one waits for the first, and reads after it.
    const sent = [fetch(url), fetch(url)];
    await isSilent;
    await release();
    return Promise.all(sent.map(async (one) => (await one).arrayBuffer()));
  });
  const [size = 0] = answers.map(({ byteLength }) => byteLength);
  expect([size > 20, answers.map(({ byteLength }) => byteLength)]).toEqual([true, [size, size]]);
});

test('downloads of a team’s people leave connections to other teams', async () => {
  const roomy = await createTestApp();
  const [team, other] = [await createTeam(roomy), await createTeam(roomy, 'Other')];
  await uploaded(roomy, LIST, { token: team.token });
  const { data } = await roomy.graphql(EXPORT, { token: team.token });
  const { url } = (data as { exportPerson: { url: string } }).exportPerson;
  const files = await whileHeld(roomy, 'data_file_chunks', async (release) => {
    const downloads = Array.from({ length: 20 }, async () =>
      (await roomy.app.fetch(new Request(`http://localhost${url}`))).text(),
    );
    await expect.poll(() => roomy.pool.query(HELD).then(({ rowCount }) => rowCount)).toBe(1);
    expect(await roomy.graphql('{ contacts { nodes { id } } }', { token: other.token })).toEqual({
      data: { contacts: { nodes: [] } },
    });
    await release();
    return Promise.all(downloads);
  });
  expect(files.map((file) => file.includes('+491511234567,Ada'))).toEqual(Array.from({ length: 20 }, () => true));
  await roomy.close();
});

const HELD = `SELECT FROM pg_locks WHERE relation = 'data_file_chunks'::regclass AND NOT granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
