import * as gql from '../gql/graphql.ts';
import { type FragmentType, Link, moment, plural, read, since, useSearch, words } from '../lib/index.ts';
import { type Column, type FilterOf, List } from '../ui/controls.ts';
import { Badge, Page, Tabs } from '../ui/parts.tsx';
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

const TYPE: Column<Row> = {
  header: 'Type',
  cell: ({ meta, isSimulated }) => (
    <span title={isSimulated ? 'Simulated: it reaches nobody.' : undefined}>{words(meta.sendType ?? 'no type')}</span>
  ),
};

const columnsOf = (isVoice: boolean): Column<Row>[] => [
  {
    header: 'Campaign',
    cell: ({ id, name }) => <Link to={`/${isVoice ? 'voice-' : ''}campaigns/${id}`} className="title" text={name} />,
  },
  ...(isVoice ? [] : [TYPE]),
  {
    header: 'Status',
    cell: ({ status, statusReason, updatedAt }) => (
      <Badge value={status} title={[statusReason, moment(updatedAt)].filter(Boolean).join(' · ')} />
    ),
  },
  { header: 'Progress', cell: ({ progress }) => <Progress of={progress} /> },
  {
    header: 'Offers',
    cell: ({ offers: { nodes, totalCount } }) =>
      totalCount > 0 ? (
        <span title={nodes.map(({ name }) => name).join(', ')}>{plural(totalCount, 'offer')}</span>
      ) : null,
  },
  {
    header: 'Last send',
    cell: ({ sends: { nodes, totalCount } }) => {
      const [last] = nodes;
      if (!last) return null;
      return (
        <span title={`${words(last.status)}, of ${plural(totalCount, 'send')}`}>
          {last.logs.nodes[0]?.text ?? `Begun ${since(last.createdAt)}`}
        </span>
      );
    },
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
    filters={FILTERS}
    rowOf={voiceRow}
    columns={VOICE_COLUMNS}
  >
    <p>A voice campaign has an agent call the contacts of a segment.</p>
  </List>
);
