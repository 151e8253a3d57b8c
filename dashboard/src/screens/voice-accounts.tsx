import * as gql from '../gql/graphql.ts';
import { moment } from '../lib/index.ts';
import { Copied, confirms, type FieldList, FormButton, Grid, Opens, PutAway } from '../ui/controls.ts';
import { Badge, Card, Facts, When } from '../ui/parts.tsx';
import { LastError, SetUp, TryAccount } from './provider-setup.tsx';
import { State } from './routes.tsx';

type Account = gql.ProvidersQuery['voiceAccounts']['nodes'][number];

const fieldsOf = ({ integrations }: gql.ProvidersQuery): FieldList => [
  { name: 'name', label: 'Name' },
  {
    name: 'voiceProvider',
    label: 'Provider value',
    options: Object.values(gql.VoiceProvider),
    hint: 'Numbers of the same value call over it.',
  },
  [
    { name: 'maxConcurrentCalls', label: 'Calls at once', kind: 'number', value: 10 },
    { name: 'integrationId', label: 'Paid from', options: integrations.nodes, none: 'No balance' },
  ],
];
const ONLY_OWN =
  'Only a service of your own needs it, for the events that it sends. Providers that you set up are given theirs.';
const ROTATED = 'Give it to the service that sends events before the former secret ends.';

function AccountDetails({ of, data, close }: { of: Account; data: gql.ProvidersQuery; close: () => void }) {
  const { id, name, archivedAt, lastError, overlapEndsAt, previousLastUsedAt, rotatedAt } = of;
  const isOverlap = overlapEndsAt !== null && Date.parse(overlapEndsAt) > Date.now();
  return (
    <>
      <div className="actions">
        <FormButton
          text="Edit"
          title={`Change "${name}"`}
          document={gql.UpdateVoiceAccountDocument}
          given={{ id }}
          of={of}
          depth={1}
          fields={fieldsOf(data)}
          button="Save"
        />
        {!archivedAt && (
          <FormButton
            text="Rotate the secret"
            title={`Rotate the webhook secret of "${name}"?`}
            document={gql.RotateAccountSecretDocument}
            given={{ id }}
            fields={[
              {
                name: 'overlapHours',
                label: 'Hours in which the former secret works, too',
                kind: 'number',
                value: 24,
                hint: '0 to 168; 0 refuses it at once.',
              },
            ]}
            button="Rotate"
            secretOf={({ done }) => done.secret}
            secretNote={ROTATED}
          />
        )}
        {isOverlap && (
          <Opens
            text="Refuse the former secret"
            title={`Refuse the former secret of "${name}"?`}
            of={gql.RevokePreviousSecretDocument}
          >
            {confirms({
              document: gql.RevokePreviousSecretDocument,
              variables: { id },
              text: 'Events that still carry it are refused from now on.',
              button: 'Refuse it',
            })}
          </Opens>
        )}
        <PutAway
          of={of}
          name={name}
          archive={gql.ArchiveVoiceAccountDocument}
          restore={gql.RestoreVoiceAccountDocument}
        />
        <Opens text="Delete" title={`Delete ${name}?`} of={gql.DeleteVoiceAccountDocument}>
          {confirms({
            document: gql.DeleteVoiceAccountDocument,
            variables: { id },
            text: 'This cannot be undone. An account that was used can be archived only.',
            onDone: close,
          })}
        </Opens>
      </div>
      {lastError && <LastError of={lastError} />}
      <Facts
        of={[
          ['Places calls through', of.provider ?? 'not set'],
          ['Archived', archivedAt ? moment(archivedAt) : 'No'],
          ['Secret rotated', <When key="" at={rotatedAt} />],
          isOverlap && ['Former secret works until', moment(overlapEndsAt)],
          isOverlap && ['Former secret last used', previousLastUsedAt ? moment(previousLastUsedAt) : 'Not since'],
        ]}
      />
      <p>Where the provider posts call events:</p>
      <Copied text={of.eventsUrl} />
    </>
  );
}

export const VoiceAccounts = ({ data }: { data: gql.ProvidersQuery }) => (
  <Card
    title="Calls"
    actions={
      <FormButton
        text="New voice account"
        document={gql.CreateVoiceAccountDocument}
        fields={fieldsOf(data)}
        secretOf={({ done }) => done.secret}
        secretNote={ONLY_OWN}
      />
    }
  >
    <Grid
      label="Voice accounts"
      rows={data.voiceAccounts.nodes}
      empty="No voice account yet."
      columns={[
        { header: 'Voice account', cell: ({ name }) => <strong>{name}</strong> },
        { header: 'Events from', cell: ({ voiceProvider }) => voiceProvider },
        { header: 'Provider', cell: ({ provider }) => provider ?? 'not set' },
        {
          header: 'State',
          cell: (account) => (account.archivedAt ? <Badge value="archived" /> : <State of={account} />),
        },
        { header: 'Calls at once', isNumber: true, cell: ({ maxConcurrentCalls }) => maxConcurrentCalls },
        { header: 'Last event', cell: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
        {
          cell: (account) => (
            <span className="actions">
              {!account.archivedAt && (
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
                      <TryAccount of={account} agents={data.agents} voiceNumbers={data.voiceNumbers} />
                    </SetUp>
                  )}
                </Opens>
              )}
              {account.provider && !account.archivedAt && (
                <Opens text="Try …" title={`Try voice account "${account.name}"`} of={gql.TestVoiceAccountDocument}>
                  {() => <TryAccount of={account} agents={data.agents} voiceNumbers={data.voiceNumbers} />}
                </Opens>
              )}
              <Opens text="Details" title={`Voice account "${account.name}"`}>
                {(close) => <AccountDetails of={account} data={data} close={close} />}
              </Opens>
            </span>
          ),
        },
      ]}
    />
  </Card>
);
