import * as gql from '../gql/graphql.ts';
import { amount, decimal, moment, percent, useData } from '../lib/index.ts';
import { confirms, type FieldList, FormButton, Grid, Opens, YES_NO } from '../ui/controls.ts';
import { Answer, Badge, Both, Card, Facts, When } from '../ui/parts.tsx';
import { LastError, SetUp, TryRoute } from './provider-setup.tsx';

type Route = gql.ProvidersQuery['routes']['nodes'][number];
type Fault = Pick<Route, 'pausedUntil' | 'isSimulated' | 'lastError'>;

/** The reason of an error is shown where there is room: in the details. */
export const State = ({ of: { pausedUntil, isSimulated, lastError } }: { of: Fault }) => {
  if (lastError) return <Both first={<Badge value="failed" />} more={lastError.reason} />;
  if (pausedUntil) return <Badge value="paused" title={`Until ${moment(pausedUntil)}`} />;
  return <Badge value={isSimulated ? 'simulated' : 'ready'} tone={isSimulated ? undefined : 'good'} />;
};

const healthOf = ({ health: { nodes } }: Route) => {
  const out = nodes.filter(({ state }) => state === 'out').length;
  if (nodes.every(({ state }) => state === 'unknown')) return <span className="muted">Too few receipts</span>;
  return <Badge value={out > 0 ? `out on ${out} of ${nodes.length}` : 'healthy'} tone={out > 0 ? 'bad' : 'good'} />;
};

type Cell = { sender: string; countryId?: string | null };

const fieldsOf = ({ countries, integrations }: gql.ProvidersQuery): FieldList => [
  { name: 'name', label: 'Name' },
  [
    { name: 'price', label: 'Price per part', kind: 'money', value: '0' },
    { name: 'integrationId', label: 'Paid from', options: integrations.nodes, none: 'No balance' },
  ],
  { name: 'senderId', label: 'Sender', hint: 'What phones show where no sender below is for the country.' },
  {
    name: 'senders',
    label: 'Sender pool',
    hint: 'A contact keeps its sender for 90 days. Senders for the contact’s country come first.',
    columns: [
      { name: 'sender', label: 'Sender' },
      { name: 'countryId', label: 'Country', options: countries, none: 'All other countries' },
    ],
    read: (rows: string) =>
      (JSON.parse(rows) as Cell[]).map(({ sender, countryId }) => ({ sender, countryId: countryId || null })),
    show: (senders: Cell[]) => JSON.stringify(senders.map(({ sender, countryId }) => ({ sender, countryId }))),
  },
  {
    more: 'Limits and owner',
    fields: [
      [
        {
          name: 'perSecond',
          label: 'Messages per second',
          kind: 'number',
          hint: 'Empty: as many as the provider takes.',
        },
        { name: 'isConnected', label: 'In use', kind: 'flag', options: YES_NO, value: true },
      ],
      { name: 'companyName', label: 'Company', hint: 'Whose route it is.' },
    ],
  },
];

const REMOVE = gql.RemoveRouteProviderDocument;
const REMOVED = 'This deletes its settings and secrets. Messages wait until the route has a provider again.';
const HEALTH =
  'Receipts of the last hour decide. A route that delivers less to a network gets fewer messages for it; below 50 % other routes take them, and 5 % go on testing it until 60 % are delivered again.';

type Details = NonNullable<gql.RouteDetailsQuery['route']>;

/** How well it delivers, network by network. */
const Health = ({ of: { name, health } }: { of: Details }) => (
  <Card title="Delivery by network">
    <p>{HEALTH}</p>
    <Grid
      label={`Delivery of ${name} by network`}
      rows={health.nodes}
      idOf={({ networkId }) => networkId ?? ''}
      empty="No receipts yet."
      columns={[
        {
          header: 'Network',
          cell: ({ network: n }) => (n ? <Both first={n.operator} more={`${n.mcc}-${n.mnc}`} /> : 'Not known'),
        },
        { header: 'State', cell: ({ state }) => <Badge value={STATES[state][0]} tone={STATES[state][1]} /> },
        {
          header: 'Delivered',
          isNumber: true,
          cell: ({ rate }) => (rate === null ? 'under 20 receipts' : percent(100 * rate)),
        },
        { header: 'Share of its weight', isNumber: true, cell: ({ weight }) => percent(100 * weight) },
        { header: 'Last receipt', cell: ({ updatedAt }) => <When at={updatedAt} /> },
      ]}
    />
  </Card>
);

const STATES = {
  healthy: ['healthy', 'good'],
  out: ['avoided', 'bad'],
  unknown: ['too few receipts', undefined],
} as const satisfies Record<gql.RouteHealthState, unknown>;

function RouteDetails({ of, data, close }: { of: Route; data: gql.ProvidersQuery; close: () => void }) {
  const { id, lastError } = of;
  return (
    <Answer of={useData(gql.RouteDetailsDocument, { id })}>
      {({ route }) => (
        <>
          <div className="actions">
            <FormButton
              text="Edit"
              title={`Change route "${route.name}"`}
              document={gql.UpdateRouteDocument}
              given={{ id }}
              of={route}
              depth={1}
              fields={fieldsOf(data)}
              button="Save"
            />
            {of.provider && (
              <>
                <Opens text="Try …" title={`Try route "${route.name}"`} of={gql.TestRouteDocument}>
                  {() => <TryRoute id={id} />}
                </Opens>
                <Opens text="Remove the provider" title={`Remove the provider of ${route.name}?`} of={REMOVE}>
                  {confirms({ document: REMOVE, variables: { id }, text: REMOVED, button: 'Remove' })}
                </Opens>
              </>
            )}
            <Opens text="Delete" title={`Delete ${route.name}?`} of={gql.DeleteRouteDocument}>
              {confirms({
                document: gql.DeleteRouteDocument,
                variables: { id },
                text: 'Messages that left over it stay. A route that a plan or a hub endpoint uses cannot be deleted.',
                onDone: close,
              })}
            </Opens>
          </div>
          {lastError && <LastError of={lastError} />}
          <Facts
            of={[
              ['Provider', of.provider ?? 'not set'],
              ['State', <State key="" of={{ ...of, lastError: null }} />],
              ['In use', route.isConnected ? 'Yes' : 'No'],
              ['Sender', route.senderId ?? 'the provider’s own'],
              ...(route.senders.length > 0
                ? [['Sender pool', <Pool key="" of={route.senders} countries={data.countries} />] as const]
                : []),
              ['Price per part', amount(route.price)],
            ]}
          />
          <Health of={route} />
        </>
      )}
    </Answer>
  );
}

const Pool = ({ of, countries }: { of: Details['senders']; countries: gql.ProvidersQuery['countries'] }) => (
  <ul>
    {of.map(({ sender, countryId }) => (
      <li key={`${sender} ${countryId}`}>
        {sender} <small>{countries.find(({ id }) => id === countryId)?.name ?? 'all other countries'}</small>
      </li>
    ))}
  </ul>
);

export const Routes = ({ data }: { data: gql.ProvidersQuery }) => (
  <Card
    title="Messages"
    actions={<FormButton text="New route" document={gql.CreateRouteDocument} fields={fieldsOf(data)} />}
  >
    <Grid
      label="Routes"
      rows={data.routes.nodes}
      empty="No route yet."
      columns={[
        {
          header: 'Route',
          cell: ({ name, companyName }) => <Both first={<strong>{name}</strong>} more={companyName} />,
        },
        { header: 'Provider', cell: ({ provider }) => provider ?? 'not set' },
        { header: 'State', cell: (route) => <State of={route} /> },
        { header: 'Delivery', cell: healthOf },
        { header: 'Price', isNumber: true, cell: ({ price }) => amount(price) },
        { header: 'Per second', isNumber: true, cell: ({ perSecond }) => perSecond && decimal(perSecond) },
        {
          cell: (route) => (
            <span className="actions">
              <Opens text="Set up …" title={`Provider for route "${route.name}"`} of={gql.SetRouteProviderDocument}>
                {() => (
                  <SetUp kind="sms" document={gql.SetRouteProviderDocument} of={route} callbackUrl={route.callbackUrl}>
                    <TryRoute id={route.id} />
                  </SetUp>
                )}
              </Opens>
              <Opens text="Details" title={`Route "${route.name}"`}>
                {(close) => <RouteDetails of={route} data={data} close={close} />}
              </Opens>
            </span>
          ),
        },
      ]}
    />
  </Card>
);
