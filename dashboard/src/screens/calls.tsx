import * as gql from '../gql/graphql.ts';
import { among, decimal, type Found, Link, moment, useData, words } from '../lib/index.ts';
import { general } from '../texts/first.ts';
import { calls as t } from '../texts/more.ts';
import { confirms, List, MutationForm, Opens } from '../ui/controls.ts';
import { Answer, Badge, Card, type Fact, Facts, Log, Page, When } from '../ui/parts.tsx';

const OUTCOMES = Object.values(gql.CallOutcome);

function lengthOf({ startedAt, endedAt }: { startedAt: string | null; endedAt: string | null }): string | null {
  if (!startedAt || !endedAt) return null;
  const seconds = Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export function Calls() {
  const parts = useData(gql.CallCampaignsDocument, {}).data;
  return (
    <Page title={general.calls}>
      <List
        document={gql.CallsDocument}
        noun="call"
        filters={[
          { name: 'toNumber', label: general.number, hint: general.wholeWithCountry },
          { name: 'status', label: general.status, of: Object.values(gql.CallStatus), read: (status) => [status] },
          { name: 'callOutcome', label: general.outcome, of: OUTCOMES, read: (outcome) => [outcome] },
          { name: 'voiceCampaignId', label: general.campaign, ...among('voiceCampaigns', parts) },
        ]}
        columns={[
          {
            header: general.call,
            cell: ({ id, contact, toNumber }) => (
              <Link to={`/calls/${id}`} className="title" text={contact?.name ?? toNumber} />
            ),
          },
          { header: general.outcome, cell: ({ callOutcome }) => callOutcome && <Badge value={callOutcome} /> },
          { header: general.status, cell: ({ status }) => <Badge value={status} /> },
          { header: t.length, isNumber: true, cell: lengthOf },
          {
            header: general.campaign,
            cell: ({ voiceCampaign, callSource }) => voiceCampaign?.name ?? words(callSource),
          },
          { header: general.when, cell: ({ startedAt, createdAt }) => <When at={startedAt ?? createdAt} /> },
        ]}
      >
        <p>{t.voiceCampaigns}</p>
      </List>
    </Page>
  );
}

/** `toNumber` is the contact's, also where the contact called. */
const ends = ({ toNumber, number }: Found<gql.CallQuery>['call'], [theirs, ours]: [string, string]): Fact[] => [
  [theirs, toNumber],
  [ours, number?.number],
];

/** A provider's words, such as `assistant-ended-call`. */
const inWords = (text: string) => words(text.replaceAll(/[-.]/g, '_'));

const campaignOf = ({ id, name }: { id: string; name: string }) => <Link to={`/voice-campaigns/${id}`} text={name} />;

export const CallPage = ({ id }: { id: string }) => (
  <Answer of={useData(gql.CallDocument, { id })}>
    {({ call, call: { contact, voiceCampaign } }) => (
      <Page
        back={['/calls', general.calls]}
        actions={
          <>
            {contact && <Link to={`/contacts/${contact.id}`} text={general.contact} />}
            {call.status !== 'ended' && (
              <Opens text={t.endCall} title={t.endTheCall} of={gql.EndCallDocument}>
                {confirms({
                  document: gql.EndCallDocument,
                  variables: { id },
                  text: t.theProviderHangsUp,
                  button: general.endIt,
                })}
              </Opens>
            )}
          </>
        }
        title={contact?.name ?? call.toNumber}
        state={<Badge value={call.callOutcome ?? call.status} />}
      >
        <div className="columns">
          <div className="column">
            {call.summary && (
              <Card title={t.summary}>
                <p>{call.summary}</p>
              </Card>
            )}
            <Card title={t.transcript}>
              <Transcript text={call.chat} />
            </Card>
          </div>
          <div className="column">
            {call.status !== 'ended' && (
              <Card title={t.inProgress} of={gql.EndCallDocument}>
                <Listen id={id} />
              </Card>
            )}
            <Outcome of={call} />
            <Card title={general.call}>
              <Facts
                of={[
                  ...ends(
                    call,
                    call.callSource === 'inbound' ? [general.from, general.to] : [general.to, general.from],
                  ),
                  [general.agent, call.agent?.name],
                  voiceCampaign ? [general.campaign, campaignOf(voiceCampaign)] : [t.source, words(call.callSource)],
                  [general.started, moment(call.startedAt ?? call.createdAt)],
                  [t.length, lengthOf(call)],
                  [general.ended, call.endedReason && inWords(call.endedReason)],
                  [t.costInTheProviders, decimal(call.cost)],
                  call.isLead && [t.lead, general.yes],
                  call.isSale && [t.sale, general.yes],
                  call.isAnswerMachine && [general.answeredBy, t.aMachine],
                ]}
              />
              {call.recordingUrl && (
                <a href={call.recordingUrl} target="_blank" rel="noreferrer">
                  {t.recording}
                </a>
              )}
            </Card>
            {call.events.nodes.length > 0 && (
              <Card title={t.whatTheProvider}>
                <Log
                  entries={call.events.nodes.map((of) => ({
                    ...of,
                    text: [of.type, of.failureReason ?? of.callStatus ?? ''].map(inWords).join(' · '),
                  }))}
                />
              </Card>
            )}
            {call.postProcessings.length > 0 && (
              <Card title={t.afterTheCall}>
                <Facts
                  of={call.postProcessings.map(({ name, status, failureReason, endedAt }) => [
                    name,
                    <>
                      <Badge value={status} /> <small>{failureReason ?? moment(endedAt)}</small>
                    </>,
                  ])}
                />
              </Card>
            )}
          </div>
        </div>
      </Page>
    )}
  </Answer>
);

/** For owners and admins. Providers stream raw audio, which browsers do not play. */
const Listen = ({ id }: { id: string }) => (
  <Answer of={useData(gql.CallAudioDocument, { id })}>
    {({ call: { listenUrl } }) =>
      listenUrl ? (
        <>
          <p>{t.listenTo}</p>
          <pre>{listenUrl}</pre>
        </>
      ) : (
        <small>{t.itsProviderOffers}</small>
      )
    }
  </Answer>
);

const Outcome = ({ of: { id, callOutcome, outcomeLogs } }: { of: Found<gql.CallQuery>['call'] }) => (
  <Card title={general.outcome}>
    <MutationForm
      key={callOutcome}
      inline
      document={gql.ChangeOutcomeDocument}
      given={{ id }}
      of={{ callOutcome }}
      button={general.change}
      fields={[
        {
          name: 'callOutcome',
          label: general.outcome,
          options: OUTCOMES,
          none: callOutcome ? undefined : general.noneYet,
        },
      ]}
    />
    <Log
      entries={outcomeLogs.nodes.map(({ initialCallOutcome: from, newCallOutcome: to, ...log }) => ({
        ...log,
        text: (
          <>
            {from ? words(from) : '–'} → {to ? words(to) : '–'}{' '}
            <small>{log.failureReason ?? log.callOutcomeClassifier?.name}</small>
          </>
        ),
      }))}
    />
  </Card>
);

/** Providers write a line for each turn: `Agent: …`. */
function Transcript({ text }: { text: string | null }) {
  const turns = text?.split('\n').filter(Boolean) ?? [];
  if (turns.length === 0) return <small>{t.thereIsNone}</small>;
  return (
    <ol className="chat">
      {turns.map((turn, index) => {
        const [, who, said = turn] = /^([\w ]{1,20}): (.*)$/.exec(turn) ?? [];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a transcript's lines have nothing else, and never move
          <li key={index} className={/^(agent|assistant|bot|ai)/i.test(who ?? '') ? '' : 'user'}>
            {who && <small>{who}</small>}
            {said}
          </li>
        );
      })}
    </ol>
  );
}
