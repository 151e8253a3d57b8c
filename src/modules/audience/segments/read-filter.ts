import { isRealDay } from 'plain-json';
import type { FieldErrors } from '../../../errors.ts';
import type { SegmentFilterGroupInput, SegmentFilterInput } from '../../../generated/inputs.ts';
import { isStorableMoment } from '../../../input/moments.ts';
import { numberOfId } from '../../../input/numbers.ts';
import type { FilterOperator } from '../../../input/operators.ts';
import { printable, tagName } from '../../../input/printable.ts';
import { messages } from '../../../input/validation-messages.ts';
import { refuse } from '../../../records/input-rules.ts';
import {
  CUSTOM_FIELDS,
  type CustomFieldCondition,
  type FieldKind,
  type FilterGroup,
  OPERATORS_OF,
  type SegmentFilter,
} from '../../delivery/reach/filter.ts';
import { folded } from '../../delivery/receipts/keywords.ts';
import { MAX_TAG_CHARACTERS } from '../contacts/rules.ts';

// Not in the reference: the bounds of a filter. Those of conditions count all of its groups together.
const MAX_GROUPS = 10;
const MAX_TAGS = 50;
const MAX_IDS = 300;
const MAX_CONSENTS = 4;
const MAX_CUSTOM_CONDITIONS = 20;
const MAX_VALUE_CHARACTERS = 255;

const MOST = {
  tagsAny: MAX_TAGS,
  tagsAll: MAX_TAGS,
  tagsNone: MAX_TAGS,
  countryIds: MAX_IDS,
  networkIds: MAX_IDS,
  repliedKeywords: MAX_TAGS,
  consentsAll: MAX_CONSENTS,
  customFields: MAX_CUSTOM_CONDITIONS,
} as const satisfies Partial<Record<keyof FilterGroup, number>>;

/** The filter as it is stored. Null and an empty list are as an absent key. Throws with every rule that it breaks. */
export function readFilter(given: SegmentFilterInput): SegmentFilter {
  const filter = { ...readGroup(given), anyOf: given.anyOf?.map(readGroup) ?? [] };
  const groups = [
    ['filter', filter],
    ...filter.anyOf.map((group, at) => [`filter.anyOf.${at}`, group] as const),
  ] as const;
  const errors: FieldErrors = Object.assign(
    most('filter.anyOf', filter.anyOf.length, MAX_GROUPS),
    ...groups.map(([path, group]) => groupErrors(path, group)),
  );
  for (const [key, bound] of Object.entries(MOST) as [keyof typeof MOST, number][]) {
    let total = 0;
    for (const [path, group] of groups) {
      total += group[key].length;
      if (group[key].length > 0) Object.assign(errors, most(`${path}.${key}`, total, bound));
    }
  }
  refuse(errors);
  return filter;
}

function readGroup(given: SegmentFilterGroupInput): FilterGroup {
  const { createdAt } = given;
  return {
    tagsAny: names(given.tagsAny),
    tagsAll: names(given.tagsAll),
    tagsNone: names(given.tagsNone),
    countryIds: [...new Set(given.countryIds?.map(numberOfId))],
    networkIds: [...new Set(given.networkIds?.map(numberOfId))],
    createdAt:
      createdAt?.from || createdAt?.to
        ? { from: createdAt.from?.toISOString() ?? null, to: createdAt.to?.toISOString() ?? null }
        : null,
    customFields: (given.customFields ?? []).map(({ field, operator, value, valueTo }) => ({
      field,
      operator,
      value: takesNoValue(operator) ? null : printable(value ?? ''),
      valueTo: operator === 'inRange' ? (valueTo ?? null) : null,
    })),
    hasBeenCalled: given.hasBeenCalled ?? null,
    hasAnswered: given.hasAnswered ?? null,
    callOutcomes: [...new Set(given.callOutcomes)],
    hasClicked: given.hasClicked ?? null,
    hasReplied: given.hasReplied ?? null,
    repliedKeywords: [...new Set(given.repliedKeywords?.map(folded))],
    consentsAll: given.consentsAll?.map(({ channel, purpose }) => ({ channel, purpose })) ?? [],
    unsubscribed: given.unsubscribed ?? null,
  };
}

const names = (given: readonly string[] | null | undefined) => [...new Set(given?.map(tagName))];

function groupErrors(path: string, group: FilterGroup): FieldErrors {
  const errors: FieldErrors = {};
  // An alternative that holds every contact would leave the others without effect.
  if (
    path !== 'filter' &&
    Object.values(group)
      .flat()
      .every((value) => value === null)
  )
    errors[path] = [messages.required(path)];
  for (const key of ['tagsAny', 'tagsAll', 'tagsNone'] as const) {
    for (const [at, name] of group[key].entries()) {
      const one = `${path}.${key}.${at}`;
      if (name === '') errors[one] = [messages.required(one)];
      if ([...name].length > MAX_TAG_CHARACTERS) errors[one] = [messages.atMostCharacters(one, MAX_TAG_CHARACTERS)];
    }
  }
  // Nothing is left of 👍 when it is folded.
  const empty = group.repliedKeywords.indexOf('');
  const keyword = `${path}.repliedKeywords.${empty}`;
  if (empty >= 0) errors[keyword] = [messages.required(keyword)];
  const conditions = group.customFields.map((one, at) => conditionErrors(one, `${path}.customFields.${at}`));
  return Object.assign(errors, ...conditions);
}

const most = (path: string, length: number, bound: number): FieldErrors =>
  length > bound ? { [path]: [messages.atMostItems(path, bound)] } : {};

const takesNoValue = (operator: FilterOperator) => operator === 'blank' || operator === 'notBlank';

function conditionErrors(condition: CustomFieldCondition, path: string): FieldErrors {
  const { field, operator } = condition;
  const kind = CUSTOM_FIELDS[field];
  if (!OPERATORS_OF[kind].includes(operator)) {
    return { [`${path}.operator`]: [messages.selected(`${path}.operator`)] };
  }
  const wanted = takesNoValue(operator) ? [] : operator === 'inRange' ? ['value', 'valueTo'] : ['value'];
  const found = (wanted as ('value' | 'valueTo')[]).flatMap((key): [string, string[]][] => {
    const error = valueError(kind, condition[key], `${path}.${key}`);
    return error === null ? [] : [[`${path}.${key}`, [error]]];
  });
  return Object.fromEntries(found);
}

const DECIMAL = /^-?\d{1,12}(\.\d{1,6})?$/;
/** PostgreSQL refuses offsets of 16 hours and more. */
const ISO = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-](0\d|1[0-5]):\d\d))?$/;

function valueError(kind: FieldKind, value: string | null, path: string): string | null {
  if (value === null || value === '') return messages.required(path);
  if (kind === 'text') {
    return [...value].length > MAX_VALUE_CHARACTERS ? messages.atMostCharacters(path, MAX_VALUE_CHARACTERS) : null;
  }
  if (kind === 'integer') {
    return /^-?\d+$/.test(value) && Number.isSafeInteger(Number(value)) ? null : messages.integer(path);
  }
  if (kind === 'decimal') return DECIMAL.test(value) ? null : messages.number(path);
  return isDate(value) ? null : messages.date(path);
}

const isDate = (value: string) => ISO.test(value) && isRealDay(value) && isStorableMoment(new Date(value));
