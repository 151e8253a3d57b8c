import { ValidationError } from '../../errors.ts';
import type { DateTimeRange, Scalars } from '../../generated/inputs.ts';
import { type $Enums, Prisma } from '../../generated/prisma/client.ts';
import { numberOfId } from '../../input/numbers.ts';
import { messages } from '../../input/validation-messages.ts';
import { columnName, type Table } from '../table.ts';
import { type ConnectionArgs, type Order, readConnection } from './connection.ts';
import { isUuid, type ReadContext } from './lists.ts';
import { matches } from './text-match.ts';

/** GraphQL's scalar types, and the column types that they are compared with. */
const COLUMN_TYPES = {
  ID: 'uuid',
  String: 'text',
  Boolean: 'boolean',
  Int: 'int',
  PositiveInt: 'int',
  NonNegativeInt: 'int',
  SafeInt: 'bigint',
  PhoneNumber: 'bigint',
  Decimal: 'numeric',
} as const;

type Single = keyof typeof COLUMN_TYPES;
type EnumName = keyof typeof $Enums;
type ValueOf<Name extends EnumName> = (typeof $Enums)[Name][keyof (typeof $Enums)[Name]];

export interface Condition<Value> {
  /** Its GraphQL type. */
  readonly type: string;
  readonly isList?: boolean;
  readonly description: string;
  /** Searches the text of all rows of a team. */
  readonly isTextWithin?: boolean;
  /** Conditions on the table `t`, for a team. `key` is the filter's name, by default the field's. */
  readonly sql: (value: Value, key: string, teamId: string) => Prisma.Sql[];
}

// biome-ignore lint/suspicious/noExplicitAny: each condition has a value of its own.
export type Conditions = Readonly<Record<string, Condition<any>>>;

/** A caller's filter. What is absent or null does not filter. */
export type Filtered<Of extends Conditions> = {
  [Key in keyof Of]?: (Of[Key] extends Condition<infer Value> ? Value : never) | null | undefined;
};

export interface ListFilter<Of extends Conditions> {
  /** The name of its input type. */
  readonly name: string;
  readonly conditions: Of;
  readonly where: (teamId: string, given: Filtered<Of> | null | undefined) => Prisma.Sql[];
}

/** The arguments of a list with such a filter. */
export type ListArgs<Of extends ListFilter<Conditions>> = ConnectionArgs & {
  filter?: Filtered<Of['conditions']> | null | undefined;
  orderBy?: Order | null | undefined;
};

/** A list's filter, declared once: its GraphQL input (`filterInput`), its TypeScript type and the SQL. */
export function listFilter<Of extends Conditions>(name: string, conditions: Of): ListFilter<Of> {
  const all = Object.entries(conditions);
  const where = (teamId: string, given: Filtered<Of> | null | undefined) =>
    given === null || given === undefined
      ? []
      : all.flatMap(([key, { sql }]) => {
          const value = given[key];
          return value === null || value === undefined ? [] : sql(value, key, teamId);
        });
  return { name, conditions, where };
}

/** A root list, newest first unless the caller or `order` says otherwise. */
export const listOf =
  <Model, Of extends Conditions>(table: Table<Model>, filter: ListFilter<Of>, order?: Order) =>
  (ctx: ReadContext, args: ListArgs<ListFilter<Of>>, fields: readonly string[]) =>
    readConnection(ctx, table, args, {
      fields,
      orderBy: args.orderBy ?? order,
      filter: filter.where(ctx.teamId, args.filter),
    });

const columnOf = (field: string) => Prisma.raw(`t.${columnName(field)}`);

/** Equal to the value. `field`: where the field has another name than the filter. */
export const is = <Type extends Single>(
  type: Type,
  description: string,
  field?: string | Prisma.Sql,
): Condition<Scalars[Type]['input']> => ({
  type,
  description,
  sql: (value, key) => {
    const column = typeof field === 'object' ? field : columnOf(field ?? key);
    if (type === 'ID') checkId(`filter.${key}`, value as string);
    return [Prisma.sql`${column} = ${value as string}::${Prisma.raw(COLUMN_TYPES[type])}`];
  },
});

/** Names a country or network. */
export const numbered = (description: string): Condition<string> => ({
  type: 'ID',
  description,
  sql: (id, key) => [Prisma.sql`${columnOf(key)} = ${numberOfId(id)}::int`],
});

/** An argument that names a record. One that names none of the team's is no mistake: nothing matches. */
export function checkId(path: string, id: string): void {
  if (!isUuid(id)) throw new ValidationError({ [path]: [messages.uuid(path)] });
}

/**
 * One of an enum's values. For a single value an index gives the rows in the list's order. `type` and `field`: where the schema
 * calls the enum otherwise than the database, and the filter otherwise than the field.
 */
export const oneOf = <Name extends EnumName>(
  name: Name,
  description: string,
  { type = name, field }: { type?: string; field?: string } = {},
): Condition<readonly ValueOf<Name>[]> => among(type, columnName(name).slice(1), description, field);

/** The same of an enum that the database keeps as text. */
export const oneOfText = (type: string, description: string): Condition<readonly string[]> =>
  among(type, 'text', description);

const among = <Value>(type: string, columnType: string, description: string, field?: string) => ({
  type,
  isList: true,
  description,
  sql: (values: readonly Value[], key: string) => {
    const distinct = [...new Set(values)];
    const column = columnOf(field ?? key);
    const cast = Prisma.raw(columnType);
    return distinct.length === 1
      ? [Prisma.sql`${column} = ${distinct[0]}::${cast}`]
      : [Prisma.sql`${column} = ANY(${distinct}::text[]::${cast}[])`];
  },
});

/** Whether the field has a value. */
export const isSet = (field: string, description: string): Condition<boolean> => ({
  type: 'Boolean',
  description,
  sql: (wanted) => [Prisma.sql`(${columnOf(field)} IS NOT NULL) = ${wanted}::boolean`],
});

/** A bound that is part of the range. */
export const atLeast = (field: string, description: string) => bound('>=', field, description);
export const atMost = (field: string, description: string) => bound('<=', field, description);

const bound = (operator: string, field: string, description: string): Condition<string> => ({
  type: 'Decimal',
  description,
  sql: (value) => [Prisma.sql`${columnOf(field)} ${Prisma.raw(operator)} ${value}::numeric`],
});

export const within = (description: string): Condition<DateTimeRange> => ({
  type: 'DateTimeRange',
  description,
  sql: (range, key) => inRange(columnOf(key), range),
});

export const inRange = (column: Prisma.Sql, { from, to }: DateTimeRange): Prisma.Sql[] => [
  ...(from ? [Prisma.sql`${column} >= ${from.toISOString()}::timestamptz`] : []),
  ...(to ? [Prisma.sql`${column} < ${to.toISOString()}::timestamptz`] : []),
];

/** Text within another, e.g. `textWithin('the name')`. */
export const textWithin = (what: string): Condition<string> => ({
  type: 'String',
  description: `Text within ${what}; case does not matter.`,
  isTextWithin: true,
  sql: (text, key) => contains(columnOf(key), text),
});

/** As `textWithin`, in any of several columns. */
export const textWithinAny = (what: string, ...columns: readonly Prisma.Sql[]): Condition<string> => ({
  ...textWithin(what),
  sql: (text) => either(columns.flatMap((column) => contains(column, text))),
});

/** Any other condition. */
export const matching = <Type extends Single>(
  type: Type,
  description: string,
  sql: (value: Scalars[Type]['input']) => Prisma.Sql[],
): Condition<Scalars[Type]['input']> => ({
  type,
  description,
  sql: (value, key) => {
    if (type === 'ID') checkId(`filter.${key}`, value as string);
    return sql(value);
  },
});

/** Of what was worked out and has no rows: those with each of the values. */
export function having<Item extends object>(
  all: readonly Item[],
  filter: { readonly [Key in keyof Item]?: string | number | null | undefined } | null | undefined,
): readonly Item[] {
  const given = Object.entries(filter ?? {}).filter(([, value]) => value !== null && value !== undefined);
  for (const [key, value] of given) if (key.endsWith('Id')) checkId(`filter.${key}`, String(value));
  return all.filter((item) =>
    given.every(([key, value]) => String(item[key as keyof Item]) === String(value).toLowerCase()),
  );
}

/** No searched column has a longer text, and searching for one would cost its length in every row. */
const LONGEST_TEXT = 2_048;

export function contains(column: Prisma.Sql, text: string): Prisma.Sql[] {
  if (text.length > LONGEST_TEXT) return [Prisma.sql`FALSE`];
  return text ? [matches(column, 'contains', text)] : [];
}

export const either = (conditions: readonly Prisma.Sql[]): Prisma.Sql[] =>
  conditions.length > 0 ? [Prisma.sql`(${Prisma.join([...conditions], ' OR ')})`] : [];
