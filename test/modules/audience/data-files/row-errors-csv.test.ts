import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../../../src/app.ts';
import { readConfig } from '../../../../src/config.ts';
import { csvCell } from '../../../../src/input/csv-cell.ts';
import { rowErrorsUrl } from '../../../../src/modules/audience/data-files/csv/row-errors-csv.ts';
import { listen } from '../../../../src/web/http-server.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { runJobs } from '../../../support/jobs.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';
import { uploaded } from './support.ts';

let app: TestApp;
let acme: TestTeam;
beforeAll(async () => {
  app = await createTestApp({ PORT: 0 });
  acme = await createTeam(app);
});
afterAll(() => app.close());

async function imported(content: string, columns: object = { number: 0 }): Promise<string> {
  const { token } = acme;
  const id = await uploaded(app, content, { token });
  const { status } = await app.rest('POST', `/v1/data-files/${id}/import`, { token, body: { columns } });
  expect(status).toBe(200);
  await runJobs(app);
  return id;
}

const urlOf = async (id: string) => {
  const query = 'query ($id: ID!) { dataFile(id: $id) { rowErrorsUrl } }';
  const { data } = await app.graphql<{ dataFile: { rowErrorsUrl: string } }>(query, {
    token: acme.token,
    variables: { id },
  });
  return data!.dataFile.rowErrorsUrl;
};

const get = (path: string, token?: string, method = 'GET') =>
  app.app.fetch(
    new Request(`http://localhost${path}`, { method, headers: token ? { authorization: `Bearer ${token}` } : {} }),
  );

test('row errors are downloaded as CSV, and no cell of it is a formula', async () => {
  const id = await imported(
    'number,mail\n=cmd|\' /C calc\'!A0,\n+49 12,"a ""b"", c"\n@SUM(1),\n-1,\nümlaut,\n+491712345678,ok@example.com\n',
    { number: 0, email: 1 },
  );
  const response = await get(await urlOf(id), acme.token);
  expect([response.status, response.headers.get('content-type'), response.headers.get('content-disposition')]).toEqual([
    200,
    'text/csv; charset=utf-8; header=present',
    'attachment; filename="row-errors.csv"',
  ]);
  const text = await response.text();
  expect(text.split('\r\n').sort()).toEqual(
    [
      '',
      'line,field,value,reason,severity',
      "2,number,'=cmd|' /C calc'!A0,The number field must be a valid phone number.,error",
      "3,number,'+49 12,The number field must be a valid phone number.,error",
      '3,email,"a ""b"", c",The email field must be a valid email address.,error',
      "4,number,'@SUM(1),The number field must be a valid phone number.,error",
      "5,number,'-1,The number field must be a valid phone number.,error",
      '6,number,ümlaut,The number field must be a valid phone number.,error',
    ].sort(),
  );
});

test('no part of a cell is a formula where a spreadsheet takes semicolons or tabs for what parts the columns', () => {
  expect(['x;=1+1', 'x;"=1+1"', 'x\t@SUM(1)', 'x\n+1', 'a;b', 'a-b; c', '\t=1', 'x\r\n-1'].map(csvCell)).toEqual([
    '"x;\'=1+1"',
    '"x;\'""=1+1"""',
    '"x\t\'@SUM(1)"',
    '"x\n\'+1"',
    '"a;b"',
    '"a-b; c"',
    '"\'\t\'=1"',
    '"x\r\n\'-1"',
  ]);
});

test('what begins a formula is made text, in full width as well', () => {
  const cells = [
    '=1',
    '+1',
    '-1',
    '@A',
    '\t1',
    '\r1',
    '\n1',
    '＝1',
    '＋1',
    '－1',
    '＠A',
    'x;＝1',
    '"＠A"',
    'a＝1',
    'a-1',
    '−1',
  ];
  expect(cells.map(csvCell)).toEqual([
    ..."'=1 '+1 '-1 '@A".split(' '),
    ...['"\'\t1"', '"\'\r1"', '"\'\n1"'],
    ..."'＝1 '＋1 '－1 '＠A".split(' '),
    ...['"x;\'＝1"', '"\'""＠A"""', 'a＝1', 'a-1', '−1'],
  ]);
});

test('many row errors arrive whole and in order, over a socket', async () => {
  const id = await imported(`number\n${Array.from({ length: 1_100 }, (_, at) => `bad ${at}`).join('\n')}\n`);
  const { url, close } = await listen(createApp(app.services), app.services);
  const response = await fetch(url + (await urlOf(id)), { headers: { authorization: `Bearer ${acme.token}` } });
  const rows: string[][] = parse(await response.text(), { from: 2 });
  await close();
  expect(rows.map(([line, , value]) => [line, value])).toEqual(
    Array.from({ length: 1_100 }, (_, at) => [String(at + 2), `bad ${at}`]),
  );
});

test('a file without mistakes has a header and nothing else', async () => {
  const id = await imported('number\n+491712345678\n');
  expect(await (await get(await urlOf(id), acme.token)).text()).toBe('line,field,value,reason,severity\r\n');
});

test('nobody else can download them', async () => {
  const path = await urlOf(await imported('number\nbad\n'));
  const other = await createTeam(app, 'Other');
  const scopes = [{ method: 'post', endpoint: '/v1/offers', reason: 'test' }];
  const limited = await createTeamToken(app, acme.team.id, { scopes });
  const member = await createTeamToken(app, acme.team.id, { role: 'member' });
  const missing = '/downloads/data-files/0199f5a0-0000-7000-8000-000000000000/row-errors.csv';
  const answers = [
    await get(path, other.token),
    await get(missing, acme.token),
    await get('/downloads/data-files/none/row-errors.csv', acme.token),
    await get('/downloads/anything', acme.token),
    await get(path),
    await get(path, limited),
    await get(path, acme.token, 'DELETE'),
    await get(path, member),
  ];
  expect(await Promise.all(answers.map(async (answer) => [answer.status, (await answer.text()).slice(0, 60)]))).toEqual(
    [
      [404, '{"message":"Data file not found."}'],
      [404, '{"message":"Data file not found."}'],
      [404, '{"message":"Data file not found."}'],
      [404, '{"message":"File not found."}'],
      [401, '{"message":"Unauthenticated."}'],
      [403, '{"message":"This action is unauthorized."}'],
      [405, '{"message":"Downloads answer to GET."}'],
      [200, 'line,field,value,reason,severity\r\n2,number,bad,The number fi'],
    ],
  );
});

test('behind a public URL the link is absolute', () => {
  const config = readConfig({ PUBLIC_URL: 'https://api.example.com/' });
  expect(rowErrorsUrl({ config }, 'x')).toBe('https://api.example.com/downloads/data-files/x/row-errors.csv');
});

test('a file is deleted with its row errors, but not while it is imported, and by nobody else', async () => {
  const { token } = acme;
  const other = await createTeam(app, 'Other');
  const id = await imported('number\nbad\n');
  const remove = (by: string) =>
    app.graphql('mutation ($id: ID!) { deleteDataFile(id: $id) { id } }', { token: by, variables: { id } });
  expect((await remove(other.token)).errors).toMatchObject([
    { message: 'Data file not found.', extensions: { code: 'NOT_FOUND' } },
  ]);
  await app.db.dataFile.update({
    where: { teamId_id: { teamId: acme.team.id, id } },
    data: { status: 'importing' },
  });
  expect((await remove(token)).errors).toMatchObject([
    { message: 'The data file is being imported. Cancel the import first.', extensions: { code: 'CONFLICT' } },
  ]);
  await app.db.dataFile.update({
    where: { teamId_id: { teamId: acme.team.id, id } },
    data: { status: 'imported' },
  });
  expect(await remove(token)).toEqual({ data: { deleteDataFile: { id } } });
  expect(await app.db.dataFileRowError.count({ where: { dataFileId: id } })).toBe(0);
  expect((await remove(token)).errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
});
