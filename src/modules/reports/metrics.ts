import { Prisma } from '../../generated/prisma/client.ts';

/** What a number of a report is given as: a count, an amount of money, or a share that may have a fraction. */
export type MetricKind = 'count' | 'money' | 'share';

export interface Metric {
  readonly kind: MetricKind;
  readonly description: string;
  /** The sums that it is worked out from. */
  readonly sums: readonly string[];
  /** On a row `x` of those sums. */
  readonly sql: Prisma.Sql;
}

const x = (sum: string) => `x."${sum}"`;

/** A sum itself. */
export const sum = (name: string, description: string, kind: MetricKind = 'count'): Metric => ({
  kind,
  description,
  sums: [name],
  sql: Prisma.raw(x(name)),
});

/** Ratios are of the sums, never of ratios; what would divide by 0 is null. */
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
