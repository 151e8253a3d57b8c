import * as gql from '../gql/graphql.ts';
import { decimal, moment, useData } from '../lib/index.ts';
import { confirms, type FieldList, FormButton, Grid, Opens } from '../ui/controls.ts';
import { Answer, Badge, Card } from '../ui/parts.tsx';
import { LastError, SetUp, TryAccount, TryRoute } from './provider-setup.tsx';

type Link = Pick<gql.ProvidersQuery['routes']['nodes'][number], 'pausedUntil' | 'isSimulated' | 'lastError'>;

const State = ({ of: { pausedUntil, isSimulated, lastError } }: { of: Link }) => (
  <>
    {pausedUntil ? (
      <Badge value="held" title={`Paused until ${moment(pausedUntil)}`} />
    ) : (
      isSimulated && <Badge value="simulated" />
    )}
    {lastError && <LastError of={lastError} />}
  </>
);

const ROUTE: FieldList = [
  { name: 'name', label: 'Name' },
  { name: 'senderId', label: 'Sender', hint: 'What phones show' },
  { name: 'price', label: 'Price per part', kind: 'decimal', value: '0' },
];
const ACCOUNT: FieldList = [
  { name: 'name', label: 'Name' },
  {
    name: 'voiceProvider',
    label: 'Provider value',
    options: Object.values(gql.VoiceProvider),
    hint: 'Numbers of the same value call over it.',
  },
  { name: 'maxConcurrentCalls', label: 'Calls at once', kind: 'number', value: 10 },
];
const ONLY_OWN =
  'Only a service of your own needs it, for the events that it sends. Providers that you set up are given theirs.';
const REMOVE = gql.RemoveRouteProviderDocument;
const REMOVED = 'This deletes its settings and secrets. Messages wait until the route has a provider again.';

const NO_LOOKUPS = 'This deletes its settings and secrets. The installation’s provider looks numbers up then.';

export const Providers = () => (
  <Answer of={useData(gql.ProvidersDocument, {})}>
    {({ routes, voiceAccounts, agents, voiceNumbers, sendingSettings: { lookupProvider, lookupSettings } }) => (
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
                  <span className="actions">
                    <Opens
                      text="Set up …"
                      title={`Provider for route "${route.name}"`}
                      of={gql.SetRouteProviderDocument}
                    >
                      {() => (
                        <SetUp
                          kind="sms"
                          document={gql.SetRouteProviderDocument}
                          of={route}
                          callbackUrl={route.callbackUrl}
                        >
                          <TryRoute id={route.id} />
                        </SetUp>
                      )}
                    </Opens>
                    {route.provider && (
                      <>
                        <Opens text="Try …" title={`Try route "${route.name}"`} of={gql.TestRouteDocument}>
                          {() => <TryRoute id={route.id} />}
                        </Opens>
                        <Opens text="Remove" title={`Remove the provider of ${route.name}?`} of={REMOVE}>
                          {confirms({ document: REMOVE, variables: { id: route.id }, text: REMOVED, button: 'Remove' })}
                        </Opens>
                      </>
                    )}
                  </span>
                ),
              },
            ]}
          />
        </Card>
        <Card
          title="Calls"
          actions={
            <FormButton
              text="New voice account"
              document={gql.CreateVoiceAccountDocument}
              fields={ACCOUNT}
              secretOf={({ done }) => done.webhookSecret}
              secretNote={ONLY_OWN}
            />
          }
        >
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
              {
                cell: (account) => (
                  <span className="actions">
                    <Opens
                      text="Set up …"
                      title={`Who places the calls of "${account.name}"`}
                      of={gql.SetVoiceAccountProviderDocument}
                    >
                      {() => (
                        <SetUp
                          kind="voice"
                          document={gql.SetVoiceAccountProviderDocument}
                          of={account}
                          callbackUrl={account.eventsUrl}
                        >
                          <TryAccount of={account} {...{ agents, voiceNumbers }} />
                        </SetUp>
                      )}
                    </Opens>
                    {account.provider && (
                      <Opens
                        text="Try …"
                        title={`Try voice account "${account.name}"`}
                        of={gql.TestVoiceAccountDocument}
                      >
                        {() => <TryAccount of={account} {...{ agents, voiceNumbers }} />}
                      </Opens>
                    )}
                  </span>
                ),
              },
            ]}
          />
        </Card>
        <Card
          title="Number look-ups"
          actions={
            <>
              <Opens text="Set up …" title="Who looks numbers up" of={gql.SetNumberLookupProviderDocument}>
                {() => (
                  <SetUp
                    kind="lookup"
                    document={gql.SetNumberLookupProviderDocument}
                    of={{ settings: lookupSettings ?? {}, provider: lookupProvider }}
                  />
                )}
              </Opens>
              {lookupProvider && (
                <Opens text="Remove" title="Remove your provider?" of={gql.RemoveNumberLookupProviderDocument}>
                  {confirms({
                    document: gql.RemoveNumberLookupProviderDocument,
                    variables: {},
                    text: NO_LOOKUPS,
                    button: 'Remove',
                  })}
                </Opens>
              )}
            </>
          }
        >
          <p>Provider: {lookupProvider ?? 'the installation’s'}</p>
        </Card>
      </>
    )}
  </Answer>
);
