import * as gql from '../gql/graphql.ts';
import { type FragmentType, Link, plural, read, since, useSearch, words } from '../lib/index.ts';
import { type Column, type FilterOf, List } from '../ui/controls.ts';
import { Badge, Both, Page, Tabs } from '../ui/parts.tsx';
import { CampaignActions } from './campaign-actions.tsx';
import { type Counts, Progress } from './campaign-progress.tsx';

/** A voice campaign has all but two of it. */
type Row = Omit<gql.CampaignRowFragment, 'progress' | 'statusReason' | 'isSimulated' | ' $fragmentName'> & {
  progress: Counts;
  statusReason?: string | null;
  isSimulated?: boolean;
};

function smsRow(node: FragmentType<typeof gql.CampaignRowFragmentDoc>): Row {
  const row = read(gql.CampaignRowFragmentDoc, node);
  return { ...row, progress: read(gql.SmsProgressFragmentDoc, row.progress) };
}
function voiceRow(node: FragmentType<typeof gql.VoiceCampaignRowFragmentDoc>): Row {
  const row = read(gql.VoiceCampaignRowFragmentDoc, node);
  return { ...row, progress: read(gql.VoiceProgressFragmentDoc, row.progress) };
}

const columnsOf = (isVoice: boolean): Column<Row>[] => [
  {
    header: 'Campaign',
    cell: ({ id, name, meta, isSimulated }) => (
      <Both
        first={<Link to={`/${isVoice ? 'voice-' : ''}campaigns/${id}`} className="title" text={name} />}
        more={words(meta.sendType ?? 'no type') + (isSimulated ? ' · simulated' : '')}
      />
    ),
  },
  {
    header: 'Status',
    cell: ({ status, statusReason, updatedAt }) => (
      <Both first={<Badge value={status} title={statusReason} />} more={since(updatedAt)} />
    ),
  },
  { header: 'Progress', cell: ({ progress }) => <Progress of={progress} /> },
  {
    header: 'Offers',
    cell: ({ offers: { nodes, totalCount } }) => (
      <Both
        first={nodes.map(({ name }) => name).join(', ') || 'None'}
        more={totalCount > nodes.length && `and ${totalCount - nodes.length} more`}
      />
    ),
  },
  {
    header: 'Last sends',
    cell: ({ sends: { nodes, totalCount } }) => (
      <ul className="sends">
        {nodes.map(({ id, status, createdAt, logs }) => (
          <li key={id}>
            <Badge value={status} /> {logs.nodes[0]?.text ?? `Begun ${since(createdAt)}`}
          </li>
        ))}
        {totalCount > nodes.length && <li className="more">{plural(totalCount - nodes.length, 'send')} before</li>}
      </ul>
    ),
  },
  { cell: (campaign) => <CampaignActions of={campaign} isVoice={isVoice} /> },
];

const SMS_COLUMNS = columnsOf(false);
const VOICE_COLUMNS = columnsOf(true);
const ORDERS = ['updatedAt', 'name', 'status'];
const FILTERS: FilterOf[] = [
  { name: 'name', label: 'Name' },
  { name: 'status', label: 'Status', of: Object.values(gql.CampaignStatus), read: (status) => [status] },
];
const SMS_FILTERS: FilterOf[] = [
  ...FILTERS,
  { name: 'sendType', label: 'Type', of: Object.values(gql.SendType), read: (type) => [type] },
  { name: 'order', label: 'Order', of: ORDERS, none: 'Newest', read: null },
];

export function Campaigns() {
  const [search] = useSearch();
  const isVoice = search.get('tab') === 'voice';
  const [to, text] = isVoice ? ['/new-voice-campaign', 'New voice campaign'] : ['/new-campaign', 'New campaign'];
  return (
    <Page title="Campaigns" actions={<Link to={to} className="button main" text={text} />}>
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
      document={gql.CampaignsDocument}
      noun="campaign"
      size={20}
      wraps
      filters={SMS_FILTERS}
      variables={{ orderBy: { field, direction } }}
      rowOf={smsRow}
      columns={SMS_COLUMNS}
    >
      <p>Import contacts, make a segment of them, and write to it.</p>
      <Link to="/imports" className="button" text="Import contacts" />
    </List>
  );
}

const VoiceCampaigns = () => (
  <List
    document={gql.VoiceCampaignsDocument}
    noun="voice campaign"
    size={20}
    wraps
    filters={FILTERS}
    rowOf={voiceRow}
    columns={VOICE_COLUMNS}
  >
    <p>A voice campaign has an agent call the contacts of a segment.</p>
  </List>
);
