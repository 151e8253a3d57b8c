import { Prisma } from '../../../generated/prisma/client.ts';

export type MetricKind = 'count' | 'money' | 'share';

export interface Metric {
  readonly kind: MetricKind;
  readonly description: string;
  readonly sums: readonly string[];
  readonly sql: Prisma.Sql;
}

const x = (sum: string) => `x."${sum}"`;

export const sum = (name: string, description: string, kind: MetricKind = 'count'): Metric => ({
  kind,
  description,
  sums: [name],
  sql: Prisma.raw(x(name)),
});

/** A ratio of sums, never of ratios. Null instead of a division by 0. */
export const percentOf = (part: string, whole: string, description: string): Metric => ({
  kind: 'share',
  description: `${description}, in percent to four places: ${part} ÷ ${whole}. Null where ${whole} is 0.`,
  sums: [part, whole],
  sql: Prisma.raw(`round(100.0 * ${x(part)} / NULLIF(${x(whole)}, 0), 4)::float8`),
});

export const ratio = (part: string, whole: string, description: string, kind: 'money' | 'share'): Metric => ({
  kind,
  description: `${description}: ${part} ÷ ${whole}. Null where ${whole} is 0.`,
  sums: [part, whole],
  sql: Prisma.raw(`round(${x(part)}::numeric / NULLIF(${x(whole)}, 0), 6)${kind === 'share' ? '::float8' : ''}`),
});

export const difference = (from: string, less: string, description: string): Metric => ({
  kind: 'money',
  description,
  sums: [from, less],
  sql: Prisma.raw(`${x(from)} - ${x(less)}`),
});
