import { useState } from 'react';
import * as gql from '../gql/graphql.ts';
import { count, go, useData } from '../lib/index.ts';
import { type FieldList, type FieldOf, MutationForm, YES_NO } from '../ui/controls.ts';
import { Answer, Card, Page } from '../ui/parts.tsx';

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
const days: FieldOf = { name: 'daysOfWeek', label: 'Days', multiple: true, options: DAYS };
const hours = ['default', ...DAYS].map((day) => ({
  name: `weeklySchedule.${day}`,
  label: day === 'default' ? 'Hours' : day,
  hint: day === 'default' ? 'Such as 09:00-17:00; empty: at any time' : 'empty: as the others',
  isOptional: true,
  read: hoursOf,
  show: ({ start, end }: Hours) => `${start}-${end}`,
}));
const slots = DAYS.map(
  (day): FieldOf => ({
    name: `dailyRecurringData.${day}`,
    label: day,
    kind: 'list',
    hint: 'Such as 200 at 09:00, 100 at 14:00',
    value: [],
    read: slotsOf,
    show: (given: Slot[]) => given.map(slotText).join(', '),
  }),
);
const sendDatetime: FieldOf = { name: 'sendDatetime', label: 'Not before', kind: 'moment' };
const isActive: FieldOf = { name: 'isActive', label: 'Active', kind: 'flag', value: true, options: YES_NO };
const autoAnalyze: FieldOf = { ...isActive, name: 'autoAnalyze', label: 'Classify outcomes' };
const limits = (channel: string): FieldOf[] => [
  { name: `daily${channel}ContactLimit`, label: 'Per contact and day', kind: 'number', value: 1 },
  { name: `weekly${channel}ContactLimit`, label: 'Per contact and week', kind: 'number', value: 5 },
];
const steps: FieldOf[] = [
  { name: 'stepSize', label: 'Contacts per step', kind: 'number', value: 200 },
  { name: 'stepDelay', label: 'Minutes between steps', kind: 'number', value: 60 },
  { name: 'minCtr', label: 'Stop below CTR (%)', kind: 'number' },
  { name: 'maxSmsToSend', label: 'Maximum messages', kind: 'number' },
  { name: 'maxMinutesToSend', label: 'Maximum minutes', kind: 'number' },
];

/** How it decides when to send or to call, and what belongs to that: rows of fields below `meta.<type>Data`. */
const TYPES: Record<string, { text: string; rows: FieldOf[][] }> = {
  manual: {
    text: 'Once',
    rows: [
      [
        { name: 'sendAmount', label: 'Contacts', kind: 'number', value: 200 },
        { name: 'throttleBatchSize', label: 'At most a minute', kind: 'number', value: 0, hint: '0: no limit' },
        sendDatetime,
      ],
    ],
  },
  multistep: { text: 'In steps, as long as people click', rows: [[...steps, sendDatetime, isActive]] },
  planner: {
    text: 'Daily drip within set hours',
    rows: [
      [days],
      hours,
      steps.map((field) => ({ ...field, name: `multistepData.${field.name}` })),
      [...limits('Sms'), isActive],
    ],
  },
  recurring: { text: 'Weekly schedule', rows: [[days], slots, [...limits(''), isActive]] },
  feed: {
    text: 'As contacts arrive from a feed',
    rows: [
      [
        { name: 'feedId', label: 'Feed' },
        { name: 'feedIds', label: 'Other feeds', kind: 'list', hint: 'Separated by commas' },
        { name: 'hourlyCallsLimit', label: 'At most an hour', kind: 'number', value: 0, hint: '0: all' },
      ],
      [{ ...days, hint: 'None: every day', read: (given: string[]) => (given.length > 0 ? given : null) }],
      hours,
      [autoAnalyze, isActive],
    ],
  },
};
const rowsOf = (type: string) =>
  TYPES[type]?.rows.map((row) => row.map((field) => ({ ...field, name: `meta.${type}Data.${field.name}` }))) ?? [];

const ALSO_IN = 'Limit to contacts who are also in';
const TEXTS: FieldOf = {
  name: 'texts',
  label: 'Text',
  rows: 4,
  hint: 'Merge fields: {{ name }}, {{ url }}. Random choice: {a|b}. Put --- on its own line between alternative messages.',
  read: (text: string) => text.split(/\n-{3,}\r?\n/).map((one) => one.trim()),
  show: (texts: { text: string }[]) => texts.map(({ text }) => text).join('\n---\n'),
};
const ROUTES: FieldOf = { name: 'meta.smsRoutingPlanId', label: 'Routing plan', none: 'None' };
const SMART: FieldOf = { ...isActive, name: 'meta.smartEncoding', label: 'Smart encoding', value: false };
const PRE_CHECK: FieldOf = {
  name: 'meta.preCheckUrl',
  label: 'Pre-check URL',
  isOptional: true,
  hint: 'A service that says whether a contact is eligible before it is reached. Make its secret under Settings, Quiet hours.',
};

interface CampaignFormProps {
  /** The campaign that is changed. */
  of?: (object & { id: string; meta: { sendType: string | null } }) | undefined;
  isVoice?: boolean;
}

export function CampaignForm({ of, isVoice }: CampaignFormProps) {
  const first = of ? (of.meta.sendType ?? '') : 'manual';
  const [type, setType] = useState(first);
  const types = isVoice ? ['manual', 'recurring', 'feed'] : Object.keys(TYPES);
  const [create, update] = isVoice
    ? [gql.CreateVoiceCampaignDocument, gql.UpdateVoiceCampaignDocument]
    : [gql.CreateCampaignDocument, gql.UpdateCampaignDocument];
  const parts = useData(gql.CampaignPartsDocument, {});
  const fieldsOf = ({ segments, offers, routingPlans, agents, voiceNumbers }: gql.CampaignPartsQuery): FieldList => {
    const audience: FieldOf = {
      name: 'meta.segmentIds',
      label: 'Segments',
      multiple: true,
      options: segments.nodes.map(({ id, name, contactsCount }) => [id, `${name} (${count(contactsCount)})`]),
    };
    const offered: FieldOf = { name: 'offerIds', label: 'Offers', multiple: true, options: offers.nodes };
    const voices = voiceNumbers.nodes.map(({ id, number }) => [id, number] as const);
    const own: FieldList = isVoice
      ? [
          [
            { name: 'meta.agentId', label: 'Agent that speaks', options: agents.nodes, none: 'None' },
            { name: 'meta.numberId', label: 'Number to call from', options: voices, none: 'None' },
          ],
        ]
      : [TEXTS, [SMART, { ...ROUTES, options: routingPlans.nodes }]];
    return [
      { name: 'name', label: 'Name' },
      of ? audience : [audience, offered],
      { name: 'meta.filterSegmentId', label: ALSO_IN, options: segments.nodes, none: 'None' },
      ...own,
      PRE_CHECK,
      {
        name: 'meta.sendType',
        label: 'When',
        options: types.map((name) => [name, TYPES[name]!.text]),
        none: first ? undefined : 'None',
        value: first,
        onChange: setType,
      },
      ...(types.includes(type) ? rowsOf(type) : []),
    ];
  };
  return (
    <Answer of={parts}>
      {(known) => (
        <Card title={of ? 'How it goes out' : 'What goes out, and to whom'}>
          <MutationForm
            document={of ? update : create}
            given={of && { id: of.id }}
            of={of}
            depth={2}
            fields={fieldsOf(known)}
            button={of ? 'Save' : 'Create draft'}
            onDone={({ done }) => go(`/${isVoice ? 'voice-campaigns' : 'campaigns'}/${done.id}`)}
          />
        </Card>
      )}
    </Answer>
  );
}

const newOf =
  (title: string, back: [path: string, name: string], isVoice = false) =>
  () => (
    <Page title={title} back={back}>
      <CampaignForm isVoice={isVoice} />
    </Page>
  );
export const NewCampaign = newOf('New campaign', ['/campaigns', 'Campaigns']);
export const NewVoiceCampaign = newOf('New voice campaign', ['/campaigns?tab=voice', 'Voice campaigns'], true);
