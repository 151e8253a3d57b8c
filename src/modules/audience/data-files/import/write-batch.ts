import { everyForm, mayHaveForms, sameLine } from 'phone-numbers';
import { numberIn } from '../../../../database/partitions.ts';
import type { Sql } from '../../../../database/sql.ts';
import { columnName } from '../../../../database/table.ts';
import { all, type Tx } from '../../../../database/transaction.ts';
import { uuidv7 } from '../../../../database/uuid.ts';
import { type Channel, type ConsentState, type DataFile, Prisma } from '../../../../generated/prisma/client.ts';
import { holdLines } from '../../../../phone-numbers/lines-of.ts';
import { keepConsents } from '../../../delivery/consent/keep-consents.ts';
import { judgeNumbersAgain } from '../../../delivery/engine/judge-held.ts';
import { markListed } from '../../../delivery/reach/suppress-lines.ts';
import { type CellKind, COLUMN_KINDS, COLUMN_NAMES } from '../csv/columns.ts';
import type { ContactRow, RowError } from '../csv/row.ts';
import type { ImportConsent } from '../rules.ts';

type OwnFile = Pick<DataFile, 'id' | 'teamId'>;

export interface Target {
  teamId: string;
  importId: string;
  networkBrand: string | null;
  tagIds: readonly string[];
  file: Pick<DataFile, 'id' | 'name' | 'consent'>;
}

export interface Written {
  created: number;
  updated: number;
  unchanged: number;
  /** Rows whose number came earlier in the same import. */
  duplicates: number;
}

const TYPES: Readonly<Record<Exclude<CellKind, 'phone' | 'country'>, string>> = {
  email: 'text',
  text: 'text',
  integer: 'bigint',
  decimal: 'numeric',
  datetime: 'timestamptz',
  timezone: 'text',
};

const COLUMNS: [column: string, type: string][] = [
  ['country_id', 'int'],
  ...COLUMN_NAMES.flatMap((name): [string, string][] => {
    const kind = COLUMN_KINDS[name];
    return kind === 'phone' || kind === 'country' ? [] : [[columnName(name), TYPES[kind]]];
  }),
];

/** A file has few combinations of columns; a statement with just those is faster to plan. */
function upsertStatement(columns: [string, string][]): string {
  const names = columns.map(([name]) => name);
  const kept = [...names, 'network_brand'];
  return `
    WITH written AS (
      INSERT INTO contacts AS c (id, team_id, number, ${names.map((name) => `${name}, `).join('')}network_brand, import_id, updated_at)
      SELECT r.id, $2::uuid, r.number, ${names.map((name) => `r.${name}, `).join('')}$4::text, $3::uuid, now()
      FROM json_to_recordset($1::json) AS r(id uuid, number bigint${columns.map(([name, type]) => `, ${name} ${type}`).join('')})
      ORDER BY r.number
      ON CONFLICT (team_id, number) DO UPDATE SET
        ${kept.map((name) => `${name} = COALESCE(EXCLUDED.${name}, c.${name}), `).join('')}
        import_id = EXCLUDED.import_id, updated_at = CASE
          WHEN (${kept.map((name) => `c.${name}`).join(', ')}) IS DISTINCT FROM
            (${kept.map((name) => `COALESCE(EXCLUDED.${name}, c.${name})`).join(', ')})
          THEN EXCLUDED.updated_at ELSE c.updated_at END
      RETURNING c.id, (xmax = 0) AS is_new, (c.updated_at = now()::timestamptz(3)) AS is_changed
    )
    SELECT count(*) FILTER (WHERE w.is_new)::int AS created,
      count(*) FILTER (WHERE NOT w.is_new AND w.is_changed)::int AS updated,
      COALESCE(array_agg(w.id) FILTER (WHERE NOT w.is_new AND NOT w.is_changed), '{}') AS unchanged
    FROM written w WHERE w.id <> ALL ($5::uuid[])`;
}

/** Tags contacts that were just written, and returns which of them had not all of the tags. */
async function tagWritten(client: Tx, { teamId, tagIds }: Target, numbers: readonly string[]): Promise<Set<string>> {
  if (tagIds.length === 0) return new Set();
  const tagged = await client.rows<{ id: string }>`
    INSERT INTO contact_tags (team_id, contact_id, tag_id)
    SELECT c.team_id, c.id, g.id FROM contacts c CROSS JOIN unnest(${tagIds}::uuid[]) g(id)
    WHERE c.team_id = ${teamId}::uuid AND ${numberIn(Prisma.sql`c.number`, numbers)} ORDER BY 2, 3 ON CONFLICT DO NOTHING
    RETURNING contact_id AS id`;
  return new Set(tagged.map(({ id }) => id));
}

/** An empty cell keeps the contact's value. An unchanged contact keeps its `updated_at`. `withdrawals`: of rows that become none. */
export async function writeContacts(
  client: Tx,
  target: Target,
  rows: readonly ContactRow[],
  withdrawals: readonly ContactRow[],
): Promise<Written> {
  if (rows.length + withdrawals.length === 0) return { created: 0, updated: 0, unchanged: 0, duplicates: 0 };
  const byNumber = new Map<string, ContactRow>();
  const known = await knownForms(client, target.teamId, [...rows, ...withdrawals]);
  for (const row of rows) {
    const number = known.get(row.number) ?? row.number;
    const earlier = byNumber.get(number);
    // As in a later batch, a withdrawal stays.
    const withdrawn = earlier?.consent === 'withdrawn' && { consent: earlier.consent, line: earlier.line! };
    byNumber.set(number, { ...earlier, ...row, ...withdrawn, number });
  }
  const distinct = [...byNumber.values()];
  const withdrawn = new Map(
    withdrawals.map((row) => {
      const number = known.get(row.number) ?? row.number;
      return [number, { ...row, number }];
    }),
  );

  // In the order in which other writers (E8) lock contacts, to avoid deadlocks.
  const existing = await client.rows<{ id: string; importId: string | null }>`
    SELECT id, import_id AS "importId" FROM contacts
    WHERE team_id = ${target.teamId}::uuid AND ${numberIn(Prisma.sql`number`, [...byNumber.keys()])} ORDER BY id FOR NO KEY UPDATE`;
  const used = COLUMNS.filter(([name]) => distinct.some((row) => row[name] !== undefined));
  const earlier = existing.filter(({ importId }) => importId === target.importId).map(({ id }) => id);
  const numbers = [...byNumber.keys()];
  const [{ rows: written }, tagged] = await all([
    client.query<{ created: number; updated: number; unchanged: string[] }>(upsertStatement(used), [
      JSON.stringify(distinct.map((row) => ({ id: uuidv7(), ...row }))),
      target.teamId,
      target.importId,
      target.networkBrand,
      earlier,
    ]),
    tagWritten(client, target, numbers),
    markListed(client, target.teamId, numberIn(Prisma.sql`c.number`, numbers)),
  ]);
  const others = distinct.filter(({ number }) => !withdrawn.has(number));
  await writeConsents(client, target, [...others, ...withdrawn.values()], new Set(known.values()));
  const { created, updated, unchanged } = written[0]!;
  const { length: taggedOnly } = unchanged.filter((id) => tagged.has(id));
  return {
    created,
    updated: updated + taggedOnly,
    unchanged: unchanged.length - taggedOnly,
    duplicates: rows.length - distinct.length + earlier.length,
  };
}

/** For every form of a number, as its contact may come back under another. A state that one has already is not recorded again. */
async function writeConsents(
  client: Tx,
  { teamId, file }: Target,
  rows: readonly ContactRow[],
  mayHaveOthers: ReadonlySet<string>,
): Promise<void> {
  const given = rows.filter(({ consent }) => consent !== undefined);
  if (given.length === 0) return;
  const { channels, purpose, evidence } = file.consent as unknown as ImportConsent;
  const formsOf = (number: string) =>
    mayHaveOthers.has(number) ? [...new Set([number, ...sameLine(number)])] : [number];
  const forms = new Map(given.map(({ number }) => [number, formsOf(number)]));
  const kept = await client.rows<{ number: string; channel: Channel; state: string }>`
    SELECT number::text AS number, channel::text AS channel, state::text AS state FROM consents
    WHERE team_id = ${teamId}::uuid AND ${numberIn(Prisma.sql`number`, [...forms.values()].flat())}
      AND purpose = ${purpose}::consent_purpose`;
  const stateOf = new Map(kept.map(({ number, channel, state }) => [`${number} ${channel}`, state]));
  const source = { source: 'import', evidence: evidence ?? file.name, dataFileId: file.id, purpose } as const;
  const occurredAt = new Date();
  const statements = channels.flatMap((channel) =>
    given.flatMap(({ number, consent, line }) => {
      const state = consent as ConsentState;
      const before = (form: string) => stateOf.get(`${form} ${channel}`);
      const all = forms.get(number)!;
      if (state === 'granted' && all.some((form) => before(form) === 'withdrawn')) return [];
      const news = all.filter((form) => before(form) !== state);
      return news.map((form) => ({ ...source, number: form, channel, state, occurredAt, line: Number(line) }));
    }),
  );
  await keepConsents(client, teamId, statements, { keepsWithdrawn: true });
  const granted = statements.flatMap(({ state, number }) => (state === 'granted' ? [number] : []));
  if (granted.length > 0) await judgeNumbersAgain(client, teamId, [...new Set(granted)]);
}

/** Finds numbers stored, or seen in an earlier row, in another form: one person stays one contact. */
async function knownForms(client: Tx, teamId: string, rows: readonly ContactRow[]): Promise<Map<string, string>> {
  const numbers = [...new Set(rows.map(({ number }) => number))].filter(mayHaveForms);
  const several = numbers.map((number) => [number, everyForm(number)] as const);
  if (several.length === 0) return new Map();
  await holdLines(client, teamId);
  const stored = await client.rows<{ number: string }>`SELECT number::text AS number FROM contacts
    WHERE team_id = ${teamId}::uuid AND ${numberIn(
      Prisma.sql`number`,
      several.flatMap(([, every]) => every),
    )} ORDER BY id`;
  const taken = new Set(stored.map(({ number }) => number));
  const known = new Map<string, string>();
  for (const [number, every] of several) {
    const first = every.find((form) => taken.has(form)) ?? number;
    taken.add(first);
    known.set(number, first);
  }
  return known;
}

export async function writeRowErrors(client: Sql, { id, teamId }: OwnFile, errors: readonly RowError[]): Promise<void> {
  if (errors.length === 0) return;
  await client.change`
    INSERT INTO data_file_row_errors (team_id, id, data_file_id, line, field, value, reason, is_warning)
    SELECT ${teamId}::uuid, r.id, ${id}::uuid, r.line, r.field, r.value, r.reason, r."isWarning"
    FROM json_to_recordset(${JSON.stringify(errors.map((error) => ({ id: uuidv7(), ...error })))}::json)
      AS r(id uuid, line int, field text, value text, reason text, "isWarning" boolean)
    ON CONFLICT (team_id, data_file_id, line, field) DO NOTHING`;
}
