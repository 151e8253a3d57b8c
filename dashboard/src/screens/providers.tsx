import * as gql from '../gql/graphql.ts';
import { decimal, moment, useData } from '../lib/index.ts';
import { confirms, type FieldList, FormButton, Grid, Opens } from '../ui/controls.ts';
import { Answer, Badge, Card } from '../ui/parts.tsx';

function State({ of: { pausedUntil, isSimulated } }: { of: { pausedUntil: string | null; isSimulated: boolean } }) {
  if (pausedUntil) return <Badge value="held" title={`Paused until ${moment(pausedUntil)}`} />;
  return isSimulated && <Badge value="simulated" />;
}

const ROUTE: FieldList = [
  { name: 'name', label: 'Name' },
  { name: 'senderId', label: 'Sender', hint: 'What phones show' },
  { name: 'price', label: 'Price per part', kind: 'decimal', value: '0' },
];
const PROVIDERS = [
  ['http', 'Your own service (HTTP)'],
  ['smpp', 'An operator (SMPP 3.4)'],
  ['simulator', 'The simulator: reaches nobody'],
] as const;
const newPassword = { kind: 'password', autoComplete: 'new-password' } as const;
const PROVIDER: FieldList = [
  { name: 'provider', label: 'Provider', options: PROVIDERS },
  { name: 'settings', label: 'Settings', kind: 'json', rows: 5, hint: 'JSON; docs/sms-providers.md lists them.' },
  [
    { name: 'credentials.systemId', label: 'System id', isOptional: true, hint: 'SMPP only. Leave empty to keep it.' },
    { name: 'credentials.password', label: 'Password', isOptional: true, ...newPassword },
  ],
];

const REMOVE = gql.RemoveRouteProviderDocument;
const REMOVED = 'This deletes its settings and secrets. Messages wait until the route has a provider again.';

export const Providers = () => (
  <Answer of={useData(gql.ProvidersDocument, {})}>
    {({ routes, voiceAccounts }) => (
      <>
        <Card
          title="Messages"
          actions={<FormButton text="New route" document={gql.CreateRouteDocument} fields={ROUTE} />}
        >
          <Grid
            label="Routes"
            rows={routes.nodes}
            empty="No route yet."
            columns={[
              { header: 'Route', cell: ({ name }) => <strong>{name}</strong> },
              { header: 'Company', cell: ({ companyName }) => companyName },
              { header: 'Provider', cell: ({ provider }) => provider ?? 'not set' },
              { header: 'State', cell: (route) => <State of={route} /> },
              { header: 'Price', isNumber: true, cell: ({ price }) => decimal(price) },
              { header: 'Per second', isNumber: true, cell: ({ perSecond }) => perSecond },
              {
                cell: (route) => (
                  <FormButton
                    text="Set provider …"
                    title={`Provider for route "${route.name}"`}
                    document={gql.SetRouteProviderDocument}
                    given={{ id: route.id }}
                    of={route}
                    fields={PROVIDER}
                    button="Set"
                    secretOf={({ setRouteProvider }) => setRouteProvider.secret}
                    secretNote="You won't see it again."
                  />
                ),
              },
              {
                cell: ({ id, name, provider }) =>
                  provider && (
                    <Opens text="Remove provider" title={`Remove the provider of ${name}?`} of={REMOVE}>
                      {confirms({ document: REMOVE, variables: { id }, text: REMOVED, button: 'Remove' })}
                    </Opens>
                  ),
              },
            ]}
          />
        </Card>
        <Card title="Calls">
          <Grid
            label="Voice accounts"
            rows={voiceAccounts.nodes}
            empty="No voice account yet."
            columns={[
              { header: 'Voice account', cell: ({ name }) => <strong>{name}</strong> },
              { header: 'Events from', cell: ({ voiceProvider }) => voiceProvider },
              { header: 'Places calls through', cell: ({ provider }) => provider ?? 'not set' },
              { header: 'State', cell: (account) => <State of={account} /> },
              { header: 'Calls at once', isNumber: true, cell: ({ maxConcurrentCalls }) => maxConcurrentCalls },
              { header: 'Last used', cell: ({ lastUsedAt }) => moment(lastUsedAt) },
            ]}
          />
        </Card>
      </>
    )}
  </Answer>
);
