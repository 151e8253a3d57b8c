import { afterAll, beforeAll, expect, test } from 'vitest';
import { importDataFileTask } from '../../../../src/modules/audience/data-files/import/import-task.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { makeJobsDue, runJobs, waitingJobs } from '../../../support/jobs.ts';
import { createTeam } from '../../../support/team.ts';
import { uploaded } from './support.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ IMPORT_BATCH_ROWS: 2 });
});
afterAll(() => app.close());

const listOf = (length: number) =>
  `number\n${Array.from({ length }, (_, at) => `+49171234${5_670 + at}`).join('\n')}\n`;
const FILE = 'query ($id: ID!) { dataFile(id: $id) { status canContinue processedRows failureReason } }';
const CANCEL = 'mutation ($id: ID!) { cancelDataFileImport(id: $id) { id status canContinue finishedAt } }';
const DELETE = 'mutation ($id: ID!) { deleteDataFile(id: $id) { id } }';

async function started(length = 6) {
  const { team, token } = await createTeam(app);
  const id = await uploaded(app, listOf(length), { token });
  const ask = (query: string) =>
    app.graphql<Record<string, Record<string, unknown>>>(query, { token, variables: { id } });
  const start = () => app.rest('POST', `/v1/data-files/${id}/import`, { token, body: { columns: { number: 0 } } });
  expect((await start()).status).toBe(200);
  return { team, token, id, ask, start };
}

/** No contact can be stored for as long as `work` takes: a failure that is tried again for hours. */
async function withoutContacts(work: () => Promise<void>) {
  await app.pool.query('ALTER TABLE contacts RENAME TO contacts_away');
  await work().finally(() => app.pool.query('ALTER TABLE contacts_away RENAME TO contacts'));
}

test('an import that fails and is tried again can be cancelled, and its file deleted', async () => {
  const { ask, id } = await started();
  await withoutContacts(() => runJobs(app));
  expect((await ask(FILE)).data!.dataFile).toMatchObject({ status: 'importing', processedRows: 0 });
  expect(await ask(DELETE)).toMatchObject({
    errors: [
      { message: 'The data file is being imported. Cancel the import first.', extensions: { code: 'CONFLICT' } },
    ],
  });

  expect((await ask(CANCEL)).data!.cancelDataFileImport).toEqual({
    id,
    status: 'cancelled',
    canContinue: true,
    finishedAt: expect.any(String),
  });
  expect(await waitingJobs(app, 'import_data_file')).toEqual([]);
  expect((await ask(DELETE)).data).toEqual({ deleteDataFile: { id } });
  expect((await ask(FILE)).errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
});

test('a cancelled import continues where it was, when it is started again with the same settings', async () => {
  const { ask, team, id, start } = await started();
  const [job] = await waitingJobs(app, 'import_data_file');
  const stop = new AbortController();
  stop.abort();
  // A worker that ends after its first batch.
  await importDataFileTask.run(app.services, job!.payload, { attempt: 1, maxAttempts: 10, signal: stop.signal });
  await ask(CANCEL);
  await makeJobsDue(app);
  await runJobs(app);
  expect((await ask(FILE)).data!.dataFile).toEqual({
    status: 'cancelled',
    canContinue: true,
    processedRows: 1,
    failureReason: null,
  });
  expect(await app.db.contact.count({ where: { teamId: team.id } })).toBe(1);

  expect((await start()).body).toMatchObject({ data: { status: 'importing', processed_rows: '1' } });
  await runJobs(app);
  const file = await app.db.dataFile.findUniqueOrThrow({ where: { teamId_id: { teamId: team.id, id } } });
  expect(file).toMatchObject({ status: 'imported', processedRows: 6, importedRows: 6, duplicateRows: 0 });
});

test('an import that is cancelled, or deleted as well, while it runs ends quietly and leaves no job', async () => {
  for (const isDeleted of [false, true]) {
    // Several hundred batches, of which a busy machine may have written all before it is asked to stop.
    const { ask, team } = await started(600);
    const [job] = await waitingJobs(app, 'import_data_file');
    const run = importDataFileTask.run(app.services, job!.payload, {
      attempt: 1,
      maxAttempts: 10,
      signal: new AbortController().signal,
    });
    const isLate = (await ask(CANCEL)).errors !== undefined;
    if (isLate) expect((await ask(FILE)).data).toMatchObject({ dataFile: { status: 'imported' } });
    if (isDeleted) await ask(DELETE);
    await run;
    // The one that was run here, unless cancelling took it away.
    expect(await waitingJobs(app, 'import_data_file')).toHaveLength(isLate ? 1 : 0);
    await app.pool.query('DELETE FROM graphile_worker._private_jobs');
    const files = await app.db.dataFile.findMany({ where: { teamId: team.id } });
    expect(files.map(({ status }) => status)).toEqual(isDeleted ? [] : [isLate ? 'imported' : 'cancelled']);
  }
});

test('only an import under way can be cancelled, by nobody but its team', async () => {
  const { ask, id } = await started();
  const other = await createTeam(app, 'Other');
  expect((await app.graphql(CANCEL, { token: other.token, variables: { id } })).errors).toMatchObject([
    { message: 'Data file not found.', extensions: { code: 'NOT_FOUND' } },
  ]);
  await runJobs(app);
  expect((await ask(CANCEL)).errors).toMatchObject([
    { message: 'The data file is not being imported.', extensions: { code: 'CONFLICT' } },
  ]);
  expect((await ask(FILE)).data!.dataFile).toMatchObject({ status: 'imported' });
});
