import type { Table } from '../../../database/table.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import type { ReportKey } from './key.ts';
import type { Metric } from './metrics.ts';
import type { RollUp } from './roll-ups/roll-up.ts';

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
