import * as gql from '../gql/graphql.ts';
import { among, amount, decimal, moment, percent, useData } from '../lib/index.ts';
import { general } from '../texts/first.ts';
import { routes as t } from '../texts/more.ts';
import { confirms, type FieldList, FormButton, Grid, Opens, YES_NO } from '../ui/controls.ts';
import { Answer, Badge, Both, Card, Cut, Deleting, Facts, When } from '../ui/parts.tsx';
import { LastError, SetUp, TryRoute } from './provider-setup.tsx';

type Route = gql.ProvidersQuery['routes']['nodes'][number];
type Fault = Pick<Route, 'pausedUntil' | 'isSimulated' | 'lastError'> & { deletingAt?: string | null };

/** The reason of an error is shown where there is room: in the details. */
export const State = ({ of: { pausedUntil, isSimulated, lastError, deletingAt } }: { of: Fault }) => {
  if (deletingAt) return <Deleting at={deletingAt} />;
  if (lastError) return <Both first={<Badge value="failed" />} more={lastError.reason} />;
  if (pausedUntil) return <Badge value="paused" title={t.untilNamed(moment(pausedUntil))} />;
  return <Badge value={isSimulated ? 'simulated' : 'ready'} tone={isSimulated ? undefined : 'good'} />;
};

const healthOf = ({ health: all, known, out: { totalCount: out } }: Route) => {
  if (known.totalCount + out === 0) return <span className="muted">{t.tooFewReceipts}</span>;
  return <Badge value={out > 0 ? t.outOnNamed(out, all.totalCount) : 'healthy'} tone={out > 0 ? 'bad' : 'good'} />;
};

type Cell = { sender: string; countryId?: string | null };

const fieldsOf = ({ countries, integrations }: gql.ProvidersQuery): FieldList => [
  { name: 'name', label: general.name },
  [
    { name: 'price', label: t.pricePerPart, kind: 'money', value: '0' },
    {
      name: 'integrationId',
      label: general.paidFrom,
      ...among('integrations', { integrations }),
      none: general.noBalance,
    },
  ],
  { name: 'senderId', label: general.sender, hint: t.whatPhonesShow },
  {
    name: 'senders',
    label: t.senderPool,
    hint: t.aContactKeeps,
    columns: [
      { name: 'sender', label: general.sender },
      { name: 'countryId', label: general.country, options: countries, none: t.allOtherCountries },
    ],
    read: (rows: string) =>
      (JSON.parse(rows) as Cell[]).map(({ sender, countryId }) => ({ sender, countryId: countryId || null })),
    show: (senders: Cell[]) => JSON.stringify(senders.map(({ sender, countryId }) => ({ sender, countryId }))),
  },
  {
    more: t.limitsAndOwner,
    fields: [
      [
        { name: 'perSecond', label: t.messagesPerSecond, kind: 'number', hint: t.emptyAsMany },
        { name: 'isConnected', label: t.inUse, kind: 'flag', options: YES_NO, value: true },
      ],
      { name: 'companyName', label: general.company, hint: t.whoseRoute },
    ],
  },
];

const REMOVE = gql.RemoveRouteProviderDocument;
type Details = NonNullable<gql.RouteDetailsQuery['route']>;

/** How well it delivers, network by network. */
const Health = ({ of: { name, health } }: { of: Details }) => (
  <Card title={t.deliveryByNetwork}>
    <p>{t.receiptsOfTheLast}</p>
    <Grid
      label={t.deliveryOf(name)}
      rows={health.nodes}
      idOf={({ networkId }) => networkId ?? ''}
      empty={t.noReceiptsYet}
      columns={[
        {
          header: general.network,
          cell: ({ network: n }) => (n ? <Both first={n.operator} more={`${n.mcc}-${n.mnc}`} /> : t.notKnown),
        },
        { header: general.state, cell: ({ state }) => <Badge value={STATES[state][0]} tone={STATES[state][1]} /> },
        {
          header: general.delivered,
          isNumber: true,
          cell: ({ rate }) => (rate === null ? t.under20Receipts : percent(100 * rate)),
        },
        { header: t.shareOfItsWeight, isNumber: true, cell: ({ weight }) => percent(100 * weight) },
        { header: t.lastReceipt, cell: ({ updatedAt }) => <When at={updatedAt} /> },
      ]}
    />
  </Card>
);

const STATES = {
  healthy: ['healthy', 'good'],
  out: ['avoided', 'bad'],
  unknown: [t.tooFew, undefined],
} as const satisfies Record<gql.RouteHealthState, unknown>;

function RouteDetails({ of, data, close }: { of: Route; data: gql.ProvidersQuery; close: () => void }) {
  const { id, lastError } = of;
  return (
    <Answer of={useData(gql.RouteDetailsDocument, { id })}>
      {({ route }) => (
        <>
          <div className="actions">
            <FormButton
              text={general.edit}
              title={t.changeRoute(route.name)}
              document={gql.UpdateRouteDocument}
              given={{ id }}
              of={route}
              depth={1}
              fields={fieldsOf(data)}
              button={general.save}
            />
            {of.provider && (
              <>
                <Opens text={general.tryMore} title={t.tryRouteNamed(route.name)} of={gql.TestRouteDocument}>
                  {() => <TryRoute id={id} />}
                </Opens>
                <Opens text={t.removeTheProvider} title={t.removeTheProviderNamed(route.name)} of={REMOVE}>
                  {confirms({ document: REMOVE, variables: { id }, text: t.thisDeletes, button: general.remove })}
                </Opens>
              </>
            )}
            <Opens text={general.delete} title={general.deleteNamed(route.name)} of={gql.DeleteRouteDocument}>
              {confirms({
                document: gql.DeleteRouteDocument,
                variables: { id },
                text: t.messagesThatLeft,
                onDone: close,
              })}
            </Opens>
          </div>
          {lastError && <LastError of={lastError} />}
          <Facts
            of={[
              [general.provider, of.provider ?? general.isNotSet],
              [general.state, <State key="" of={{ ...of, lastError: null }} />],
              [t.inUse, route.isConnected ? general.yes : general.no],
              [general.sender, route.senderId ?? t.theProvidersOwn],
              ...(route.senders.length > 0
                ? [[t.senderPool, <Pool key="" of={route.senders} countries={data.countries} />] as const]
                : []),
              [t.pricePerPart, amount(route.price)],
              of.previousSecretExpiresAt !== null && [general.formerSecretWorks, moment(of.previousSecretExpiresAt)],
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
        {sender} <small>{countries.find(({ id }) => id === countryId)?.name ?? t.otherCountries}</small>
      </li>
    ))}
  </ul>
);

export const Routes = ({ data }: { data: gql.ProvidersQuery }) => (
  <Card
    title={general.messages}
    actions={<FormButton text={t.newRoute} document={gql.CreateRouteDocument} fields={fieldsOf(data)} />}
  >
    <Grid
      label={general.routes}
      rows={data.routes.nodes}
      empty={t.noRouteYet}
      columns={[
        {
          header: general.route,
          cell: ({ name, companyName }) => <Both first={<strong>{name}</strong>} more={companyName} />,
        },
        { header: general.provider, cell: ({ provider }) => provider ?? general.isNotSet },
        { header: general.state, cell: (route) => <State of={route} /> },
        { header: general.delivery, cell: healthOf },
        { header: general.price, isNumber: true, cell: ({ price }) => amount(price) },
        { header: t.perSecond, isNumber: true, cell: ({ perSecond }) => perSecond && decimal(perSecond) },
        {
          cell: (route) => (
            <span className="actions">
              <Opens text={general.setUpMore} title={t.providerForRoute(route.name)} of={gql.SetRouteProviderDocument}>
                {() => (
                  <SetUp kind="sms" document={gql.SetRouteProviderDocument} of={route} callbackUrl={route.callbackUrl}>
                    <TryRoute id={route.id} />
                  </SetUp>
                )}
              </Opens>
              <Opens text={general.details} title={t.routeNamed(route.name)}>
                {(close) => <RouteDetails of={route} data={data} close={close} />}
              </Opens>
            </span>
          ),
        },
      ]}
    />
    <Cut of={data.routes} />
  </Card>
);
