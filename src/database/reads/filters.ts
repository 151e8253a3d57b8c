import { type $Enums, Prisma } from '../../generated/prisma/client.ts';
import { columnName, type Table } from '../table.ts';
import { type ConnectionArgs, type Order, readConnection } from './connection.ts';
import type { ReadContext } from './lists.ts';

/** GraphQL's types of single values, and the columns that they are compared with. */
const COLUMN_TYPES = {
  UUID: 'uuid',
  String: 'text',
  Boolean: 'boolean',
  Int: 'int',
  PositiveInt: 'int',
  NonNegativeInt: 'int',
  SafeInt: 'bigint',
  Decimal: 'numeric',
} as const;

interface Values {
  UUID: string;
  String: string;
  Boolean: boolean;
  Int: number;
  PositiveInt: number;
  NonNegativeInt: number;
  SafeInt: number;
  Decimal: string;
}

export interface TimeRange {
  from?: Date | null | undefined;
  to?: Date | null | undefined;
}

type Single = keyof Values;
type EnumName = keyof typeof $Enums;
type ValueOf<Name extends EnumName> = (typeof $Enums)[Name][keyof (typeof $Enums)[Name]];

export interface Condition<Value> {
  /** Its GraphQL type. */
  readonly type: string;
  readonly isList?: boolean;
  readonly description: string;
  /** It looks for a text within all of a team's rows. */
  readonly isTextWithin?: boolean;
  /** Conditions on the table `t`. `key`: what the filter calls it, the field's name unless the condition says another. */
  readonly sql: (value: Value, key: string) => Prisma.Sql[];
}

// biome-ignore lint/suspicious/noExplicitAny: each condition has a value of its own.
export type Conditions = Readonly<Record<string, Condition<any>>>;

/** What a caller gives; what is absent or null does not filter. */
export type Filtered<Of extends Conditions> = {
  [Key in keyof Of]?: (Of[Key] extends Condition<infer Value> ? Value : never) | null | undefined;
};

export interface ListFilter<Of extends Conditions> {
  /** The name of its input type. */
  readonly name: string;
  readonly conditions: Of;
  readonly where: (given: Filtered<Of> | null | undefined) => Prisma.Sql[];
}

/** The arguments of a list with such a filter. */
export type ListArgs<Of extends ListFilter<Conditions>> = ConnectionArgs & {
  filter?: Filtered<Of['conditions']> | null | undefined;
  orderBy?: Order | null | undefined;
};

/** A list's filter, said once: its GraphQL input (`filterInput`), what TypeScript knows of that, and the SQL. */
export function listFilter<Of extends Conditions>(name: string, conditions: Of): ListFilter<Of> {
  const where = (given: Filtered<Of> | null | undefined) =>
    Object.entries(conditions).flatMap(([key, { sql }]) => {
      const value = given?.[key];
      return value === null || value === undefined ? [] : sql(value, key);
    });
  return { name, conditions, where };
}

/** A root list: newest first unless the caller or `order` says otherwise. */
export const listOf =
  <Model, Of extends Conditions>(table: Table<Model>, filter: ListFilter<Of>, order?: Order) =>
  (ctx: ReadContext, args: ListArgs<ListFilter<Of>>, fields: readonly string[]) =>
    readConnection(ctx, table, args, {
      fields,
      orderBy: args.orderBy ?? order,
      filter: filter.where(args.filter),
    });

const columnOf = (field: string) => Prisma.raw(`t.${columnName(field)}`);

/** Equal to the value. `field`: of another name than the filter's. */
export const is = <Type extends Single>(
  type: Type,
  description: string,
  field?: string | Prisma.Sql,
): Condition<Values[Type]> => ({
  type,
  description,
  sql: (value, key) => {
    const column = typeof field === 'object' ? field : columnOf(field ?? key);
    return [Prisma.sql`${column} = ${value as string}::${Prisma.raw(COLUMN_TYPES[type])}`];
  },
});

/** One of an enum's values. Of one value alone an index has the rows in the list's order, too. */
export const oneOf = <Name extends EnumName>(name: Name, description: string): Condition<readonly ValueOf<Name>[]> => ({
  type: name,
  isList: true,
  description,
  sql: (values, key) => {
    const distinct = [...new Set(values as readonly string[])];
    const column = columnOf(key);
    const type = Prisma.raw(columnName(name).slice(1));
    return distinct.length === 1
      ? [Prisma.sql`${column} = ${distinct[0]}::${type}`]
      : [Prisma.sql`${column} = ANY(${distinct}::text[]::${type}[])`];
  },
});

/** Whether the field holds something. */
export const isSet = (field: string, description: string): Condition<boolean> => ({
  type: 'Boolean',
  description,
  sql: (wanted) => [Prisma.sql`(${columnOf(field)} IS NOT NULL) = ${wanted}::boolean`],
});

/** The bound belongs to the range. */
export const atLeast = (field: string, description: string) => bound('>=', field, description);
export const atMost = (field: string, description: string) => bound('<=', field, description);

const bound = (operator: string, field: string, description: string): Condition<string> => ({
  type: 'Decimal',
  description,
  sql: (value) => [Prisma.sql`${columnOf(field)} ${Prisma.raw(operator)} ${value}::numeric`],
});

export const within = (description: string): Condition<TimeRange> => ({
  type: 'DateTimeRange',
  description,
  sql: ({ from, to }, key) => {
    const column = columnOf(key);
    return [
      ...(from ? [Prisma.sql`${column} >= ${from.toISOString()}::timestamptz`] : []),
      ...(to ? [Prisma.sql`${column} < ${to.toISOString()}::timestamptz`] : []),
    ];
  },
});

/** Text within another, e.g. `textWithin('the name')`. */
export const textWithin = (what: string): Condition<string> => ({
  type: 'String',
  description: `Text within ${what}; case does not matter.`,
  isTextWithin: true,
  sql: (text, key) => contains(columnOf(key), text),
});

/** What none of the others says. */
export const matching = <Type extends Single>(
  type: Type,
  description: string,
  sql: (value: Values[Type]) => Prisma.Sql[],
): Condition<Values[Type]> => ({ type, description, sql });

/** No column that is searched holds a longer text; looking for one would cost its length for every row. */
const LONGEST_TEXT = 2_048;

/** Case-insensitive; the caller's `%` and `_` mean themselves. */
export function contains(column: Prisma.Sql, text: string): Prisma.Sql[] {
  if (text.length > LONGEST_TEXT) return [Prisma.sql`FALSE`];
  return text ? [Prisma.sql`${column} ILIKE ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`] : [];
}
