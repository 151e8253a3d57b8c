import type { JsonKind } from '../../../../database/table.ts';
import type { Kind } from '../key.ts';
import type { MetricKind } from '../metrics.ts';

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

/** It writes shares differently from JavaScript. */
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

export const METRIC_SCALARS = { count: 'SafeInt', money: 'Decimal', share: 'Float' } as const satisfies Record<
  MetricKind,
  string
>;
