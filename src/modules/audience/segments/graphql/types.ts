import { builder } from '../../../../graphql/builder.ts';
import { CallOutcomeEnum } from '../../../../graphql/call-outcome.ts';
import { connectionOf } from '../../../../graphql/connections.ts';
import { FilterOperatorEnum } from '../../../../graphql/filter-operator.ts';
import { columns, namesBelow, oncePerSelection } from '../../../../graphql/selection.ts';
import {
  type CustomFieldCondition,
  type FilterGroup,
  type SegmentFilter,
  storedFilter,
} from '../../../delivery/reach/filter.ts';
import type { ConsentNeeded } from '../../../delivery/reach/lacks-consent.ts';
import { ChannelEnum, ConsentPurposeEnum } from '../../consents/graphql/enums.ts';
import { ContactFilter, ContactOrder } from '../../contacts/graphql/list-inputs.ts';
import { ContactType } from '../../contacts/graphql/types.ts';
import { contactsOfSegment, countContactsOfSegment, type WithFilter } from '../operations.ts';
import { CustomFieldEnum } from './enums.ts';

const CustomFieldConditionType = builder.objectRef<CustomFieldCondition>('CustomFieldCondition').implement({
  description: 'A condition on one custom field.',
  fields: (t) => ({
    field: t.expose('field', { type: CustomFieldEnum, description: 'Which field.' }),
    operator: t.expose('operator', { type: FilterOperatorEnum, description: 'How it compares.' }),
    value: t.exposeString('value', { nullable: true, description: 'What with; null for `blank` and `notBlank`.' }),
    valueTo: t.exposeString('valueTo', { nullable: true, description: 'The end of `inRange`; null otherwise.' }),
  }),
});

const ConsentConditionType = builder.objectRef<ConsentNeeded>('ConsentCondition').implement({
  description: 'Consent that contacts have given and not withdrawn.',
  fields: (t) => ({
    channel: t.expose('channel', { type: ChannelEnum, description: 'The channel.' }),
    purpose: t.expose('purpose', { type: ConsentPurposeEnum, description: 'The purpose.' }),
  }),
});

const DateTimeSpan = builder.objectRef<{ from: string | null; to: string | null }>('DateTimeSpan').implement({
  description: 'A span of time.',
  fields: (t) => ({
    from: t.expose('from', { type: 'DateTime', nullable: true, description: 'Not before this moment.' }),
    to: t.expose('to', { type: 'DateTime', nullable: true, description: 'Before this moment.' }),
  }),
});

type Types = (typeof builder)['$inferSchemaTypes'];

const conditions = (t: PothosSchemaTypes.ObjectFieldBuilder<Types, FilterGroup>) => ({
  tagsAny: t.exposeStringList('tagsAny', { description: 'With at least one of these tags.' }),
  tagsAll: t.exposeStringList('tagsAll', { description: 'With every one of these tags.' }),
  tagsNone: t.exposeStringList('tagsNone', { description: 'With none of these tags.' }),
  countryIds: t.idList({
    description: 'In one of these countries, ISO 3166-1 numeric codes.',
    resolve: ({ countryIds }) => countryIds,
  }),
  networkIds: t.idList({
    description: 'With a number in one of these networks.',
    resolve: ({ networkIds }) => networkIds,
  }),
  createdAt: t.expose('createdAt', {
    type: DateTimeSpan,
    nullable: true,
    description: 'When the contact was created.',
  }),
  customFields: t.expose('customFields', {
    type: [CustomFieldConditionType],
    size: 20,
    description: 'Conditions on custom fields.',
  }),
  hasBeenCalled: t.exposeBoolean('hasBeenCalled', {
    nullable: true,
    description: 'Whether a call to or from them has left the queue.',
  }),
  hasAnswered: t.exposeBoolean('hasAnswered', {
    nullable: true,
    description: 'Whether they took such a call themselves; an answering machine does not count.',
  }),
  callOutcomes: t.expose('callOutcomes', {
    type: [CallOutcomeEnum],
    description: 'With a call that came to one of these.',
  }),
  hasClicked: t.exposeBoolean('hasClicked', {
    nullable: true,
    description: 'Whether they opened a link of a message.',
  }),
  hasReplied: t.exposeBoolean('hasReplied', {
    nullable: true,
    description: 'Whether they wrote back anything but STOP.',
  }),
  repliedKeywords: t.exposeStringList('repliedKeywords', {
    description: 'With a reply that was one of these keywords, in capitals and without accents.',
  }),
  consentsAll: t.expose('consentsAll', {
    type: [ConsentConditionType],
    size: 4,
    description: 'With every one of these consents.',
  }),
  unsubscribed: t.exposeBoolean('unsubscribed', {
    nullable: true,
    description: 'Whether they must not be contacted.',
  }),
});

const SegmentFilterGroupType = builder.objectRef<FilterGroup>('SegmentFilterGroup').implement({
  description: 'Conditions that must all hold. Empty lists and null ask nothing.',
  fields: conditions,
});

const SegmentFilterType = builder.objectRef<SegmentFilter>('SegmentFilter').implement({
  description:
    'Which contacts a segment holds: those for whom every condition holds. Empty lists and null ask nothing.',
  fields: (t) => ({
    ...conditions(t),
    anyOf: t.expose('anyOf', {
      type: [SegmentFilterGroupType],
      size: 10,
      description: 'Alternatives: unless empty, one of these groups must hold, besides the other conditions.',
    }),
  }),
});

const asked = oncePerSelection((info) => {
  const names = namesBelow(info, []);
  return {
    isCounted: names.includes('totalCount'),
    isRead: names.some((name) => name !== 'totalCount' && name !== '__typename'),
  };
});

const COST = 'It reads the team’s contacts: a request may count segments at most 40 times, `BAD_REQUEST` otherwise.';

export const SegmentType = builder.prismaObject('Segment', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'name', 'createdAt', 'updatedAt'),
    filter: t.field({
      type: SegmentFilterType,
      select: { filter: true },
      description: 'Which contacts it holds.',
      resolve: (segment) => storedFilter(segment.filter),
    }),
    audienceCount: t.int({
      select: { filter: true },
      description: `How many of its contacts a campaign would reach now: nobody who must not be contacted. ${COST}`,
      resolve: (segment, _args, ctx) => countContactsOfSegment(ctx, segment, true),
    }),
    contacts: t.connection(
      {
        type: ContactType,
        access: 'viewer',
        select: { filter: true },
        description: `The contacts it holds now, newest first unless ordered otherwise. Those who must not be contacted are among them; \`audienceCount\` leaves them out. \`totalCount\`: ${COST}`,
        args: {
          filter: t.arg({ type: ContactFilter, description: 'Which of them.' }),
          orderBy: t.arg({ type: ContactOrder, description: 'In which order.' }),
        },
        resolve: (segment, args, ctx, info) =>
          contactsOfSegment(ctx, segment, args, { fields: columns(info), ...asked(info) }),
      },
      ...connectionOf(builder, ContactType),
    ),
  }),
});

/** As a `totalCount`, which reads as many rows. */
const PRICE = { price: 1_000 };

export const SegmentPreviewType = builder.objectRef<WithFilter>('SegmentPreview').implement({
  description: 'Whom a segment would hold that is not saved.',
  fields: (t) => ({
    contactsCount: t.int({
      extensions: PRICE,
      description: `How many contacts it would hold now, those who must not be contacted among them. ${COST}`,
      resolve: (segment, _args, ctx) => countContactsOfSegment(ctx, segment, false),
    }),
    audienceCount: t.int({
      extensions: PRICE,
      description: `How many of its contacts a campaign would reach now: nobody who must not be contacted. ${COST}`,
      resolve: (segment, _args, ctx) => countContactsOfSegment(ctx, segment, true),
    }),
  }),
});
