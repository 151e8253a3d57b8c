import * as gql from '../gql/graphql.ts';
import { decimal, type Found, Link, moment, useData, words } from '../lib/index.ts';
import { confirms, List, MutationForm, Opens } from '../ui/controls.ts';
import { Answer, Badge, Card, type Fact, Facts, Log, Page } from '../ui/parts.tsx';

const OUTCOMES = Object.values(gql.CallOutcome);

function lengthOf({ startedAt, endedAt }: { startedAt: string | null; endedAt: string | null }): string | null {
  if (!startedAt || !endedAt) return null;
  const seconds = Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export function Calls() {
  const campaigns = useData(gql.CallCampaignsDocument, {}).data?.voiceCampaigns.nodes ?? [];
  return (
    <Page title="Calls">
      <List
        document={gql.CallsDocument}
        noun="call"
        filters={[
          { name: 'toNumber', label: 'Number', hint: 'Whole, with country' },
          { name: 'status', label: 'Status', of: Object.values(gql.CallStatus), read: (status) => [status] },
          { name: 'callOutcome', label: 'Outcome', of: OUTCOMES, read: (outcome) => [outcome] },
          { name: 'voiceCampaignId', label: 'Campaign', of: campaigns },
        ]}
        columns={[
          {
            header: 'Call',
            cell: ({ id, contact, toNumber }) => (
              <Link to={`/calls/${id}`} className="title" text={contact?.name ?? toNumber} />
            ),
          },
          { header: 'Outcome', cell: ({ callOutcome }) => callOutcome && <Badge value={callOutcome} /> },
          { header: 'Status', cell: ({ status }) => <Badge value={status} /> },
          { header: 'Length', isNumber: true, cell: lengthOf },
          { header: 'Campaign', cell: ({ voiceCampaign, callSource }) => voiceCampaign?.name ?? words(callSource) },
          { header: 'When', cell: ({ startedAt, createdAt }) => moment(startedAt ?? createdAt) },
        ]}
      >
        <p>Voice campaigns place them.</p>
      </List>
    </Page>
  );
}

/** `toNumber` is the contact's, also where the contact called. */
const ends = ({ toNumber, number }: Found<gql.CallQuery>['call'], [theirs, ours]: [string, string]): Fact[] => [
  [theirs, toNumber],
  [ours, number?.number],
];

const campaignOf = ({ id, name }: { id: string; name: string }) => <Link to={`/voice-campaigns/${id}`} text={name} />;

export const CallPage = ({ id }: { id: string }) => (
  <Answer of={useData(gql.CallDocument, { id })}>
    {({ call, call: { contact, voiceCampaign } }) => (
      <Page
        back={['/calls', 'Calls']}
        actions={
          <>
            {contact && <Link to={`/contacts/${contact.id}`} text="Contact" />}
            {call.status !== 'ended' && (
              <Opens text="End call" title="End the call?" of={gql.EndCallDocument}>
                {confirms({
                  document: gql.EndCallDocument,
                  variables: { id },
                  text: 'The provider hangs up.',
                  button: 'End it',
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
              <Card title="Summary">
                <p>{call.summary}</p>
              </Card>
            )}
            <Card title="Transcript">
              <Transcript text={call.chat} />
            </Card>
          </div>
          <div className="column">
            {call.status !== 'ended' && (
              <Card title="In progress" of={gql.EndCallDocument}>
                <Listen id={id} />
              </Card>
            )}
            <Outcome of={call} />
            <Card title="Call">
              <Facts
                of={[
                  ...ends(call, call.callSource === 'inbound' ? ['From', 'To'] : ['To', 'From']),
                  ['Agent', call.agent?.name],
                  voiceCampaign ? ['Campaign', campaignOf(voiceCampaign)] : ['Source', words(call.callSource)],
                  ['Started', moment(call.startedAt ?? call.createdAt)],
                  ['Length', lengthOf(call)],
                  ['Ended', call.endedReason],
                  ['Cost in the provider’s currency', decimal(call.cost)],
                  call.isLead && ['Lead', 'Yes'],
                  call.isSale && ['Sale', 'Yes'],
                  call.isAnswerMachine && ['Answered by', 'a machine'],
                ]}
              />
              {call.recordingUrl && (
                <a href={call.recordingUrl} target="_blank" rel="noreferrer">
                  Recording
                </a>
              )}
            </Card>
            {call.postProcessings.length > 0 && (
              <Card title="After the call">
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
          <p>Listen to it with an audio client:</p>
          <pre>{listenUrl}</pre>
        </>
      ) : (
        <small>Its provider offers no audio stream.</small>
      )
    }
  </Answer>
);

const Outcome = ({ of: { id, callOutcome, outcomeLogs } }: { of: Found<gql.CallQuery>['call'] }) => (
  <Card title="Outcome">
    <MutationForm
      key={callOutcome}
      inline
      document={gql.ChangeOutcomeDocument}
      given={{ id }}
      of={{ callOutcome }}
      button="Change"
      fields={[
        { name: 'callOutcome', label: 'Outcome', options: OUTCOMES, none: callOutcome ? undefined : 'None yet' },
      ]}
    />
    <Log
      entries={outcomeLogs.nodes.map(({ initialCallOutcome: from, newCallOutcome: to, ...log }) => ({
        ...log,
        text: (
          <>
            {from ? words(from) : 'None'} → {to ? words(to) : 'none'}{' '}
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
  if (turns.length === 0) return <small>There is none.</small>;
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
