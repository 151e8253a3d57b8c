import type { JsonKind } from '../../../../database/table.ts';
import type { Kind } from '../key.ts';
import type { MetricKind } from '../metrics.ts';

/** The scalars of keys, by kind. */
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

/** How the database writes each kind in JSON. It writes shares in another way than JavaScript, so they are left out. */
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
