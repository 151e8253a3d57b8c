import { type FieldErrors, ValidationError } from '../../../errors.ts';
import type { SegmentFilterInput } from '../../../generated/inputs.ts';
import { isStorableMoment } from '../../../input/moments.ts';
import { numberOfId } from '../../../input/numbers.ts';
import type { FilterOperator } from '../../../input/operators.ts';
import { messages } from '../../../input/validation-messages.ts';
import { CUSTOM_FIELDS, type FieldKind, OPERATORS_OF, type SegmentFilter } from '../../delivery/reach/filter.ts';
import { folded } from '../../delivery/receipts/keywords.ts';
import { MAX_TAG_CHARACTERS } from '../contacts/rules.ts';

// Not in the reference: the bounds of a filter.
const MAX_TAGS = 50;
const MAX_IDS = 300;
const MAX_CONSENTS = 4;
const MAX_CUSTOM_CONDITIONS = 20;
const MAX_VALUE_CHARACTERS = 255;

/** The filter as it is stored. Null and an empty list are as an absent key. Throws with every rule that it breaks. */
export function readFilter(given: SegmentFilterInput): SegmentFilter {
  const { createdAt } = given;
  const filter: SegmentFilter = {
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
      value: takesNoValue(operator) ? null : (value ?? null),
      valueTo: operator === 'inRange' ? (valueTo ?? null) : null,
    })),
    hasBeenCalled: given.hasBeenCalled ?? null,
    hasAnswered: given.hasAnswered ?? null,
    callOutcomes: [...new Set(given.callOutcomes)],
    hasClicked: given.hasClicked ?? null,
    hasReplied: given.hasReplied ?? null,
    repliedKeywords: [...new Set(given.repliedKeywords?.map(folded))].filter((word) => word !== ''),
    consentsAll: given.consentsAll?.map(({ channel, purpose }) => ({ channel, purpose })) ?? [],
    unsubscribed: given.unsubscribed ?? null,
  };
  const errors: FieldErrors = {
    ...tagErrors(filter),
    ...most('filter.countryIds', filter.countryIds, MAX_IDS),
    ...most('filter.networkIds', filter.networkIds, MAX_IDS),
    ...most('filter.repliedKeywords', filter.repliedKeywords, MAX_TAGS),
    ...most('filter.consentsAll', filter.consentsAll, MAX_CONSENTS),
    ...most('filter.customFields', filter.customFields, MAX_CUSTOM_CONDITIONS),
    ...Object.assign({}, ...filter.customFields.map(conditionErrors)),
  };
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  return filter;
}

const names = (given: readonly string[] | null | undefined) => [...new Set(given?.map((name) => name.trim()))];

function tagErrors(filter: SegmentFilter): FieldErrors {
  const errors: FieldErrors = {};
  for (const key of ['tagsAny', 'tagsAll', 'tagsNone'] as const) {
    Object.assign(errors, most(`filter.${key}`, filter[key], MAX_TAGS));
    for (const [at, name] of filter[key].entries()) {
      const path = `filter.${key}.${at}`;
      if (name === '') errors[path] = [messages.required(path)];
      if ([...name].length > MAX_TAG_CHARACTERS) errors[path] = [messages.atMostCharacters(path, MAX_TAG_CHARACTERS)];
    }
  }
  return errors;
}

const most = (path: string, list: readonly unknown[], bound: number): FieldErrors =>
  list.length > bound ? { [path]: [messages.atMostItems(path, bound)] } : {};

const takesNoValue = (operator: FilterOperator) => operator === 'blank' || operator === 'notBlank';

function conditionErrors(condition: SegmentFilter['customFields'][number], at: number): FieldErrors {
  const { field, operator } = condition;
  const kind = CUSTOM_FIELDS[field];
  const path = `filter.customFields.${at}`;
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

/** JavaScript takes the 31st of February for the 3rd of March; PostgreSQL refuses it. */
function isDate(value: string): boolean {
  if (!ISO.test(value) || Number.isNaN(Date.parse(value))) return false;
  const [year = 0, month = 0, day = 0] = value.slice(0, 10).split('-').map(Number);
  return isStorableMoment(new Date(value)) && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}
