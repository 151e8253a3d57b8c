import * as gql from '../gql/graphql.ts';
import { count, type FragmentType, Link, moment, plural, read, since, useSearch, words } from '../lib/index.ts';
import { general } from '../texts/first.ts';
import { campaigns as t } from '../texts/more.ts';
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
  header: general.type,
  cell: ({ meta, isSimulated }) => (
    <span title={isSimulated ? t.simulatedItReaches : undefined}>
      {meta.sendType ? words(meta.sendType) : t.noType}
    </span>
  ),
};

const columnsOf = (isVoice: boolean): Column<Row>[] => [
  {
    header: general.campaign,
    cell: ({ id, name }) => <Link to={`/${isVoice ? 'voice-' : ''}campaigns/${id}`} className="title" text={name} />,
  },
  ...(isVoice ? [] : [TYPE]),
  {
    header: general.status,
    cell: ({ status, statusReason, updatedAt }) => (
      <Badge value={status} title={[statusReason, moment(updatedAt)].filter(Boolean).join(' · ')} />
    ),
  },
  { header: general.progress, cell: ({ progress }) => <Progress of={progress} /> },
  {
    header: general.offers,
    isNumber: true,
    cell: ({ offers: { nodes, totalCount } }) => (
      <span title={nodes.map(({ name }) => name).join(', ')}>{count(totalCount)}</span>
    ),
  },
  {
    header: t.lastSend,
    cell: ({ sends: { nodes, totalCount } }) => {
      const [last] = nodes;
      if (!last) return null;
      return (
        <span title={t.lastOf(words(last.status), plural(totalCount, 'send'))}>
          {last.logs.nodes[0]?.text ?? t.begunNamed(since(last.createdAt))}
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
  { name: 'name', label: general.name },
  { name: 'status', label: general.status, of: Object.values(gql.CampaignStatus), read: (status) => [status] },
];
const SMS_FILTERS: FilterOf[] = [
  ...FILTERS,
  { name: 'sendType', label: general.type, of: Object.values(gql.SendType), read: (type) => [type] },
  { name: 'order', label: t.order, of: ORDERS, none: general.newest, read: null },
];

export function Campaigns() {
  const [search] = useSearch();
  const isVoice = search.get('tab') === 'voice';
  const [to, text] = isVoice
    ? ['/new-voice-campaign', general.newVoiceCampaign]
    : ['/new-campaign', general.newCampaign];
  return (
    <Page title={general.campaigns} actions={<Link to={to} className="button main" text={text} />}>
      <Tabs
        of={{ sms: [general.messages, () => <SmsCampaigns />], voice: [general.calls, () => <VoiceCampaigns />] }}
      />
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
      <p>{t.importContactsMake}</p>
      <Link to="/imports" className="button" text={general.importContacts} />
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
    <p>{t.aVoiceCampaignHas}</p>
  </List>
);
