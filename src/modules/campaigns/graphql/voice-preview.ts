import { having } from '../../../database/reads/filters.ts';
import { pageOfArray } from '../../../database/reads/page.ts';
import { builder } from '../../../graphql/builder.ts';
import { connectionOf } from '../../../graphql/connections.ts';
import { ContactType } from '../../audience/contacts/graphql/types.ts';
import { AgentType } from '../../voice/agents/graphql/types.ts';
import type { CallerOfPreview, HourOfCalls, PreviewedCall } from '../../voice/engine/preview/voice-play.ts';
import { NumberType } from '../../voice/numbers/graphql/types.ts';
import { VoiceRecipientRuleEnum, VoiceRecipientStatusEnum } from '../explain/graphql/voice.ts';
import { previewVoiceCampaign, type VoiceCampaignPreview } from '../voice/preview.ts';
import { keptType, PREVIEW_ARGS, previewFields } from './preview.ts';

const HourType = builder.objectRef<HourOfCalls>('VoicePreviewHour').implement({
  description: 'Calls placed in one clock hour.',
  fields: (t) => ({
    hour: t.expose('hour', { type: 'DateTime', description: 'When the hour begins.' }),
    calls: t.exposeInt('calls', { description: 'Calls that are placed.' }),
  }),
});

const CallerType = builder.objectRef<CallerOfPreview>('VoicePreviewCaller').implement({
  description: 'Calls that one agent places from one number.',
  fields: (t) => ({
    numberId: t.exposeID('numberId', { description: 'The number.' }),
    number: t.byId(NumberType, 'numberId', {
      access: 'viewer',
      description: 'The number; null when it was deleted meanwhile.',
    }),
    agentId: t.exposeID('agentId', { description: 'The agent.' }),
    agent: t.byId(AgentType, 'agentId', {
      access: 'viewer',
      description: 'The agent; null when it was deleted meanwhile.',
    }),
    calls: t.exposeInt('calls', { description: 'How many calls, at least 1.' }),
  }),
});

const CallType = builder.objectRef<PreviewedCall>('VoicePreviewCall').implement({
  description: 'A call that would be placed.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'When it is placed.' }),
    contactId: t.exposeID('contactId', { description: 'Who is called.' }),
    contact: t.byId(ContactType, 'contactId', {
      access: 'viewer',
      description: 'Who is called; null when the contact was deleted meanwhile.',
    }),
    numberId: t.exposeID('numberId', { description: 'The number that calls.' }),
    agentId: t.exposeID('agentId', { description: 'The agent that speaks.' }),
    voiceAccountId: t.exposeID('voiceAccountId', { description: 'The voice account that carries the call.' }),
    attempt: t.exposeInt('attempt', { description: 'Which call to the contact in the cycle it is, from 1.' }),
  }),
});

const KeptType = keptType('VoicePreviewKept', 'a call', {
  rule: VoiceRecipientRuleEnum as never,
  status: VoiceRecipientStatusEnum as never,
});

const CallFilter = builder.inputType('VoicePreviewCallFilter', {
  description: 'Every condition given must hold.',
  fields: (t) => ({
    contactId: t.id({ description: 'To this contact.' }),
    agentId: t.id({ description: 'By this agent.' }),
    numberId: t.id({ description: 'From this number of the team.' }),
    voiceAccountId: t.id({ description: 'Through this voice account.' }),
    attempt: t.field({ type: 'PositiveInt', description: 'Which call to the contact in the cycle it is, from 1.' }),
  }),
});

const PreviewType = builder.objectRef<VoiceCampaignPreview>('VoiceCampaignPreview').implement({
  description: 'What a voice campaign would do. Nobody was called.',
  fields: (t) => ({
    ...previewFields(t),
    callSeconds: t.int({
      description:
        'How long a call is assumed to last, in seconds: the average of the team’s latest answered calls, 60 when there are none.',
      resolve: ({ expected }) => expected.seconds,
    }),
    estimatedCost: t.expose('estimatedCost', {
      type: 'Decimal',
      nullable: true,
      description:
        'What the calls cost at the average cost of the team’s latest answered calls; null when no provider has reported one.',
    }),
    hours: t.expose('hours', {
      type: [HourType],
      access: 'viewer',
      size: 500,
      description: 'How many calls are placed in each hour; hours without calls are omitted.',
    }),
    callers: t.expose('callers', {
      type: [CallerType],
      access: 'viewer',
      size: 100,
      description: 'Which agents call from which numbers, the most calls first.',
    }),
    kept: t.expose('kept', {
      type: [KeptType],
      access: 'viewer',
      size: 20,
      description: 'Who is held and skipped, by rule, the most contacts first.',
    }),
    calls: t.connection(
      {
        type: CallType,
        access: 'viewer',
        description: 'The calls in the order in which they are placed, at most 10,000.',
        args: { filter: t.arg({ type: CallFilter, description: 'Which of them.' }) },
        resolve: ({ calls }, args) => pageOfArray(having(calls, args.filter), args),
      },
      ...connectionOf(builder, CallType),
    ),
  }),
});

builder.queryField('previewVoiceCampaign', (t) =>
  t.field({
    type: PreviewType,
    nullable: true,
    access: 'viewer',
    description:
      'What a voice campaign would do if it were started: the engine’s own rules on a simulated clock. Nobody is called, and nothing is left behind. A campaign that is calling already continues from where it is. Every call is assumed to be answered and to last `callSeconds`. It looks at 10,000 contacts, 10,000 calls, and works half as long as an operation may take (10 of 20 seconds); on the embedded database, where everybody else waits for it, at 2,000 contacts for about half a second. It says what it cut. A request previews one campaign (`BAD_REQUEST`); a team’s previews run one at a time. Null with `NOT_FOUND` when the team has no such campaign; `VALIDATION_FAILED` under the same fields as `startCampaign` when it could not be started; `UNAVAILABLE` from a server that only reads. Not in the reference.',
    args: PREVIEW_ARGS,
    resolve: (_root, { id, ...options }, ctx) => previewVoiceCampaign(ctx, id, options),
  }),
);
