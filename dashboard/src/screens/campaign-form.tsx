import { useState } from 'react';
import * as gql from '../gql/graphql.ts';
import { among, count, useChange, useData, useGo, useSearch, word } from '../lib/index.ts';
import { general } from '../texts/first.ts';
import { campaignForm as t } from '../texts/more.ts';
import { type FieldOf, type Input, MutationForm, type StepOf, YES_NO } from '../ui/controls.ts';
import { Answer, Card, Page } from '../ui/parts.tsx';
import { DAYS, type Hours, type WeekHours } from '../ui/week-hours.ts';
import { Audience, EVERYONE, EVERYONE_NAME, everyoneOf } from './campaign-audience.tsx';
import { MergeFields, Phone } from './campaign-text.tsx';
import { SendTest, TestDraft } from './start-review.tsx';

type Slot = { sendAmount: number; sendDatetime?: string | null };

/** `200 at 09:00, 100 at 14:00`. */
const slotsOf = (text: string): Slot[] =>
  text.split(',').map((given) => {
    const [, amount, time] = /^(\d+) \p{L}+ (\d\d:\d\d)$/u.exec(given.trim()) ?? [];
    if (!time) throw new Error(t.writeItAs200);
    return { sendAmount: Number(amount), sendDatetime: time };
  });

/** The API has no word for all of them. */
const EVERYBODY = 2_147_483_647;
const days: FieldOf = { name: 'daysOfWeek', label: general.days, multiple: true, options: DAYS };
type Scheduled = { daysOfWeek?: string[] | null; weeklySchedule?: Record<string, Hours | null> | null };
const WHOLE_DAY: Hours = { start: '00:00', end: '00:00' };
/** Days and hours are one grid, of the object that has both. It comes before fields inside that object. */
const hours = (type: string, isEveryDay = false): FieldOf => ({
  name: `meta.${type}Data`,
  at: [`meta.${type}Data.daysOfWeek`, `meta.${type}Data.weeklySchedule`],
  label: t.hours,
  kind: 'week',
  hint: t.hoursHint(isEveryDay ? t.noneAtAnyTime : ''),
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
    label: word(day),
    kind: 'list',
    hint: t.suchAs200,
    value: [],
    read: slotsOf,
    show: (given: Slot[]) =>
      given
        .flatMap(({ sendAmount, sendDatetime }) => (sendDatetime ? [t.atNamed(sendAmount, sendDatetime)] : []))
        .join(', '),
  }),
);
const sendDatetime: FieldOf = { name: 'sendDatetime', label: t.notBefore, kind: 'moment' };
const isActive: FieldOf = { name: 'isActive', label: general.active, kind: 'flag', value: true, options: YES_NO };
const autoAnalyze: FieldOf = { ...isActive, name: 'autoAnalyze', label: t.classifyOutcomes };
const limits = (channel: string): FieldOf[] => [
  {
    ...{ name: `daily${channel}ContactLimit`, label: t.perContactAndDay, kind: 'number', value: 1 },
    hint: t.allCampaignsCount,
  },
  {
    ...{ name: `weekly${channel}ContactLimit`, label: t.perContactAndWeek, kind: 'number', value: 5 },
    hint: t.atTheLimit,
  },
];
const steps: FieldOf[] = [
  { name: 'stepSize', label: t.contactsPerStep, kind: 'number', value: 200 },
  { name: 'stepDelay', label: t.minutesBetween, kind: 'number', value: 60 },
  { ...{ name: 'minCtr', label: t.stopBelowCtr, kind: 'number' }, hint: t.noFurtherStepWhen },
  { name: 'maxSmsToSend', label: t.maximumMessages, kind: 'number', hint: t.theStepsStopThere },
  { ...{ name: 'maxMinutesToSend', label: t.maximumMinutes, kind: 'number' }, hint: t.theStepsStopAfter },
];

/** How it decides when to send or to call, and what belongs to that: rows of fields below `meta.<type>Data`. */
const TYPES: Record<string, { text: string; rows: FieldOf[][] }> = {
  manual: {
    text: t.onceNow,
    rows: [
      [{ ...sendDatetime, hint: t.emptyAsSoon }],
      [
        {
          name: 'sendAmount',
          label: t.maximumContacts,
          kind: 'number',
          hint: t.emptyEverybody,
          show: (amount: number) => (amount >= EVERYBODY ? '' : amount),
        },
        { name: 'throttleBatchSize', label: t.maximumPerMinute, kind: 'number', value: 0, hint: t.n0NoLimit },
      ],
    ],
  },
  multistep: { text: t.inStepsAsLong, rows: [[...steps, sendDatetime, isActive]] },
  planner: {
    text: t.dailyDripWithinSet,
    rows: [
      [hours('planner')],
      steps.map((field) => ({ ...field, name: `multistepData.${field.name}` })),
      [...limits('Sms'), isActive],
    ],
  },
  recurring: { text: t.weeklySchedule, rows: [[days], slots, [...limits(''), isActive]] },
  feed: {
    text: t.asContactsArrive,
    rows: [
      [hours('feed', true)],
      [
        { name: 'feedId', label: t.feed },
        { name: 'feedIds', label: t.otherFeeds, kind: 'list', hint: general.separatedByCommas },
        { name: 'hourlyCallsLimit', label: t.maximumPerHour, kind: 'number', value: 0, hint: t.n0All },
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
  label: general.text,
  rows: 6,
  hint: t.randomChoiceAB,
  wrap: (input, id) => <MergeFields id={id}>{input}</MergeFields>,
  read: (text: string) => text.split(/\n-{3,}\r?\n/).map((one) => one.trim()),
  show: (texts: { text: string }[]) => texts.map(({ text }) => text).join('\n---\n'),
};
/** Before a route, in the place of a plan, where the team has none yet: the plan is made with the campaign. */
const ROUTE = 'route:';
const ROUTES: FieldOf = {
  name: 'meta.routingPlanId',
  label: general.routingPlan,
  named: 'routingPlans',
  none: general.none,
  hint: t.decidesWhichRoutes,
};
const DOMAIN: FieldOf = {
  name: 'meta.domainPlanId',
  label: general.linkDomains,
  named: 'domainPlans',
  none: t.theServersOwn,
  isOptional: true,
};
const SMART: FieldOf = {
  ...isActive,
  name: 'meta.smartEncoding',
  label: t.smartEncoding,
  value: false,
  hint: t.replacesUnusual,
};
const CONSENT: FieldOf = {
  name: 'meta.requiresConsent',
  label: t.onlyWithConsent,
  options: Object.values(gql.ConsentPurpose).map((purpose) => [purpose, word(purpose)]),
  none: t.noConsentNeeded,
  isOptional: true,
};
const PRE_CHECK: FieldOf = {
  name: 'meta.preCheckUrl',
  label: t.preCheckUrl,
  isOptional: true,
  hint: t.aServiceThatSays,
};

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
  const segment = useChange(gql.CreateSegmentDocument);
  const plan = useChange(gql.CreateRoutingPlanDocument);
  const [search] = useSearch();
  const go = useGo();
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
      const everyone = { input: { name: EVERYONE_NAME, filter: {} } };
      const id = await make(EVERYONE, () => segment.change(everyone));
      input.meta.segmentIds = segmentIds.flatMap((one: string) => (one === EVERYONE ? (id ?? []) : one));
    }
    const [, defaultRouteId] = input.meta?.routingPlanId?.split(ROUTE) ?? [];
    if (defaultRouteId) {
      const standard = { input: { name: 'Standard', defaultRouteId } };
      input.meta.routingPlanId = await make(defaultRouteId, () => plan.change(standard));
    }
    return input;
  }
  /** Once, however often the form is sent. */
  async function make(name: string, ask: () => Promise<{ done: { id: string } } | null>) {
    const id = made.get(name) ?? (await ask())?.done.id;
    if (id) made.set(name, id);
    return id;
  }

  const stepsOf = (known: gql.CampaignPartsQuery): StepOf[] => {
    const { segments, offers, routingPlans, routes, domainPlans, agents, voiceNumbers, voiceAccounts } = known;
    const everyone = everyoneOf(known);
    const usesUrl = [typed.texts].flat().some((text) => /{{\s*url\b/.test(text ?? ''));
    const segment = { options: segments.nodes, named: 'segments' } as const;
    const connected = routes.nodes.filter(({ provider }) => provider);
    const plans =
      routingPlans.nodes.length > 0
        ? routingPlans.nodes
        : connected.map(({ id, name }) => ({ id: ROUTE + id, name: t.everythingOver(name) }));
    const audience: FieldOf = {
      name: 'meta.segmentIds',
      label: general.segments,
      named: 'segments',
      multiple: true,
      options: [
        ...(everyone === EVERYONE ? [[EVERYONE, t.everyoneNamed(count(known.everyone.contactsCount))] as const] : []),
        ...segments.nodes.map(({ id, name }) => [id, name] as const),
      ],
      ...(of ? {} : { value: [everyone] }),
    };
    const offered: FieldOf = {
      name: 'offerIds',
      label: general.offers,
      named: 'offers',
      multiple: true,
      options: offers.nodes,
      hint: usesUrl && !typed.offerIds?.length ? <span className="mistake">{t.chooseAnOffer}</span> : t.whereUrlLeads,
      // A team with one offer sells that.
      ...(offers.nodes.length === 1 && { value: offers.nodes.map(({ id }) => id) }),
    };
    const isConnected = ({ voiceProvider }: (typeof voiceNumbers.nodes)[number]) =>
      voiceAccounts.nodes.some((account) => account.voiceProvider === voiceProvider && account.provider);
    const unable = voiceNumbers.nodes.filter((number) => !isConnected(number)).map(({ number }) => number);
    const voices = voiceNumbers.nodes.filter(isConnected).map(({ id, number }) => [id, number] as const);
    const message: StepOf = isVoice
      ? {
          title: general.call,
          fields: [
            {
              name: 'meta.agentId',
              label: general.agentThatSpeaks,
              ...among('agents', { agents }),
              none: general.none,
            },
            {
              name: 'meta.numberId',
              label: general.numberToCallFrom,
              options: voices,
              named: 'voiceNumbers',
              none: general.none,
              hint: unable.length > 0 && t.cannotCall(unable.join(', ')),
            },
          ],
        }
      : {
          title: general.message,
          fields: [
            ...(of ? [] : [offered]),
            TEXTS,
            [SMART, { ...ROUTES, options: plans, ...(of ? {} : { value: plans.at(-1)?.id }) }],
            { ...DOMAIN, options: domainPlans.nodes },
          ],
          beside: (
            <div className="column">
              <Phone texts={typed.texts} />
              {of ? <SendTest id={of.id} isSaved /> : <TestDraft input={() => prepare(structuredClone(typed))} />}
            </div>
          ),
        };
    return [
      {
        title: general.audience,
        fields: [
          { name: 'name', label: general.name, hint: t.forYou },
          audience,
          [{ name: 'meta.filterSegmentId', label: t.limitToContacts, ...segment, none: t.noLimit }, CONSENT],
          ...(isVoice && !of ? [offered] : []),
        ],
        beside: <Audience of={typed.meta} known={known} />,
      },
      message,
      {
        title: general.when,
        fields: [
          {
            name: 'meta.sendType',
            label: general.when,
            options: types.map((name) => [name, TYPES[name]!.text]),
            none: first ? undefined : general.none,
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
        <Card title={of ? general.edit : t.audienceMessage}>
          <MutationForm
            document={of ? update : create}
            given={of && { id: of.id }}
            of={of}
            depth={2}
            steps={stepsOf(known)}
            startAt={Number(search.get('step'))}
            watch={watch}
            prepare={prepare}
            button={of ? general.save : general.review}
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
    <Page title={title} back={back} lead={t.nothingGoesOut}>
      <CampaignForm isVoice={isVoice} />
    </Page>
  );
export const NewCampaign = newOf(general.newCampaign, ['/campaigns', general.campaigns]);
export const NewVoiceCampaign = newOf(general.newVoiceCampaign, ['/campaigns?tab=voice', general.voiceCampaigns], true);
