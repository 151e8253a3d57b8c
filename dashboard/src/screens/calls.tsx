import type { CallOutcome, CallStatus } from '../gql/graphql.ts';
import { type FragmentType, graphql, read } from '../gql/index.ts';
import { useData } from '../lib/client.ts';
import { chosen, decimal, moment, named, phone, words } from '../lib/format.ts';
import { Link } from '../lib/router.tsx';
import { MutationForm } from '../ui/form.tsx';
import { List } from '../ui/list.tsx';
import { Answer, Badge, Card, Facts, Log, Page } from '../ui/parts.tsx';

const Query = graphql(`
  query Calls($first: Int, $after: String, $last: Int, $before: String, $filter: CallFilter) {
    list: calls(first: $first, after: $after, last: $last, before: $before, filter: $filter) {
      totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      nodes {
        id toNumber status callOutcome callSource startedAt endedAt createdAt contact { id name } agent { id name }
        voiceCampaign { id name }
      }
    }
  }
`);
const Campaigns = graphql(`
  query CallCampaigns { voiceCampaigns(first: 100) { nodes { id name } } }
`);
const Call = graphql(`
  query Call($id: ID!) {
    call(id: $id) {
      id toNumber status callOutcome callSource chat cost startedAt endedAt endedReason createdAt isLead isSale
      isAnswerMachine recordingUrl contact { id name } agent { id name } number { id number } voiceCampaign { id name }
      postProcessings(first: 20) { id name kind status failureReason endedAt } ...CallOutcome
    }
  }
`);
const Outcomes = graphql(`
  fragment CallOutcome on Call {
    id callOutcome
    outcomeLogs(first: 20) {
      id initialCallOutcome newCallOutcome failureReason createdAt callOutcomeClassifier { id name }
    }
  }
`);
const Change = graphql(`
  mutation ChangeOutcome($id: ID!, $input: ChangeCallOutcomeInput!) {
    changeCallOutcome(id: $id, input: $input) { id ...CallOutcome }
  }
`);

const STATUSES: CallStatus[] = ['scheduled', 'queued', 'ringing', 'in_progress', 'forwarding', 'ended'];
export const OUTCOMES =
  'interested maybe_interested call_me_later not_interested not_qualified do_not_call wrong_number no_answer busy voice_mail quick_hangup no_user_response agent_issue audio_issue burned_experience failed unknown_error'.split(
    ' ',
  ) as CallOutcome[];

function lengthOf({ startedAt, endedAt }: { startedAt?: string | null; endedAt?: string | null }): string {
  if (!startedAt || !endedAt) return '–';
  const seconds = Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export function Calls() {
  const campaigns = useData(Campaigns, {}).data?.voiceCampaigns.nodes ?? [];
  return (
    <Page title="Calls">
      <List
        document={Query}
        noun="call"
        filters={[
          { name: 'toNumber', label: 'Number', hint: 'Whole, with country', isPhone: true },
          { name: 'status', label: 'Status', of: STATUSES, isList: true },
          { name: 'callOutcome', label: 'Outcome', of: OUTCOMES, isList: true },
          { name: 'voiceCampaignId', label: 'Campaign', of: named(campaigns) },
        ]}
        columns={[
          {
            header: 'Call',
            cell: ({ id, contact, toNumber }) => (
              <Link to={`/calls/${id}`} className="title" text={contact?.name ?? phone(toNumber)} />
            ),
          },
          { header: 'Number', cell: ({ toNumber }) => phone(toNumber) },
          { header: 'Outcome', cell: ({ callOutcome }) => (callOutcome ? <Badge value={callOutcome} /> : '–') },
          { header: 'Status', cell: ({ status }) => <Badge value={status} /> },
          { header: 'Length', isNumber: true, cell: (call) => lengthOf(call) },
          { header: 'Agent', cell: ({ agent }) => agent?.name ?? '–' },
          { header: 'Campaign', cell: ({ voiceCampaign, callSource }) => voiceCampaign?.name ?? words(callSource) },
          { header: 'When', cell: ({ startedAt, createdAt }) => moment(startedAt ?? createdAt) },
        ]}
      >
        <p>Voice campaigns place them.</p>
      </List>
    </Page>
  );
}

export function CallPage({ id }: { id: string }) {
  return (
    <Answer of={useData(Call, { id })}>
      {({ call, call: { contact, number, voiceCampaign } }) => (
        <Page
          back={['/calls', 'Calls']}
          actions={contact && <Link to={`/contacts/${contact.id}`} text="Contact" />}
          title={
            <>
              {contact?.name ?? phone(call.toNumber)} <Badge value={call.callOutcome ?? call.status} />
            </>
          }
        >
          <div className="columns">
            <Card title="Transcript">
              <Transcript text={call.chat} />
            </Card>
            <div className="column">
              <Outcome of={call} />
              <Card title="Call">
                <Facts
                  of={[
                    ['To', phone(call.toNumber)],
                    ['From', number && phone(number.number)],
                    ['Agent', call.agent?.name],
                    voiceCampaign
                      ? [
                          'Campaign',
                          <Link key="" to={`/voice-campaigns/${voiceCampaign.id}`} text={voiceCampaign.name} />,
                        ]
                      : ['Source', words(call.callSource)],
                    ['Begun', moment(call.startedAt ?? call.createdAt)],
                    ['Length', lengthOf(call)],
                    ['Ended', call.endedReason],
                    ['Cost', decimal(call.cost)],
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
}

function Outcome({ of }: { of: FragmentType<typeof Outcomes> }) {
  const { id, callOutcome, outcomeLogs } = read(Outcomes, of);
  const none = callOutcome ? [] : [['', 'None yet'] as const];
  return (
    <Card title="Outcome">
      <MutationForm
        key={callOutcome}
        inline
        document={Change}
        given={{ id }}
        of={{ callOutcome }}
        button="Change"
        fields={[{ name: 'callOutcome', label: 'Outcome', options: [...none, ...chosen(OUTCOMES)] }]}
      />
      <Log
        entries={outcomeLogs.map(({ initialCallOutcome: from, newCallOutcome: to, ...log }) => ({
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
}

/** Providers write a line for each turn: `Agent: …`. */
function Transcript({ text }: { text?: string | null | undefined }) {
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
