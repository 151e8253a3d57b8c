import { builder } from '../../../../graphql/builder.ts';
import { CallType } from '../../../voice/calls/graphql/types.ts';
import { type Explanation, explainRecipient } from '../explain.ts';
import { VOICE_RULES } from '../rules.ts';
import { type ReachedByCall, VOICE_EXPLAINED } from '../voice.ts';
import { ruleEnum } from './rule-enum.ts';

export const VoiceRecipientRuleEnum = ruleEnum(
  'VoiceRecipientRule',
  'What decides about a contact of a voice campaign.',
  VOICE_RULES,
);

export const VoiceRecipientStatusEnum = builder.enumType('VoiceRecipientStatus', {
  description: 'How far a contact of a voice campaign is, from the moment it joins a send’s audience.',
  values: {
    queued: { description: 'Waits for its turn.' },
    held: { description: 'Waits for a moment or an answer: hours, limits, a look-up, a pause, its next call.' },
    calling: { description: 'Its call is being placed or is going on.' },
    ended: { description: 'Its last call has ended, and no other follows.' },
    unknown: { description: 'It is unknown whether its call was placed. An event of the call settles it.' },
    skipped: { description: 'It is not called.' },
  },
});

const ExplanationType = builder.objectRef<Explanation<ReachedByCall>>('VoiceRecipientExplanation').implement({
  description: 'Why a voice campaign called, holds, skipped or does not know a contact, as of this moment.',
  fields: (t) => ({
    voiceCampaignId: t.exposeID('campaignId', { description: 'The campaign.' }),
    contactId: t.exposeID('contactId', { description: 'The contact.' }),
    cycle: t.exposeInt('cycle', { description: 'The campaign’s present cycle, which all of this is about.' }),
    rule: t.expose('rule', { type: VoiceRecipientRuleEnum, description: 'The rule that decides.' }),
    text: t.exposeString('text', { description: 'The same in plain words.' }),
    status: t.field({
      type: VoiceRecipientStatusEnum,
      nullable: true,
      description: 'How far the contact is; null while it is in no audience of the cycle.',
      resolve: ({ status }) => status as VoiceStatus | null,
    }),
    decidedAt: t.expose('decidedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the rule called, held or skipped it: the end of its call, the moment it was placed, the last claim that looked at it, or its opt-out. Null where nothing was decided about it yet.',
    }),
    nextAt: t.expose('nextAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'The first moment at which it would be called by what is known now: hours, limits, throttle, pauses and its next call. Contacts ahead of it may take longer. Null when nothing would call it, or when it waits for a free line.',
    }),
    voiceSendId: t.exposeID('sendId', {
      nullable: true,
      description: 'The send whose audience it is in.',
    }),
    callId: t.id({
      nullable: true,
      description: 'Its last call in this cycle.',
      resolve: ({ reached }) => reached?.id ?? null,
    }),
    call: t.byId(CallType, ({ reached }) => reached?.id, {
      access: 'viewer',
      description: 'Its last call in this cycle; null before it is claimed.',
    }),
    lastCalledAt: t.expose('lastReachedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a call of the campaign to it was last placed, in whichever cycle.',
    }),
  }),
});

type VoiceStatus = typeof VoiceRecipientStatusEnum.$inferType;

builder.queryField('explainVoiceRecipient', (t) =>
  t.field({
    type: ExplanationType,
    nullable: true,
    access: 'viewer',
    description:
      'Why a voice campaign called, holds or skips a contact, or does not call it, and when it would be called next. Null with `NOT_FOUND` when the team has no such campaign or contact. Not in the reference.',
    args: {
      voiceCampaignId: t.arg.id({ required: true, description: 'The voice campaign.' }),
      contactId: t.arg.id({ required: true, description: 'The contact.' }),
    },
    resolve: (_root, { voiceCampaignId, contactId }, ctx) =>
      explainRecipient(ctx, VOICE_EXPLAINED, voiceCampaignId, contactId),
  }),
);
