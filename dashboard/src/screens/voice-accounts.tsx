import * as gql from '../gql/graphql.ts';
import { among, moment, useData } from '../lib/index.ts';
import { general } from '../texts/first.ts';
import { voiceAccounts as t } from '../texts/more.ts';
import { Copied, confirms, type FieldList, FormButton, Grid, Opens, OVERLAP, PutAway } from '../ui/controls.ts';
import { Answer, Badge, Card, Cut, Facts, When } from '../ui/parts.tsx';
import { LastError, SetUp, TryAccount } from './provider-setup.tsx';
import { State } from './routes.tsx';

type Account = gql.VoiceAccountsQuery['voiceAccounts']['nodes'][number];

const fieldsOf = ({ integrations }: gql.VoiceAccountsQuery): FieldList => [
  { name: 'name', label: general.name },
  {
    name: 'voiceProvider',
    label: t.providerValue,
    options: Object.values(gql.VoiceProvider),
    hint: t.numbersOfTheSame,
  },
  [
    { name: 'maxConcurrentCalls', label: general.callsAtOnce, kind: 'number', value: 10 },
    {
      name: 'integrationId',
      label: general.paidFrom,
      ...among('integrations', { integrations }),
      none: general.noBalance,
    },
  ],
];
function AccountDetails({ of, data, close }: { of: Account; data: gql.VoiceAccountsQuery; close: () => void }) {
  const { id, name, archivedAt, lastError, overlapEndsAt, previousLastUsedAt, rotatedAt } = of;
  const isOverlap = overlapEndsAt !== null && Date.parse(overlapEndsAt) > Date.now();
  return (
    <>
      <div className="actions">
        <FormButton
          text={general.edit}
          title={t.changeNamed(name)}
          document={gql.UpdateVoiceAccountDocument}
          given={{ id }}
          of={of}
          depth={1}
          fields={fieldsOf(data)}
          button={general.save}
        />
        {!archivedAt && (
          <FormButton
            text={t.rotateTheSecret}
            title={t.rotateTheWebhook(name)}
            document={gql.RotateAccountSecretDocument}
            given={{ id }}
            fields={[OVERLAP]}
            button={t.rotate}
            secretOf={({ done }) => done.secret}
            secretNote={t.giveIt}
          />
        )}
        {isOverlap && (
          <Opens text={t.refuseTheFormer} title={t.refuseTheFormerNamed(name)} of={gql.RevokePreviousSecretDocument}>
            {confirms({
              document: gql.RevokePreviousSecretDocument,
              variables: { id },
              text: t.eventsThatStill,
              button: t.refuseIt,
            })}
          </Opens>
        )}
        <PutAway
          of={of}
          name={name}
          archive={gql.ArchiveVoiceAccountDocument}
          restore={gql.RestoreVoiceAccountDocument}
        />
        <Opens text={general.delete} title={general.deleteNamed(name)} of={gql.DeleteVoiceAccountDocument}>
          {confirms({
            document: gql.DeleteVoiceAccountDocument,
            variables: { id },
            text: t.thisCannotBeUndone,
            onDone: close,
          })}
        </Opens>
      </div>
      {lastError && <LastError of={lastError} />}
      <Facts
        of={[
          [t.placesCallsThrough, of.provider ?? general.isNotSet],
          [general.archived, archivedAt ? moment(archivedAt) : general.no],
          [t.secretRotated, <When key="" at={rotatedAt} />],
          isOverlap && [general.formerSecretWorks, moment(overlapEndsAt)],
          isOverlap && [t.formerSecretLast, previousLastUsedAt ? moment(previousLastUsedAt) : t.notSince],
        ]}
      />
      <p>{t.whereTheProvider}</p>
      <Copied text={of.eventsUrl} />
    </>
  );
}

export const VoiceAccounts = () => (
  <Answer of={useData(gql.VoiceAccountsDocument, {})}>{(data) => <Accounts data={data} />}</Answer>
);

const Accounts = ({ data }: { data: gql.VoiceAccountsQuery }) => (
  <Card
    title={general.voiceAccounts}
    actions={
      <FormButton
        text={t.newVoiceAccount}
        document={gql.CreateVoiceAccountDocument}
        fields={fieldsOf(data)}
        secretOf={({ done }) => done.secret}
        secretNote={t.onlyAService}
      />
    }
  >
    <Grid
      label={general.voiceAccounts}
      rows={data.voiceAccounts.nodes}
      empty={t.noVoiceAccountYet}
      columns={[
        { header: general.voiceAccount, cell: ({ name }) => <strong>{name}</strong> },
        { header: t.eventsFrom, cell: ({ voiceProvider }) => voiceProvider },
        { header: general.provider, cell: ({ provider }) => provider ?? general.isNotSet },
        {
          header: general.state,
          cell: (account) => (account.archivedAt ? <Badge value="archived" /> : <State of={account} />),
        },
        { header: general.callsAtOnce, isNumber: true, cell: ({ maxConcurrentCalls }) => maxConcurrentCalls },
        { header: t.lastEvent, cell: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
        {
          cell: (account) => (
            <span className="actions">
              {!account.archivedAt && (
                <Opens
                  text={general.setUpMore}
                  title={t.whoPlacesTheCalls(account.name)}
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
                <Opens text={general.tryMore} title={t.tryVoiceAccount(account.name)} of={gql.TestVoiceAccountDocument}>
                  {() => <TryAccount of={account} agents={data.agents} voiceNumbers={data.voiceNumbers} />}
                </Opens>
              )}
              <Opens text={general.details} title={t.voiceAccount(account.name)}>
                {(close) => <AccountDetails of={account} data={data} close={close} />}
              </Opens>
            </span>
          ),
        },
      ]}
    />
    <Cut of={data.voiceAccounts} />
  </Card>
);
