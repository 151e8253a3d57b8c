import { builder } from '../../../../graphql/builder.ts';
import { CallOutcomeEnum } from '../../../../graphql/call-outcome.ts';
import { FilterOperatorEnum } from '../../../../graphql/filter-operator.ts';
import { inputPair } from '../../../../graphql/input-pair.ts';
import { DateTimeRange, filterInput, orderInput } from '../../../../graphql/lists.ts';
import { ChannelEnum, ConsentPurposeEnum } from '../../consents/graphql/enums.ts';
import { segmentListFilter } from '../operations.ts';
import { CustomFieldEnum } from './enums.ts';

const CustomFieldConditionInput = builder.inputType('CustomFieldConditionInput', {
  description: 'A condition on one custom field.',
  fields: (t) => ({
    field: t.field({ type: CustomFieldEnum, required: true, description: 'Which field.' }),
    operator: t.field({
      type: FilterOperatorEnum,
      required: true,
      description: 'How it compares; one that the field’s kind of value has (E15).',
    }),
    value: t.string({
      description:
        'What with, as text: 1 to 255 characters, digits, a decimal or an ISO 8601 moment. Needed but for `blank` and `notBlank`.',
    }),
    valueTo: t.string({ description: 'The end of `inRange`, which needs it.' }),
  }),
});

const ConsentConditionInput = builder.inputType('ConsentConditionInput', {
  description: 'Consent that contacts have given and not withdrawn.',
  fields: (t) => ({
    channel: t.field({ type: ChannelEnum, required: true, description: 'The channel.' }),
    purpose: t.field({ type: ConsentPurposeEnum, required: true, description: 'The purpose.' }),
  }),
});

type Types = (typeof builder)['$inferSchemaTypes'];

const conditions = (t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>) => ({
  tagsAny: t.stringList({ description: 'With at least one of these tags, at most 50; case counts.' }),
  tagsAll: t.stringList({ description: 'With every one of these tags, at most 50; case counts.' }),
  tagsNone: t.stringList({ description: 'With none of these tags, at most 50; case counts.' }),
  countryIds: t.idList({ description: 'In one of these countries, ISO 3166-1 numeric codes, at most 300.' }),
  networkIds: t.idList({ description: 'With a number in one of these networks, at most 300.' }),
  createdAt: t.field({ type: DateTimeRange, description: 'When the contact was created.' }),
  customFields: t.field({ type: [CustomFieldConditionInput], description: 'On custom fields, at most 20.' }),
  hasBeenCalled: t.boolean({ description: 'Whether a call to or from them has left the queue.' }),
  hasAnswered: t.boolean({
    description: 'Whether they took such a call themselves; an answering machine does not count.',
  }),
  callOutcomes: t.field({ type: [CallOutcomeEnum], description: 'With a call that came to one of these.' }),
  hasClicked: t.boolean({ description: 'Whether they opened a link of a message.' }),
  hasReplied: t.boolean({ description: 'Whether they wrote back anything but STOP.' }),
  repliedKeywords: t.stringList({
    description:
      'With a reply that was one of these keywords of the team, at most 50, each with a letter or digit. Case and accents do not matter.',
  }),
  consentsAll: t.field({
    type: [ConsentConditionInput],
    description: 'With every one of these consents, at most 4.',
  }),
  unsubscribed: t.boolean({
    description:
      'Whether they must not be contacted: unsubscribed, or their number is on the suppression list. No campaign reaches them either way.',
  }),
});

const SegmentFilterGroupInput = builder.inputType('SegmentFilterGroupInput', {
  description: 'Conditions that must all hold, at least one.',
  fields: conditions,
});

export const SegmentFilterInput = builder.inputType('SegmentFilterInput', {
  description:
    'Every condition given must hold; an empty filter holds every contact. Bounds count the conditions of all groups together.',
  fields: (t) => ({
    ...conditions(t),
    anyOf: t.field({
      type: [SegmentFilterGroupInput],
      description: 'Alternatives, at most 10: one of these groups must hold, besides the other conditions.',
    }),
  }),
});

export const [CreateSegmentInput, UpdateSegmentInput] = inputPair('Segment', {
  create: 'A new segment.',
  update: 'Fields to change. Omitted fields stay as they are.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name, 1 to 255 characters.' }),
    filter: t.field({
      type: SegmentFilterInput,
      required: true,
      description: 'Which contacts it holds.',
      onUpdate: 'Replaces the whole former filter.',
    }),
  }),
});

export const SegmentListFilter = filterInput(segmentListFilter);
export const SegmentOrder = orderInput('Segment', { createdAt: 'When it was created.', name: 'Its name.' });
