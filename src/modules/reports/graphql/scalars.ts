import type { JsonKind } from '../../../database/table.ts';
import type { Kind } from '../key.ts';
import type { MetricKind } from '../metrics.ts';

/** What keys are as fields. */
export const SCALARS = {
  text: 'String',
  uuid: 'ID',
  enum: 'String',
  integer: 'Int',
  bigint: 'SafeInt',
  decimal: 'Decimal',
  percent: 'Float',
  flag: 'Int',
  time: 'DateTime',
} as const satisfies Record<Kind, string>;

/** As the database writes it in JSON; a share it does not write as JavaScript does. */
export const WRITTEN: Record<Kind, JsonKind | undefined> = {
  text: 'text',
  uuid: 'word',
  enum: 'word',
  integer: 'integer',
  bigint: 'integer',
  decimal: 'decimal',
  percent: undefined,
  flag: 'integer',
  time: 'time',
};

/** The same of metrics. */
export const METRIC_SCALARS = { count: 'SafeInt', money: 'Decimal', share: 'Float' } as const satisfies Record<
  MetricKind,
  string
>;
