import * as gql from '../gql/graphql.ts';
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

/** What was changed: fields whose values differ. */
function changesOf({ before, after }: Entry): [name: string, from: unknown, to: unknown][] {
  const [from, to] = [before ?? {}, after ?? {}] as Record<string, unknown>[];
  return Object.keys({ ...from, ...to })
    .filter((name) => !/updated_?at/i.test(name) && JSON.stringify(from![name]) !== JSON.stringify(to![name]))
    .map((name) => [name, from![name], to![name]]);
}
const text = (value: unknown) =>
  value == null ? 'none' : typeof value === 'object' ? JSON.stringify(value) : String(value);
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
  const whoOf = ({ userId, tokenId, email }: Entry) =>
    people.find(([id]) => id === userId)?.[1] ??
    tokens.find(({ id }) => id === tokenId)?.name ??
    email ??
    general.somebody;
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
        { name: 'userId', label: general.person, of: people },
        { name: 'tokenId', label: general.token, of: tokens },
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
              .map(([name]) => words(name))
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
        ...changesOf(of).map(([name, from, to]) => [words(name), `${text(from)} → ${text(to)}`] as const),
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
      { header: general.when, cell: ({ startedAt }) => moment(startedAt) },
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
