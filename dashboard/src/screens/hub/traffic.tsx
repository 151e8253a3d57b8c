import * as gql from '../../gql/graphql.ts';
import { count, decimal, percent, rounded, useData, useLive, useSearch } from '../../lib/index.ts';
import { List } from '../../ui/controls.ts';
import { Answer, Card, Figures } from '../../ui/parts.tsx';
import { Export } from '../reports.tsx';
import { messageColumns, messageRow } from './messages.tsx';

const STATUSES = Object.values(gql.HubMessageStatus);

const Live = ({ sellerEndpointId }: { sellerEndpointId: string | null }) => {
  const now = useLive(gql.HubTrafficDocument, { sellerEndpointId }).data?.hubTraffic;
  return (
    <Card title="The last minute">
      <Figures
        of={[
          ['Submitted', count(now?.submitted), now && `${decimal(now.submitted / 60)} a second`],
          ['Accepted', count(now?.accepted)],
          ['Delivered', count(now?.delivered)],
          ['Failed', count(now?.failed)],
          ['Rejected', count(now?.rejected)],
          ['Open connections', count(now?.openConnections)],
        ]}
      />
    </Card>
  );
};

const Sums = () => (
  <Answer of={useData(gql.HubSumsDocument, {})}>
    {({ hubReport: { totals } }) => (
      <Card title="All messages">
        <Figures
          of={[
            ['Messages', count(totals.messages), `${count(totals.rejected)} rejected`],
            ['Delivery rate', percent(totals.deliveryRate)],
            ['Cost', rounded(totals.cost)],
            ['Price', rounded(totals.price)],
            ['Profit', rounded(totals.profit)],
            ['Receipts within', `${count(totals.receiptP50)} s`, `95 % within ${count(totals.receiptP95)} s`],
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
          { name: 'number', label: 'Number', hint: 'Whole, with country' },
          {
            name: 'status',
            label: 'Status',
            of: STATUSES.map((one) => [one, one]),
            read: (one) => [one],
          },
          {
            name: 'refusal',
            label: 'Rejected by',
            of: Object.values(gql.SubmitRefusal).map((one) => [one, one.replaceAll('_', ' ')]),
            read: (one) => [one],
          },
          { name: 'clientCompanyId', label: 'Company', of: choices?.clientCompanies.nodes ?? [] },
          { name: 'sellerEndpointId', label: 'Endpoint', of: endpoints ?? [] },
          { name: 'routeId', label: 'Route', of: choices?.routes.nodes ?? [] },
          { name: 'countryId', label: 'Country', of: choices?.countries ?? [] },
        ]}
        columns={messageColumns}
      >
        <p>Give a seller an endpoint: what they submit is listed here with its cost, price and profit.</p>
      </List>
    </>
  );
}
