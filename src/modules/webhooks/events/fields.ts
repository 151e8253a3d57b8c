import { Prisma } from '../../../generated/prisma/client.ts';

/** One field of a record as events show it: its SQL on the row `t`, and its JSON Schema. */
export interface EventField {
  readonly sql: Prisma.Sql;
  readonly schema: Readonly<Record<string, unknown>>;
}

export type EventFields = Readonly<Record<string, EventField>>;

interface Given {
  /** The column, where it has another name than the field. */
  of?: string;
  orNull?: boolean;
}

type Make = (description: string, given?: Given) => (name: string) => EventField;

const kind =
  (type: string, schema: object, sql: (column: Prisma.Sql) => Prisma.Sql): Make =>
  (description, { of, orNull = false } = {}) =>
  (name) => ({
    sql: sql(Prisma.raw(`t.${of ?? name}`)),
    schema: { type: orNull ? [type, 'null'] : type, ...schema, description },
  });

const asItIs = (column: Prisma.Sql) => column;

export const uuid = kind('string', { format: 'uuid' }, asItIs);
export const text = kind('string', {}, (column) => Prisma.sql`${column}::text`);
export const integer = kind('integer', {}, (column) => Prisma.sql`${column}::bigint`);
export const boolean = kind('boolean', {}, asItIs);
export const decimal = kind('string', { pattern: '^-?\\d+(\\.\\d+)?$' }, (column) => Prisma.sql`${column}::text`);
export const dateTime = kind(
  'string',
  { format: 'date-time' },
  (column) => Prisma.sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
);

export const fieldsOf = (fields: Readonly<Record<string, (name: string) => EventField>>): EventFields =>
  Object.fromEntries(Object.entries(fields).map(([name, make]) => [name, make(name)]));

const PAIRS = 40;

/** PostgreSQL takes a hundred arguments at most, so large records are put together. */
export function jsonOf(fields: EventFields): Prisma.Sql {
  const pairs = Object.entries(fields).map(([name, { sql }]) => Prisma.sql`${Prisma.raw(`'${name}'`)}, ${sql}`);
  const parts = Array.from({ length: Math.ceil(pairs.length / PAIRS) }, (_, at) =>
    pairs.slice(at * PAIRS, (at + 1) * PAIRS),
  );
  return Prisma.join(
    parts.map((part) => Prisma.sql`jsonb_build_object(${Prisma.join(part)})`),
    ' || ',
  );
}
