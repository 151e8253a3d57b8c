import * as gql from '../gql/graphql.ts';
import { useData } from '../lib/index.ts';
import { confirms, Opens } from '../ui/controls.ts';
import { Answer, Card } from '../ui/parts.tsx';
import { SetUp } from './provider-setup.tsx';
import { Routes } from './routes.tsx';
import { VoiceAccounts } from './voice-accounts.tsx';

const NO_LOOKUPS = 'This deletes its settings and secrets. The installation’s provider looks numbers up then.';

export const Providers = () => (
  <Answer of={useData(gql.ProvidersDocument, {})}>
    {(data) => (
      <>
        <Routes data={data} />
        <VoiceAccounts data={data} />
        <Lookups of={data.sendingSettings} />
      </>
    )}
  </Answer>
);

const Lookups = ({ of: { lookupProvider, lookupSettings } }: { of: gql.ProvidersQuery['sendingSettings'] }) => (
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
);
