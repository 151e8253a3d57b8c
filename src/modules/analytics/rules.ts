import { readableName } from '../../validation-messages.ts';
import { CATALOGS, type CatalogName, type FilterType } from './catalogs.ts';

export interface AnalyticsFilter {
  label: string;
  key: string;
  type: FilterType;
  sortable: boolean;
  canGroup: boolean;
  operators: readonly FilterOperator[];
}

const TEXT = ['contains', 'notContains', 'equals', 'notEqual', 'startsWith', 'endsWith', 'blank', 'notBlank'] as const;
const NUMBER = [
  'equals',
  'notEqual',
  'lessThan',
  'lessThanOrEqual',
  'greaterThan',
  'greaterThanOrEqual',
  'inRange',
  'blank',
  'notBlank',
] as const;
const DATE = ['equals', 'notEqual', 'greaterThan', 'lessThan', 'inRange', 'blank', 'notBlank'] as const;

/** In the documented order. */
export const OPERATORS = { text: TEXT, number: NUMBER, date: DATE } satisfies Record<FilterType, readonly string[]>;

export type FilterOperator = (typeof OPERATORS)[FilterType][number];

const GROUPABLE = new Set([
  'team_id',
  'sms_campaign_id',
  'segment_id',
  'contact_id',
  'phone_normalized',
  'network_id',
  'country_id',
  'domain_id',
  'offer_id',
  'campaign_name',
  'network_brand',
  // Not in the reference: of the other catalogs' columns these, too, have few values for many rows.
  'company_name',
  'timezone',
]);

/** Not in the reference: long texts that nobody wants in alphabetical order. */
const UNSORTABLE = new Set(['final_text', 'sms_rule_selected_data']);

/** E15. The filters of a report, in the documented order. */
export function analyticsFilters(catalog: CatalogName): AnalyticsFilter[] {
  return CATALOGS[catalog].map(([key, type]) => ({
    label: label(key),
    key,
    type,
    sortable: !UNSORTABLE.has(key),
    canGroup: GROUPABLE.has(key),
    operators: OPERATORS[type],
  }));
}

/** Whose words would not tell them from another key. */
const LABELS: Readonly<Record<string, string>> = { sender_id_id: 'Sender ID record' };

/** Not in the reference: the key in words, `network_id` → `Network ID`. */
const label = (key: string) => {
  const words = readableName(key).replace(/\b(id|ctr|dlr|sms|url)\b/g, (word) => word.toUpperCase());
  return LABELS[key] ?? words.charAt(0).toUpperCase() + words.slice(1);
};
