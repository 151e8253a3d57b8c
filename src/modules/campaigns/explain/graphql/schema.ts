import './voice.ts';
import { builder } from '../../../../graphql/builder.ts';
import type { PassedOver, RouteChoice } from '../../../delivery/engine/choose-route.ts';
import { MAX_CANDIDATES } from '../../../delivery/routing/candidates.ts';
import { RouteType } from '../../../delivery/routing/graphql/types.ts';
import { SmsMessageStatusEnum, SmsMessageType } from '../../graphql/sms-messages.ts';
import { type Explanation, explainRecipient } from '../explain.ts';
import { SMS_RULES } from '../rules.ts';
import { type ReachedBySms, SMS_EXPLAINED } from '../sms.ts';
import { ruleEnum } from './rule-enum.ts';

export const SmsRecipientRuleEnum = ruleEnum(
  'SmsRecipientRule',
  'What decides about a contact of an SMS campaign.',
  SMS_RULES,
);

const RouteChoiceReasonEnum = builder.enumType('RouteChoiceReason', {
  description: 'Why a rule chose a route among its candidates.',
  values: {
    only: { description: 'It was the only usable candidate of the first priority that had one.' },
    weight: { description: 'It was drawn by weight among several usable candidates.' },
    price: { description: 'It was the cheapest of several usable candidates.' },
    probe: {
      description: 'It delivers too little to the contact’s network, and a few messages test whether that has changed.',
    },
  } satisfies Record<RouteChoice['why'], { description: string }>,
});

const PassedOverReasonEnum = builder.enumType('PassedOverReason', {
  description: 'Why a candidate did not get a message.',
  values: {
    retryable: { description: 'Its provider refused the message for now.' },
    blocked: {
      description: 'Its provider refused the message because it takes none over this route.',
    },
    balance: {
      description:
        'The balance was used up: its provider refused the message, or its integration could not pay for it.',
    },
    paused: { description: 'It was paused.' },
    not_connected: { description: 'It was not connected, or had no provider.' },
    unhealthy: { description: 'It delivered too little to the contact’s network.' },
    busy: { description: 'It took as many messages a second as it may.' },
  } satisfies Record<PassedOver, { description: string }>,
});

const PassedOverRouteType = builder.objectRef<{ routeId: string; reason: PassedOver }>('PassedOverRoute').implement({
  description: 'A candidate that did not get a message.',
  fields: (t) => ({
    routeId: t.exposeID('routeId', { description: 'The route.' }),
    route: t.byId(RouteType, 'routeId', {
      access: 'viewer',
      description: 'The route; null when it was deleted since.',
    }),
    reason: t.expose('reason', { type: PassedOverReasonEnum, description: 'Why not.' }),
  }),
});

const RouteChoiceType = builder.objectRef<RouteChoice>('RouteChoice').implement({
  description: 'How a rule of several candidates chose a message’s route.',
  fields: (t) => ({
    reason: t.field({ type: RouteChoiceReasonEnum, description: 'Why this one.', resolve: ({ why }) => why }),
    passedOver: t.field({
      type: [PassedOverRouteType],
      access: 'viewer',
      size: MAX_CANDIDATES,
      description: 'Candidates that refused the message or were not usable.',
      resolve: ({ passed }) => Object.entries(passed).map(([routeId, reason]) => ({ routeId, reason })),
    }),
  }),
});

const ExplanationType = builder.objectRef<Explanation<ReachedBySms>>('SmsRecipientExplanation').implement({
  description: 'Why a campaign reached, holds, skipped or does not know a contact, as of this moment.',
  fields: (t) => ({
    smsCampaignId: t.exposeID('campaignId', { description: 'The campaign.' }),
    contactId: t.exposeID('contactId', { description: 'The contact.' }),
    cycle: t.exposeInt('cycle', { description: 'The campaign’s present cycle, which all of this is about.' }),
    rule: t.expose('rule', { type: SmsRecipientRuleEnum, description: 'The rule that decides.' }),
    text: t.exposeString('text', { description: 'The same in plain words.' }),
    status: t.field({
      type: SmsMessageStatusEnum,
      nullable: true,
      description: 'The status of its message; null while it is in no audience of the cycle.',
      resolve: ({ status }) => status as typeof SmsMessageStatusEnum.$inferType | null,
    }),
    decidedAt: t.expose('decidedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the rule reached, held or skipped it: the provider’s answer, its receipt, the last claim that looked at it, or its opt-out. Null where nothing was decided about it yet.',
    }),
    nextAt: t.expose('nextAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'The first moment at which it would be handed over by what is known now: hours, limits, delays, throttle and pauses. Those before it in the line may take longer. Null when nothing would hand it over.',
    }),
    smsSendId: t.exposeID('sendId', { nullable: true, description: 'The send whose audience it is in.' }),
    step: t.int({
      nullable: true,
      description: 'The step that reached it, from 1.',
      resolve: ({ reached }) => reached?.step ?? null,
    }),
    messageId: t.id({
      nullable: true,
      description: 'Its message in this cycle.',
      resolve: ({ reached }) => reached?.id ?? null,
    }),
    message: t.byId(SmsMessageType, ({ reached }) => reached?.id, {
      access: 'viewer',
      description: 'Its message in this cycle; null before it is claimed.',
    }),
    routeId: t.id({
      nullable: true,
      description: 'The route of its message, or the one that its message would take now; null when there is none.',
      resolve: ({ chosen }) => chosen?.routeId ?? null,
    }),
    route: t.byId(RouteType, ({ chosen }) => chosen?.routeId, {
      access: 'viewer',
      description: 'That route; null when there is none, or it was deleted since.',
    }),
    routeChoice: t.field({
      type: RouteChoiceType,
      nullable: true,
      access: 'viewer',
      description: 'How that route was chosen; null where the routing plan leaves no choice.',
      resolve: ({ chosen }) => chosen?.choice ?? null,
    }),
    lastReachedAt: t.expose('lastReachedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a message of the campaign to it was last accepted, in whichever cycle.',
    }),
  }),
});

builder.queryField('explainSmsRecipient', (t) =>
  t.field({
    type: ExplanationType,
    nullable: true,
    access: 'viewer',
    description:
      'Why an SMS campaign reached, holds or skipped a contact, or does not reach it, and when its message would go next. Null with `NOT_FOUND` when the team has no such campaign or contact.',
    args: {
      smsCampaignId: t.arg.id({ required: true, description: 'The SMS campaign.' }),
      contactId: t.arg.id({ required: true, description: 'The contact.' }),
    },
    resolve: (_root, { smsCampaignId, contactId }, ctx) =>
      explainRecipient(ctx, SMS_EXPLAINED, smsCampaignId, contactId),
  }),
);
