import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { runJobs } from '../../../support/jobs.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';
import { uploaded } from '../data-files/support.ts';
import { DIGITS_BEFORE, ERASE } from './support.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ LOG_LEVEL: 'silent' });
});
afterAll(() => app.close());

const EXPORT = 'mutation ($input: PersonInput!) { exportPerson(input: $input) { url } }';
const person = { input: { number: '+4915112345678' } };

/** What an export says of the file's rows, and what the file is after the erasure. */
async function exportedAndLeft(list: string, variables = person, of?: Pick<TestTeam, 'team' | 'token'>) {
  const { team, token } = of ?? (await createTeam(app));
  const id = await uploaded(app, list, { token, name: 'list.csv' });
  const { data } = await app.graphql<{ exportPerson: { url: string } }>(EXPORT, { token, variables });
  const file = await app.app.fetch(new Request(new URL(data!.exportPerson.url, 'http://localhost')));
  const { records } = (await file.json()) as { records: Record<string, { text: string }[]> };
  const { errors } = await app.graphql(ERASE, { token, variables });
  expect(errors).toBeUndefined();
  const chunks = await app.db.dataFileChunk.findMany({
    where: { teamId: team.id, dataFileId: id },
    orderBy: { position: 'asc' },
  });
  return {
    exported: records.data_file_rows!.map(({ text }) => text),
    left: Buffer.concat(chunks.map(({ bytes }) => bytes)).toString(),
  };
}

test('rows that end with a carriage return alone are rows', async () => {
  const { exported, left } = await exportedAndLeft(
    'phone;name\r4915112345670;Ben\r4915112345678;Ada\r4915112345671;Cleo\r',
  );
  expect(exported).toEqual(['4915112345678;Ada']);
  expect(left).toBe(`phone;name\r4915112345670;Ben\r${' '.repeat(13)};   \r4915112345671;Cleo\r`);
});

test('a row whose cell has a line break is erased whole', async () => {
  const { exported, left } = await exportedAndLeft(
    'name;street;phone\nBen;"Quay 1\nKiel";4915112345670\nAda;"Quay 2\nKiel";4915112345678\nCleo;"";4915112345671\n',
  );
  expect(exported).toEqual(['Ada;"Quay 2\nKiel";4915112345678']);
  expect(left).toBe(
    `name;street;phone\nBen;"Quay 1\nKiel";4915112345670\n   ;       \n     ;${' '.repeat(13)}\nCleo;"";4915112345671\n`,
  );
});

test.each([
  '+49\u00a0151\u00a01234\u00a05678',
  '+49 151 – 1234 5678',
  '+49‑151‑12345678',
  '+４９１５１１２３４５６７８',
  '+٤٩١٥١١٢٣٤٥٦٧٨',
])('a number written as %s is found in a file', async (written) => {
  const { exported, left } = await exportedAndLeft(`phone;name\n4915112345670;Ben\n${written};Ada\n`);
  expect(exported).toEqual([`${written};Ada`]);
  expect(left).not.toContain('Ada');
  expect(left).toContain('4915112345670;Ben');
});

test('a row that has the person’s e-mail address is found, one with an address that has theirs within it is not', async () => {
  const { team, token } = await createTeam(app);
  await app.db.contact.create({ data: { teamId: team.id, number: 4915112345678n, email: 'Anna@mail.example' } });
  const others = ['johanna@mail.example', 'anna@mail.example.org', 'x.anna@mail.example', 'anna@mail.example-2'];
  // As long as a row may be: each of its letters may begin an address.
  others.push('a'.repeat(200_000));
  const theirs = ['ANNA@mail.example', 'Anna <anna@mail.example>', 'mailto:anna@mail.example.'];
  theirs.push('[anna@mail.example]', '{anna@mail.example}', 'anna@mail.example!', 'Mail anna@mail.example。');
  const list = ['email;name', ...others.map((one) => `${one};Ben`), ...theirs.map((one) => `${one};Ada`)].join('\n');
  const { exported, left } = await exportedAndLeft(`${list}\n`, person, { team, token });
  expect(exported).toEqual(theirs.map((one) => `${one};Ada`));
  expect(left).not.toContain('Ada');
  for (const one of others) expect(left).toContain(`\n${one};Ben\n`);
});

test.each(['011 15 2345-6789', '+54 11 15 2345-6789', '011 2345-6789'])(
  'an Argentine mobile written as %s is found in a file',
  async (written) => {
    const { exported } = await exportedAndLeft(`phone;name\n011 2345-6780;Ben\n${written};Ada\n`, {
      input: { number: '+5491123456789' },
    });
    expect(exported).toEqual([`${written};Ada`]);
  },
);

const FRENCH = ['+33612345678', '0033 612345678', '33612345678', '0612345678', '06 12 34 56 78', '612345678'];
FRENCH.push(
  '+33 (0)6 12 34 56 78',
  '(+33) 6-12-34-56-78',
  'tel:+33612345678',
  'Mobil2: 06.12.34.56.78',
  '011 33 612345678',
);
FRENCH.push(
  '06 12 34 56 78 ext. 5',
  '0612345678-12',
  '0612345678 / 0712345670',
  '0712345670/0612345678',
  'p:+33612345678',
);
FRENCH.push('+34612345670, +33612345678', '07 12 34 56 70 06 12 34 56 78', '33612345678.0', 'order 12, 0612345678');
FRENCH.push('https://wa.me/33612345678', "'0612345678", '+33\u200b612345678', '+33612345678@c.us', '33,612,345,678');
FRENCH.push('+34 712345670 +33 612345678', '3.3612345678E+10', '+33+33612345678', '†33612345678');
const NO_FRENCH = ['+34612345678', '+16123456789', '0034612345678', '34 612345678', '+39 0612345678', '+612345678'];
NO_FRENCH.push('+34 (0) 612 345 678', '6123456789', '+49 151 61234567 8', '+4 9151 612345678', '10612345678');
const STRANGERS: [number: string, theirs: string[], others: string[]][] = [
  ['+33612345678', FRENCH, NO_FRENCH],
  ['+4791234567', ['+47 91234567', '91 23 45 67', '004791234567'], ['+4591234567', '+4915191234567', '0046 91234567']],
  ['+447911123456', ['07911 123456', '+44(0)7911 123456', '447911123456'], ['+79111234567', '+49 7911 123456']],
  ['+12025550123', ['(202) 555-0123', '1-202-555-0123', '202.555.0123', '+1 202 555 0123'], ['+44 2025550123']],
  [
    '+79111234567',
    ['8 (911) 123-45-67', '+7 911 1234567', '8~10 7 911 1234567'],
    ['0049 79111234567', '+49 79111234567'],
  ],
  ['+5511987654321', ['0 15 11 98765-4321', '(0xx11) 98765-4321', '+55 11 8765-4321'], ['+54 11 98765 4321']],
  ['+919876543210', ['091 98765 43210', '098765 43210'], ['+92 9876543210']],
  ['+36201234567', ['06 20 123 4567', '+36 20 123 4567'], ['+49 201234567', '+1 201-234-5678']],
];

test.each([...STRANGERS, ...DIGITS_BEFORE])(
  'of %s are the rows with their own number, and no other',
  async (number, theirs, others) => {
    const row = (cells: string[], name: string) => cells.map((cell) => `"${cell}";${name}`);
    const rows = [...row(theirs, 'Ada'), ...row(others, 'Ben')].join('\n');
    const { exported, left } = await exportedAndLeft(`phone;name\n${rows}\n`, { input: { number } });
    expect(exported).toEqual(row(theirs, 'Ada'));
    expect(left.split('\n').filter((line) => line.includes('Ben'))).toEqual(row(others, 'Ben'));
    expect(left).not.toContain('Ada');
  },
);

test('a quotation mark of an erased row takes in no other row', async () => {
  const { left } = await exportedAndLeft('phone,note\n4915112345678,5" pipe\n4915112345670,"Ben"\n');
  expect(left).toBe(`phone,note\n${' '.repeat(13)},       \n4915112345670,"Ben"\n`);
});

test('what an import says of the person’s row is erased, and nothing of the others’', async () => {
  const { team, token } = await createTeam(app);
  const list = 'phone;name;mail\n4915112345670;Ben;ben at home\n4915112345678;Ada;ada at home\n';
  const id = await uploaded(app, list, { token, name: 'list.csv' });
  const { errors } = await app.graphql(
    'mutation ($id: ID!, $input: ImportDataFileInput!) { importDataFile(id: $id, input: $input) { id } }',
    { token, variables: { id, input: { columns: { number: 0, name: 1, email: 2 } } } },
  );
  expect(errors).toBeUndefined();
  await runJobs(app);
  const stored = () =>
    app.db.dataFileRowError.findMany({ where: { teamId: team.id, dataFileId: id }, orderBy: { line: 'asc' } });
  expect((await stored()).map(({ value }) => value)).toEqual(['ben at home', 'ada at home']);
  await app.graphql(ERASE, { token, variables: person });
  expect((await stored()).map(({ value }) => value)).toEqual(['ben at home', null]);
});

test('rows are found anywhere in a long file, once each, with the lines that its import names', async () => {
  const { team, token } = await createTeam(app);
  const others = (count: number) =>
    Array.from({ length: count }, (_, at) => `"Ben\n${at}";"Quay ""${at}""\r\nKiel";+49151${10_000_000 + at}\r\n`).join(
      '',
    );
  const own = (at: number) => `"Ada\n${at}";"Quay ${at}";+4915112345678\r\n`;
  const parts = [own(1), others(40_000), own(2), own(3), others(30_000), own(4)];
  const id = await uploaded(app, `name;street;phone\r\n${parts.join('')}`, { token, name: 'long.csv' });
  // Where `own(3)` begins, and the row behind it.
  const error = { teamId: team.id, dataFileId: id, field: 'name', reason: 'Odd.', value: 'odd' };
  await app.db.dataFileRowError.createMany({ data: [120_006, 120_008].map((line) => ({ ...error, line })) });
  const { data } = await app.graphql<{ exportPerson: { url: string } }>(EXPORT, { token, variables: person });
  const file = await app.app.fetch(new Request(new URL(data!.exportPerson.url, 'http://localhost')));
  const { records } = (await file.json()) as { records: Record<string, { text?: string; line?: number }[]> };
  expect(records.data_file_rows!.map(({ text }) => text)).toEqual([1, 2, 3, 4].map((at) => own(at).trimEnd()));
  expect(records.data_file_row_errors!.map(({ line }) => line)).toEqual([120_006]);
});
