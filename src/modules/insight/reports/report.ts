import type { Table } from '../../../database/table.ts';
import type { MarkKind, Prisma } from '../../../generated/prisma/client.ts';
import type { ReportKey } from './key.ts';
import type { Metric } from './metrics.ts';

/** A report. Its keys and metrics are declared here alone. */
export interface Report {
  /** The prefix of its GraphQL types. */
  readonly name: string;
  /** The plural noun for its rows. */
  readonly rows: string;
  readonly table: Table<unknown>;
  /** The order of rows without a sort: fields that are never null, newest first. */
  readonly keys: ReadonlyMap<string, ReportKey>;
  /** Joins that keys need besides the table `t`. */
  readonly joins: Readonly<Record<string, (teamId: string) => Prisma.Sql>>;
  /** Aggregates over `t` that metrics are computed from. */
  readonly sums: Readonly<Record<string, Prisma.Sql>>;
  readonly metrics: Readonly<Record<string, Metric>>;
  /** Its roll-up. Without one every question is answered from the rows. */
  readonly rollUp?: RollUp;
}

/** The sums that are kept of a report's rows. Columns have the names of the rows' columns, so keys work on both. */
export interface RollUp {
  /** The kind of its rows' marks. */
  readonly kind: MarkKind;
  readonly table: string;
  /** Keys of the report that roll-ups can answer. */
  readonly keys: ReadonlySet<string>;
  /** The columns of these keys. */
  readonly columns: readonly string[];
  /** Columns that hold a time. They keep the beginning of its quarter of an hour. */
  readonly times: readonly string[];
  /** The sums by column: aggregates over rows `t`. */
  readonly kept: Readonly<Record<string, Prisma.Sql>>;
  /** The report's sums as aggregates over roll-ups `t`. */
  readonly sums: Readonly<Record<string, Prisma.Sql>>;
  /** Keys that most questions use. Coarser roll-ups of these alone are kept as well, under numbers below 0. */
  readonly coarse?: Pick<RollUp, 'keys' | 'columns'>;
}
