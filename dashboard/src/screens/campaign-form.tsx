import { useState } from 'react';
import { type FragmentType, graphql, read } from '../gql/index.ts';
import { useData } from '../lib/client.ts';
import { count, named, phone } from '../lib/format.ts';
import { go } from '../lib/router.tsx';
import { type FieldList, type FieldOf, MutationForm, type Options } from '../ui/form.tsx';
import { Answer, Card, Page } from '../ui/parts.tsx';

const Draft = graphql(`
  fragment CampaignDraft on SmsCampaign {
    id name texts(first: 100) { id text }
    meta {
      sendType segmentIds filterSegmentId smsRoutingPlanId manualData { ...Manual } multistepData { ...Steps }
      plannerData {
        isActive daysOfWeek dailySmsContactLimit weeklySmsContactLimit multistepData { ...Steps }
        weeklySchedule { ...Hours }
      }
      recurringData { ...Recurring } feedData { ...Feed }
    }
  }
  fragment Manual on ManualData { sendAmount sendDatetime throttleBatchSize }
  fragment Steps on MultistepData { isActive stepSize stepDelay minCtr maxSmsToSend maxMinutesToSend sendDatetime }
  fragment Recurring on RecurringData {
    isActive daysOfWeek dailyContactLimit weeklyContactLimit dailyRecurringData { Mon Tue Wed Thu Fri Sat Sun }
    selectedRecurringTime { sendAmount sendDatetime }
  }
  fragment Feed on FeedData {
    isActive daysOfWeek feedId feedIds hourlyCallsLimit autoAnalyze weeklySchedule { ...Hours }
  }
  fragment Hours on WeeklySchedule {
    default { start end } Mon { start end } Tue { start end } Wed { start end } Thu { start end } Fri { start end }
    Sat { start end } Sun { start end }
  }
`);
const VoiceDraft = graphql(`
  fragment VoiceDraft on VoiceCampaign {
    id name
    meta {
      sendType segmentIds filterSegmentId agentId numberId manualData { ...Manual } recurringData { ...Recurring }
      feedData { ...Feed }
    }
  }
`);
const Sms = graphql(`
  query CampaignParts {
    segments(first: 100) { nodes { id name contactsCount } } offers(first: 100) { nodes { id name } }
    routingPlans(first: 100) { nodes { id name } }
  }
`);
const Voice = graphql(`
  query VoiceCampaignParts {
    segments(first: 100) { nodes { id name contactsCount } } offers(first: 100) { nodes { id name } }
    agents(first: 100, filter: {isArchived: false}) { nodes { id name } } numbers(first: 100, filter: {isArchived: false}) { nodes { id number } }
  }
`);
const Create = graphql(`
  mutation CreateCampaign($input: CreateSmsCampaignInput!) { done: createSmsCampaign(input: $input) { id } }
`);
const Update = graphql(`
  mutation UpdateCampaign($id: ID!, $input: UpdateSmsCampaignInput!) {
    done: updateSmsCampaign(id: $id, input: $input) { id }
  }
`);
const CreateVoice = graphql(`
  mutation CreateVoiceCampaign($input: CreateVoiceCampaignInput!) { done: createVoiceCampaign(input: $input) { id } }
`);
const UpdateVoice = graphql(`
  mutation UpdateVoiceCampaign($id: ID!, $input: UpdateVoiceCampaignInput!) {
    done: updateVoiceCampaign(id: $id, input: $input) { id }
  }
`);

type Hours = { start: string; end: string };
type Slot = { send_amount?: number; send_datetime?: string; [other: string]: unknown };

/** `09:00-17:00` */
function hoursOf(text: string): Hours {
  const [, start, end] = /^(\d\d:\d\d)\s*[-–]\s*(\d\d:\d\d)$/.exec(text) ?? [];
  if (!start || !end) throw new Error('Write it as 09:00-17:00.');
  return { start, end };
}
const slotText = (slot: Slot) => `${slot.send_amount ?? 200} at ${slot.send_datetime}`;
/** `200 at 09:00, 100 at 14:00`, of slots that may hold more than that. */
const slotsOf = (text: string, before: Slot[] = []): Slot[] =>
  text.split(',').map((given, index, all) => {
    const same = [before[index], ...before].find((slot) => slot && slotText(slot) === given.trim());
    if (same) return same;
    const [, amount, time] = /^(\d+) at (\d\d:\d\d)$/.exec(given.trim()) ?? [];
    if (!time) throw new Error('Write it as 200 at 09:00, 100 at 14:00.');
    const at = before.find((slot) => slot.send_datetime === time) ?? (all.length === before.length && before[index]);
    return { ...at, send_amount: Number(amount), send_datetime: time };
  });

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const ON_OFF = [
  ['true', 'Yes'],
  ['false', 'No'],
] as const;

const number = (name: string, label: string, more: Partial<FieldOf> = {}): FieldOf => ({
  name: `meta.${name}`,
  label,
  kind: 'number',
  ...more,
});
const isActive = (data: string): FieldOf => ({
  name: `meta.${data}.isActive`,
  label: 'Goes on',
  kind: 'flag',
  value: true,
  options: ON_OFF,
});
const days = (data: string): FieldOf => ({
  name: `meta.${data}.daysOfWeek`,
  label: 'Days',
  multiple: true,
  options: named(DAYS.map((name) => ({ id: name, name }))),
});
const hours = (data: string): FieldOf[] =>
  ['default', ...DAYS].map((day) => ({
    name: `meta.${data}.weeklySchedule.${day}`,
    label: day === 'default' ? 'Hours' : day,
    hint: day === 'default' ? 'Such as 09:00-17:00; empty: at any time' : 'empty: as the others',
    isOptional: true,
    read: hoursOf,
    show: ({ start, end }: Hours) => `${start}-${end}`,
  }));
const steps = (data: string): FieldOf[] => [
  number(`${data}.stepSize`, 'Contacts a step', { value: 200 }),
  number(`${data}.stepDelay`, 'Minutes between', { value: 60 }),
  number(`${data}.minCtr`, 'Ends below CTR (%)'),
  number(`${data}.maxSmsToSend`, 'At most messages'),
  number(`${data}.maxMinutesToSend`, 'At most minutes'),
];

/** How it decides when to send or to call, and what belongs to that. */
const TYPES: Record<string, { text: string; fields: FieldList }> = {
  manual: {
    text: 'Once',
    fields: [
      [
        number('manualData.sendAmount', 'Contacts', { value: 200 }),
        number('manualData.throttleBatchSize', 'At most a minute', { value: 0, hint: '0: as fast as it goes' }),
        { name: 'meta.manualData.sendDatetime', label: 'Not before', kind: 'moment' },
      ],
    ],
  },
  multistep: {
    text: 'In steps, judged by their clicks',
    fields: [
      [
        ...steps('multistepData'),
        { name: 'meta.multistepData.sendDatetime', label: 'Not before', kind: 'moment' },
        isActive('multistepData'),
      ],
    ],
  },
  planner: {
    text: 'In steps, every day within hours',
    fields: [
      days('plannerData'),
      hours('plannerData'),
      steps('plannerData.multistepData'),
      [
        number('plannerData.dailySmsContactLimit', 'To a contact a day', { value: 1 }),
        number('plannerData.weeklySmsContactLimit', 'To a contact a week', { value: 5 }),
        isActive('plannerData'),
      ],
    ],
  },
  recurring: {
    text: 'At times of the week',
    fields: [
      days('recurringData'),
      DAYS.map((day) => ({
        name: `meta.recurringData.dailyRecurringData.${day}`,
        label: day,
        hint: 'Such as 200 at 09:00, 100 at 14:00',
        read: slotsOf,
        value: [],
        show: (slots: Slot[]) => slots.map(slotText).join(', '),
        kind: 'list',
      })),
      [
        number('recurringData.dailyContactLimit', 'To a contact a day', { value: 1 }),
        number('recurringData.weeklyContactLimit', 'To a contact a week', { value: 5 }),
        isActive('recurringData'),
      ],
    ],
  },
  feed: {
    text: 'As contacts arrive in a feed',
    fields: [
      [
        { name: 'meta.feedData.feedId', label: 'Feed' },
        { name: 'meta.feedData.feedIds', label: 'Other feeds', kind: 'list', hint: 'Separated by commas' },
        number('feedData.hourlyCallsLimit', 'At most an hour', { value: 0, hint: '0: all' }),
      ],
      { ...days('feedData'), hint: 'None: every day', read: (given: string[]) => (given.length > 0 ? given : null) },
      hours('feedData'),
      [
        { ...isActive('feedData'), name: 'meta.feedData.autoAnalyze', label: 'Analyze by itself' },
        isActive('feedData'),
      ],
    ],
  },
};

const TEXTS: FieldOf = {
  name: 'texts',
  label: 'Text',
  rows: 4,
  hint: '{{ name }} and {{ url }} are filled in; {one|other} is chosen. A line of --- between two texts.',
  read: (text: string) => text.split(/\n-{3,}\r?\n/).map((one) => one.trim()),
  show: (texts: { text: string }[]) => texts.map(({ text }) => text).join('\n---\n'),
};

const none: Options = [['', 'None']];

interface Shared {
  /** The campaign that is changed. */
  of: (object & { id: string; meta: { sendType?: string | null } }) | undefined;
  segments: { nodes: readonly { id: string; name: string; contactsCount: number }[] };
  offers: { nodes: readonly { id: string; name: string }[] };
}
interface SendFormProps extends Shared {
  isVoice?: boolean;
  /** What is asked of this kind of campaign alone. */
  own: FieldList;
  /** Of TYPES. */
  types: string[];
}

function SendForm({ of, isVoice, segments, offers, own, types }: SendFormProps) {
  const [type, setType] = useState(of ? (of.meta.sendType ?? '') : 'manual');
  const audience: FieldOf = {
    name: 'meta.segmentIds',
    label: 'Segments',
    multiple: true,
    options: segments.nodes.map(({ id, name, contactsCount }) => [id, `${name} (${count(contactsCount)})`]),
    // A voice campaign names them by objects, which may hold more.
    ...(isVoice && {
      read: (ids: string[], before: { id: string }[] = []) =>
        ids.map((id) => before.find((one) => one.id === id) ?? { id }),
      show: (given: { id: string }[]) => given.map(({ id }) => id),
    }),
  };
  const only = { name: 'meta.filterSegmentId', label: 'Who are also in', options: [...none, ...named(segments.nodes)] };
  const offered = { name: 'offerIds', label: 'Offers', multiple: true, options: named(offers.nodes) };
  const how: FieldOf = {
    name: 'meta.sendType',
    label: 'When',
    options: [...(of && !of.meta.sendType ? none : []), ...types.map((name) => [name, TYPES[name]!.text] as const)],
    value: of ? '' : 'manual',
    onChange: setType,
  };
  const [create, update] = isVoice ? [CreateVoice, UpdateVoice] : [Create, Update];
  return (
    <Card title={of ? 'How it goes out' : 'What goes out, and to whom'}>
      <MutationForm
        document={of ? update : create}
        given={of && { id: of.id }}
        of={of}
        depth={2}
        fields={[
          { name: 'name', label: 'Name' },
          of ? audience : [audience, offered],
          only,
          ...own,
          how,
          ...(types.includes(type) ? TYPES[type]!.fields : []),
        ]}
        button={of ? 'Save' : 'Create draft'}
        onDone={({ done }) => go(`/${isVoice ? 'voice-campaigns' : 'campaigns'}/${done.id}`)}
      />
    </Card>
  );
}

export function CampaignForm({ draft }: { draft?: FragmentType<typeof Draft> }) {
  const known = read(Draft, draft);
  return (
    <Answer of={useData(Sms, {})}>
      {({ routingPlans, ...parts }) => (
        <SendForm
          {...parts}
          of={known}
          types={Object.keys(TYPES)}
          own={[
            TEXTS,
            { name: 'meta.smsRoutingPlanId', label: 'Routing plan', options: [...none, ...named(routingPlans.nodes)] },
          ]}
        />
      )}
    </Answer>
  );
}

export function VoiceCampaignForm({ draft }: { draft?: FragmentType<typeof VoiceDraft> }) {
  const known = read(VoiceDraft, draft);
  return (
    <Answer of={useData(Voice, {})}>
      {({ agents, numbers, ...parts }) => (
        <SendForm
          {...parts}
          isVoice
          of={known}
          types={['manual', 'recurring', 'feed']}
          own={[
            [
              { name: 'meta.agentId', label: 'Agent that speaks', options: [...none, ...named(agents.nodes)] },
              {
                name: 'meta.numberId',
                label: 'Number to call from',
                options: [...none, ...numbers.nodes.map(({ id, number: digits }) => [id, phone(digits)] as const)],
              },
            ],
          ]}
        />
      )}
    </Answer>
  );
}

export const NewCampaign = () => (
  <Page title="New campaign" back={['/campaigns', 'Campaigns']}>
    <CampaignForm />
  </Page>
);

export const NewVoiceCampaign = () => (
  <Page title="New voice campaign" back={['/campaigns?tab=voice', 'Voice campaigns']}>
    <VoiceCampaignForm />
  </Page>
);
