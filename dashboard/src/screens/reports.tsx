import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { useMemo, useState } from 'react';
import { useClient } from 'urql';
import * as gql from '../gql/graphql.ts';
import {
  amount,
  capital,
  count,
  decimal,
  inSentence,
  labelOf,
  messageOf,
  moment,
  type Named,
  percent,
  rounded,
  spaced,
  useData,
  useSearch,
  words,
} from '../lib/index.ts';
import { general, reports as t } from '../texts/first.ts';
import { Button, type Column, CopyLink, Filter, Grid, Message, Select } from '../ui/controls.ts';
import { Answer, Card, Figures, Page, Plot, Ranking } from '../ui/parts.tsx';
import type { PlotProps } from '../ui/plot.tsx';
import { changeOf } from './comparison.tsx';
import { Filters, modelOf, RANGES, type Range, rangeOf, readConditions } from './report-filters.tsx';

/** One report: what is asked, and which metrics and columns of it are shown, by the catalogue's names. */
const sms = {
  id: 'sms',
  campaigns: 'smsCampaigns' as Named,
  name: general.messages,
  time: 'sent_at',
  campaign: 'sms_campaign_id',
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
  campaigns: 'voiceCampaigns' as Named,
  name: general.calls,
  time: 'created_at',
  campaign: 'voice_campaign_id',
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
const MONEY = ['revenue', 'cost', 'profit'];
/** What a call costs is said by its provider, in the provider's currency. */
const isMoney = (name: string, { id }: Source) => id === 'sms' && MONEY.includes(name);
const LESS_IS_BETTER = ['failed', 'cost', 'unsubscribed'];
/** People group by campaigns, not by their ids, and ask for what was sent, not for what is sent. */
const nameOfKey = (of: { key: string; label: string }) =>
  capital(
    labelOf(of)
      .replace('Phone normalized', 'Number')
      .replaceAll(/^Is | IDs?$/gi, ''),
  );
const titleOf = (name: string) => (name === 'ctr' ? general.ctr : words(name));
function metric(name: string, metrics: Values, source: Source): string {
  const value = metrics[fieldOf(name)] as number | string | null;
  if (name === 'ctr' || name === 'answer_rate') return percent(value as number | null);
  return isMoney(name, source) ? rounded(value) : decimal(value);
}

/** What is plotted where nobody chose: groups are compared by the first alone. */
const usualOf = ({ plotted }: Source, isBy: boolean): string[] => plotted.split(' ').slice(0, isBy ? 1 : undefined);
const namesOf = (ids: readonly string[]) => capital(ids.map((id) => inSentence(titleOf(id))).join(', '));

const PAGE = 1_000;
/** Groups in the plot: as bars, and as lines where there is a time, too. */
const BARS = 10;
const LINES = 4;
const NOTHING = t.noRowsMatchThese;
const EVERY = ['hour', 'day', 'week', 'month'].map((every) => [every, words(every)] as const);

const CLEARED = Object.fromEntries('by by2 every plot sort f campaign offer after'.split(' ').map((of) => [of, null]));

/** A grid over the catalogue (E15): what is filtered, grouped, sorted and plotted is all in the address. */
export function Reports() {
  const [search, change] = useSearch();
  const source = SOURCES.find(({ id }) => id === search.get('of')) ?? sms;
  return (
    <Page title={general.reports}>
      <Answer of={useData(source.catalogue, {})}>
        {({ keys, team, campaigns, offers }) => {
          const groupable = keys.filter(({ canGroup }) => canGroup).map((of) => [of.key, nameOfKey(of)] as const);
          const isOwn = search.get('range') === 'own';
          return (
            <>
              <search className="filters">
                <Select label={t.report} value={source.id} of={SOURCES} onChange={(of) => change({ ...CLEARED, of })} />
                <Select
                  label={t.daysNamed(team.timezone)}
                  value={search.get('range') ?? '30'}
                  of={RANGES}
                  onChange={(range) => change({ range, after: null }, true)}
                />
                {isOwn && <Filter name="from" label={general.from} kind="date" />}
                {isOwn && <Filter name="to" label={general.until} kind="date" />}
                <Filter name="campaign" label={general.campaign} of={campaigns.nodes} named={source.campaigns} />
                {offers.nodes.length > 0 && (
                  <Filter name="offer" label={general.offer} of={offers.nodes} named="offers" />
                )}
                <Filter name="by" label={t.groupBy} none={general.rows} of={groupable} />
                {search.get('by') && <Filter name="by2" label={t.andBy} none={t.nothingElse} of={groupable} />}
                <Filter name="every" label={t.per} none={t.allTime} of={EVERY} />
                <Filter
                  name="plot"
                  label={t.plot}
                  none={namesOf(usualOf(source, search.has('by')))}
                  of={source.metrics.split(' ').map((id) => [id, titleOf(id)] as const)}
                />
                <Filters keys={keys} />
              </search>
              <Report key={source.id} source={source} keys={keys} timezone={team.timezone} />
            </>
          );
        }}
      </Answer>
    </Page>
  );
}

/** What the address asks for, and the same of the period before. */
function useQuestion(source: Source, keys: readonly Key[], timezone: string) {
  const { time, campaign } = source;
  const [search] = useSearch();
  const text = search.toString();
  return useMemo(() => {
    const asked = new URLSearchParams(text);
    const groupBy = [asked.get('by'), asked.get('by2')].filter((key) => key != null);
    const every = asked.get('every');
    const [sortBy, direction] = asked.get('sort')?.split(' ') ?? [];
    const { now, before } = rangeOf(asked, timezone);
    const own = modelOf(readConditions(asked.get('f')), keys);
    const chosen = (name: string, key: string) =>
      asked.get(name) && { [key]: { type: 'equals', filter: asked.get(name) } };
    const within = (range: Range | null) =>
      range && { [time]: { type: 'inRange', dateFrom: range[0], dateTo: range[1] } };
    const common = { ...chosen('campaign', campaign), ...chosen('offer', 'offer_id'), ...own };
    const question = {
      filters: { ...within(now), ...common },
      groupBy: groupBy.length > 0 ? groupBy : null,
      bucket: every ? { key: time, every } : null,
      sort: sortBy ? [{ by: sortBy, direction }] : null,
    };
    const shift = now && before ? (Date.parse(now[0]) - Date.parse(before[0])) / 1_000 : 0;
    const metric = asked.get('plot');
    const plotted = metric ? [metric] : usualOf(source, groupBy.length > 0);
    const isRanked = groupBy.length > 0 && !every;
    const plot = {
      trendBucket: question.bucket ?? (isRanked ? null : { key: time, every: 'day' }),
      // The first of many: the largest, or the newest.
      trendSort: [{ by: isRanked ? plotted[0] : 'bucket', direction: 'desc' }],
      before: { ...within(before), ...common },
      isCompared: before !== null,
    };
    return { question, plot, plotted, shift };
  }, [text, keys, source, time, campaign, timezone]);
}

function Report({ source, keys, timezone }: { source: Source; keys: readonly Key[]; timezone: string }) {
  const [search, change] = useSearch();
  const { question, plot, plotted, shift } = useQuestion(source, keys, timezone);
  const { groupBy, bucket, sort } = question;
  const isGrouped = groupBy !== null || bucket !== null;
  const variables = { ...question, ...plot, first: PAGE, after: search.get('after') };
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
  const nameOfId = (id: string) => nameOfKey(keyOf(id) ?? { key: id, label: spaced(id) });
  const keyNames = (ids: readonly string[]) => ids.map((id) => inSentence(nameOfId(id))).join(t.and);
  const groupColumns: Column<Group>[] = [
    ...(groupBy ?? []).map((id, index) => ({
      ...column(id, nameOfId(id)),
      cell: (group: Group) => group.keys[index] && groupName(group.keys[index]),
    })),
    ...(bucket ? [{ ...column('bucket', general.from), cell: (group: Group) => moment(group.bucket) }] : []),
    ...source.metrics.split(' ').map((id) => ({
      ...column(id, titleOf(id)),
      isNumber: true,
      cell: ({ metrics }: Group) => metric(id, metrics, source),
    })),
  ];
  const rowColumns = source.columns.split(' ').map((id): Column<Values> => {
    const key = keyOf(id);
    const { sort, ...shown } = column(id, nameOfId(id));
    const cell = (row: Values) => {
      const value = row[fieldOf(id)] as string | null;
      if (key?.type === 'date') return moment(value);
      if (value === null) return null;
      if (id.startsWith('is_')) return ['1', 'true'].includes(String(value)) ? general.yes : general.no;
      return isMoney(id, source) ? amount(value) : String(value);
    };
    return {
      ...shown,
      cell,
      isNumber: MONEY.includes(id) || (key?.type === 'number' && !id.startsWith('is_')),
      ...(key?.isSortable && { sort }),
    };
  });

  return (
    <Answer of={report}>
      {({ report: { groups, rows, totals, pageInfo, freshness }, trend, former: earlier, before: former }) => (
        <>
          <Card title={groupBy ? t.byNamed(namesOf(plotted), keyNames(groupBy)) : t.overTimeNamed(source.name)}>
            {plot.trendBucket === null ? (
              <Groups source={source} of={trend.groups} former={earlier?.groups} id={plotted[0]!} />
            ) : (
              <Trend
                groups={trend.groups}
                former={groupBy ? undefined : earlier?.groups}
                shift={shift}
                plotted={plotted}
                isBy={groupBy !== null}
                label={source.name}
              />
            )}
            {plot.trendBucket !== null && trend.pageInfo.hasNextPage && <small>{t.theNewest(count(PAGE))}</small>}
          </Card>
          <Figures
            of={source.metrics
              .split(' ')
              .map((id) => [
                titleOf(id),
                metric(id, totals, source),
                former && changeOf(numberOf(totals, id), numberOf(former.totals, id), LESS_IS_BETTER.includes(id)),
              ])}
          />
          {isGrouped ? (
            <Grid label={t.groups} columns={groupColumns} rows={groups} idOf={groupId} empty={NOTHING} />
          ) : (
            <Grid
              label={general.rows}
              columns={rowColumns}
              rows={rows}
              idOf={({ rowId }) => String(rowId)}
              empty={NOTHING}
            />
          )}
          <nav className="pages" aria-label={general.pages}>
            <span>{t.shown(isGrouped ? groups.length : rows.length, moment(freshness.asOf))}</span>
            <CopyLink />
            <Export source={source} question={question} />
            <Button text={t.firstPage} disabled={!search.get('after')} act={() => change({ after: null })} />
            <Button
              text={general.next}
              disabled={!pageInfo.hasNextPage}
              act={() => change({ after: pageInfo.endCursor })}
            />
          </nav>
        </>
      )}
    </Answer>
  );
}

const numberOf = (totals: Values, id: string) => Number(totals[fieldOf(id)] ?? 0);
const groupId = ({ keys, bucket }: Group) => JSON.stringify([bucket, ...keys.map(({ value }) => value)]);
/** A group of empty texts is another than that without a text. */
const groupName = ({ key, label, value }: Group['keys'][number]) => {
  if (key === 'segment_id' && value !== null && label === value) return t.deleted;
  return (label ?? value) === '' ? t.empty : (label ?? value);
};

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
      <Button text={t.csv} act={save} />
    </>
  );
}

type Plotted = gql.SmsReportQuery['trend']['groups'];
type Former = NonNullable<gql.SmsReportQuery['former']>['groups'] | undefined;
const nameOfGroup = (keys: Plotted[number]['keys']) => keys.map((key) => groupName(key) ?? general.none).join(' · ');
const keyOfGroup = (keys: readonly { value: string | null }[]) => JSON.stringify(keys.map(({ value }) => value));

/** The groups with most of it, each beside itself in the period before. */
function Groups({ of, former, id, source }: { of: Plotted; former: Former; id: string; source: Source }) {
  const before = new Map(former?.map(({ keys, metrics }) => [keyOfGroup(keys), numberOf(metrics, id)]));
  const shown = of.slice(0, BARS);
  return (
    <>
      <Ranking
        hasBefore={former !== undefined}
        of={shown.map(({ keys, metrics }) => {
          const was = before.get(keyOfGroup(keys)) ?? 0;
          const now = numberOf(metrics, id);
          const note = former && changeOf(now, was, LESS_IS_BETTER.includes(id));
          return { id: keyOfGroup(keys), name: nameOfGroup(keys), now, was, text: metric(id, metrics, source), note };
        })}
      />
      {of.length > BARS && <small>{t.theFirst(BARS)}</small>}
    </>
  );
}

interface TrendProps {
  groups: Plotted;
  /** Of the period before, which began so many seconds earlier. */
  former: Former;
  shift: number;
  plotted: readonly string[];
  isBy: boolean;
  label: string;
}

/** Over time: the metrics of everything with the first in the period before, or the first metric of the largest groups. */
function Trend({ groups, former, shift, plotted, isBy, label }: TrendProps) {
  const data = useMemo(() => {
    const [first] = plotted as [string];
    const byTime = (of: Plotted | NonNullable<Former>, later = 0) =>
      new Map(
        of.flatMap(({ bucket, metrics }) =>
          bucket == null ? [] : [[Date.parse(bucket) / 1_000 + later, metrics as Values] as const],
        ),
      );
    const before = byTime(former ?? [], shift);
    const now = byTime(groups);
    const at = [...new Set([...now.keys(), ...before.keys()])].sort((one, other) => one - other);
    const valuesOf = (of: typeof now, id: string) =>
      at.map((time) => (of.has(time) ? numberOf(of.get(time)!, id) : null));
    if (isBy) {
      const parts = [...Map.groupBy(groups, ({ keys }) => keyOfGroup(keys)).values()];
      const sum = (of: Plotted) => of.reduce((all, { metrics }) => all + numberOf(metrics, first), 0);
      const largest = parts.sort((one, other) => sum(other) - sum(one)).slice(0, LINES);
      return {
        at,
        series: largest.map((of) => ({ name: nameOfGroup(of[0]!.keys), values: valuesOf(byTime(of), first) })),
      };
    }
    const series: PlotProps['series'] = plotted.map((id) => ({ name: titleOf(id), values: valuesOf(now, id) }));
    if (before.size > 0)
      series.push({ name: t.inThePeriodBefore(titleOf(first)), values: valuesOf(before, first), isDashed: true });
    return { at, series };
  }, [groups, former, shift, plotted, isBy]);
  if (data.at.length === 0) return <small>{general.nothingToPlot}</small>;
  return <Plot {...data} kind={data.at.length < 3 ? 'bars' : 'lines'} label={t.overTimeNamed(label)} height={220} />;
}
