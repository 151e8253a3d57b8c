import { lazy, Suspense, useMemo, useState } from 'react';
import { useData } from '../lib/client.ts';
import { moment } from '../lib/format.ts';
import { useSearch } from '../lib/router.tsx';
import { Button } from '../ui/dialog.tsx';
import { Message } from '../ui/form.tsx';
import { type Column, Grid } from '../ui/grid.tsx';
import { Filter, Select } from '../ui/list.tsx';
import { Answer, Card, Figures, Loading, Page } from '../ui/parts.tsx';
import type { Series } from '../ui/plot.tsx';
import { type Conditions, Filters, modelOf, readConditions } from './report-filters.tsx';
import { fieldOf, type Group, metric, type ReportSource, type Row, SOURCES, titleOf } from './report-sources.ts';

const Plot = lazy(() => import('../ui/plot.tsx'));

const PAGE = 1_000;
const NOTHING = 'Nothing is like this.';
const EVERY = [
  ['HOUR', 'Hour'],
  ['DAY', 'Day'],
  ['WEEK', 'Week'],
  ['MONTH', 'Month'],
] as const;

export interface Key {
  key: string;
  label: string;
  type: 'date' | 'number' | 'text';
  canGroup: boolean;
  sortable: boolean;
  operators: string[];
}

/** A grid over the catalogue (E15): what is filtered, grouped, sorted and plotted is all in the address. */
export function Reports() {
  const [search, change] = useSearch();
  const source = SOURCES.find(({ id }) => id === search.get('of')) ?? SOURCES[0]!;
  const catalogue = useData(source.catalogue, {});
  return (
    <Page title="Reports">
      <Answer of={catalogue}>
        {({ keys }) => (
          <>
            <search className="filters">
              <Select
                label="Report"
                value={source.id}
                of={SOURCES.map(({ id, name }) => [id, name] as const)}
                onChange={(of) => change({ of, by: null, by2: null, every: null, sort: null, f: null, after: null })}
              />
              <Filter name="by" label="Group by" none="Rows" of={groupable(keys)} />
              {search.get('by') && <Filter name="by2" label="and by" none="Nothing else" of={groupable(keys)} />}
              <Filter name="every" label="Per" none="All time" of={EVERY} />
              <Filters keys={keys} />
            </search>
            <Report key={source.id} source={source} keys={keys} />
          </>
        )}
      </Answer>
    </Page>
  );
}

const groupable = (keys: readonly Key[]) =>
  keys.filter(({ canGroup }) => canGroup).map(({ key, label }) => [key, label] as const);

function Report({ source, keys }: { source: ReportSource; keys: readonly Key[] }) {
  const [search, change] = useSearch();
  const [by, then, every, sort] = ['by', 'by2', 'every', 'sort'].map((name) => search.get(name));
  const conditions = search.get('f');
  const question = useMemo(() => {
    const groupBy = [by, then].filter((key) => key != null);
    const [sortBy, direction = 'desc'] = sort?.split(' ') ?? [];
    return {
      filters: modelOf(readConditions(conditions) satisfies Conditions, keys),
      groupBy: groupBy.length > 0 ? groupBy : null,
      bucket: every ? { key: source.time, every } : null,
      sort: sortBy ? [{ by: sortBy, direction }] : null,
    };
  }, [by, then, every, sort, conditions, keys, source]);
  const isGrouped = question.groupBy !== null || question.bucket !== null;
  const variables = {
    ...question,
    first: PAGE,
    after: search.get('after'),
    trendBucket: { key: source.time, every: every ?? 'DAY' },
  };
  const report = useData(source.document, variables as never);

  const sorted = (id: string) => {
    const [key, direction] = sort?.split(' ') ?? [];
    const next = key === id && direction === 'desc' ? 'asc' : 'desc';
    return {
      direction: key === id ? (direction as 'asc' | 'desc') : null,
      change: () => change({ sort: `${id} ${next}`, after: null }, true),
    };
  };
  const groupColumns: Column<Group>[] = [
    ...(question.groupBy ?? []).map((key, index) => ({
      id: key,
      header: keys.find((entry) => entry.key === key)?.label ?? key,
      cell: ({ keys: values }: Group) => values[index]?.label ?? values[index]?.value ?? '–',
      sort: sorted(key),
    })),
    ...(question.bucket
      ? [{ id: 'bucket', header: 'From', cell: ({ bucket }: Group) => moment(bucket), sort: sorted('bucket') }]
      : []),
    ...source.metrics.map((id) => ({
      id,
      header: titleOf(id),
      isNumber: true,
      cell: ({ metrics }: Group) => metric(id, metrics),
      sort: sorted(id),
    })),
  ];
  const rowColumns: Column<Row>[] = source.columns.map((id) => {
    const key = keys.find((entry) => entry.key === id);
    return {
      id,
      header: key?.label ?? id,
      cell: (row) => (key?.type === 'date' ? moment(row[fieldOf(id)] as string) : String(row[fieldOf(id)] ?? '–')),
      ...(key?.sortable && { sort: sorted(id) }),
    };
  });

  return (
    <Answer of={report}>
      {({ report: found, trend }) => {
        const { groups, rows, totals, pageInfo, freshness } = found;
        return (
          <>
            <Card title={`${source.name} over time`}>
              <Trend groups={trend.groups} source={source} />
            </Card>
            <Figures of={source.metrics.map((id) => [titleOf(id), metric(id, totals as Group['metrics'])])} />
            {isGrouped ? (
              <Grid label="Groups" columns={groupColumns} rows={groups} idOf={groupId} empty={NOTHING} />
            ) : (
              <Grid label="Rows" columns={rowColumns} rows={rows} idOf={({ rowId }) => rowId} empty={NOTHING} />
            )}
            <nav className="pages" aria-label="Pages">
              <span>
                {isGrouped ? groups.length : rows.length} shown · as of {moment(freshness.asOf)}
              </span>
              <Export source={source} question={question} />
              <Button text="From the start" disabled={!search.get('after')} act={() => change({ after: null })} />
              <Button text="Next" disabled={!pageInfo.hasNextPage} act={() => change({ after: pageInfo.endCursor })} />
            </nav>
          </>
        );
      }}
    </Answer>
  );
}

/** The link works for an hour and needs no token, so it is asked for when somebody wants the file. */
function Export({ source, question }: { source: ReportSource; question: object }) {
  const [asked, setAsked] = useState<object>();
  const isAsked = asked === question;
  const { data, error, fetching } = useData(source.export, question as never, !isAsked);
  if (isAsked && data && !fetching) {
    return (
      <a className="button" href={data.link.url} download>
        Download
      </a>
    );
  }
  return (
    <>
      {isAsked && <Message text={error?.message} />}
      <Button text="CSV" disabled={isAsked && fetching} act={() => setAsked(question)} />
    </>
  );
}

const groupId = ({ keys, bucket }: Group) => `${bucket} ${keys.map(({ value }) => value).join(' ')}`;

function Trend({ groups, source }: { groups: readonly Group[]; source: ReportSource }) {
  const data = useMemo(() => {
    const known = groups.filter(({ bucket }) => bucket != null);
    const series = source.plotted.map(
      (name): Series => ({ name: titleOf(name), values: known.map(({ metrics }) => Number(metrics[name] ?? 0)) }),
    );
    return { at: known.map(({ bucket }) => Date.parse(bucket!) / 1_000), series };
  }, [groups, source]);
  if (data.at.length === 0) return <small>Nothing to plot.</small>;
  return (
    <Suspense fallback={<Loading />}>
      <Plot {...data} kind={data.at.length < 3 ? 'bars' : 'lines'} label={`${source.name} over time`} height={220} />
    </Suspense>
  );
}
