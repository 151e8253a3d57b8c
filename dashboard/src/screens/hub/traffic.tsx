import * as gql from '../../gql/graphql.ts';
import { among, count, decimal, percent, rounded, useData, useLive, useSearch, word } from '../../lib/index.ts';
import { general } from '../../texts/first.ts';
import { hub as t } from '../../texts/more.ts';
import { List } from '../../ui/controls.ts';
import { Answer, Card, Figures } from '../../ui/parts.tsx';
import { Export } from '../reports.tsx';
import { messageColumns, messageRow } from './messages.tsx';

const STATUSES = Object.values(gql.HubMessageStatus);
const REFUSALS = Object.values(gql.SubmitRefusal);

const Live = ({ sellerEndpointId }: { sellerEndpointId: string | null }) => {
  const now = useLive(gql.HubTrafficDocument, { sellerEndpointId }).data?.hubTraffic;
  return (
    <Card title={t.theLastMinute}>
      <Figures
        of={[
          [t.submitted, count(now?.submitted), now && general.aSecondNamed(decimal(now.submitted / 60))],
          [t.accepted, count(now?.accepted)],
          [general.delivered, count(now?.delivered)],
          [general.failed, count(now?.failed)],
          [general.rejected, count(now?.rejected)],
          [t.openConnections, count(now?.openConnections)],
        ]}
      />
    </Card>
  );
};

const Sums = () => (
  <Answer of={useData(gql.HubSumsDocument, {})}>
    {({ hubReport: { totals } }) => (
      <Card title={t.allMessages}>
        <Figures
          of={[
            [general.messages, count(totals.messages), t.rejectedNamed(count(totals.rejected))],
            [t.deliveryRate, percent(totals.deliveryRate)],
            [general.cost, rounded(totals.cost)],
            [general.price, rounded(totals.price)],
            [general.profit, rounded(totals.profit)],
            [t.receiptsWithin, `${count(totals.receiptP50)} s`, t.n95WithinS(count(totals.receiptP95))],
          ]}
        />
      </Card>
    )}
  </Answer>
);

/** The keys of the report that the list's filters stand for. */
const KEYS = {
  number: 'number',
  status: 'status',
  refusal: 'refusal',
  clientCompanyId: 'client_company_id',
  sellerEndpointId: 'seller_endpoint_id',
  routeId: 'sms_routing_route_id',
  countryId: 'country_id',
};

function exported(search: URLSearchParams): object {
  const set = Object.entries(KEYS).flatMap(([name, key]) => {
    const value = search.get(name);
    const isNumber = name === 'number' || name === 'countryId';
    return value ? [[key, { filterType: 'set', values: [isNumber ? Number(value.replace(/\D/g, '')) : value] }]] : [];
  });
  return { filters: Object.fromEntries(set) };
}

export function Traffic() {
  const [search] = useSearch();
  const choices = useData(gql.HubChoicesDocument, {}).data;
  const endpoints = choices?.sellerEndpoints.nodes.map(({ id, name, username }) => ({ id, name: name ?? username }));
  return (
    <>
      <Live sellerEndpointId={search.get('sellerEndpointId')} />
      <Sums />
      <div className="actions">
        <Export source={{ export: gql.HubExportDocument }} question={exported(search)} />
      </div>
      <List
        document={gql.HubMessagesDocument}
        rowOf={messageRow}
        noun="message"
        filters={[
          { name: 'number', label: general.number, hint: general.wholeWithCountry },
          { name: 'status', label: general.status, of: STATUSES.map((one) => [one, word(one)]), read: (one) => [one] },
          { name: 'refusal', label: t.rejectedBy, of: REFUSALS, read: (one) => [one] },
          { name: 'clientCompanyId', label: general.company, ...among('clientCompanies', choices) },
          { name: 'sellerEndpointId', label: general.endpoint, of: endpoints ?? [], named: 'sellerEndpoints' },
          { name: 'routeId', label: general.route, ...among('routes', choices) },
          { name: 'countryId', label: general.country, of: choices?.countries ?? [] },
        ]}
        columns={messageColumns}
      >
        <p>{t.giveASeller}</p>
      </List>
    </>
  );
}
