import type { CallOutcome } from '../../../generated/prisma/client.ts';
import { type FilterOperator, OPERATORS } from '../../../input/operators.ts';
import type { ConsentNeeded } from './lacks-consent.ts';

/** The documented custom fields of a contact (E3) and what kind of value each holds; names are the columns. */
export const CUSTOM_FIELDS = {
  custom1_str: 'text',
  custom2_str: 'text',
  custom3_str: 'text',
  custom4_str: 'text',
  custom5_str: 'text',
  custom1_int: 'integer',
  custom2_int: 'integer',
  custom3_int: 'integer',
  custom4_int: 'integer',
  custom5_int: 'integer',
  custom1_dec: 'decimal',
  custom2_dec: 'decimal',
  custom1_datetime: 'date',
  custom2_datetime: 'date',
  custom3_datetime: 'date',
  custom4_datetime: 'date',
  custom5_datetime: 'date',
} as const satisfies Record<string, FieldKind>;

export type FieldKind = 'text' | 'integer' | 'decimal' | 'date';
export type CustomField = keyof typeof CUSTOM_FIELDS;

/** The documented operators (E15) of each kind. */
export const OPERATORS_OF: Record<FieldKind, readonly FilterOperator[]> = {
  text: OPERATORS.text,
  integer: OPERATORS.number,
  decimal: OPERATORS.number,
  date: OPERATORS.date,
};

export interface CustomFieldCondition {
  field: CustomField;
  operator: FilterOperator;
  /** As text: digits, a decimal, or ISO 8601 for a date. Null for `blank` and `notBlank`. */
  value: string | null;
  /** The end of `inRange`, inclusive. */
  valueTo: string | null;
}

/** Conditions that must all hold, as they are stored: with every key. A key without a condition is an empty list or null. */
export interface FilterGroup {
  tagsAny: string[];
  tagsAll: string[];
  tagsNone: string[];
  countryIds: number[];
  networkIds: number[];
  /** ISO 8601. `from` is inclusive, `to` is exclusive. */
  createdAt: { from: string | null; to: string | null } | null;
  customFields: CustomFieldCondition[];
  hasBeenCalled: boolean | null;
  hasAnswered: boolean | null;
  callOutcomes: CallOutcome[];
  hasClicked: boolean | null;
  hasReplied: boolean | null;
  /** Folded, as `SmsReply.keyword`. */
  repliedKeywords: string[];
  /** Consent that they have. */
  consentsAll: ConsentNeeded[];
  unsubscribed: boolean | null;
}

/** A segment's filter: its own conditions and, unless there are none, those of at least one of the groups. */
export interface SegmentFilter extends FilterGroup {
  anyOf: FilterGroup[];
}

export const EVERYBODY: SegmentFilter = {
  tagsAny: [],
  tagsAll: [],
  tagsNone: [],
  countryIds: [],
  networkIds: [],
  createdAt: null,
  customFields: [],
  hasBeenCalled: null,
  hasAnswered: null,
  callOutcomes: [],
  hasClicked: null,
  hasReplied: null,
  repliedKeywords: [],
  consentsAll: [],
  unsubscribed: null,
  anyOf: [],
};

/** The stored filter, completed with keys that older rows do not have. */
export const storedFilter = (json: unknown): SegmentFilter => ({ ...EVERYBODY, ...(json as Partial<SegmentFilter>) });
