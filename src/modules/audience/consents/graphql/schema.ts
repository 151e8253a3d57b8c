import { builder } from '../../../../graphql/builder.ts';
import { filterInput } from '../../../../graphql/lists.ts';
import {
  CONSENT,
  CONSENT_EVENT,
  consentEventFilter,
  consentFilter,
  listConsentEvents,
  listConsents,
} from '../lists.ts';
import { recordConsent } from '../operations.ts';
import { ChannelEnum, ConsentPurposeEnum, ConsentSourceEnum, ConsentStateEnum } from './enums.ts';
import { ConsentEventType, ConsentType } from './types.ts';

builder.queryFields((t) => ({
  consents: t.page({
    type: ConsentType,
    access: 'viewer',
    description: 'What people have consented to, by number, channel and purpose; the newest first.',
    filter: filterInput(consentFilter),
    list: listConsents,
    texts: { filter: 'Which consents.' },
  }),
  consent: t.record({ type: ConsentType, of: CONSENT, access: 'viewer', description: 'One consent.' }),
  consentEvents: t.page({
    type: ConsentEventType,
    access: 'viewer',
    description: 'The history of consent: every statement, the newest first.',
    filter: filterInput(consentEventFilter),
    list: listConsentEvents,
    texts: { filter: 'Which statements.' },
  }),
  consentEvent: t.record({
    type: ConsentEventType,
    of: CONSENT_EVENT,
    access: 'viewer',
    description: 'One statement about consent.',
  }),
}));

const RecordConsentInput = builder.inputType('RecordConsentInput', {
  description: 'A statement about consent.',
  fields: (t) => ({
    number: t.field({
      type: 'PhoneNumber',
      required: true,
      description: 'Phone number of the person, E.164 digits without the plus sign. It need not be a contact’s.',
    }),
    channel: t.field({ type: ChannelEnum, required: true, description: 'The channel it is about.' }),
    purpose: t.field({ type: ConsentPurposeEnum, required: true, description: 'The purpose it is about.' }),
    state: t.field({ type: ConsentStateEnum, required: true, description: 'Whether consent is granted or withdrawn.' }),
    source: t.field({
      type: ConsentSourceEnum,
      required: true,
      defaultValue: 'api',
      description: 'Where the statement comes from.',
    }),
    evidence: t.string({
      description: 'What proves it, such as the form’s address or the person’s words; at most 2,000 characters.',
    }),
    occurredAt: t.field({ type: 'DateTime', description: 'When it was stated, not in the future. Defaults to now.' }),
  }),
});

const RecordConsentPayload = builder
  .objectRef<Awaited<ReturnType<typeof recordConsent>>>('RecordConsentPayload')
  .implement({
    description: 'What was recorded.',
    fields: (t) => ({
      consentEvent: t.expose('consentEvent', {
        type: ConsentEventType,
        access: 'viewer',
        description: 'The statement.',
      }),
    }),
  });

builder.mutationField('recordConsent', (t) =>
  t.field({
    type: RecordConsentPayload,
    access: 'viewer',
    creates: true,
    changes: CONSENT_EVENT,
    description:
      'Records that a person granted or withdrew consent. The newest statement about a channel and purpose decides, by `occurredAt`, in whatever order they are recorded. Campaigns with `meta.requiresConsent` respect it; to stop all messages and calls, use `suppressNumbers`. `VALIDATION_FAILED` names the fields that are wrong: `number`, too, where the data of its person was erased. `CONFLICT` while that cannot be checked because `TOKEN_KEY` is not the one that erased numbers were stored under; a withdrawal is taken.',
    args: { input: t.arg({ type: RecordConsentInput, required: true, description: 'The statement.' }) },
    resolve: (_root, { input }, ctx) => recordConsent(ctx, input),
  }),
);
