import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { runJobs } from '../../../support/jobs.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';
import { contactsOf, uploaded } from './support.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ IMPORT_BATCH_ROWS: 3 });
});
afterAll(() => app.close());

const COUNTS = `processedRows importedRows createdContacts updatedContacts unchangedContacts duplicateRows failedRows`;

async function imported({ team, token }: TestTeam, content: string, body: object) {
  const id = await uploaded(app, content, { token });
  const { status } = await app.rest('POST', `/v1/data-files/${id}/import`, { token, body });
  expect(status).toBe(200);
  await runJobs(app);
  const { data } = await app.graphql<{ dataFile: Record<string, unknown> }>(
    `query ($id: ID!) { dataFile(id: $id) { ${COUNTS} leftOutColumns { position name }
      rowErrors(first: 100) { nodes { line field value reason } } } }`,
    { token, variables: { id } },
  );
  const { rowErrors, leftOutColumns, ...counts } = data!.dataFile;
  const { nodes } = rowErrors as { nodes: object[] };
  return { rowErrors: nodes, leftOutColumns, counts, contacts: await contactsOf(app, team.id) };
}

describe('contacts that were there', () => {
  test('count as updated when a field or a tag is another, else as unchanged; each contact once', async () => {
    const acme = await createTeam(app);
    const row = (at: number, name = `Contact ${at}`) => `+4917123456${10 + at},${name}`;
    const columns = { number: 0, name: 1 };
    const list = (...rows: string[]) => `phone,name,shoe size\n${rows.join('\n')}\n`;
    const five = list(row(1), row(2), row(3), row(4), row(5));
    const first = await imported(acme, five, { columns, tags: ['vip'] });
    expect(first.counts).toEqual({
      processedRows: 5,
      importedRows: 5,
      createdContacts: 5,
      updatedContacts: 0,
      unchangedContacts: 0,
      duplicateRows: 0,
      failedRows: 0,
    });
    expect(first.leftOutColumns).toEqual([{ position: 2, name: 'shoe size' }]);

    const before = await app.db.contact.findMany({
      where: { teamId: acme.team.id },
      orderBy: { number: 'asc' },
    });
    const second = await imported(
      acme,
      list(row(1, 'Ann'), row(2), row(3, ''), row(1, 'Anna'), row(6), row(2), row(6, 'Zoe'), 'none,x'),
      { columns },
    );
    expect(second.counts).toEqual({
      processedRows: 8,
      importedRows: 4,
      createdContacts: 1,
      updatedContacts: 1,
      unchangedContacts: 2,
      duplicateRows: 3,
      failedRows: 1,
    });
    const after = await app.db.contact.findMany({
      where: { teamId: acme.team.id },
      orderBy: { number: 'asc' },
    });
    expect(after.slice(0, 5).map(({ updatedAt }, at) => updatedAt > before[at]!.updatedAt)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(after.map(({ name }) => name)).toEqual(['Anna', 'Contact 2', 'Contact 3', 'Contact 4', 'Contact 5', 'Zoe']);

    expect((await imported(acme, five, { columns, tags: ['vip', 'new'] })).counts).toMatchObject({
      updatedContacts: 5,
      unchangedContacts: 0,
    });
    const last = await imported(acme, five, { columns, tags: ['new'], fixed_network_brand: 'Telekom' });
    expect(last.counts).toMatchObject({ updatedContacts: 5, unchangedContacts: 0 });
    expect(
      (await imported(acme, five, { columns, tags: ['new'], fixed_network_brand: 'Telekom' })).counts,
    ).toMatchObject({
      importedRows: 5,
      createdContacts: 0,
      updatedContacts: 0,
      unchangedContacts: 5,
    });
  });
});

describe('numbers in the column of countries', () => {
  const COLUMNS = { columns: { number: 0, country: 1 } };
  const countriesOf = async (...rows: string[]) => {
    const { contacts, rowErrors } = await imported(
      await createTeam(app),
      `phone;country\n${rows.join('\n')}\n`,
      COLUMNS,
    );
    return { rowErrors, countries: contacts.map(({ number, countryId }) => `${number} ${countryId}`).sort() };
  };

  test('are ISO 3166-1 where one of them can be nothing else, without their zeros, too', async () => {
    // 380 is Italy, and the dialling code of Ukraine; 40 Austria, and that of Romania.
    expect(await countriesOf('030 901820;276', '06 6982 1234;380', '0664 1234567;40', '0664 1234568;040')).toEqual({
      rowErrors: [],
      countries: ['390669821234 380', '436641234567 40', '436641234568 40', '4930901820 276'],
    });
  });

  test('are dialling codes where one of them can be nothing else', async () => {
    expect(await countriesOf('030 901820;49', '050 123 4567;380', '0721 234 567;40')).toEqual({
      rowErrors: [],
      countries: ['380501234567 804', '40721234567 642', '4930901820 276'],
    });
  });

  test('are what the row’s number says where all of them could be either, and refused where it does not', async () => {
    const { rowErrors, countries } = await countriesOf(
      '+39 06 6982 1234;380',
      '+380 50 123 4567;380',
      '050 1234567;380',
    );
    expect(countries).toEqual(['380501234567 804', '390669821234 380']);
    expect(rowErrors).toEqual([
      {
        line: 4,
        field: 'country',
        value: '380',
        reason: 'The country field may mean Italy or Ukraine: write IT or UA.',
      },
    ]);
  });

  test('are refused where they are none', async () => {
    const { rowErrors } = await countriesOf('+4930901820;999');
    expect(rowErrors).toEqual([
      { line: 2, field: 'country', value: '999', reason: 'The selected country is invalid.' },
    ]);
  });
});

test.each(['4.91512E+11', '"4,91512E+11"', '4.9e12'])('%s is named as Excel’s doing, with what to do', async (text) => {
  const { rowErrors } = await imported(await createTeam(app), `phone;x\n${text};1\n`, { columns: { number: 0 } });
  expect(rowErrors).toEqual([
    {
      line: 2,
      field: 'number',
      value: text.replaceAll('"', ''),
      reason:
        'Excel has cut digits off the number. Upload the .xlsx workbook, or show the column as a number without decimals and save it as CSV again.',
    },
  ]);
});
