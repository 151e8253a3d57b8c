import { isUuid } from '../../../database/reads/lists.ts';
import { isBlank, type Matching, matches } from '../../../database/reads/text-match.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { MAX_INT } from '../../../input/numbers.ts';
import type { Span } from './days.ts';
import type { Condition, KeyFilter, Operand, Values } from './filter-model.ts';
import type { ReportKey } from './key.ts';

export const conditionsOf = (filters: readonly KeyFilter[]): Prisma.Sql[] =>
  filters
    .filter(({ conditions }) => conditions.length > 0)
    .map(({ key, joined, conditions }) => {
      const all = conditions.map((condition) => conditionOf(key, condition));
      return all.length === 1 ? all[0]! : Prisma.sql`(${Prisma.join(all, ` ${joined} `)})`;
    });

function conditionOf(key: ReportKey, { operator, value, valueTo }: Condition): Prisma.Sql {
  if (operator === 'isOneOf') return isOneOf(key, value as Values);
  if (operator === 'blank') return blank(key);
  if (operator === 'notBlank') return Prisma.sql`NOT ${blank(key)}`;
  if (operator === 'notEqual' || operator === 'notContains') {
    const opposite = operator === 'notEqual' ? 'equals' : 'contains';
    return Prisma.sql`(${conditionOf(key, { operator: opposite, value, valueTo })}) IS NOT TRUE`;
  }
  if (key.type === 'text') return textCondition(key, operator as Matching, value as string);
  if (key.type === 'date') return timeCondition(key.sql, operator, value as Span, valueTo as Span);
  const compare = (sign: string, operand: Operand | undefined) =>
    Prisma.sql`${key.sql} ${Prisma.raw(sign)} ${numeral(key, operand as number)}`;
  if (operator === 'inRange') return Prisma.sql`(${compare('>=', value)} AND ${compare('<=', valueTo)})`;
  return compare(SIGNS[operator]!, value);
}

const SIGNS: Readonly<Record<string, string>> = {
  equals: '=',
  lessThan: '<',
  lessThanOrEqual: '<=',
  greaterThan: '>',
  greaterThanOrEqual: '>=',
};

/** As groups tell values apart: case counts, and null is not an empty text. */
function isOneOf({ kind, type, scalar, sql }: ReportKey, values: Values): Prisma.Sql {
  const given = values
    .filter((value) => value !== null && (kind !== 'uuid' || isUuid(value)))
    .map((value) => (scalar === 'PhoneNumber' ? value!.replace(/^\+/, '') : value));
  const same =
    kind === 'uuid'
      ? Prisma.sql`${sql} = ANY(${given}::uuid[])`
      : type === 'number'
        ? Prisma.sql`${sql}::numeric = ANY(${given}::numeric[])`
        : Prisma.sql`${sql}::text = ANY(${given}::text[])`;
  return values.includes(null) ? Prisma.sql`(${same} OR ${sql} IS NULL)` : same;
}

const blank = ({ kind, sql }: ReportKey) => (kind === 'text' ? isBlank(sql) : Prisma.sql`(${sql} IS NULL)`);

/** Of a number that is stored without its plus sign: what begins with the sign is its beginning. */
const AFTER_PLUS: Readonly<Record<Matching, Matching>> = {
  contains: 'startsWith',
  startsWith: 'startsWith',
  equals: 'equals',
  endsWith: 'equals',
};

function textCondition({ kind, scalar, sql, namesOf }: ReportKey, operator: Matching, text: string): Prisma.Sql {
  if (scalar === 'PhoneNumber' && text.startsWith('+')) return matches(sql, AFTER_PLUS[operator], text.slice(1));
  if (namesOf && operator === 'equals') {
    const each = namesOf(text).map((name) => matches(sql, 'equals', name));
    return Prisma.sql`(${Prisma.join(each, ' OR ')})`;
  }
  if (kind === 'uuid' && operator === 'equals') {
    return isUuid(text) ? Prisma.sql`${sql} = ${text}::uuid` : Prisma.sql`FALSE`;
  }
  return matches(kind === 'text' ? sql : Prisma.sql`${sql}::text`, operator, text);
}

function timeCondition(sql: Prisma.Sql, operator: string, { from, until }: Span, to: Span | undefined): Prisma.Sql {
  const at = (ms: number) => Prisma.sql`${new Date(ms).toISOString()}::timestamptz`;
  if (operator === 'lessThan') return Prisma.sql`${sql} < ${at(from)}`;
  if (operator === 'greaterThan') return Prisma.sql`${sql} >= ${at(until)}`;
  return Prisma.sql`(${sql} >= ${at(from)} AND ${sql} < ${at((to ?? { until }).until)})`;
}

/** In the column's own type where possible, so that an index serves. */
function numeral({ kind }: ReportKey, value: number): Prisma.Sql {
  const isWhole = Number.isSafeInteger(value);
  if (kind === 'bigint' && isWhole) return Prisma.sql`${String(value)}::bigint`;
  if (kind === 'integer' && isWhole && Math.abs(value) <= MAX_INT) return Prisma.sql`${String(value)}::int`;
  return Prisma.sql`${String(value)}::numeric`;
}
