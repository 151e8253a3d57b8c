import type pg from 'pg';
import { columnName } from '../../database/table.ts';
import { uuidv7 } from '../../database/uuid.ts';
import { type CellKind, COLUMN_KINDS, COLUMN_NAMES } from './columns.ts';
import type { ContactRow, RowError } from './row.ts';

type Client = Pick<pg.PoolClient, 'query'>;

/** What a whole import writes into each of its contacts. */
export interface Target {
  teamId: string;
  importId: string;
  networkBrand: string | null;
  tagIds: readonly string[];
}

const TYPES: Readonly<Record<Exclude<CellKind, 'phone' | 'country'>, string>> = {
  email: 'text',
  text: 'text',
  integer: 'bigint',
  decimal: 'numeric',
  datetime: 'timestamptz',
  timezone: 'text',
};

/** Columns of `contacts` that a row can fill, with their types. */
const COLUMNS: [column: string, type: string][] = [
  ['country_id', 'int'],
  ...COLUMN_NAMES.flatMap((name): [string, string][] => {
    const kind = COLUMN_KINDS[name];
    return kind === 'phone' || kind === 'country' ? [] : [[columnName(name), TYPES[kind]]];
  }),
];

/** Rows of a file are few kinds of rows: a statement for the columns in use, and no more, is what is planned each time. */
function upsertStatement(columns: [string, string][]): string {
  const names = columns.map(([name]) => name);
  return `
    WITH written AS (
      INSERT INTO contacts AS c (id, team_id, number, ${names.map((name) => `${name}, `).join('')}network_brand, import_id, updated_at)
      SELECT r.id, $2::uuid, r.number, ${names.map((name) => `r.${name}, `).join('')}$4::text, $3::uuid, now()
      FROM json_to_recordset($1::json) AS r(id uuid, number bigint${columns.map(([name, type]) => `, ${name} ${type}`).join('')})
      ORDER BY r.number
      ON CONFLICT (team_id, number) DO UPDATE SET
        ${[...names, 'network_brand'].map((name) => `${name} = COALESCE(EXCLUDED.${name}, c.${name}), `).join('')}
        import_id = EXCLUDED.import_id, updated_at = EXCLUDED.updated_at
      RETURNING c.id
    )
    INSERT INTO contact_tags (contact_id, tag_id)
    SELECT w.id, g.id FROM written w CROSS JOIN unnest($5::uuid[]) g(id) ORDER BY 1, 2 ON CONFLICT DO NOTHING`;
}

/**
 * Writes rows as contacts in two statements, however many they are. An empty cell leaves what the contact has. Returns
 * how many of the rows' numbers had come before in the same import: in this batch or in an earlier one.
 */
export async function writeContacts(client: Client, target: Target, rows: readonly ContactRow[]): Promise<number> {
  if (rows.length === 0) return 0;
  const byNumber = new Map<string, ContactRow>();
  // The last row of a number wins, cell by cell.
  for (const row of rows) byNumber.set(row.number, { ...byNumber.get(row.number), ...row });
  const distinct = [...byNumber.values()];

  // In the order in which other writers (E8) lock contacts, so that none waits for another in a circle.
  const existing = await client.query<{ import_id: string | null }>(
    `SELECT import_id FROM contacts WHERE team_id = $1 AND number = ANY($2::bigint[]) ORDER BY id FOR NO KEY UPDATE`,
    [target.teamId, [...byNumber.keys()]],
  );
  const used = COLUMNS.filter(([name]) => distinct.some((row) => row[name] !== undefined));
  await client.query(upsertStatement(used), [
    JSON.stringify(distinct.map((row) => ({ id: uuidv7(), ...row }))),
    target.teamId,
    target.importId,
    target.networkBrand,
    target.tagIds,
  ]);
  const earlier = existing.rows.filter(({ import_id }) => import_id === target.importId).length;
  return rows.length - distinct.length + earlier;
}

export async function writeRowErrors(client: Client, dataFileId: string, errors: readonly RowError[]): Promise<void> {
  if (errors.length === 0) return;
  await client.query(
    `INSERT INTO data_file_row_errors (id, data_file_id, line, field, value, reason)
     SELECT r.id, $2::uuid, r.line, r.field, r.value, r.reason
     FROM json_to_recordset($1::json) AS r(id uuid, line int, field text, value text, reason text)
     ON CONFLICT (data_file_id, line, field) DO NOTHING`,
    [JSON.stringify(errors.map((error) => ({ id: uuidv7(), ...error }))), dataFileId],
  );
}
