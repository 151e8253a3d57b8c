import type { ResultOf } from '@graphql-typed-document-node/core';
import type { SendType } from '../gql/graphql.ts';
import { graphql, read } from '../gql/index.ts';
import { count, phone, plural, since, words } from '../lib/format.ts';
import { Link, useSearch } from '../lib/router.tsx';
import { type FilterOf, List } from '../ui/list.tsx';
import { Badge, Bar, Page, Tabs } from '../ui/parts.tsx';
import { CampaignActions, STATUSES } from './campaign-actions.tsx';

/** All that a row of the list shows, below one campaign: the server reads each level of it with one statement for the page. */
const Row = graphql(`
  fragment CampaignRow on SmsCampaign {
    id name status statusReason isSimulated updatedAt meta { sendType } offersCount offers(first: 3) { id name }
    sendsCount sends(first: 2) { id status createdAt logs(first: 1) { id text createdAt } }
    progress { total delivered sent failed held skipped unknown clicked perMinute }
  }
`);

const Query = graphql(`
  query Campaigns(
    $first: Int, $after: String, $last: Int, $before: String, $filter: SmsCampaignFilter, $orderBy: SmsCampaignOrder
  ) {
    list: smsCampaigns(first: $first, after: $after, last: $last, before: $before, filter: $filter, orderBy: $orderBy) {
      totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } nodes { id ...CampaignRow }
    }
  }
`);

const VoiceRow = graphql(`
  fragment VoiceCampaignRow on VoiceCampaign {
    id name status updatedAt meta { sendType } agent { id name } number { id number }
    progress { total ended answered calling held skipped leads } callsByOutcome { outcome count }
    logs(first: 1) { id text }
  }
`);
const VoiceQuery = graphql(`
  query VoiceCampaigns($first: Int, $after: String, $last: Int, $before: String, $filter: VoiceCampaignFilter) {
    list: voiceCampaigns(first: $first, after: $after, last: $last, before: $before, filter: $filter) {
      totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } nodes { id ...VoiceCampaignRow }
    }
  }
`);

const TYPES: SendType[] = ['manual', 'multistep', 'planner', 'recurring', 'feed'];
const ORDERS = ['updatedAt', 'name', 'status'];
const FILTERS: FilterOf[] = [
  { name: 'name', label: 'Name' },
  { name: 'status', label: 'Status', of: STATUSES, isList: true },
];

export function Campaigns() {
  const [search] = useSearch();
  const isVoice = search.get('tab') === 'voice';
  return (
    <Page
      title="Campaigns"
      actions={
        <Link
          to={isVoice ? '/new-voice-campaign' : '/new-campaign'}
          className="button main"
          text={isVoice ? 'New voice campaign' : 'New campaign'}
        />
      }
    >
      <Tabs of={{ sms: ['Messages', () => <SmsCampaigns />], voice: ['Calls', () => <VoiceCampaigns />] }} />
    </Page>
  );
}

function SmsCampaigns() {
  const [search] = useSearch();
  const field = ORDERS.find((name) => name === search.get('order')) ?? 'createdAt';
  const direction = field === 'name' || field === 'status' ? 'asc' : 'desc';
  return (
    <List
      document={Query}
      noun="campaign"
      size={20}
      wraps
      filters={[...FILTERS, { name: 'sendType', label: 'Type', of: TYPES, isList: true }]}
      more={[{ name: 'order', label: 'Order', of: ORDERS, none: 'Newest' }]}
      variables={{ orderBy: { field, direction } }}
      rowOf={(node) => read(Row, node)}
      columns={[
        {
          header: 'Campaign',
          cell: ({ id, name, meta, isSimulated }) => (
            <>
              <Link to={`/campaigns/${id}`} className="title" text={name} />
              <small>{words(meta.sendType ?? 'no type') + (isSimulated ? ' · simulated' : '')}</small>
            </>
          ),
        },
        {
          header: 'Status',
          cell: ({ status, statusReason, updatedAt }) => (
            <>
              <Badge value={status} title={statusReason} />
              <small>{since(updatedAt)}</small>
            </>
          ),
        },
        { header: 'Progress', cell: ({ progress }) => <Progress of={progress} /> },
        {
          header: 'Offers',
          cell: ({ offers, offersCount }) => (
            <>
              {offers.map(({ name }) => name).join(', ') || <small>None</small>}
              {offersCount > offers.length && <small>{`and ${offersCount - offers.length} more`}</small>}
            </>
          ),
        },
        {
          header: 'Last sends',
          cell: ({ sends, sendsCount }) => (
            <ul className="sends">
              {sends.map(({ id, status, createdAt, logs: [log] }) => (
                <li key={id}>
                  <Badge value={status} /> {log?.text ?? `Begun ${since(createdAt)}`}
                </li>
              ))}
              {sendsCount > sends.length && (
                <li className="more">{plural(sendsCount - sends.length, 'send')} before</li>
              )}
            </ul>
          ),
        },
        { cell: (campaign) => <CampaignActions of={campaign} /> },
      ]}
    >
      <p>Import contacts, make a segment of them, and write to it.</p>
      <Link to="/imports" className="button" text="Import contacts" />
    </List>
  );
}

const VoiceCampaigns = () => (
  <List
    document={VoiceQuery}
    noun="voice campaign"
    size={20}
    wraps
    filters={FILTERS}
    rowOf={(node) => read(VoiceRow, node)}
    columns={[
      {
        header: 'Campaign',
        cell: ({ id, name, meta, agent, number }) => (
          <>
            <Link to={`/voice-campaigns/${id}`} className="title" text={name} />
            <small>
              {[words(meta.sendType ?? 'no type'), agent?.name, number && phone(number.number)]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </>
        ),
      },
      {
        header: 'Status',
        cell: ({ status, updatedAt }) => (
          <>
            <Badge value={status} />
            <small>{since(updatedAt)}</small>
          </>
        ),
      },
      { header: 'Progress', cell: ({ progress }) => <VoiceProgress of={progress} /> },
      {
        header: 'Outcomes',
        cell: ({ callsByOutcome }) =>
          callsByOutcome.slice(0, 3).map(({ outcome, count: amount }) => (
            <span key={outcome ?? 'none'}>
              <Badge value={outcome ?? 'none yet'} /> {count(amount)}{' '}
            </span>
          )),
      },
      { header: 'Last', cell: ({ logs: [log] }) => <small>{log?.text}</small> },
      { cell: (campaign) => <CampaignActions of={campaign} isVoice /> },
    ]}
  >
    <p>A voice campaign has an agent call the contacts of a segment.</p>
  </List>
);

function Progress({ of }: { of: ResultOf<typeof Row>['progress'] }) {
  const { total, delivered, sent, failed, held, clicked, perMinute, skipped, unknown } = of;
  if (total === 0) return <small>Nothing sent yet</small>;
  const parts = { delivered, sent: Math.max(0, sent - delivered), failed: failed + unknown, held: held + skipped };
  return (
    <div className="progress">
      <Bar of={parts} total={total} label={`${delivered} of ${total} delivered, ${failed} failed`} />
      <small>
        {count(delivered)} of {count(total)} delivered · {count(clicked)} clicked
        {perMinute > 0 && ` · ${count(perMinute)} a minute`}
      </small>
    </div>
  );
}

function VoiceProgress({ of }: { of: ResultOf<typeof VoiceRow>['progress'] }) {
  const { total, ended, answered, calling, held, skipped, leads } = of;
  const all = Math.max(total, ended + calling);
  const parts = { delivered: answered, sent: Math.max(0, ended - answered) + calling, held: held + skipped };
  return (
    <div className="progress">
      <Bar of={parts} total={all} label={`${ended} of ${all} calls ended, ${answered} answered`} />
      <small>
        {count(ended)} of {count(all)} ended · {count(answered)} answered · {plural(leads, 'lead')}
      </small>
    </div>
  );
}
