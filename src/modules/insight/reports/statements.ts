import type { JsonRow } from '../../../database/reads/json-rows.ts';
import { identifier } from '../../../database/table.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { conditionsOf } from './conditions.ts';
import { behind } from './cursors.ts';
import type { ReportKey } from './key.ts';
import type { Plan } from './question.ts';
import type { Source } from './roll-ups/sources.ts';
import { orderBy, type Term, termOf } from './sort.ts';

function sourceOf(
  { report, filters }: Plan,
  { from, scope }: Pick<Source, 'from' | 'scope'>,
  keys: readonly ReportKey[],
  teamId: string,
  more: Prisma.Sql[] = [],
) {
  const needed = new Set([...filters.map(({ key }) => key), ...keys].flatMap(({ join }) => join ?? []));
  const joins = [...needed].map((name) => report.joins[name]!(teamId));
  const conditions = [scope, ...conditionsOf(filters), ...more];
  return Prisma.sql`FROM ${from} t ${joins.length > 0 ? Prisma.join(joins, ' ') : Prisma.empty}
    WHERE ${Prisma.join(conditions, ' AND ')}`;
}

const named = (sql: Prisma.Sql, name: string) => Prisma.sql`${sql} AS ${identifier(name)}`;

export function rowTerms({ sort }: Plan): Term[] {
  const terms = sort.flatMap(({ by, name, direction }) =>
    typeof by === 'object' && 'key' in by ? [termOf(name, by.key.kind, by.key.sql, by.key.isRequired, direction)] : [],
  );
  const last = (name: string, type: string): Term => ({
    name,
    sql: Prisma.raw(`t.${name}`),
    type,
    isRequired: true,
    direction: 'desc',
  });
  return [...terms, last('created_at', 'timestamptz'), last('id', 'uuid')];
}

export interface Slice {
  readonly limit: number;
  readonly after?: string | null | undefined;
  readonly cursor: boolean;
}

/** The limit is part of the text: for a parameter PostgreSQL would assume a tenth of the table and plan every partition again. */
export function rowsStatement(
  plan: Plan,
  keys: readonly ReportKey[],
  teamId: string,
  { limit, after, cursor }: Slice,
): Prisma.Sql {
  const terms = rowTerms(plan);
  const columns = [
    Prisma.sql`t.id AS row_id`,
    ...keys.map(({ sql, key, kind }) => named(kind === 'enum' ? Prisma.sql`${sql}::text` : sql, key)),
    ...(cursor ? terms.map(({ sql }, at) => named(Prisma.sql`(${sql})::text`, `s${at}`)) : []),
  ];
  const sorted = plan.sort.flatMap(({ by }) => (typeof by === 'object' && 'key' in by ? [by.key] : []));
  const { table } = plan.report;
  const rows = { from: identifier(table.name), scope: table.scope(teamId) };
  const source = sourceOf(plan, rows, [...keys, ...sorted], teamId, behind(terms, after));
  return Prisma.sql`SELECT ${Prisma.join(columns)} ${source} ORDER BY ${orderBy(terms)} LIMIT ${Prisma.raw(String(limit))}`;
}

export function pageStatement(
  plan: Plan,
  names: readonly string[],
  written: readonly JsonRow[],
  teamId: string,
  slice: Slice,
): Prisma.Sql {
  const read = new Set([...names, ...written.flatMap(({ fields }) => fields)]);
  const keys = [...read].sort().flatMap((name) => plan.report.keys.get(name) ?? []);
  const rows = rowsStatement(plan, keys, teamId, slice);
  if (written.length === 0) return rows;
  const columns = [...names, ...(slice.cursor ? rowTerms(plan).map((_term, at) => `s${at}`) : [])];
  const texts = written.map((row, at) => named(row.text(teamId), `text${at}`));
  return Prisma.sql`SELECT ${Prisma.join([...columns.map(identifier), ...texts])} FROM (${rows}) c`;
}

const sumsOf = ({ report }: Plan, metrics: readonly string[], { sums }: Source): Prisma.Sql[] =>
  [...new Set(metrics.flatMap((name) => report.metrics[name]!.sums))].map((name) => named(sums[name]!, name));

const metricsOf = ({ report }: Plan, metrics: readonly string[]): Prisma.Sql[] =>
  metrics.map((name) => named(report.metrics[name]!.sql, name));

const mixed = ({ isMixed }: Source) => (isMixed ? [named(isMixed, 'is_mixed')] : []);

export function totalsStatement(plan: Plan, source: Source, metrics: readonly string[], teamId: string): Prisma.Sql {
  return Prisma.sql`SELECT ${Prisma.join([...metricsOf(plan, metrics), ...mixed(source)])} FROM (
    SELECT ${Prisma.join(sumsOf(plan, metrics, source))} ${sourceOf(plan, source, [], teamId)}) x`;
}

export interface GroupSlice {
  readonly limit: number;
  readonly offset: number;
}

/** `g0`, …, their labels as `l0`, …, `bucket`, and the metrics by name. */
export function groupsStatement(
  plan: Plan,
  source: Source,
  metrics: readonly string[],
  teamId: string,
  { limit, offset }: GroupSlice,
): Prisma.Sql {
  const { groupBy, bucket, zone, sort } = plan;
  const sortedBy = sort.flatMap(({ by }) => (typeof by === 'object' && 'metric' in by ? [by.metric] : []));
  const start = bucket && Prisma.sql`date_trunc(${bucket.every}, ${bucket.key.sql}, ${zone})`;
  const values = [
    ...groupBy.map(({ sql, kind }, at) => named(kind === 'enum' ? Prisma.sql`${sql}::text` : sql, `g${at}`)),
    ...(start ? [named(start, 'bucket')] : []),
  ];
  const names = [...groupBy.map((_key, at) => `g${at}`), ...(bucket ? ['bucket'] : [])];
  const terms = groupTerms(plan);
  const labels = groupBy.flatMap(({ groupLabel }, at) =>
    groupLabel ? [named(groupLabel(Prisma.raw(`m.g${at}`), teamId), `l${at}`)] : [],
  );
  const keys = [...groupBy, ...(bucket ? [bucket.key] : [])];
  return Prisma.sql`SELECT ${Prisma.join([Prisma.sql`m.*`, ...labels, ...mixed(source)])} FROM (
    SELECT ${Prisma.join([
      ...names.map((name) => Prisma.sql`x.${identifier(name)}`),
      ...metricsOf(plan, metrics),
      ...terms.map(({ sql }, at) => named(sql, `s${at}`)),
    ])} FROM (
      SELECT ${Prisma.join([...values, ...sumsOf(plan, [...metrics, ...sortedBy], source)])}
      ${sourceOf(plan, source, keys, teamId)} GROUP BY ${Prisma.raw(names.map((_name, at) => at + 1).join())}) x
    ORDER BY ${orderBy(terms)} LIMIT ${limit}::int OFFSET ${offset}::int) m
    ORDER BY ${orderBy(terms.map((term, at) => ({ ...term, sql: Prisma.raw(`m.s${at}`) })))}`;
}

function groupTerms({ groupBy, bucket, sort, report }: Plan): Term[] {
  const value = (key: ReportKey) => Prisma.raw(`x.g${groupBy.indexOf(key)}`);
  const time = { name: 'bucket', sql: Prisma.raw('x.bucket'), type: 'timestamptz', isRequired: false };
  const terms = sort.map(({ by, name, direction }): Term => {
    if (by === 'bucket') return { ...time, direction };
    if ('key' in by) return termOf(name, by.key.kind, value(by.key), by.key.isRequired, direction);
    return { name, sql: report.metrics[by.metric]!.sql, type: 'numeric', isRequired: false, direction };
  });
  const rest = groupBy.flatMap((key): Term[] => {
    const term = termOf(key.key, key.kind, value(key), key.isRequired, 'asc');
    // Texts may differ in case alone.
    return key.kind === 'text' ? [term, { ...term, sql: Prisma.sql`${value(key)} COLLATE "C"` }] : [term];
  });
  return [...terms, ...(bucket ? [{ ...time, direction: 'asc' as const }] : []), ...rest];
}
