import * as gql from '../gql/graphql.ts';
import { useData } from '../lib/index.ts';
import { general } from '../texts/first.ts';
import { providerSetup as t } from '../texts/more.ts';
import { confirms, Opens } from '../ui/controls.ts';
import { Answer, Card } from '../ui/parts.tsx';
import { SetUp } from './provider-setup.tsx';
import { Routes } from './routes.tsx';

export const Providers = () => (
  <Answer of={useData(gql.ProvidersDocument, {})}>
    {(data) => (
      <>
        <Routes data={data} />
        <Lookups of={data.sendingSettings} />
      </>
    )}
  </Answer>
);

const Lookups = ({ of: { lookupProvider, lookupSettings } }: { of: gql.ProvidersQuery['sendingSettings'] }) => (
  <Card
    title={general.numberLookups}
    actions={
      <>
        <Opens text={general.setUpMore} title={t.whoLooksNumbersUp} of={gql.SetNumberLookupProviderDocument}>
          {() => (
            <SetUp
              kind="lookup"
              document={gql.SetNumberLookupProviderDocument}
              of={{ settings: lookupSettings ?? {}, provider: lookupProvider }}
            />
          )}
        </Opens>
        {lookupProvider && (
          <Opens text={general.remove} title={t.removeYourProvider} of={gql.RemoveNumberLookupProviderDocument}>
            {confirms({
              document: gql.RemoveNumberLookupProviderDocument,
              text: t.thisDeletes,
              button: general.remove,
            })}
          </Opens>
        )}
      </>
    }
  >
    <p>{t.providerIs(lookupProvider ?? t.theInstallations)}</p>
  </Card>
);
