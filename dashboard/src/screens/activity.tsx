import * as gql from '../gql/graphql.ts';
import { wordsOfPath } from '../lib/field-errors.ts';
import { count, decimal, Link, moment, useData, words } from '../lib/index.ts';
import { general } from '../texts/first.ts';
import { activity as t } from '../texts/more.ts';
import { List, Opens, YES_NO } from '../ui/controls.ts';
import { Badge, Facts, Page, Tabs, When } from '../ui/parts.tsx';

type Entry = gql.ActivityQuery['list']['nodes'][number];
const PAGES: Partial<Record<gql.AuditTargetType, string>> = {
  sms_campaign: 'campaigns',
  voice_campaign: 'voice-campaigns',
  contact: 'contacts',
  segment: 'segments',
  data_file: 'imports',
  call: 'calls',
  conversation: 'inbox',
};

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What was changed: fields whose values differ, those of objects, too. */
function changesOf({ before, after }: { before?: unknown; after?: unknown }): [name: string, change: string][] {
  const [from, to] = [before ?? {}, after ?? {}] as [Fields, Fields];
  return Object.keys({ ...from, ...to }).flatMap((name) => {
    const [was, is] = [from[name], to[name]];
    if (/^(id|team_?id|(created|updated)_?at)$/i.test(name) || text(was) === text(is)) return [];
    if (isObject(was ?? is)) return changesOf({ before: was, after: is });
    return [[wordsOfPath(name), before ? `${text(was)} → ${text(is)}` : text(is)]];
  });
}
function text(value: unknown): string {
  if (value == null || value === '') return '–';
  if (typeof value === 'boolean') return value ? general.yes : general.no;
  if (Array.isArray(value)) return value.map(text).join(', ') || '–';
  if (isObject(value)) return JSON.stringify(value);
  return /^\d{4}-\d\d-\d\dT/.test(String(value)) ? moment(String(value)) : String(value);
}
const nameIn = (record: unknown) => (record as { name?: string } | null)?.name;

export const Activity = () => (
  <Page title={general.activity} lead={t.whoChanged}>
    <Tabs of={{ changes: [t.changes, () => <Changes />], traces: [t.traces, () => <Traces />] }} />
  </Page>
);

function Changes() {
  const { team, teamTokens } = useData(gql.ActivityNamesDocument, {}).data ?? {};
  const people =
    team?.members.nodes.flatMap(({ userId, person }) => (person ? [[userId, person.name] as const] : [])) ?? [];
  const tokens = teamTokens?.nodes ?? [];
  const whoOf = ({ userId, tokenName, email }: Entry) =>
    people.find(([id]) => id === userId)?.[1] ?? tokenName ?? email ?? general.somebody;
  const whatOf = (entry: Entry) => {
    const page = entry.targetType && PAGES[entry.targetType];
    const name = nameIn(entry.after) ?? nameIn(entry.before) ?? (entry.targetType ? words(entry.targetType) : null);
    return page && entry.targetId && entry.after ? <Link to={`/${page}/${entry.targetId}`} text={name} /> : name;
  };
  return (
    <List
      document={gql.ActivityDocument}
      noun="change"
      filters={[
        { name: 'userId', label: general.person, of: people, named: 'members' },
        { name: 'tokenId', label: general.token, of: tokens, named: 'teamTokens' },
        { name: 'traceId', label: t.trace },
      ]}
      columns={[
        { header: general.when, cell: ({ createdAt }) => <When at={createdAt} /> },
        { header: t.who, cell: (entry) => <strong>{whoOf(entry)}</strong> },
        { header: t.did, cell: ({ action }) => words(action) },
        { header: t.target, cell: whatOf },
        {
          header: general.changed,
          cell: (entry) =>
            changesOf(entry)
              .map(([name]) => name)
              .slice(0, 4)
              .join(', ') || null,
        },
        {
          cell: (entry) => (
            <Opens text={general.details} title={`${whoOf(entry)}: ${words(entry.action)}`}>
              {() => <Details of={entry} />}
            </Opens>
          ),
        },
      ]}
    />
  );
}

const Details = ({ of }: { of: Entry }) => (
  <>
    <Facts
      of={[
        [general.when, moment(of.createdAt)],
        [t.fromAddress, of.address],
        [
          t.trace,
          <Link key="" to={`/activity?tab=traces&traceId=${of.traceId}`}>
            <code>{of.traceId}</code>
          </Link>,
        ],
        ...changesOf(of),
      ]}
    />
    <h3>{t.given}</h3>
    <pre>{JSON.stringify(of.input, null, 2)}</pre>
  </>
);

/** What requests, providers' events and jobs did, by the id that every answer carries in `X-Trace-Id`. */
const Traces = () => (
  <List
    document={gql.TracesDocument}
    noun="entry"
    filters={[
      { name: 'traceId', label: t.trace, hint: t.xTraceId },
      { name: 'kind', label: general.kind, of: Object.values(gql.TraceKind), read: (kind) => [kind] },
      { name: 'isFailed', label: general.failed, of: YES_NO, read: (text) => text === 'true' },
    ]}
    columns={[
      { header: general.when, cell: ({ startedAt }) => <When at={startedAt} /> },
      { header: general.kind, cell: ({ kind }) => words(kind) },
      { header: t.did, cell: ({ operation }) => <strong>{words(operation)}</strong> },
      {
        header: general.outcome,
        cell: ({ outcome }) => <Badge value={outcome} tone={outcome === 'ok' ? 'good' : 'bad'} />,
      },
      { header: t.tookMs, isNumber: true, cell: ({ durationMs }) => decimal(durationMs) },
      { header: t.sqlStatements, isNumber: true, cell: ({ statements }) => count(statements) },
      {
        header: t.trace,
        cell: ({ traceId }) => <Link to={`/activity?tab=traces&traceId=${traceId}`} text={traceId.slice(0, 8)} />,
      },
    ]}
  />
);
