import { isBlank, type Matching, matches } from '../../../database/reads/text-match.ts';
import { type CallOutcome, Prisma } from '../../../generated/prisma/client.ts';
import {
  CUSTOM_FIELDS,
  type CustomFieldCondition,
  type FieldKind,
  type FilterGroup,
  type SegmentFilter,
} from './filter.ts';
import { taggedAs } from './has-tag.ts';
import { isSuppressed } from './is-suppressed.ts';
import { hasConsent } from './lacks-consent.ts';
import { EACH, type Look, type Related } from './look.ts';

/**
 * A segment's filter as one condition on `contacts t`. The read that uses it adds that they are the team's, and
 * leaves out who must not be contacted.
 */
export function segmentCondition(teamId: string, filter: SegmentFilter, look: Look = EACH): Prisma.Sql {
  const own = groupCondition(teamId, filter, look);
  if (filter.anyOf.length === 0) return own;
  const groups = filter.anyOf.map((group) => groupCondition(teamId, group, look));
  return Prisma.sql`(${own} AND (${Prisma.join(groups, ' OR ')}))`;
}

function groupCondition(teamId: string, filter: FilterGroup, look: Look): Prisma.Sql {
  const { createdAt } = filter;
  const hasTag = (names: readonly string[]) =>
    look.any({ teamId, table: Prisma.sql`contact_tags`, by: taggedAs(teamId, names) });
  const conditions = [
    ...(filter.tagsAny.length > 0 ? [hasTag(filter.tagsAny)] : []),
    ...[...new Set(filter.tagsAll)].map((name) => hasTag([name])),
    ...(filter.tagsNone.length > 0 ? [Prisma.sql`NOT ${hasTag(filter.tagsNone)}`] : []),
    ...(filter.countryIds.length > 0 ? [Prisma.sql`t.country_id = ANY(${filter.countryIds}::int[])`] : []),
    ...(filter.networkIds.length > 0 ? [Prisma.sql`t.network_id = ANY(${filter.networkIds}::int[])`] : []),
    ...(createdAt?.from ? [Prisma.sql`t.created_at >= ${createdAt.from}::timestamptz`] : []),
    ...(createdAt?.to ? [Prisma.sql`t.created_at < ${createdAt.to}::timestamptz`] : []),
    ...filter.customFields.map(customCondition),
    ...whether(filter.hasBeenCalled, () => look.any(called(teamId))),
    ...whether(filter.hasAnswered, () => look.any(answered(teamId))),
    ...(filter.callOutcomes.length > 0 ? [look.any(cameTo(teamId, filter.callOutcomes))] : []),
    ...whether(filter.hasClicked, () => look.any(clicked(teamId))),
    ...whether(filter.hasReplied, () => look.any(replied(teamId, Prisma.sql`x.kind <> 'stop'`))),
    ...(filter.repliedKeywords.length > 0
      ? [look.any(replied(teamId, Prisma.sql`x.keyword = ANY(${filter.repliedKeywords}::text[])`))]
      : []),
    ...filter.consentsAll.map((needed) => look.once(hasConsent(teamId, 't', needed))),
    ...whether(filter.unsubscribed, () => look.once(isSuppressed(teamId, 't'))),
  ];
  return conditions.length === 0 ? Prisma.sql`TRUE` : Prisma.sql`(${Prisma.join(conditions, ' AND ')})`;
}

/** Leaves out everybody who asked not to be contacted, whether the contact or only its number says so. */
export const reachable = (teamId: string, look: Look = EACH) => Prisma.sql`NOT ${look.once(isSuppressed(teamId, 't'))}`;

/** Who a campaign reaches: in one of its segments, in the filter segment when there is one, and reachable. */
export function audienceCondition(
  teamId: string,
  filters: readonly SegmentFilter[],
  alsoIn: SegmentFilter | null,
  look: Look = EACH,
): Prisma.Sql {
  // Not in the reference: without segments a campaign reaches nobody rather than everybody.
  if (filters.length === 0) return Prisma.sql`FALSE`;
  const isIn = (filter: SegmentFilter) => segmentCondition(teamId, filter, look);
  const any = Prisma.sql`(${Prisma.join(filters.map(isIn), ' OR ')})`;
  return Prisma.join([any, ...(alsoIn ? [isIn(alsoIn)] : []), reachable(teamId, look)], ' AND ');
}

// A call that has left the queue; one that is only planned has reached nobody.
const called = (teamId: string) => ofCalls(teamId, Prisma.sql`x.status NOT IN ('scheduled', 'queued')`);

const answered = (teamId: string) => ofCalls(teamId, Prisma.sql`x.is_answered AND NOT x.is_answer_machine`);

const cameTo = (teamId: string, outcomes: readonly CallOutcome[]) =>
  ofCalls(teamId, Prisma.sql`x.call_outcome = ANY(${outcomes}::text[]::call_outcome[])`);

const ofCalls = (teamId: string, which: Prisma.Sql): Related => ({
  teamId,
  table: Prisma.sql`calls`,
  where: Prisma.sql`x.deleted_at IS NULL AND ${which}`,
});

const clicked = (teamId: string): Related => ({
  teamId,
  table: Prisma.sql`sms_messages`,
  where: Prisma.sql`x.is_clicked`,
});

const replied = (teamId: string, where: Prisma.Sql): Related => ({ teamId, table: Prisma.sql`sms_replies`, where });

const whether = (wanted: boolean | null, condition: () => Prisma.Sql): Prisma.Sql[] =>
  wanted === null ? [] : [wanted ? condition() : Prisma.sql`NOT ${condition()}`];

const SQL_TYPES: Record<FieldKind, Prisma.Sql> = {
  text: Prisma.sql`text`,
  integer: Prisma.sql`bigint`,
  decimal: Prisma.sql`numeric`,
  date: Prisma.sql`timestamptz`,
};

/** A field that is blank is not equal to anything and contains nothing. */
function customCondition({ field, operator, value, valueTo }: CustomFieldCondition): Prisma.Sql {
  const kind = CUSTOM_FIELDS[field];
  const column = Prisma.raw(`t.${field}`);
  const typed = (text: string | null) => Prisma.sql`${text}::${SQL_TYPES[kind]}`;
  const text = (how: Matching) => matches(column, how, value ?? '');
  const blank = kind === 'text' ? isBlank(column) : Prisma.sql`(${column} IS NULL)`;
  switch (operator) {
    case 'contains':
      return text('contains');
    case 'notContains':
      return Prisma.sql`(${text('contains')}) IS NOT TRUE`;
    case 'startsWith':
      return text('startsWith');
    case 'endsWith':
      return text('endsWith');
    case 'equals':
      return Prisma.sql`${column} = ${typed(value)}`;
    case 'notEqual':
      return Prisma.sql`${column} IS DISTINCT FROM ${typed(value)}`;
    case 'lessThan':
      return Prisma.sql`${column} < ${typed(value)}`;
    case 'lessThanOrEqual':
      return Prisma.sql`${column} <= ${typed(value)}`;
    case 'greaterThan':
      return Prisma.sql`${column} > ${typed(value)}`;
    case 'greaterThanOrEqual':
      return Prisma.sql`${column} >= ${typed(value)}`;
    case 'inRange':
      return Prisma.sql`${column} BETWEEN ${typed(value)} AND ${typed(valueTo)}`;
    case 'blank':
      return blank;
    case 'notBlank':
      return Prisma.sql`NOT ${blank}`;
  }
}
