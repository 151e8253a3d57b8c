import { Prisma } from '../../generated/prisma/client.ts';
import { type GroupedRows, groupedStatement, type Reader, run } from '../table.ts';
import { JsonText } from './json-text.ts';
import { statementOf } from './statement.ts';

/**
 * Lists that leave the database as JSON text. Most of an answer is rows at the end of the nesting whose columns go out
 * as they are. Making an object of each, completing it and writing it out again costs this process more than all else;
 * PostgreSQL writes the same text for a third of that.
 */

/** How a column is written: what the scalar behind it would do with the column's value. */
export type JsonKind = 'text' | 'enum' | 'time' | 'integer' | 'decimal' | 'boolean';

export interface JsonColumn {
  /** Its name in the answer. */
  readonly key: string;
  /** Field of the row. */
  readonly field: string;
  readonly kind: JsonKind;
  readonly nullable: boolean;
  /** What the scalar does, for rows that were read as values. */
  serialize(value: unknown): unknown;
}

/** What one row is in the answer. */
export interface JsonShape {
  /** Columns, and texts that are the same in every row (`__typename`). */
  readonly members: readonly (JsonColumn | { readonly key: string; readonly constant: string })[];
  /** The fields that are read, each once. */
  readonly fields: readonly string[];
  /** Equal for equal shapes. */
  readonly id: string;
}

const BOOLEAN = 16;
const INT2 = 21;
const INT4 = 23;
const INT8 = 20;
const TEXT = 25;
const VARCHAR = 1043;
const TIMESTAMPTZ = 1184;
const NUMERIC = 1700;
const UUID = 2950;
/** Types from here on are ours, and all of them enums of plain words (a test looks). */
const FIRST_OF_OURS = 16_384;

/** PostgreSQL takes a hundred arguments; a column is two. */
const MAX_MEMBERS = 48;

type Written = { readonly sql: string; readonly quoted: boolean } | null;

/** `c` is the row. Null: this process writes it. */
function written(kind: JsonKind, type: number, column: string): Written {
  const word = type === UUID || type >= FIRST_OF_OURS;
  if (kind === 'time' && type === TIMESTAMPTZ) {
    return { sql: `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`, quoted: true };
  }
  if (kind === 'decimal' && type === NUMERIC) return { sql: `trim_scale(${column})`, quoted: true };
  if (kind === 'integer' && [INT2, INT4, INT8].includes(type)) return { sql: column, quoted: false };
  if (kind === 'boolean' && type === BOOLEAN) return { sql: `${column}::text`, quoted: false };
  if ((kind === 'text' || kind === 'enum') && word) return { sql: column, quoted: true };
  if (kind === 'text' && (type === TEXT || type === VARCHAR)) return { sql: `to_json(${column})`, quoted: false };
  return null;
}

/** Rows of a table whose columns' types are known from the first read of each; which statement told does not matter. */
export interface TypedRows extends GroupedRows {
  readonly types: Map<string, number>;
}

/** One read: the rows of every parent as a JSON list. */
export async function readJsonGroups(reader: Reader, source: TypedRows, shape: JsonShape): Promise<JsonText[]> {
  const sql = groupedStatement(source);
  const plain = statementOf(sql.text);
  const row = writtenRow(shape, source.types);
  const texts = Array.from({ length: source.count }, () => '');
  if (row) {
    const written = Prisma.sql`SELECT p.n, (SELECT string_agg(${row}, ',') FROM (${source.rows}) c) FROM ${source.parents}`;
    for (const [n, text] of await run(reader, statementOf(written.text), written.values)) {
      texts[Number(n) - 1] = text ?? '';
    }
  } else {
    const rows = await run(reader, plain, sql.values);
    for (const { name, dataTypeID } of plain.columns) source.types.set(name, dataTypeID);
    for (const values of rows) {
      const n = Number(values[0]) - 1;
      const text = JSON.stringify(rowObject(shape, plain.row(values, 1) as Record<string, unknown>));
      texts[n] = texts[n] ? `${texts[n]},${text}` : text;
    }
  }
  return texts.map((text) => new JsonText(`[${text}]`));
}

function rowObject({ members }: JsonShape, row: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    members.map((member) => {
      if ('constant' in member) return [member.key, member.constant];
      const value = row[member.field];
      return [member.key, value === null ? null : member.serialize(value)];
    }),
  );
}

/**
 * `concat('{"id":"', c."id", '","name":', to_json(c."name"), '}')`. Names of the answer are the caller's: they go as
 * parameters, so that all spellings share one statement.
 */
function writtenRow({ members }: JsonShape, types: ReadonlyMap<string, number>): Prisma.Sql | null {
  if (members.length > MAX_MEMBERS) return null;
  const parts: Prisma.Sql[] = [];
  let fixed = '{';
  const cell = (sql: string) => {
    parts.push(Prisma.sql`${fixed}::text`, Prisma.raw(sql));
    fixed = '';
  };
  for (const [at, member] of members.entries()) {
    fixed += `${at > 0 ? ',' : ''}${JSON.stringify(member.key)}:`;
    if ('constant' in member) {
      fixed += JSON.stringify(member.constant);
      continue;
    }
    const value = written(member.kind, types.get(member.field) ?? 0, `c."${member.field}"`);
    if (!value) return null;
    const { sql, quoted } = value;
    if (member.nullable) {
      cell(`coalesce(${quoted ? `'"' || ${sql}::text || '"'` : `${sql}::text`}, 'null')`);
    } else if (quoted) {
      fixed += '"';
      cell(sql);
      fixed = '"';
    } else {
      cell(sql);
    }
  }
  return Prisma.sql`concat(${Prisma.join([...parts, Prisma.sql`${`${fixed}}`}::text`])})`;
}
