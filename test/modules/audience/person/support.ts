import type { TestApp } from '../../../support/app.ts';

export const ERASE = 'mutation ($input: PersonInput!) { erasePerson(input: $input) { contactsCount recordsCount } }';

/** The whole database, a line a row. */
export async function dump(app: TestApp): Promise<string> {
  const tables = await app.db.$queryRaw<{ name: string }[]>`
    SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND n.nspname IN ('public', 'partitions', 'graphile_worker') ORDER BY 1`;
  let text = '';
  for (const { name } of tables) {
    const columns = name === 'data_file_chunks' ? `encode(bytes, 'escape')` : 't::text';
    const rows = await app.db.$queryRawUnsafe<{ row: string }[]>(`SELECT ${columns} AS row FROM ${name} t`);
    text += rows.map(({ row }) => `${name} ${row}\n`).join('');
  }
  return text;
}

/** Lines of a dump that name the person, in any form. */
export const traces = (text: string) =>
  text
    .split('\n')
    .filter((line) => /15112345678|zaphod|beeblebrox|towels/i.test(line.replaceAll(/[ ().-]/g, '')))
    .map((line) => line.slice(0, 300));

/** What has a person's number behind other digits, and what has a number with another calling code. */
export const DIGITS_BEFORE: [number: string, theirs: string[], others: string[]][] = [
  [
    '+4915112345678',
    [
      'Apt 12 0151 12345678',
      '1) 0151 12345678',
      '1. 0151 12345678',
      'ab 18:30 0151 12345678',
      '24.12. 0151 12345678',
      '24.12.2026 0151 12345678',
      '10 0049 151 12345678',
      '12 49 151 12345678',
      '5 151 12345678',
      '80331 / 0151-12345678',
      '49 0151 12345678',
    ],
    ['0041 0151 12345678', '+39 0151 12345678', '120151 12345678', '43 15112345678'],
  ],
  [
    '+14155550100',
    [
      'Suite 5 415-555-0100',
      'Suite 100 (415) 555-0100',
      'Suite 682 415-555-0100',
      '1) 415-555-0100',
      '05 415-555-0100',
      '12/24 415.555.0100',
      '18:30 415-555-0100',
      '2. 1-415-555-0100',
      '12 011 1 415 555 0100',
    ],
    ['+44 415 555 0100', '44 4155550100', '0044 4155550100', '54155550100'],
  ],
  [
    '+33612345678',
    ['Bât 3, 06 12 34 56 78', '75 06 12 34 56 78', '9h30 06.12.34.56.78', '12 612345678', '5 33 612345678'],
    ['+34612345678', '0034 612345678', '34612345678', '34 612 345 678', '(34) 612345678', '+16123456789'],
  ],
  ['+4791234567', ['Gate 5 91234567', '18:30 91 23 45 67', '12 47 91234567'], ['+4591234567', '45 91234567']],
  ['+4520123456', ['Port 3 20 12 34 56', '12. 20123456'], ['0151 20123456', '49 151 20123456', '0049 151 20123456']],
  [
    '+447911123456',
    ['Flat 2 07911 123456', '8. 7911 123456', '3/44 7911 123456'],
    ['+79111234567', '+49 7911 123456', '7 7911 123456'],
  ],
  [
    '+79111234567',
    ['кв. 5 8 911 123-45-67', '1) 8 911 1234567', '12 7 911 1234567'],
    ['49 89111234567', '49 79111234567'],
  ],
  ['+36201234567', ['3. 06 20 123 4567', '12 20 123 4567'], ['+49 201234567', '0044 20 123 4567']],
];
