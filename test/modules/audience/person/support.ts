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
