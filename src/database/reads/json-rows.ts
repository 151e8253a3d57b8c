import { Prisma } from '../../generated/prisma/client.ts';
import { type JsonKind, type Reader, run } from '../table.ts';
import { JsonText } from './json-text.ts';
import { statementOf } from './statement.ts';

/**
 * Rows that leave the database as JSON text. Most of an answer is rows with unchanged columns, and lists of such rows inside. To
 * make an object of each row, complete it and write it out again would be most of this process's work. PostgreSQL writes the
 * same text for a third of that.
 */

/** How a column is written: as it is, or digits as the text of an id or a phone number. */
export type WrittenKind = JsonKind | 'id' | 'phone';

interface JsonColumn {
  /** Its name in the answer. */
  readonly key: string;
  /** Field of the row. */
  readonly field: string;
  readonly kind: WrittenKind;
  readonly nullable: boolean;
}

/** A part of a row from other tables: a list, a count, another row. */
export interface JsonBelow {
  /** The row's field that finds it. */
  readonly by: string;
  /** Parts with the same name and id are written alike. */
  readonly id: string;
  /** Stands around the text. */
  readonly around?: readonly [string, string];
  text(teamId: string): Prisma.Sql;
}

/** A column, a text that is the same in every row (`__typename`), or a part from other tables. */
export type JsonMember =
  | JsonColumn
  | { readonly key: string; readonly constant: string }
  | (JsonBelow & { readonly key: string; readonly name: string });

/** The shape of a row in the answer. */
export interface JsonRow {
  /** The fields that are read, each once. */
  readonly fields: readonly string[];
  /** Rows with equal ids are written alike. */
  readonly id: string;
  /** An expression over the row `c`. */
  text(teamId: string): Prisma.Sql;
}

/** PostgreSQL's functions take a hundred arguments, and a column needs two. */
export const MAX_MEMBERS = 48;

/** Members have different names, and there are {@link MAX_MEMBERS} at most. They are fields of the type. */
export function jsonRow(type: string, members: readonly JsonMember[]): JsonRow {
  const fields = members.flatMap((member) => ('constant' in member ? [] : 'by' in member ? member.by : member.field));
  const idOf = (member: JsonMember) =>
    'constant' in member ? null : 'by' in member ? [member.name, member.id] : member.field;
  return {
    fields: [...new Set(fields)].sort(),
    id: `${type} ${JSON.stringify(members.map((member) => [member.key, idOf(member)]))}`,
    text: (teamId) => writtenRow(members, teamId),
  };
}

/** One read: a text for every parent `p`. */
export async function readTexts(
  reader: Reader,
  parents: Prisma.Sql,
  count: number,
  text: Prisma.Sql,
): Promise<JsonText[]> {
  const sql = Prisma.sql`SELECT p.n, ${text} FROM ${parents}`;
  const texts = Array.from({ length: count }, () => '');
  for (const [n, written] of await run(reader, statementOf(sql.text), sql.values)) texts[Number(n) - 1] = written!;
  return texts.map((written) => new JsonText(written));
}

/** Rows of which each is one text. */
export function jsonListOf(rows: readonly (readonly (string | null)[])[]): string {
  let list = '';
  for (const [text] of rows) list += list === '' ? text : `,${text}`;
  return `[${list}]`;
}

/** Rows as a list without its brackets; null when there are none. */
export const jsonList = (row: Prisma.Sql, rows: Prisma.Sql) =>
  Prisma.sql`(SELECT string_agg(${row}, ',') FROM (${rows}) c)`;

/** The expression that writes a value, and whether it needs quotes. */
const KINDS: Readonly<Record<WrittenKind, readonly [write: (column: string) => string, isQuoted: boolean]>> = {
  word: [(column) => column, true],
  text: [(column) => `to_json(${column})`, false],
  time: [(column) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`, true],
  integer: [(column) => column, false],
  id: [(column) => column, true],
  phone: [(column) => `('+' || ${column})`, true],
  decimal: [(column) => `trim_scale(${column})`, true],
  boolean: [(column) => `${column}::text`, false],
};

function writtenRow(members: readonly JsonMember[], teamId: string): Prisma.Sql {
  return writtenObject(
    members.map((member) => {
      const { key } = member;
      if ('constant' in member) return { key, name: '__typename', constant: JSON.stringify(member.constant) };
      if ('by' in member) return { key, name: member.name, around: member.around, value: member.text(teamId) };
      const [write, isQuoted] = KINDS[member.kind];
      const value = write(`c."${member.field}"`);
      const part = { key, name: member.field };
      if (!member.nullable) return { ...part, around: isQuoted ? QUOTES : undefined, value: Prisma.raw(value) };
      const quoted = isQuoted ? `'"' || ${value}::text || '"'` : `${value}::text`;
      return { ...part, value: Prisma.raw(`coalesce(${quoted}, 'null')`) };
    }),
  );
}

export const QUOTES = ['"', '"'] as const;

/** A member of an object: JSON that is known, or an expression. */
export type ObjectPart = {
  readonly key: string;
  /** Its own name, which is the key unless the caller chose another. */
  readonly name: string;
} & (
  | { readonly constant: string }
  | { readonly value: Prisma.Sql; readonly around?: readonly [string, string] | undefined }
);

/**
 * `concat('{"id":"', c."id", '","name":', to_json(c."name"), '}')`, which skips nulls. Names that the caller chooses are parameters,
 * so that it makes no difference to the statement which they are.
 */
export function writtenObject(members: readonly ObjectPart[]): Prisma.Sql {
  const parts: Prisma.Sql[] = [];
  let fixed = '{';
  let isChosen = false;
  const endFixed = () => {
    parts.push(isChosen ? Prisma.sql`${fixed}::text` : Prisma.raw(`'${fixed}'`));
    fixed = '';
    isChosen = false;
  };
  for (const [at, member] of members.entries()) {
    fixed += `${at > 0 ? ',' : ''}${JSON.stringify(member.key)}:`;
    if (member.key !== member.name) isChosen = true;
    if ('constant' in member) {
      fixed += member.constant;
      continue;
    }
    const [before, after] = member.around ?? ['', ''];
    fixed += before;
    endFixed();
    parts.push(member.value);
    fixed = after;
  }
  fixed += '}';
  endFixed();
  return Prisma.sql`concat(${Prisma.join(parts)})`;
}
