import './voice.ts';
import { loadById } from '../../../../database/reads/lists.ts';
import { tables } from '../../../../database/tables.ts';
import { builder } from '../../../../graphql/builder.ts';
import { columns } from '../../../../graphql/selection.ts';
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
    message: t.field({
      type: SmsMessageType,
      nullable: true,
      access: 'viewer',
      description: 'Its message in this cycle; null before it is claimed.',
      resolve: ({ reached }, _args, ctx, info) => loadById(ctx, tables.SmsMessage, reached?.id ?? null, columns(info)),
    }),
    lastReachedAt: t.expose('lastReachedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a message of the campaign to it was last accepted, in whichever cycle.',
    }),
  }),
});

builder.queryField('explainRecipient', (t) =>
  t.field({
    type: ExplanationType,
    access: 'viewer',
    description:
      'Why an SMS campaign reached, holds or skipped a contact, or does not reach it, and when its message would go next. `NOT_FOUND` when the team has no such campaign or contact.',
    args: {
      smsCampaignId: t.arg.id({ required: true, description: 'The SMS campaign.' }),
      contactId: t.arg.id({ required: true, description: 'The contact.' }),
    },
    resolve: (_root, { smsCampaignId, contactId }, ctx) =>
      explainRecipient(ctx, SMS_EXPLAINED, smsCampaignId, contactId),
  }),
);
