import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { useMemo, useState } from 'react';
import { useClient } from 'urql';
import * as gql from '../gql/graphql.ts';
import { decimal, messageOf, moment, percent, useData, useSearch, words } from '../lib/index.ts';
import { Button, type Column, Filter, Grid, Message, Select } from '../ui/controls.ts';
import { Answer, Card, Figures, Page, Plot } from '../ui/parts.tsx';
import { Filters, modelOf, readConditions } from './report-filters.tsx';

/** One report: what is asked, and which metrics and columns of it are shown, by the catalogue's names. */
const sms = {
  id: 'sms',
  name: 'Messages',
  time: 'sent_at',
  document: gql.SmsReportDocument,
  export: gql.SmsExportDocument,
  catalogue: gql.SmsCatalogueDocument,
  metrics: 'messages sent delivered failed clicked ctr replied leads sales revenue cost profit unsubscribed',
  plotted: 'sent delivered clicked',
  columns:
    'sent_at campaign_name phone_normalized network_brand sms_parts is_sent is_clicked is_lead is_sale fail_reason final_text',
};
const calls = {
  id: 'calls',
  name: 'Calls',
  time: 'created_at',
  document: gql.CallReportDocument,
  export: gql.CallExportDocument,
  catalogue: gql.CallCatalogueDocument,
  metrics: 'calls placed answered answer_rate average_duration leads sales cost',
  plotted: 'calls answered leads',
  columns:
    'created_at campaign_name to_number status call_outcome duration is_answered is_lead is_sale cost ended_reason',
};
/** Both have the same shape; that of messages stands for it. */
type Source = typeof sms;
const SOURCES: readonly Source[] = [sms, calls as unknown as Source];

export type Key = gql.SmsCatalogueQuery['keys'][number];
type Group = gql.SmsReportQuery['report']['groups'][number];
type Values = Readonly<Record<string, unknown>>;

/** The catalogue's `sent_at` is the field `sentAt`. */
const fieldOf = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const titleOf = (name: string) => (name === 'ctr' ? 'CTR' : words(name));
function metric(name: string, metrics: Values): string {
  const value = metrics[fieldOf(name)] as number | string | null;
  return name === 'ctr' || name === 'answer_rate' ? percent(value as number | null) : decimal(value);
}

const PAGE = 1_000;
const NOTHING = 'No rows match these filters.';
const EVERY = ['HOUR', 'DAY', 'WEEK', 'MONTH'].map((every) => [every, words(every.toLowerCase())] as const);

/** A grid over the catalogue (E15): what is filtered, grouped, sorted and plotted is all in the address. */
export function Reports() {
  const [search, change] = useSearch();
  const source = SOURCES.find(({ id }) => id === search.get('of')) ?? sms;
  return (
    <Page title="Reports">
      <Answer of={useData(source.catalogue, {})}>
        {({ keys }) => {
          const groupable = keys.filter(({ canGroup }) => canGroup).map(({ key, label }) => [key, label] as const);
          return (
            <>
              <search className="filters">
                <Select
                  label="Report"
                  value={source.id}
                  of={SOURCES}
                  onChange={(of) => change({ of, by: null, by2: null, every: null, sort: null, f: null, after: null })}
                />
                <Filter name="by" label="Group by" none="Rows" of={groupable} />
                {search.get('by') && <Filter name="by2" label="and by" none="Nothing else" of={groupable} />}
                <Filter name="every" label="Per" none="All time" of={EVERY} />
                <Filters keys={keys} />
              </search>
              <Report key={source.id} source={source} keys={keys} />
            </>
          );
        }}
      </Answer>
    </Page>
  );
}

/** What the address asks for. */
function useQuestion({ time }: Source, keys: readonly Key[]) {
  const [search] = useSearch();
  const [by, then, every, sort, conditions] = ['by', 'by2', 'every', 'sort', 'f'].map((name) => search.get(name));
  return useMemo(() => {
    const groupBy = [by, then].filter((key) => key != null);
    const [sortBy, direction] = sort?.split(' ') ?? [];
    return {
      filters: modelOf(readConditions(conditions), keys),
      groupBy: groupBy.length > 0 ? groupBy : null,
      bucket: every ? { key: time, every } : null,
      sort: sortBy ? [{ by: sortBy, direction }] : null,
    };
  }, [by, then, every, sort, conditions, keys, time]);
}

function Report({ source, keys }: { source: Source; keys: readonly Key[] }) {
  const [search, change] = useSearch();
  const question = useQuestion(source, keys);
  const { groupBy, bucket, sort } = question;
  const isGrouped = groupBy !== null || bucket !== null;
  const trendBucket = bucket ?? { key: source.time, every: 'DAY' };
  const variables = { ...question, first: PAGE, after: search.get('after'), trendBucket };
  const report = useData(source.document, variables as never);

  const [sorted] = sort ?? [];
  const column = (id: string, header: string) => {
    const direction = sorted?.by === id ? sorted.direction : undefined;
    const next = direction === 'desc' ? 'asc' : 'desc';
    const act = () => change({ sort: `${id} ${next}`, after: null }, true);
    const ARIA = { asc: 'ascending', desc: 'descending' } as const;
    return { id, header, sort: { direction: ARIA[direction as 'asc' | 'desc'], change: act } };
  };
  const keyOf = (id: string) => keys.find(({ key }) => key === id);
  const groupColumns: Column<Group>[] = [
    ...(groupBy ?? []).map((id, index) => ({
      ...column(id, keyOf(id)?.label ?? id),
      cell: (group: Group) => group.keys[index] && groupName(group.keys[index]),
    })),
    ...(bucket ? [{ ...column('bucket', 'From'), cell: (group: Group) => moment(group.bucket) }] : []),
    ...source.metrics.split(' ').map((id) => ({
      ...column(id, titleOf(id)),
      isNumber: true,
      cell: ({ metrics }: Group) => metric(id, metrics),
    })),
  ];
  const rowColumns = source.columns.split(' ').map((id): Column<Values> => {
    const key = keyOf(id);
    const { sort, ...shown } = column(id, key?.label ?? id);
    const cell = (row: Values) => {
      const value = row[fieldOf(id)] as string | null;
      return key?.type === 'date' ? moment(value) : value === null ? null : String(value);
    };
    return { ...shown, cell, ...(key?.sortable && { sort }) };
  });

  return (
    <Answer of={report}>
      {({ report: { groups, rows, totals, pageInfo, freshness }, trend }) => (
        <>
          <Card title={`${source.name} over time`}>
            <Trend groups={trend.groups} source={source} />
          </Card>
          <Figures of={source.metrics.split(' ').map((id) => [titleOf(id), metric(id, totals)])} />
          {isGrouped ? (
            <Grid label="Groups" columns={groupColumns} rows={groups} idOf={groupId} empty={NOTHING} />
          ) : (
            <Grid label="Rows" columns={rowColumns} rows={rows} idOf={({ rowId }) => String(rowId)} empty={NOTHING} />
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
      )}
    </Answer>
  );
}

const groupId = ({ keys, bucket }: Group) => JSON.stringify([bucket, ...keys.map(({ value }) => value)]);
/** A group of empty texts is another than that without a text. */
const groupName = ({ label, value }: Group['keys'][number]) => ((label ?? value) === '' ? '(empty)' : (label ?? value));

// biome-ignore lint/suspicious/noExplicitAny: of any variables
type Exported = { export: TypedDocumentNode<{ link: { url: string } }, any> };

/** The link works for an hour and needs no token, so it is asked for when somebody wants the file. */
export function Export({ source, question }: { source: Exported; question: object }) {
  const client = useClient();
  const [message, setMessage] = useState<string>();
  async function save() {
    const { data, error } = await client.query(source.export, question);
    setMessage(error && messageOf(error));
    if (data) location.assign(data.link.url);
  }
  return (
    <>
      <Message text={message} />
      <Button text="CSV" act={save} />
    </>
  );
}

function Trend({ groups, source }: { groups: gql.SmsReportQuery['trend']['groups']; source: Source }) {
  const data = useMemo(() => {
    const known = groups.filter(({ bucket }) => bucket != null);
    const series = source.plotted.split(' ').map((name) => ({
      name: titleOf(name),
      values: known.map(({ metrics }) => Number((metrics as Values)[name] ?? 0)),
    }));
    return { at: known.map(({ bucket }) => Date.parse(bucket!) / 1_000), series };
  }, [groups, source]);
  if (data.at.length === 0) return <small>Nothing to plot.</small>;
  return (
    <Plot {...data} kind={data.at.length < 3 ? 'bars' : 'lines'} label={`${source.name} over time`} height={220} />
  );
}
