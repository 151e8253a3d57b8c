import { useState } from 'react';
import * as gql from '../gql/graphql.ts';
import { among, count, Link, useChange, useData, words } from '../lib/index.ts';
import { isMine } from '../lib/session.ts';
import { general } from '../texts/first.ts';
import { voice as t } from '../texts/more.ts';
import { Button, confirms, type FieldList, FormButton, List, Opens, PutAway, Records, YES_NO } from '../ui/controls.ts';
import { Badge, Both, Page, Tabs, When } from '../ui/parts.tsx';
import { VoiceAccounts } from './voice-accounts.tsx';

const useParts = () => useData(gql.VoicePartsDocument, {}).data;
const ARCHIVED = { name: 'isArchived', label: general.archived, of: YES_NO, read: (text: string) => text === 'true' };

export const Voice = () => (
  <Page title={general.voice} lead={t.theAgentsThatSpeak}>
    <Tabs
      of={{
        agents: [t.agents, () => <Agents />],
        numbers: [general.numbers, () => <Numbers />],
        accounts: [general.voiceAccounts, () => <VoiceAccounts />],
        after: [t.afterACall, () => <PostProcessings />],
        failed: [t.failedSteps, () => <FailedSteps />],
        events: [isMine(gql.ReplayEventDocument) && t.providerEvents, () => <Events />],
      }}
    />
  </Page>
);

function Agents() {
  const parts = useParts();
  const copy = useChange(gql.DuplicateAgentDocument);
  const fields: FieldList = [
    { name: 'name', label: general.name },
    { name: 'prompt', label: t.whatItSays, rows: 6, hint: t.theAgents },
    [
      { name: 'voiceAccountId', label: general.voiceAccount, ...among('voiceAccounts', parts), none: general.any },
      { name: 'externalId', label: t.idAtTheProvider, hint: t.ifTheAgentWas },
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
      filters={[{ name: 'name', label: general.name }, ARCHIVED]}
      actions={(agent) => (
        <>
          <Button text={general.duplicate} disabled={copy.busy} act={() => copy.change({ id: agent.id })} />
          <PutAway of={agent} name={agent.name} archive={gql.ArchiveAgentDocument} restore={gql.RestoreAgentDocument} />
        </>
      )}
      columns={[
        {
          header: general.agent,
          cell: ({ name, archivedAt }) => (
            <>
              <strong>{name}</strong> {archivedAt && <Badge value="archived" />}
            </>
          ),
        },
        { header: t.account, cell: ({ voiceAccount }) => voiceAccount?.name ?? general.any },
        { header: t.instructions, cell: ({ prompt }) => prompt },
      ]}
    >
      <p>{t.anAgent}</p>
    </Records>
  );
}

type VoiceNumber = gql.VoiceNumbersQuery['list']['nodes'][number];

function Numbers() {
  const parts = useParts();
  const { countries = [] } = parts ?? {};
  const changed: FieldList = [
    [
      {
        name: 'voiceAccountId',
        label: general.voiceAccount,
        ...among('voiceAccounts', parts),
        none: t.anyOfItsProvider,
      },
      { name: 'inboundAgentId', label: t.whoAnswersCalls, ...among('agents', parts), none: general.nobody },
    ],
    [
      { name: 'maxConcurrentCalls', label: general.callsAtOnce, kind: 'number', hint: t.emptyAsMany },
      {
        name: 'voiceProvider',
        label: general.provider,
        options: Object.values(gql.VoiceProvider),
        none: general.none,
        isOptional: true,
      },
    ],
    [
      { name: 'voiceProviderId', label: t.idAtTheProvider },
      { name: 'disallowedCountryIds', label: t.neverCallsThese, multiple: true, options: countries },
    ],
  ];
  /** Why no call can be placed from it. */
  const lackOf = ({ archivedAt, voiceProvider }: VoiceNumber) => {
    if (archivedAt) return 'archived';
    const isConnected = parts?.voiceAccounts.nodes.some((one) => one.voiceProvider === voiceProvider && one.provider);
    return isConnected ? null : t.noConnectedAccount(voiceProvider);
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
      fields={[{ name: 'number', label: general.phoneNumber, kind: 'phone' }, ...changed]}
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
        { header: general.number, cell: ({ number }) => <strong>{number}</strong> },
        {
          header: general.calls,
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
        { header: t.account, cell: ({ voiceAccount, voiceProvider }) => voiceAccount?.name ?? words(voiceProvider) },
        { header: general.answeredBy, cell: ({ inboundAgent }) => inboundAgent?.name ?? general.nobody },
        { header: t.lastCall, cell: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
      ]}
    />
  );
}

const KINDS = [
  ['tag_contact', t.tagTheContact],
  ['webhook', t.notifyAService],
  ['outcome_classifier', t.classifyTheOutcome],
] as const;

function kindFields(kind: string): FieldList {
  if (kind === 'webhook') return [{ name: 'webhookData.url', label: general.address, hint: t.receivesTheCall }];
  if (kind === 'outcome_classifier') {
    return [
      { name: 'outcomeClassifierData.url', label: t.service, hint: t.emptyTheBuilt },
      [
        { name: 'outcomeClassifierData.language', label: t.language, hint: t.suchAsEn },
        {
          name: 'outcomeClassifierData.minimumConfidence',
          label: t.minimumConfidence,
          kind: 'number',
          value: 0,
          hint: t.n0To1,
        },
      ],
    ];
  }
  const outcomes = Object.values(gql.CallOutcome);
  return [
    { name: 'tagContactData.tag', label: general.tag },
    {
      name: 'tagContactData.outcomes',
      label: t.afterTheseOutcomes,
      options: outcomes,
      multiple: true,
      hint: t.noneAfterEveryCall,
    },
  ];
}

function PostProcessings() {
  const parts = useParts();
  const [kind, setKind] = useState('tag_contact');
  const all = useData(gql.PostProcessingOrderDocument, {}).data?.voicePostProcessings.nodes ?? [];
  const reorder = useChange(gql.ReorderPostProcessingsDocument);
  function earlier(id: string) {
    const ids = all.toSorted((a, b) => a.position - b.position).map((step) => step.id);
    const at = ids.indexOf(id);
    ids.splice(at - 1, 0, ...ids.splice(at, 1));
    return reorder.change({ input: { ids } });
  }
  const name = { name: 'name', label: general.name };
  const isActive = { name: 'isActive', label: general.active, kind: 'flag', options: YES_NO, value: true } as const;
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
          { name: 'kind', label: t.whatItDoes, options: KINDS, onChange: setKind },
          {
            name: 'voiceCampaignId',
            label: general.onlyForCampaign,
            ...among('voiceCampaigns', parts),
            none: general.all,
          },
        ],
        ...kindFields(kind),
        isActive,
      ]}
      actions={(step) => (
        <>
          <Button
            text="↑"
            label={t.earlierNamed(step.name)}
            disabled={reorder.busy || step.position === 0}
            act={() => earlier(step.id)}
          />
          {step.kind !== 'tag_contact' && (
            <FormButton
              text={general.secret}
              title={general.replaceTheSigning}
              document={gql.RotatePostProcessingSecretDocument}
              given={{ id: step.id }}
              fields={[]}
              button={general.replace}
              secretOf={({ rotateVoicePostProcessingSecret }) => rotateVoicePostProcessingSecret.secret}
              secretNote={general.youWontSee}
            />
          )}
          <FormButton
            text={general.edit}
            title={general.changeNamed(step.name)}
            document={gql.UpdatePostProcessingDocument}
            given={{ id: step.id }}
            of={step}
            depth={1}
            fields={[name, ...kindFields(step.kind), isActive]}
            button={general.save}
          />
        </>
      )}
      columns={[
        {
          header: general.step,
          cell: ({ name, isActive }) => (
            <>
              <strong>{name}</strong> {!isActive && <Badge value="off" />}
            </>
          ),
        },
        { header: general.place, isNumber: true, cell: ({ position }) => count(position + 1) },
        { header: t.does, cell: ({ kind }) => KINDS.find(([one]) => one === kind)?.[1] },
        { header: general.campaign, cell: ({ voiceCampaign }) => voiceCampaign?.name ?? general.all },
      ]}
    >
      <p>{t.stepsRunInTheir}</p>
    </Records>
  );
}

const callOf = ({ callId }: { callId: string | null }) =>
  callId && <Link to={`/calls/${callId}`} text={general.call} />;

const FailedSteps = () => (
  <List
    document={gql.FailedStepsDocument}
    noun="failed step"
    variables={{ filter: { status: ['failed'] } }}
    columns={[
      { header: general.step, cell: ({ name }) => <strong>{name}</strong> },
      { header: general.call, cell: callOf },
      { header: general.why, cell: ({ failureReason }) => failureReason },
      { header: general.tries, isNumber: true, cell: ({ attempts }) => count(attempts) },
      { header: general.when, cell: ({ createdAt }) => <When at={createdAt} /> },
      {
        cell: ({ id }) => (
          <Opens text={t.runAgain} title={t.runTheStepAgain} of={gql.ReplayStepDocument}>
            {confirms({
              document: gql.ReplayStepDocument,
              variables: { id },
              text: t.aServiceThatWas,
              button: t.runAgain,
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
    filters={[
      { name: 'status', label: general.status, of: Object.values(gql.CallEventStatus), read: (status) => [status] },
    ]}
    columns={[
      { header: general.event, cell: ({ type }) => <strong>{type}</strong> },
      { header: t.account, cell: ({ voiceAccount }) => voiceAccount?.name },
      { header: general.call, cell: callOf },
      {
        header: general.status,
        cell: ({ status, failureReason }) => <Both first={<Badge value={status} />} more={failureReason} />,
      },
      { header: t.received, cell: ({ receivedAt }) => <When at={receivedAt} /> },
      {
        cell: ({ id, status }) =>
          status === 'failed' && (
            <Opens text={t.applyAgain} title={t.applyTheEventAgain} of={gql.ReplayEventDocument}>
              {confirms({
                document: gql.ReplayEventDocument,
                variables: { id },
                text: t.safeToRepeat,
                button: t.applyAgain,
              })}
            </Opens>
          ),
      },
    ]}
  />
);
