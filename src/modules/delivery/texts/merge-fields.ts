import type { ExactNumber } from './exact-number.ts';

export const MERGE_FIELDS = [
  ...['number', 'country', 'email', 'name', 'timezone', 'foreign_id', 'network_brand'],
  ...['custom1_str', 'custom2_str', 'custom3_str', 'custom4_str', 'custom5_str'],
  ...['custom1_int', 'custom2_int', 'custom3_int', 'custom4_int', 'custom5_int'],
  ...['custom1_dec', 'custom2_dec'],
  ...['custom1_datetime', 'custom2_datetime', 'custom3_datetime', 'custom4_datetime', 'custom5_datetime'],
  'url',
] as const;

type MergeField = (typeof MERGE_FIELDS)[number];

export type ContactField = Exclude<MergeField, 'url'>;

/** Times are ISO 8601. An absent or null value writes nothing. */
export type MergeValue = string | number | ExactNumber | null | undefined;
export type MergeValues = Readonly<Record<string, MergeValue>>;
