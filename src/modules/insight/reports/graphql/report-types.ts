import { builder, OrderDirection } from '../../../../graphql/builder.ts';
import { type RowsOf, writtenRows } from '../../../../graphql/json-lists.ts';
import type { NamedColumn } from '../../../../graphql/json-selection.ts';
import { namesBelow, oncePerSelection } from '../../../../graphql/selection.ts';
import { exportLink } from '../export-link.ts';
import { fieldName, type ReportKey } from '../key.ts';
import type { Metric } from '../metrics.ts';
import type { Question } from '../question.ts';
import { type Answer, MAX_REPORT_PAGE, type ReportArgs, readReport, type Values, type Wanted } from '../read-report.ts';
import type { Report } from '../report.ts';
import { COMPARISONS } from './comparisons.ts';
import { METRIC_SCALARS, SCALARS, WRITTEN } from './scalars.ts';
import { ReportEvery, ReportExport, ReportFreshness, ReportGroupKey, ReportPageInfo } from './shared-types.ts';

const byField = (names: Iterable<string>) => new Map([...names].map((name) => [fieldName(name), name]));

const rowsOf = async (answer: Answer) => (answer.plan.isGrouped ? [] : ((await answer.page()).items as never[]));

const enumValues = (entries: Iterable<readonly [string, { readonly description: string }]>) =>
  Object.fromEntries([...entries].map(([name, { description }]) => [name, { description }]));

const keyDescription = (key: ReportKey) =>
  `${key.description}${key.type === 'date' ? '' : key.canGroup ? ' Groups.' : ''}`;

type QueryArgs = Parameters<Parameters<typeof builder.queryField>[1]>[0];

export function reportField(field: string, report: Report, description: string): void {
  const { name, keys, metrics, rows } = report;
  const rowFields = byField(['row_id', ...keys.keys()]);
  const metricFields = byField(Object.keys(metrics));
  const keyValues = enumValues([...keys].map(([key, it]) => [key, { description: keyDescription(it) }]));
  const metricValues = enumValues(Object.entries(metrics));

  const Key = builder.enumType(`${name}Key`, {
    description: `The keys of ${rows} that a report knows.`,
    values: keyValues,
  });
  const MetricEnum = builder.enumType(`${name}Metric`, {
    description: `Metrics of ${rows}.`,
    values: metricValues,
  });
  const SortBy = builder.enumType(`${name}SortBy`, {
    description:
      'What a report is ordered by: without groups a key, with groups a key of them, a metric or the bucket.',
    values: { ...keyValues, ...metricValues, bucket: { description: 'The bucket of time.' } },
  });
  const Sort = builder.inputType(`${name}Sort`, {
    description: 'One step of the order. Texts regardless of case; what is blank counts as the largest.',
    fields: (t) => ({
      by: t.field({ type: SortBy, required: true, description: 'What by.' }),
      direction: t.field({
        type: OrderDirection,
        required: true,
        defaultValue: 'asc',
        description: 'Which end comes first.',
      }),
    }),
  });
  const Bucket = builder.inputType(`${name}Bucket`, {
    description: 'Groups by time.',
    fields: (t) => ({
      key: t.field({ type: Key, required: true, description: 'Which date.' }),
      every: t.field({ type: ReportEvery, required: true, description: 'How long a bucket is.' }),
      timezone: t.string({
        description:
          'IANA name, e.g. `Asia/Kolkata`: whose days and hours count, in the filters too. Defaults to the team’s.',
      }),
    }),
  });

  const Where = builder.inputType(`${name}Where`, {
    description: `A comparison of one key of ${rows}.`,
    isOneOf: true,
    fields: (t) =>
      Object.fromEntries(
        [...keys.values()].map(({ key, type, description: text }) => [
          fieldName(key),
          t.field({ type: COMPARISONS[type], description: text }),
        ]),
      ),
  });

  const Row = builder.objectRef<Values>(`${name}Row`).implement({
    description: `One of the ${rows}.`,
    fields: (t) => ({
      rowId: t.id({
        description: 'Id of the record.',
        extensions: { column: { name: 'row_id', kind: 'word' } satisfies NamedColumn },
        resolve: (row) => row.row_id as string,
      }),
      ...Object.fromEntries(
        [...keys.values()].map(({ key, kind, scalar, isRequired, description: text }) => [
          fieldName(key),
          t.field({
            type: scalar ?? SCALARS[kind],
            nullable: !isRequired,
            description: text,
            extensions: { column: { name: key, kind: WRITTEN[kind] } satisfies NamedColumn },
            resolve: (row: Values) => row[key] as never,
          }),
        ]),
      ),
    }),
  });
  const Metrics = builder.objectRef<Values>(`${name}Metrics`).implement({
    description: 'Sums and the rates computed from them. Those that `metrics` leaves out are null.',
    fields: (t) =>
      Object.fromEntries(
        Object.entries(metrics).map(([metric, { kind, description: text }]: [string, Metric]) => [
          fieldName(metric),
          t.field({
            type: METRIC_SCALARS[kind],
            nullable: true,
            description: text,
            resolve: (values: Values) => (values[metric] ?? null) as never,
          }),
        ]),
      ),
  });
  const Group = builder.objectRef<{ values: Values; answer: Answer }>(`${name}Group`).implement({
    description: 'What has the same keys, summed up.',
    fields: (t) => ({
      keys: t.field({
        type: [ReportGroupKey],
        size: 5,
        description: 'What the group has in common, in the order of `groupBy`.',
        resolve: ({ values, answer }) =>
          answer.plan.groupBy.map(({ key }, at) => ({ key, value: values[`g${at}`], label: values[`l${at}`] })),
      }),
      bucket: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When its bucket of time begins; null without `bucket`, and for what has no such date.',
        resolve: ({ values }) => (values.bucket ?? null) as string | null,
      }),
      metrics: t.field({ type: Metrics, description: 'Its metrics.', resolve: ({ values }) => values }),
    }),
  });
  const Type = builder.objectRef<Answer>(name).implement({
    description: `What a report of ${rows} answers: rows, or with \`groupBy\` or \`bucket\` groups.`,
    extensions: { hasRows: true },
    fields: (t) => ({
      rows: t.field({
        type: [Row],
        size: MAX_REPORT_PAGE,
        description: 'A page of rows; empty when the report is grouped.',
        extensions: { rows: rowsOf satisfies RowsOf },
        resolve: rowsOf,
      }),
      groups: t.field({
        type: [Group],
        size: MAX_REPORT_PAGE,
        description: 'A page of groups; empty when the report is not grouped.',
        resolve: async (answer) =>
          answer.plan.isGrouped ? (await answer.page()).items.map((values) => ({ values, answer })) : [],
      }),
      totals: t.field({
        type: Metrics,
        description: 'The metrics over everything that the filters leave, on every page.',
        resolve: (answer) => answer.totals(),
      }),
      pageInfo: t.field({
        type: ReportPageInfo,
        description: 'Where the page ends.',
        resolve: (answer) => answer.page(),
      }),
      freshness: t.field({
        type: ReportFreshness,
        description: 'How new the numbers are.',
        resolve: (answer) => answer,
      }),
    }),
  });

  const question = (t: QueryArgs) => ({
    where: t.arg({
      type: [Where],
      description:
        'Which of them: all of these must hold, and `filters`, too. At most 50. Texts regardless of case, `inRange` with both its ends, `notEqual` and `notContains` with what is blank.',
    }),
    filters: t.arg({
      type: 'JSONObject',
      description:
        'The same as AG-Grid’s filter model, for grids: per key `{ filterType, type, filter, filterTo }`, of dates `dateFrom` and `dateTo`, or `{ operator, conditions }`, or `{ filterType: "set", values }` for exactly these values, such as that of a group; all must hold. Texts regardless of case, `inRange` with both its ends, `notEqual` and `notContains` with what is blank. At most 50 conditions.',
    }),
    groupBy: t.arg({ type: [Key], description: 'Keys that rows are grouped by, at most 5.' }),
    bucket: t.arg({ type: Bucket, description: 'A date that rows are grouped by, too.' }),
    metrics: t.arg({
      type: [MetricEnum],
      description: 'Metrics to compute. Defaults to all that are selected.',
    }),
    sort: t.arg({
      type: [Sort],
      description: 'The order, at most 5 steps. Without it rows are newest first, groups by bucket and keys.',
    }),
  });

  const wanted = oncePerSelection((info): Wanted => {
    const below = (path: string[], names: ReadonlyMap<string, string>) =>
      namesBelow(info, path).flatMap((one) => names.get(one) ?? []);
    const written = writtenRows(info)?.written ?? [];
    const page = namesBelow(info, []).some((name) => name === 'groups' || name === 'rows' || name === 'pageInfo');
    return {
      page: page || written.length > 0,
      cursor: namesBelow(info, ['pageInfo']).includes('endCursor'),
      rows: below(['rows'], rowFields),
      written,
      groups: below(['groups', 'metrics'], metricFields),
      totals: below(['totals'], metricFields),
    };
  });

  builder.queryField(field, (t) =>
    t.field({
      type: Type,
      access: 'viewer',
      description,
      extensions: { price: REPORT_PRICE },
      args: {
        ...question(t),
        first: t.arg.int({ required: true, defaultValue: 100, description: `Page size, 0 to ${MAX_REPORT_PAGE}.` }),
        after: t.arg.string({ description: 'Only rows or groups behind this cursor.' }),
      },
      resolve: (_root, args, ctx, info) => readReport(ctx, report, args as ReportArgs, wanted(info)),
    }),
  );
  builder.queryField(`${field}Export`, (t) =>
    t.field({
      type: ReportExport,
      access: 'viewer',
      description: `A link to \`${field}\` as CSV: every row that the filters leave, or the first 100,000 groups. It is good for an hour and needs no token: anybody with the link can read the file, and nothing else. Rows are newest first. \`VALIDATION_FAILED\` as there, and for arguments of more than 5,500 bytes.`,
      args: {
        ...question(t),
        keys: t.arg({ type: [Key], description: 'Columns of the rows, after `row_id`. Defaults to all.' }),
      },
      resolve: (_root, { keys: columns, ...args }, ctx) => exportLink(ctx, report, args as Question, columns),
    }),
  );
}

/** It may read all rows of a team. */
const REPORT_PRICE = 2_000;
