import * as gql from '../../gql/graphql.ts';
import { amount, type FragmentType, Link, moment, read, useData, words } from '../../lib/index.ts';
import { general } from '../../texts/first.ts';
import { hub as t } from '../../texts/more.ts';
import { type Column, Opens } from '../../ui/controls.ts';
import { Answer, Badge, Facts, When } from '../../ui/parts.tsx';
import { Undecided } from '../campaign-recipients.tsx';

type Row = gql.HubMessageRowFragment;

export const messageRow = (of: FragmentType<typeof gql.HubMessageRowFragmentDoc>): Row =>
  read(gql.HubMessageRowFragmentDoc, of);

export const Status = ({ of: { status, refusal, reason } }: { of: Row }) => (
  <Badge value={status} title={refusal ? `${words(refusal)}: ${reason}` : reason} />
);

export const messageColumns: Column<Row>[] = [
  {
    header: general.to,
    cell: ({ id, number, destination }) => (
      <Opens text={number ?? destination} title={general.message} className="link">
        {() => <Detail id={id} />}
      </Opens>
    ),
  },
  { header: t.submitted, cell: ({ createdAt }) => <When at={createdAt} /> },
  { header: general.status, cell: (row) => <Status of={row} /> },
  { header: general.from, cell: ({ sender }) => sender },
  {
    header: general.endpoint,
    cell: ({ sellerEndpoint: of }) => of && <Link to={`/hub/${of.id}`} text={of.name ?? of.username} />,
  },
  { header: general.route, cell: ({ route }) => route?.name },
  { header: general.price, isNumber: true, cell: ({ price }) => amount(price) },
];

const ruleOf = ({ marginType, currentProfit }: { marginType: string; currentProfit: string }) =>
  marginType === 'percentage' ? t.ofTheCostNow(currentProfit) : t.perPartNow(amount(currentProfit));

/** All that is known of one message. */
const Detail = ({ id }: { id: string }) => (
  <Answer of={useData(gql.HubMessageDocument, { id })}>
    {({ hubMessage: message }) => {
      const row = messageRow(message);
      return (
        <>
          <p className="text">{message.text}</p>
          {row.status === 'unknown' && (
            <Undecided
              document={gql.ResolveUnknownHubMessagesDocument}
              of={{ messageIds: [id] }}
              text={t.mayHaveGoneOut}
              done={['sent', t.itWentOut]}
              again={['not_sent', t.itDidNot, t.countAsNotSent, t.moneyComesBack]}
            />
          )}
          <Facts
            of={[
              [general.status, <Status key="status" of={row} />],
              row.reason !== null && [general.reason, row.reason],
              [general.to, row.number ?? row.destination],
              [general.from, row.sender],
              [t.countryAndNetwork, [row.country?.name, message.network?.operator].filter(Boolean).join(', ') || null],
              [general.company, row.clientCompany?.name],
              [t.submitted, `${moment(row.createdAt)}, ${message.protocol.toUpperCase()}`],
              [t.reference, message.reference],
              [general.route, row.route?.name],
              [general.parts, row.smsParts],
              [general.cost, amount(row.cost)],
              [general.price, amount(row.price)],
              [general.profit, amount(row.profit)],
              [t.profitRule, message.profitRule ? ruleOf(message.profitRule) : t.noneMatched],
              [t.accepted, moment(message.sentAt)],
              [t.receipt, message.settledAt && t.receiptOf(moment(message.settledAt), message.dlrCode ?? '–')],
              [t.id, <code key="id">{row.id}</code>],
            ]}
          />
        </>
      );
    }}
  </Answer>
);
