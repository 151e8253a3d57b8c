import * as gql from '../../gql/graphql.ts';
import { amount, type FragmentType, Link, moment, read, useData, words } from '../../lib/index.ts';
import { type Column, Opens } from '../../ui/controls.ts';
import { Answer, Badge, Facts, When } from '../../ui/parts.tsx';

type Row = gql.HubMessageRowFragment;

export const messageRow = (of: FragmentType<typeof gql.HubMessageRowFragmentDoc>): Row =>
  read(gql.HubMessageRowFragmentDoc, of);

export const Status = ({ of: { status, refusal, reason } }: { of: Row }) => (
  <Badge value={status} title={refusal ? `${words(refusal)}: ${reason}` : reason} />
);

export const messageColumns: Column<Row>[] = [
  {
    header: 'To',
    cell: ({ id, number, destination }) => (
      <Opens text={number ?? destination} title="Message" className="link">
        {() => <Detail id={id} />}
      </Opens>
    ),
  },
  { header: 'Submitted', cell: ({ createdAt }) => <When at={createdAt} /> },
  { header: 'Status', cell: (row) => <Status of={row} /> },
  { header: 'From', cell: ({ sender }) => sender },
  {
    header: 'Endpoint',
    cell: ({ sellerEndpoint: of }) => of && <Link to={`/hub/${of.id}`} text={of.name ?? of.username} />,
  },
  { header: 'Route', cell: ({ route }) => route?.name },
  {
    header: 'Price',
    isNumber: true,
    cell: ({ price }) => amount(price),
  },
];

const ruleOf = ({ marginType, currentProfit }: { marginType: string; currentProfit: string }) =>
  marginType === 'percentage' ? `${currentProfit} % of the cost now` : `${amount(currentProfit)} per part now`;

/** All that is known of one message. */
const Detail = ({ id }: { id: string }) => (
  <Answer of={useData(gql.HubMessageDocument, { id })}>
    {({ hubMessage: message }) => {
      const row = messageRow(message);
      return (
        <>
          <p className="text">{message.text}</p>
          <Facts
            of={[
              ['Status', <Status key="status" of={row} />],
              row.reason !== null && ['Reason', row.reason],
              ['To', row.number ?? row.destination],
              ['From', row.sender],
              [
                'Country and network',
                [row.country?.name, message.network?.operator].filter(Boolean).join(', ') || null,
              ],
              ['Company', row.clientCompany?.name],
              ['Submitted', `${moment(row.createdAt)}, ${message.protocol.toUpperCase()}`],
              ['Reference', message.reference],
              ['Route', row.route?.name],
              ['Parts', row.smsParts],
              ['Cost', amount(row.cost)],
              ['Price', amount(row.price)],
              ['Profit', amount(row.profit)],
              ['Profit rule', message.profitRule ? ruleOf(message.profitRule) : 'None matched'],
              ['Accepted', moment(message.sentAt)],
              ['Receipt', message.settledAt && `${moment(message.settledAt)}, code ${message.dlrCode ?? '–'}`],
              ['Id', <code key="id">{row.id}</code>],
            ]}
          />
        </>
      );
    }}
  </Answer>
);
