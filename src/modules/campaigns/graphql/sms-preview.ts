import { having } from '../../../database/reads/filters.ts';
import { pageOfArray } from '../../../database/reads/page.ts';
import { builder } from '../../../graphql/builder.ts';
import { connectionOf } from '../../../graphql/connections.ts';
import { ContactType } from '../../audience/contacts/graphql/types.ts';
import type { HourOfStep, PreviewedMessage } from '../../delivery/engine/preview/read-sms-preview.ts';
import { SmsRecipientRuleEnum } from '../explain/graphql/schema.ts';
import { type CampaignPreview, partsOf, previewSmsCampaign } from '../sms/preview.ts';
import { keptType, PREVIEW_ARGS, previewFields } from './preview.ts';
import { SmsMessageStatusEnum } from './sms-messages.ts';

const HourType = builder.objectRef<HourOfStep>('SmsPreviewHour').implement({
  description: 'Messages of one step in one clock hour.',
  fields: (t) => ({
    hour: t.expose('hour', { type: 'DateTime', description: 'When the hour begins.' }),
    step: t.exposeInt('step', { description: 'The send’s step, from 1.' }),
    messages: t.exposeInt('messages', { description: 'Messages that go out.' }),
    parts: t.exposeInt('parts', { description: 'Their parts as a phone network counts them.' }),
    cost: t.expose('cost', { type: 'Decimal', description: 'What they cost at the routes’ present prices.' }),
  }),
});

const KeptType = keptType('SmsPreviewKept', 'a message', {
  rule: SmsRecipientRuleEnum as never,
  status: SmsMessageStatusEnum as never,
});

const MessageType = builder.objectRef<PreviewedMessage>('SmsPreviewMessage').implement({
  description: 'A message that would go out.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'When it is handed over.' }),
    step: t.exposeInt('step', { description: 'The send’s step, from 1.' }),
    contactId: t.exposeID('contactId', { description: 'Who gets it.' }),
    contact: t.byId(ContactType, 'contactId', {
      access: 'viewer',
      description: 'Who gets it; null when the contact was deleted meanwhile.',
    }),
    campaignTextId: t.exposeID('campaignTextId', {
      description: 'The campaign’s text that was drawn for the contact.',
    }),
    offerId: t.exposeID('offerId', {
      nullable: true,
      description: 'The offer that was drawn; null when the campaign has none.',
    }),
    routeId: t.exposeID('routeId', { description: 'The route that carries it.' }),
    finalText: t.exposeString('finalText', {
      description: 'What the contact reads. The code at the end of a short link is another one in every message.',
    }),
    smsParts: t.exposeInt('smsParts', { description: 'Its parts as a phone network counts them.' }),
    cost: t.expose('cost', { type: 'Decimal', description: 'What it costs at the route’s present price.' }),
    smartText: t.exposeString('smartText', {
      description: 'What the contact reads with smart encoding (`meta.smartEncoding`), whether or not it is on.',
    }),
    partsBefore: t.exposeInt('partsBefore', { description: 'Its parts without smart encoding.' }),
    partsAfter: t.exposeInt('partsAfter', { description: 'Its parts with smart encoding.' }),
  }),
});

const MessageFilter = builder.inputType('SmsPreviewMessageFilter', {
  description: 'Every condition given must hold.',
  fields: (t) => ({
    contactId: t.id({ description: 'To this contact.' }),
    routeId: t.id({ description: 'Over this route.' }),
    campaignTextId: t.id({ description: 'Written from this text.' }),
    offerId: t.id({ description: 'Selling this offer.' }),
    step: t.field({ type: 'PositiveInt', description: 'In this step of the send, from 1.' }),
  }),
});

const PreviewType = builder.objectRef<CampaignPreview>('SmsCampaignPreview').implement({
  description: 'What an SMS campaign would do. Nothing of it has happened.',
  fields: (t) => ({
    ...previewFields(t),
    partsBefore: t.int({
      description: 'Parts of all messages without smart encoding (`meta.smartEncoding`).',
      resolve: ({ messages }) => partsOf(messages).before,
    }),
    partsAfter: t.int({
      description: 'Parts of all messages with smart encoding.',
      resolve: ({ messages }) => partsOf(messages).after,
    }),
    hours: t.expose('hours', {
      type: [HourType],
      access: 'viewer',
      size: 500,
      description: 'How many messages go out in each hour and step; hours in which none does are left out.',
    }),
    kept: t.expose('kept', {
      type: [KeptType],
      access: 'viewer',
      size: 20,
      description: 'Who is held and skipped, by rule, the most contacts first.',
    }),
    messages: t.connection(
      {
        type: MessageType,
        access: 'viewer',
        description: 'The messages in the order in which they go out, at most about 20,000.',
        args: { filter: t.arg({ type: MessageFilter, description: 'Which of them.' }) },
        resolve: ({ messages }, args) => pageOfArray(having(messages, args.filter), args),
      },
      ...connectionOf(builder, MessageType),
    ),
  }),
});

builder.queryField('previewSmsCampaign', (t) =>
  t.field({
    type: PreviewType,
    nullable: true,
    access: 'viewer',
    description:
      'What an SMS campaign would do if it were started: the engine’s own rules on a simulated clock, without a provider, and without leaving anything behind. A campaign that is already going out continues from where it is. From the same data a real send does the same, message for message; what people do meanwhile – clicks, replies, other campaigns – is left out. It looks at 10,000 contacts, 20,000 messages, and works half as long as an operation may take (10 of 20 seconds); on the embedded database, where everybody else waits for it, at 2,000 contacts for about half a second. It says what it cut. A request previews one campaign (`BAD_REQUEST`); a team’s previews run one at a time. Null with `NOT_FOUND` when the team has none of this id; `VALIDATION_FAILED` under the same fields as `startCampaign` when it could not be started; `UNAVAILABLE` from a server that only reads. Not in the reference.',
    args: PREVIEW_ARGS,
    resolve: (_root, { id, ...options }, ctx) => previewSmsCampaign(ctx, id, options),
  }),
);
