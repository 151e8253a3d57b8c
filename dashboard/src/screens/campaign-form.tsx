import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { useState } from 'react';
import { useClient } from 'urql';
import * as gql from '../gql/graphql.ts';
import { count, go, useData } from '../lib/index.ts';
import { type FieldOf, type Input, MutationForm, type StepOf, YES_NO } from '../ui/controls.ts';
import { Answer, Card, Page } from '../ui/parts.tsx';
import { DAYS, type Hours, type WeekHours } from '../ui/week-hours.ts';
import { Audience, EVERYONE, everyoneOf } from './campaign-audience.tsx';
import { MergeFields, Phone } from './campaign-text.tsx';

type Slot = { sendAmount: number; sendDatetime?: string | null };

/** `200 at 09:00, 100 at 14:00`. */
const slotsOf = (text: string): Slot[] =>
  text.split(',').map((given) => {
    const [, amount, time] = /^(\d+) at (\d\d:\d\d)$/.exec(given.trim()) ?? [];
    if (!time) throw new Error('Write it as 200 at 09:00, 100 at 14:00.');
    return { sendAmount: Number(amount), sendDatetime: time };
  });

/** The API has no word for all of them. */
const EVERYBODY = 2_147_483_647;
const days: FieldOf = { name: 'daysOfWeek', label: 'Days', multiple: true, options: DAYS };
type Scheduled = { daysOfWeek?: string[] | null; weeklySchedule?: Record<string, Hours | null> | null };
const WHOLE_DAY: Hours = { start: '00:00', end: '00:00' };
/** Days and hours are one grid, of the object that has both. It comes before fields inside that object. */
const hours = (type: string, isEveryDay = false): FieldOf => ({
  name: `meta.${type}Data`,
  at: [`meta.${type}Data.daysOfWeek`, `meta.${type}Data.weeklySchedule`],
  label: 'Hours',
  kind: 'week',
  hint: `In the contact’s time zone. ${isEveryDay ? 'None: at any time. ' : ''}Press an hour to add or remove it. Drag for several, or hold Shift with the arrow keys.`,
  show: ({ daysOfWeek, weeklySchedule }: Scheduled) => {
    const hoursOf = (day: string) => (weeklySchedule ? (weeklySchedule[day] ?? weeklySchedule.default) : WHOLE_DAY);
    const open = DAYS.filter((day) => (daysOfWeek ? daysOfWeek.includes(day) : weeklySchedule));
    return JSON.stringify(Object.fromEntries(open.map((day) => [day, hoursOf(day) ?? undefined])));
  },
  read: (text: string, before?: Scheduled) => {
    const week = JSON.parse(text) as WeekHours;
    const open = DAYS.filter((day) => week[day]);
    const isNever = open.length === 0;
    const weeklySchedule = isNever ? null : { ...week, default: week[open[0]!] };
    return { ...before, daysOfWeek: isNever && isEveryDay ? null : open, weeklySchedule };
  },
});
const slots = DAYS.map(
  (day): FieldOf => ({
    name: `dailyRecurringData.${day}`,
    label: day,
    kind: 'list',
    hint: 'Such as 200 at 09:00, 100 at 14:00',
    value: [],
    read: slotsOf,
    show: (given: Slot[]) =>
      given
        .flatMap(({ sendAmount, sendDatetime }) => (sendDatetime ? [`${sendAmount} at ${sendDatetime}`] : []))
        .join(', '),
  }),
);
const sendDatetime: FieldOf = { name: 'sendDatetime', label: 'Not before', kind: 'moment' };
const isActive: FieldOf = { name: 'isActive', label: 'Active', kind: 'flag', value: true, options: YES_NO };
const autoAnalyze: FieldOf = { ...isActive, name: 'autoAnalyze', label: 'Classify outcomes' };
const limits = (channel: string): FieldOf[] => [
  {
    ...{ name: `daily${channel}ContactLimit`, label: 'Per contact and day', kind: 'number', value: 1 },
    hint: 'All campaigns count. At the limit, a contact waits until the next day.',
  },
  {
    ...{ name: `weekly${channel}ContactLimit`, label: 'Per contact and week', kind: 'number', value: 5 },
    hint: 'At the limit, a contact waits until the next week.',
  },
];
const steps: FieldOf[] = [
  { name: 'stepSize', label: 'Contacts per step', kind: 'number', value: 200 },
  { name: 'stepDelay', label: 'Minutes between steps', kind: 'number', value: 60 },
  {
    ...{ name: 'minCtr', label: 'Stop below CTR (%)', kind: 'number' },
    hint: 'No further step when fewer of those reached open the link. Empty: never.',
  },
  { name: 'maxSmsToSend', label: 'Maximum messages', kind: 'number', hint: 'The steps stop there. Empty: no limit.' },
  {
    ...{ name: 'maxMinutesToSend', label: 'Maximum minutes', kind: 'number' },
    hint: 'The steps stop after that. Empty: no limit.',
  },
];

/** How it decides when to send or to call, and what belongs to that: rows of fields below `meta.<type>Data`. */
const TYPES: Record<string, { text: string; rows: FieldOf[][] }> = {
  manual: {
    text: 'Once: now, or at a set time',
    rows: [
      [{ ...sendDatetime, hint: 'Empty: as soon as it is started.' }],
      [
        {
          name: 'sendAmount',
          label: 'Maximum contacts',
          kind: 'number',
          hint: 'Empty: everybody in the audience.',
          show: (amount: number) => (amount >= EVERYBODY ? '' : amount),
        },
        {
          name: 'throttleBatchSize',
          label: 'Maximum per minute',
          kind: 'number',
          value: 0,
          hint: '0: no limit.',
        },
      ],
    ],
  },
  multistep: { text: 'In steps, as long as people click', rows: [[...steps, sendDatetime, isActive]] },
  planner: {
    text: 'Daily drip within set hours',
    rows: [
      [hours('planner')],
      steps.map((field) => ({ ...field, name: `multistepData.${field.name}` })),
      [...limits('Sms'), isActive],
    ],
  },
  recurring: { text: 'Weekly schedule', rows: [[days], slots, [...limits(''), isActive]] },
  feed: {
    text: 'As contacts arrive from a feed',
    rows: [
      [hours('feed', true)],
      [
        { name: 'feedId', label: 'Feed' },
        { name: 'feedIds', label: 'Other feeds', kind: 'list', hint: 'Separated by commas' },
        { name: 'hourlyCallsLimit', label: 'Maximum per hour', kind: 'number', value: 0, hint: '0: all' },
      ],
      [autoAnalyze, isActive],
    ],
  },
};
const rowsOf = (type: string) =>
  TYPES[type]?.rows.map((row) =>
    row.map((field) => (field.at ? field : { ...field, name: `meta.${type}Data.${field.name}` })),
  ) ?? [];

const TEXTS: FieldOf = {
  name: 'texts',
  label: 'Text',
  rows: 6,
  hint: 'Random choice: {a|b}. Put --- on its own line between alternative messages.',
  wrap: (input, id) => <MergeFields id={id}>{input}</MergeFields>,
  read: (text: string) => text.split(/\n-{3,}\r?\n/).map((one) => one.trim()),
  show: (texts: { text: string }[]) => texts.map(({ text }) => text).join('\n---\n'),
};
/** Before a route, in the place of a plan, where the team has none yet: the plan is made with the campaign. */
const ROUTE = 'route:';
const ROUTES: FieldOf = {
  name: 'meta.routingPlanId',
  label: 'Routing plan',
  none: 'None',
  hint: 'Decides which routes carry the messages.',
};
const DOMAIN: FieldOf = {
  name: 'meta.domainPlanId',
  label: 'Link domains',
  none: 'The server’s own',
  isOptional: true,
};
const SMART: FieldOf = {
  ...isActive,
  name: 'meta.smartEncoding',
  label: 'Smart encoding',
  value: false,
  hint: 'Replaces unusual characters such as curly quotes, so that a message needs fewer parts.',
};
const CONSENT: FieldOf = {
  name: 'meta.requiresConsent',
  label: 'Only with consent to',
  options: Object.values(gql.ConsentPurpose).map((purpose) => [purpose, purpose]),
  none: 'No consent needed',
  isOptional: true,
};
const PRE_CHECK: FieldOf = {
  name: 'meta.preCheckUrl',
  label: 'Pre-check URL',
  isOptional: true,
  hint: 'A service that says whether a contact is eligible before it is reached. Make its secret under Settings, Quiet hours.',
};

// biome-ignore lint/suspicious/noExplicitAny: of any variables
type Makes = TypedDocumentNode<{ done: { id: string } }, any>;

interface CampaignFormProps {
  /** The campaign that is changed. */
  of?:
    | (object & {
        id: string;
        texts?: readonly { text: string }[];
        meta: { sendType: string | null; segmentIds: readonly string[] };
      })
    | undefined;
  isVoice?: boolean;
}

/** Audience, message, time: three steps to a campaign of either kind. Its review follows. */
export function CampaignForm({ of, isVoice }: CampaignFormProps) {
  const first = of ? (of.meta.sendType ?? '') : 'manual';
  const [type, setType] = useState(first);
  const [typed, setTyped] = useState<Input>(of ?? { meta: { segmentIds: [EVERYONE] } });
  const [made] = useState(() => new Map<string, string>());
  const client = useClient();
  const types = isVoice ? ['manual', 'recurring', 'feed'] : Object.keys(TYPES);
  const [create, update] = isVoice
    ? [gql.CreateVoiceCampaignDocument, gql.UpdateVoiceCampaignDocument]
    : [gql.CreateCampaignDocument, gql.UpdateCampaignDocument];
  const parts = useData(gql.CampaignPartsDocument, {});
  const watch = (input: Input) =>
    setTyped((before: Input) => ({ ...before, ...input, meta: { ...before.meta, ...input.meta } }));

  async function prepare(input: Input) {
    const { manualData, segmentIds } = input.meta ?? {};
    if (manualData?.sendAmount === null) manualData.sendAmount = EVERYBODY;
    if (segmentIds?.includes(EVERYONE)) {
      const id = await make(EVERYONE, gql.CreateSegmentDocument, { name: 'Everyone', filter: {} });
      input.meta.segmentIds = segmentIds.flatMap((one: string) => (one === EVERYONE ? (id ?? []) : one));
    }
    const [, defaultRouteId] = input.meta?.routingPlanId?.split(ROUTE) ?? [];
    if (defaultRouteId) {
      const plan = { name: 'Standard', defaultRouteId };
      input.meta.routingPlanId = await make(defaultRouteId, gql.CreateRoutingPlanDocument, plan);
    }
    return input;
  }
  /** Once, however often the form is sent. */
  async function make(name: string, document: Makes, input: object) {
    const id = made.get(name) ?? (await client.mutation(document, { input })).data?.done.id;
    if (id) made.set(name, id);
    return id;
  }

  const stepsOf = (known: gql.CampaignPartsQuery): StepOf[] => {
    const { segments, offers, routingPlans, routes, domainPlans, agents, voiceNumbers, voiceAccounts } = known;
    const everyone = everyoneOf(known);
    const connected = routes.nodes.filter(({ provider }) => provider);
    const plans =
      routingPlans.nodes.length > 0
        ? routingPlans.nodes
        : connected.map(({ id, name }) => ({ id: ROUTE + id, name: `Everything over ${name}` }));
    const audience: FieldOf = {
      name: 'meta.segmentIds',
      label: 'Segments',
      multiple: true,
      options: [
        ...(everyone === EVERYONE ? [[EVERYONE, `Everyone (${count(known.everyone.contactsCount)})`] as const] : []),
        ...segments.nodes.map(({ id, name }) => [id, name] as const),
      ],
      ...(of ? {} : { value: [everyone] }),
    };
    const offered: FieldOf = {
      name: 'offerIds',
      label: 'Offers',
      multiple: true,
      options: offers.nodes,
      hint: 'Where {{ url }} leads.',
    };
    const isConnected = ({ voiceProvider }: (typeof voiceNumbers.nodes)[number]) =>
      voiceAccounts.nodes.some((account) => account.voiceProvider === voiceProvider && account.provider);
    const unable = voiceNumbers.nodes.filter((number) => !isConnected(number)).map(({ number }) => number);
    const voices = voiceNumbers.nodes.filter(isConnected).map(({ id, number }) => [id, number] as const);
    const message: StepOf = isVoice
      ? {
          title: 'Call',
          fields: [
            { name: 'meta.agentId', label: 'Agent that speaks', options: agents.nodes, none: 'None' },
            {
              name: 'meta.numberId',
              label: 'Number to call from',
              options: voices,
              none: 'None',
              hint:
                unable.length > 0 &&
                `These numbers cannot call because they have no connected voice account: ${unable.join(', ')}.`,
            },
          ],
        }
      : {
          title: 'Message',
          fields: [
            ...(of ? [] : [offered]),
            TEXTS,
            [SMART, { ...ROUTES, options: plans, ...(of ? {} : { value: plans[0]?.id }) }],
            { ...DOMAIN, options: domainPlans.nodes },
          ],
          beside: <Phone texts={typed.texts} />,
        };
    return [
      {
        title: 'Audience',
        fields: [
          { name: 'name', label: 'Name', hint: 'For you and your team; nobody else sees it.' },
          audience,
          [
            {
              name: 'meta.filterSegmentId',
              label: 'Limit to contacts who are also in',
              options: segments.nodes,
              none: 'No limit',
            },
            CONSENT,
          ],
          ...(isVoice && !of ? [offered] : []),
        ],
        beside: <Audience of={typed.meta} known={known} />,
      },
      message,
      {
        title: 'When',
        fields: [
          {
            name: 'meta.sendType',
            label: 'When',
            options: types.map((name) => [name, TYPES[name]!.text]),
            none: first ? undefined : 'None',
            value: first,
            onChange: setType,
          },
          ...(types.includes(type) ? rowsOf(type) : []),
          PRE_CHECK,
        ],
      },
    ];
  };
  return (
    <Answer of={parts}>
      {(known) => (
        <Card title={of ? 'Edit' : 'Audience, message, time'}>
          <MutationForm
            document={of ? update : create}
            given={of && { id: of.id }}
            of={of}
            depth={2}
            steps={stepsOf(known)}
            watch={watch}
            prepare={prepare}
            button={of ? 'Save' : 'Review'}
            onDone={({ done }) =>
              go(`/${isVoice ? 'voice-campaigns' : 'campaigns'}/${done.id}${of ? '' : '?review=1'}`)
            }
          />
        </Card>
      )}
    </Answer>
  );
}

const newOf =
  (title: string, back: [path: string, name: string], isVoice = false) =>
  () => (
    <Page title={title} back={back} lead="Nothing goes out before you have seen the review.">
      <CampaignForm isVoice={isVoice} />
    </Page>
  );
export const NewCampaign = newOf('New campaign', ['/campaigns', 'Campaigns']);
export const NewVoiceCampaign = newOf('New voice campaign', ['/campaigns?tab=voice', 'Voice campaigns'], true);
