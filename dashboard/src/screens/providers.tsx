import type { ResultOf } from '@graphql-typed-document-node/core';
import { useState } from 'react';
import { graphql } from '../gql/index.ts';
import { useData } from '../lib/client.ts';
import { decimal, moment } from '../lib/format.ts';
import { FormButton, Opens } from '../ui/dialog.tsx';
import { type FieldList, MutationForm } from '../ui/form.tsx';
import { Grid } from '../ui/grid.tsx';
import { Answer, Badge, Card } from '../ui/parts.tsx';

const Query = graphql(`
  query Providers {
    routes(first: 100) {
      nodes { id name companyName provider isSimulated pausedUntil perSecond price settings }
    }
    voiceAccounts(first: 100) {
      nodes { id name provider adapter isSimulated maxConcurrentCalls pausedUntil lastUsedAt }
    }
  }
`);
const Create = graphql(`
  mutation CreateRoute($input: CreateRouteInput!) { createRoute(input: $input) { id } }
`);
const SetProvider = graphql(`
  mutation SetRouteProvider($id: ID!, $input: SetRouteProviderInput!) {
    setRouteProvider(id: $id, input: $input) { secret route { id provider } }
  }
`);

type Route = ResultOf<typeof Query>['routes']['nodes'][number];

function State({ of: { pausedUntil, isSimulated } }: { of: { pausedUntil?: string | null; isSimulated: boolean } }) {
  if (pausedUntil) return <Badge value="held" title={`Paused until ${moment(pausedUntil)}`} />;
  return isSimulated && <Badge value="simulated" />;
}

const ROUTE: FieldList = [
  { name: 'name', label: 'Name' },
  { name: 'senderId', label: 'Sender', hint: 'What phones show' },
  { name: 'price', label: 'Price of a part', kind: 'decimal', value: '0' },
];

export const Providers = () => (
  <Answer of={useData(Query, {})}>
    {({ routes, voiceAccounts }) => (
      <>
        <Card title="Messages" actions={<FormButton text="New route" document={Create} fields={ROUTE} />}>
          <Grid
            label="Routes"
            rows={routes.nodes}
            idOf={({ id }) => id}
            empty="No route yet."
            columns={[
              { header: 'Route', cell: ({ name }) => <strong>{name}</strong> },
              { header: 'Company', cell: ({ companyName }) => companyName },
              { header: 'Messages carried by', cell: ({ provider }) => provider ?? 'nobody yet' },
              { header: 'State', cell: (route) => <State of={route} /> },
              { header: 'Price', isNumber: true, cell: ({ price }) => decimal(price) },
              { header: 'A second', isNumber: true, cell: ({ perSecond }) => perSecond ?? '–' },
              {
                cell: (route) => (
                  <Opens text="Set provider …" title={`Who carries the messages of ${route.name}`}>
                    {(close) => <ProviderForm route={route} onDone={close} />}
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
            idOf={({ id }) => id}
            empty="No voice account yet."
            columns={[
              { header: 'Voice account', cell: ({ name }) => <strong>{name}</strong> },
              { header: 'Events from', cell: ({ provider }) => provider },
              { header: 'Calls placed by', cell: ({ adapter }) => adapter ?? 'nobody yet' },
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

const PROVIDER: FieldList = [
  {
    name: 'provider',
    label: 'Provider',
    options: [
      ['http', 'A service of your own (HTTP)'],
      ['smpp', 'An operator (SMPP 3.4)'],
      ['simulator', 'The simulator: reaches nobody'],
    ],
  },
  { name: 'settings', label: 'Settings', kind: 'json', rows: 5, hint: 'JSON; docs/sms-providers.md lists them.' },
  [
    { name: 'credentials.systemId', label: 'System id', isOptional: true, hint: 'SMPP alone; empty: as it is' },
    {
      name: 'credentials.password',
      label: 'Password',
      kind: 'password',
      isOptional: true,
      autoComplete: 'new-password',
    },
  ],
];

function ProviderForm({ route, onDone }: { route: Route; onDone: () => void }) {
  const [secret, setSecret] = useState<string | null>();
  if (secret) {
    return (
      <>
        <p>Its signing secret, shown this once:</p>
        <pre>{secret}</pre>
      </>
    );
  }
  return (
    <MutationForm
      document={SetProvider}
      given={{ id: route.id }}
      of={route}
      fields={PROVIDER}
      button="Set"
      onDone={({ setRouteProvider }) => (setRouteProvider.secret ? setSecret(setRouteProvider.secret) : onDone())}
    />
  );
}
