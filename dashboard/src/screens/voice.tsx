import { useState } from 'react';
import * as gql from '../gql/graphql.ts';
import { count, Link, useChange, useData, words } from '../lib/index.ts';
import { isMine } from '../lib/session.ts';
import { Button, confirms, type FieldList, FormButton, List, Opens, PutAway, Records, YES_NO } from '../ui/controls.ts';
import { Badge, Both, Page, Tabs, When } from '../ui/parts.tsx';

const useParts = () => useData(gql.VoicePartsDocument, {}).data;
const ARCHIVED = { name: 'isArchived', label: 'Archived', of: YES_NO, read: (text: string) => text === 'true' };
const LINK = '/settings?tab=providers';

export const Voice = () => (
  <Page
    title="Voice"
    lead="The agents that speak in your calls, the numbers they call from, and what happens after a call."
    actions={<Link to={LINK} className="button" text="Voice accounts" />}
  >
    <Tabs
      of={{
        agents: ['Agents', () => <Agents />],
        numbers: ['Numbers', () => <Numbers />],
        after: ['After a call', () => <PostProcessings />],
        failed: ['Failed steps', () => <FailedSteps />],
        events: [isMine(gql.ReplayEventDocument) && 'Provider events', () => <Events />],
      }}
    />
  </Page>
);

function Agents() {
  const accounts = useParts()?.voiceAccounts.nodes ?? [];
  const copy = useChange(gql.DuplicateAgentDocument);
  const fields: FieldList = [
    { name: 'name', label: 'Name' },
    { name: 'prompt', label: 'What it says and knows', rows: 6, hint: 'The agent’s instructions, in your words.' },
    [
      { name: 'voiceAccountId', label: 'Voice account', options: accounts, none: 'Any' },
      { name: 'externalId', label: 'ID at the provider', hint: 'If the agent was created there.' },
    ],
  ];
  return (
    <Records
      document={gql.AgentsDocument}
      noun="agent"
      nameOf={({ name }) => name}
      create={gql.CreateAgentDocument}
      update={gql.UpdateAgentDocument}
      remove={gql.DeleteAgentDocument}
      inputOf={(agent) => ({ ...agent, voiceAccountId: agent.voiceAccount?.id })}
      fields={fields}
      filters={[{ name: 'name', label: 'Name' }, ARCHIVED]}
      actions={(agent) => (
        <>
          <Button text="Duplicate" disabled={copy.busy} act={() => copy.change({ id: agent.id })} />
          <PutAway of={agent} name={agent.name} archive={gql.ArchiveAgentDocument} restore={gql.RestoreAgentDocument} />
        </>
      )}
      columns={[
        {
          header: 'Agent',
          cell: ({ name, archivedAt }) => (
            <>
              <strong>{name}</strong> {archivedAt && <Badge value="archived" />}
            </>
          ),
        },
        { header: 'Account', cell: ({ voiceAccount }) => voiceAccount?.name ?? 'Any' },
        { header: 'Instructions', cell: ({ prompt }) => prompt },
      ]}
    >
      <p>An agent is the voice that speaks in a call.</p>
    </Records>
  );
}

type VoiceNumber = gql.VoiceNumbersQuery['list']['nodes'][number];

function Numbers() {
  const { voiceAccounts, agents, countries = [] } = useParts() ?? {};
  const accounts = voiceAccounts?.nodes ?? [];
  const changed: FieldList = [
    [
      { name: 'voiceAccountId', label: 'Voice account', options: accounts, none: 'Any of its provider' },
      { name: 'inboundAgentId', label: 'Who answers calls to it', options: agents?.nodes ?? [], none: 'Nobody' },
    ],
    [
      {
        name: 'maxConcurrentCalls',
        label: 'Calls at once',
        kind: 'number',
        hint: 'Empty: as many as its account takes.',
      },
      {
        name: 'voiceProvider',
        label: 'Provider',
        options: Object.values(gql.VoiceProvider),
        none: 'None',
        isOptional: true,
      },
    ],
    [
      { name: 'voiceProviderId', label: 'ID at the provider' },
      { name: 'disallowedCountryIds', label: 'Never calls these countries', multiple: true, options: countries },
    ],
  ];
  /** Why no call can be placed from it. */
  const lackOf = ({ archivedAt, voiceProvider }: VoiceNumber) => {
    if (archivedAt) return 'archived';
    const isConnected = accounts.some((one) => one.voiceProvider === voiceProvider && one.provider);
    return isConnected ? null : `no connected account uses ${voiceProvider}`;
  };
  return (
    <Records
      document={gql.VoiceNumbersDocument}
      noun="number"
      nameOf={({ number }) => number}
      create={gql.CreateNumberDocument}
      update={gql.UpdateNumberDocument}
      remove={gql.DeleteNumberDocument}
      inputOf={(number) => ({
        ...number,
        voiceAccountId: number.voiceAccount?.id,
        inboundAgentId: number.inboundAgent?.id,
      })}
      fields={[{ name: 'number', label: 'Phone number', kind: 'phone' }, ...changed]}
      changed={changed}
      filters={[ARCHIVED]}
      actions={(number) => (
        <PutAway
          of={number}
          name={number.number}
          archive={gql.ArchiveNumberDocument}
          restore={gql.RestoreNumberDocument}
        />
      )}
      columns={[
        { header: 'Number', cell: ({ number }) => <strong>{number}</strong> },
        {
          header: 'Calls',
          cell: (number) => {
            const lack = lackOf(number);
            return (
              <Both
                first={<Badge value={lack ? 'cannot call' : 'ready'} tone={lack ? 'warn' : 'good'} />}
                more={lack}
              />
            );
          },
        },
        { header: 'Account', cell: ({ voiceAccount, voiceProvider }) => voiceAccount?.name ?? words(voiceProvider) },
        { header: 'Answered by', cell: ({ inboundAgent }) => inboundAgent?.name ?? 'Nobody' },
        { header: 'Last call', cell: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
      ]}
    />
  );
}

const KINDS = [
  ['tag_contact', 'Tag the contact'],
  ['webhook', 'Notify a service'],
  ['outcome_classifier', 'Classify the outcome'],
] as const;

function kindFields(kind: string): FieldList {
  if (kind === 'webhook')
    return [{ name: 'webhookData.url', label: 'Address', hint: 'Receives the call in a signed request.' }];
  if (kind === 'outcome_classifier') {
    return [
      { name: 'outcomeClassifierData.url', label: 'Service', hint: 'Empty: the built-in one.' },
      [
        { name: 'outcomeClassifierData.language', label: 'Language', hint: 'Such as en' },
        {
          name: 'outcomeClassifierData.minimumConfidence',
          label: 'Minimum confidence',
          kind: 'number',
          value: 0,
          hint: '0 to 1',
        },
      ],
    ];
  }
  const outcomes = Object.values(gql.CallOutcome);
  return [
    { name: 'tagContactData.tag', label: 'Tag' },
    {
      name: 'tagContactData.outcomes',
      label: 'After these outcomes',
      options: outcomes,
      multiple: true,
      hint: 'None: after every call.',
    },
  ];
}

function PostProcessings() {
  const campaigns = useParts()?.voiceCampaigns.nodes ?? [];
  const [kind, setKind] = useState('tag_contact');
  const all = useData(gql.PostProcessingOrderDocument, {}).data?.voicePostProcessings.nodes ?? [];
  const reorder = useChange(gql.ReorderPostProcessingsDocument);
  function earlier(id: string) {
    const ids = all.toSorted((a, b) => a.position - b.position).map((step) => step.id);
    const at = ids.indexOf(id);
    ids.splice(at - 1, 0, ...ids.splice(at, 1));
    return reorder.change({ input: { ids } });
  }
  const name = { name: 'name', label: 'Name' };
  const isActive = { name: 'isActive', label: 'Active', kind: 'flag', options: YES_NO, value: true } as const;
  return (
    <Records
      document={gql.PostProcessingsDocument}
      noun="step"
      nameOf={(step) => step.name}
      create={gql.CreatePostProcessingDocument}
      remove={gql.DeletePostProcessingDocument}
      fields={[
        name,
        [
          { name: 'kind', label: 'What it does', options: KINDS, onChange: setKind },
          { name: 'voiceCampaignId', label: 'Only for campaign', options: campaigns, none: 'All' },
        ],
        ...kindFields(kind),
        isActive,
      ]}
      actions={(step) => (
        <>
          <Button
            text="↑"
            label={`Earlier: ${step.name}`}
            disabled={reorder.busy || step.position === 0}
            act={() => earlier(step.id)}
          />
          {step.kind !== 'tag_contact' && (
            <FormButton
              text="Secret"
              title="Replace the signing secret?"
              document={gql.RotatePostProcessingSecretDocument}
              given={{ id: step.id }}
              fields={[]}
              button="Replace"
              secretOf={({ rotateVoicePostProcessingSecret }) => rotateVoicePostProcessingSecret.secret}
              secretNote="You won't see it again."
            />
          )}
          <FormButton
            text="Edit"
            title={`Change ${step.name}`}
            document={gql.UpdatePostProcessingDocument}
            given={{ id: step.id }}
            of={step}
            depth={1}
            fields={[name, ...kindFields(step.kind), isActive]}
            button="Save"
          />
        </>
      )}
      columns={[
        { header: 'Place', isNumber: true, cell: ({ position }) => count(position + 1) },
        {
          header: 'Step',
          cell: ({ name, isActive }) => (
            <>
              <strong>{name}</strong> {!isActive && <Badge value="off" />}
            </>
          ),
        },
        { header: 'Does', cell: ({ kind }) => KINDS.find(([one]) => one === kind)?.[1] },
        { header: 'Campaign', cell: ({ voiceCampaign }) => voiceCampaign?.name ?? 'All' },
      ]}
    >
      <p>Steps run in their order when a call has ended.</p>
    </Records>
  );
}

const callOf = ({ callId }: { callId: string | null }) => callId && <Link to={`/calls/${callId}`} text="Call" />;

const FailedSteps = () => (
  <List
    document={gql.FailedStepsDocument}
    noun="failed step"
    variables={{ filter: { status: ['failed'] } }}
    columns={[
      { header: 'Step', cell: ({ name }) => <strong>{name}</strong> },
      { header: 'Call', cell: callOf },
      { header: 'Why', cell: ({ failureReason }) => failureReason },
      { header: 'Tries', isNumber: true, cell: ({ attempts }) => count(attempts) },
      { header: 'When', cell: ({ createdAt }) => <When at={createdAt} /> },
      {
        cell: ({ id }) => (
          <Opens text="Run again" title="Run the step again?" of={gql.ReplayStepDocument}>
            {confirms({
              document: gql.ReplayStepDocument,
              variables: { id },
              text: 'A service that was already notified may be notified again.',
              button: 'Run again',
            })}
          </Opens>
        ),
      },
    ]}
  />
);

const Events = () => (
  <List
    document={gql.EventsDocument}
    noun="event"
    filters={[{ name: 'status', label: 'Status', of: Object.values(gql.CallEventStatus), read: (status) => [status] }]}
    columns={[
      { header: 'Event', cell: ({ type }) => <strong>{type}</strong> },
      { header: 'Account', cell: ({ voiceAccount }) => voiceAccount?.name },
      { header: 'Call', cell: callOf },
      {
        header: 'Status',
        cell: ({ status, failureReason }) => <Both first={<Badge value={status} />} more={failureReason} />,
      },
      { header: 'Received', cell: ({ receivedAt }) => <When at={receivedAt} /> },
      {
        cell: ({ id, status }) =>
          status === 'failed' && (
            <Opens text="Apply again" title="Apply the event again?" of={gql.ReplayEventDocument}>
              {confirms({
                document: gql.ReplayEventDocument,
                variables: { id },
                text: 'Safe to repeat: an event is applied only once.',
                button: 'Apply again',
              })}
            </Opens>
          ),
      },
    ]}
  />
);
