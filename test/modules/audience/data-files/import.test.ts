import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { importDataFileTask } from '../../../../src/modules/audience/data-files/import/import-task.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { makeJobsDue, runJobs, waitingJobs } from '../../../support/jobs.ts';
import { createTeam, createTeamToken } from '../../../support/team.ts';
import { contactsOf, uploaded } from './support.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ IMPORT_BATCH_ROWS: 2 });
});
afterAll(() => app.close());

const LIST = `phone,land,mail,who
+49 171 2345678,DE,anna@example.com,Anna
0049 171 2345679,,ben@example.com,Ben
0171 2345680,Germany,,"Clara, the third"
`;
const COLUMNS = { number: 0, country: 1, email: 2, name: 3 };

test('a list becomes contacts: started by REST, done by the job, with tags, brand and country', async () => {
  const { team, token } = await createTeam(app);
  const id = await uploaded(app, LIST, { token, name: 'autumn.csv' });
  const createdAt = new Date(Date.now() - 200_000);
  await app.db.dataFile.update({ where: { teamId_id: { teamId: team.id, id } }, data: { createdAt } });

  const answer = await app.rest('POST', `/v1/data-files/${id}/import`, {
    token,
    body: { columns: COLUMNS, fixed_country_id: 276, fixed_network_brand: 'Vodafone', tags: ['vip', 'autumn'] },
  });

  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    data: {
      id,
      name: 'autumn.csv',
      size: Buffer.byteLength(LIST),
      status: 'importing',
      created_at: createdAt.toISOString(),
      created_ago: '3 minutes ago',
      columns: '{"number":0,"country":1,"email":2,"name":3}',
      total_rows: '3',
      processed_rows: '0',
      can_continue: 'false',
    },
  });

  await runJobs(app);
  const common = { countryId: 276, networkBrand: 'Vodafone', tags: ['autumn', 'vip'] };
  expect(await contactsOf(app, team.id)).toEqual([
    { number: 491712345678, name: 'Anna', email: 'anna@example.com', ...common },
    { number: 491712345679, name: 'Ben', email: 'ben@example.com', ...common },
    { number: 491712345680, name: 'Clara, the third', email: null, ...common },
  ]);
  const file = await app.graphql(
    `query ($id: ID!) { dataFile(id: $id) {
      status totalRows processedRows importedRows failedRows duplicateRows canContinue rowErrors { totalCount } failureReason
      columns { number country email name foreignId } tags fixedCountryId fixedNetworkBrand
    } }`,
    { token, variables: { id } },
  );
  expect(file).toEqual({
    data: {
      dataFile: {
        status: 'imported',
        totalRows: 3,
        processedRows: 3,
        importedRows: 3,
        failedRows: 0,
        duplicateRows: 0,
        canContinue: false,
        rowErrors: { totalCount: 0 },
        failureReason: null,
        columns: { number: 0, country: 1, email: 2, name: 3, foreignId: null },
        tags: ['vip', 'autumn'],
        fixedCountryId: '276',
        fixedNetworkBrand: 'Vodafone',
      },
    },
  });
});

test('the job stands on the timeline of the request that started it', async () => {
  const { team, token } = await createTeam(app);
  const id = await uploaded(app, LIST, { token });
  const { headers } = await app.rest('POST', `/v1/data-files/${id}/import`, { token, body: { columns: COLUMNS } });
  await runJobs(app);

  await app.writeTraces();
  const entries = await app.db.trace.findMany({
    where: { teamId: team.id, traceId: headers.get('x-trace-id')! },
    orderBy: { startedAt: 'asc' },
    select: { kind: true, operation: true, outcome: true },
  });
  expect(entries).toEqual([
    { kind: 'mutation', operation: 'importDataFile', outcome: 'ok' },
    { kind: 'job', operation: 'importDataFile', outcome: 'ok' },
  ]);
});

test('GraphQL starts the same import', async () => {
  const { team, token } = await createTeam(app);
  const id = await uploaded(app, LIST, { token });
  const started = await app.graphql(
    `mutation ($id: ID!, $input: ImportDataFileInput!) { importDataFile(id: $id, input: $input) { id status totalRows } }`,
    { token, variables: { id, input: { columns: COLUMNS } } },
  );
  expect(started).toEqual({ data: { importDataFile: { id, status: 'importing', totalRows: 3 } } });
  await runJobs(app);
  // Without a fixed country the second row's own number tells it.
  expect((await contactsOf(app, team.id)).map(({ number, countryId }) => [number, countryId])).toEqual([
    [491712345678, 276],
    [491712345679, 276],
    [491712345680, 276],
  ]);
});

test('every field of a contact can be filled, and an empty cell keeps what it has', async () => {
  const { team, token } = await createTeam(app);
  const number = 491712345678n;
  await app.db.contact.create({ data: { teamId: team.id, number, name: 'Kept', email: 'old@example.com' } });
  const id = await uploaded(
    app,
    `number;name;email;s1;s5;i1;i5;d1;d2;t1;t5;tz;crm
+491712345678;;new@example.com;one;five;-7;9007199254740991;12,5;1.234,56;2026-11-21 09:30;21.11.2026;europe/berlin;007
`,
    { token },
  );
  const answer = await app.rest('POST', `/v1/data-files/${id}/import`, {
    token,
    body: {
      columns: {
        number: 0,
        name: 1,
        email: '2',
        custom1_str: 3,
        custom5_str: 4,
        custom1_int: 5,
        custom5_int: 6,
        custom1_dec: 7,
        custom2_dec: 8,
        custom1_datetime: 9,
        custom5_datetime: 10,
        timezone: 11,
        foreign_id: '12',
      },
    },
  });
  expect((answer.body.data as { columns: string }).columns).toBe(
    '{"number":0,"email":2,"name":1,"custom1_str":3,"custom5_str":4,"custom1_int":5,"custom5_int":6,"custom1_dec":7,"custom2_dec":8,"custom1_datetime":9,"custom5_datetime":10,"timezone":11,"foreign_id":12}',
  );
  await runJobs(app);

  const contact = await app.db.contact.findUniqueOrThrow({
    where: { teamId_number: { teamId: team.id, number } },
  });
  expect(contact).toMatchObject({
    name: 'Kept',
    email: 'new@example.com',
    custom1Str: 'one',
    custom5Str: 'five',
    custom1Int: -7n,
    custom5Int: 9007199254740991n,
    custom1Datetime: new Date('2026-11-21T09:30:00Z'),
    custom5Datetime: new Date('2026-11-21T00:00:00Z'),
    timezone: 'Europe/Berlin',
    foreignId: '007',
    countryId: 276,
  });
  expect([String(contact.custom1Dec), String(contact.custom2Dec)]).toEqual(['12.5', '1234.56']);
});

test('a number that stands in several rows: the last one wins, in one batch and across batches', async () => {
  const { team, token } = await createTeam(app);
  const id = await uploaded(
    app,
    `number,name
+491712345678,first
+491712345678,second
+491712345679,other
+491712345678,third
+491712345680,last
`,
    { token },
  );
  await app.rest('POST', `/v1/data-files/${id}/import`, { token, body: { columns: { number: 0, name: 1 } } });
  await runJobs(app);
  expect((await contactsOf(app, team.id)).map(({ number, name }) => [number, name])).toEqual([
    [491712345678, 'third'],
    [491712345679, 'other'],
    [491712345680, 'last'],
  ]);
  const file = await app.db.dataFile.findUniqueOrThrow({ where: { teamId_id: { teamId: team.id, id } } });
  expect(file).toMatchObject({ processedRows: 5, importedRows: 3, duplicateRows: 2, failedRows: 0 });
});

test('an imported file can be imported again, and counts anew', async () => {
  const { team, token } = await createTeam(app);
  const id = await uploaded(app, LIST, { token });
  for (const tags of [['one'], ['two']]) {
    const { status } = await app.rest('POST', `/v1/data-files/${id}/import`, {
      token,
      body: { columns: COLUMNS, tags },
    });
    expect(status).toBe(200);
    await runJobs(app);
  }
  const file = await app.db.dataFile.findUniqueOrThrow({ where: { teamId_id: { teamId: team.id, id } } });
  expect(file).toMatchObject({
    status: 'imported',
    processedRows: 3,
    importedRows: 3,
    duplicateRows: 0,
    tags: ['two'],
  });
  expect((await contactsOf(app, team.id)).map(({ tags }) => tags)).toEqual([
    ['one', 'two'],
    ['one', 'two'],
    ['one', 'two'],
  ]);
});

test('a file that is being imported cannot be started again: one job, one 409 for all others', async () => {
  const { token } = await createTeam(app);
  const id = await uploaded(app, LIST, { token });
  const start = () => app.rest('POST', `/v1/data-files/${id}/import`, { token, body: { columns: COLUMNS } });
  const answers = await Promise.all([start(), start(), start()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)!.body).toEqual({
    message: 'The data file is already being imported.',
  });
  const { rows } = await app.pool.query(`SELECT FROM graphile_worker.jobs WHERE key = $1`, [`data-file:${id}`]);
  expect(rows).toHaveLength(1);
  await runJobs(app);
});

test.each([
  [{}, { columns: ['The columns field is required.'] }],
  [{ columns: {} }, { 'columns.number': ['The columns.number field is required.'] }],
  [{ columns: { number: -1 } }, { 'columns.number': ['The columns.number field must be at least 0.'] }],
  [{ columns: { number: 'a' } }, { 'columns.number': ['The columns.number field must be an integer.'] }],
  [
    { columns: { number: 4, custom1_str: 5, name: 3 } },
    {
      'columns.number': ['The selected columns.number is invalid.'],
      'columns.custom1_str': ['The selected columns.custom1 str is invalid.'],
    },
  ],
  [{ columns: COLUMNS, fixed_country_id: 999 }, { fixed_country_id: ['The selected fixed country id is invalid.'] }],
  [
    { columns: COLUMNS, fixed_country_id: 'x' },
    { fixed_country_id: ['The fixed country id field must be an integer.'] },
  ],
  [
    { columns: COLUMNS, fixed_network_brand: 'x'.repeat(256) },
    { fixed_network_brand: ['The fixed network brand field must not be greater than 255 characters.'] },
  ],
  [{ columns: COLUMNS, tags: 'vip' }, { tags: ['The tags field must be an array.'] }],
  [{ columns: COLUMNS, tags: ['ok', ' '] }, { 'tags.1': ['The tags.1 field is required.'] }],
])('%j is refused', async (body, errors) => {
  const { token, team } = await createTeam(app);
  const id = await uploaded(app, LIST, { token });
  const answer = await app.rest('POST', `/v1/data-files/${id}/import`, { token, body });
  expect([answer.status, answer.body.errors]).toEqual([422, errors]);
  const file = await app.db.dataFile.findUniqueOrThrow({ where: { teamId_id: { teamId: team.id, id } } });
  expect(file).toMatchObject({ status: 'uploaded', columns: null });
});

test('a file of another team, a missing one and an id that is none are not found', async () => {
  const { token } = await createTeam(app);
  const other = await createTeam(app, 'Other');
  const foreign = await uploaded(app, LIST, { token: other.token });
  for (const id of [foreign, '0199f5a0-0000-7000-8000-000000000000', 'none']) {
    const answer = await app.rest('POST', `/v1/data-files/${id}/import`, { token, body: { columns: COLUMNS } });
    expect([answer.status, answer.body]).toEqual([404, { message: 'Data file not found.' }]);
  }
});

test('a token of the endpoint may import, one of another endpoint may not, and nobody without a token', async () => {
  const { team, token } = await createTeam(app);
  const id = await uploaded(app, LIST, { token });
  const scoped = (endpoint: string) =>
    createTeamToken(app, team.id, { role: 'member', scopes: [{ method: 'post', endpoint, reason: 'test' }] });
  const start = async (token?: string) =>
    (await app.rest('POST', `/v1/data-files/${id}/import`, { token, body: { columns: COLUMNS } })).status;

  expect(await start()).toBe(401);
  expect(await start(await scoped('/v1/offers'))).toBe(403);
  expect(await start(await scoped('/v1/data-files/{dataFile}/import'))).toBe(200);
});

test('rows are written in bulk: a few statements for each batch, however many rows it has', async () => {
  // What other tests have left.
  await runJobs(app);
  const { team, token } = await createTeam(app);
  const rows = Array.from({ length: 4_000 }, (_, at) => `+49171${2_000_000 + at},Person ${at}`);
  const id = await uploaded(app, `number,name\n${rows.join('\n')}\n`, { token });
  await app.rest('POST', `/v1/data-files/${id}/import`, {
    token,
    body: { columns: { number: 0, name: 1 }, tags: ['x'] },
  });
  const inBulk = { services: { ...app.services, config: { ...app.services.config, IMPORT_BATCH_ROWS: 400 } } };

  const statements = await app.statements(() => runJobs(inBulk));

  // Eleven batches of eight statements and an announcement each, and what two jobs need once: that of the import, and that
  // which judges held contacts again; and one that asks who listens to its end. The queue's own depend on how long it takes.
  const own = statements.filter((text) => !text.includes('graphile_worker'));
  expect(own.length).toBeLessThan(116);
  expect(await app.db.contact.count({ where: { teamId: team.id } })).toBe(4_000);
  expect(await app.db.contactTag.count({ where: { tag: { teamId: team.id } } })).toBe(4_000);
});

test('two runs of one import at once write every row once, and it never lacks a job', async () => {
  const { team, token } = await createTeam(app);
  const rows = Array.from({ length: 9 }, (_, at) => `+49171234568${at},Person ${at}`);
  const id = await uploaded(app, `number,name\n${rows.join('\n')}\n`, { token });
  await app.rest('POST', `/v1/data-files/${id}/import`, { token, body: { columns: { number: 0, name: 1 } } });
  const [job] = await waitingJobs(app, 'import_data_file');
  const run = { attempt: 1, maxAttempts: 10, signal: new AbortController().signal };
  const start = () => importDataFileTask.run(app.services, job!.payload, run);
  await Promise.all([start(), start()]);
  // Whoever came second has left a job that looks again.
  expect(await waitingJobs(app, 'import_data_file')).toMatchObject([{ payload: job!.payload }]);
  await makeJobsDue(app);
  await runJobs(app);
  const file = await app.db.dataFile.findUniqueOrThrow({ where: { teamId_id: { teamId: team.id, id } } });
  expect(file).toMatchObject({ status: 'imported', processedRows: 9, importedRows: 9, duplicateRows: 0 });
  expect(await app.db.contact.count({ where: { teamId: team.id } })).toBe(9);
});

test('the column of foreign ids is given by its name, or by its position as text or number', async () => {
  const { team, token } = await createTeam(app);
  const answers = [];
  for (const foreign_id of ['Customer No', '1', 1, 'phone']) {
    const id = await uploaded(app, 'phone,Customer No\n+49 171 2345678,C-1\n', { token });
    const body = { columns: { number: 0, foreign_id } };
    const answer = await app.rest<{ data: { columns: string } }>('POST', `/v1/data-files/${id}/import`, {
      token,
      body,
    });
    answers.push(answer.body.data.columns);
    await runJobs(app);
    if (foreign_id === 'Customer No') {
      expect(await app.db.contact.findMany({ where: { teamId: team.id }, select: { foreignId: true } })).toEqual([
        { foreignId: 'C-1' },
      ]);
    }
  }
  const at = (position: number) => `{"number":0,"foreign_id":${position}}`;
  expect(answers).toEqual([at(1), at(1), at(1), at(0)]);
  const id = await uploaded(app, 'phone,Customer No\n+49 171 2345678,C-1\n', { token });
  for (const foreign_id of ['Client', '2', '-1']) {
    const body = { columns: { number: 0, foreign_id } };
    const { status, body: answer } = await app.rest('POST', `/v1/data-files/${id}/import`, { token, body });
    expect([status, answer.errors]).toEqual([
      422,
      { 'columns.foreign_id': ['The selected columns.foreign id is invalid.'] },
    ]);
  }
});

test('a long import gives its place to what became due meanwhile, and continues after it', async () => {
  const { team, token } = await createTeam(app);
  const rows = Array.from({ length: 9 }, (_, at) => `+49171234569${at},Person ${at}`);
  const id = await uploaded(app, `number,name\n${rows.join('\n')}\n`, { token });
  await app.rest('POST', `/v1/data-files/${id}/import`, { token, body: { columns: { number: 0, name: 1 } } });
  const [job] = await waitingJobs(app, 'import_data_file');
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 11_000));
  const run = { attempt: 1, maxAttempts: 10, signal: new AbortController().signal };
  await importDataFileTask.run(app.services, job!.payload, run).finally(() => clock.mockRestore());

  const stored = () => app.db.dataFile.findUniqueOrThrow({ where: { teamId_id: { teamId: team.id, id } } });
  expect(await stored()).toMatchObject({ status: 'importing', processedRows: 1 });
  const [next, ...others] = await waitingJobs(app, 'import_data_file');
  expect([next!.payload, others]).toEqual([job!.payload, []]);
  expect(next!.runAt.getTime()).toBeGreaterThan(job!.runAt.getTime());
  await runJobs(app);
  expect(await stored()).toMatchObject({ status: 'imported', processedRows: 9, importedRows: 9, duplicateRows: 0 });
});
