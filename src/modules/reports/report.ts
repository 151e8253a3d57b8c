import type { Table } from '../../database/table.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { ReportKey } from './key.ts';
import type { Metric } from './metrics.ts';
import type { RollUp } from './roll-ups/roll-up.ts';

/** A report: its keys and metrics are the only ones that there are, everywhere. */
export interface Report {
  /** What its GraphQL types begin with. */
  readonly name: string;
  /** What a row is, in the plural. */
  readonly rows: string;
  readonly table: Table<unknown>;
  /** The order of rows without a sort: fields that are never null, newest first. */
  readonly keys: ReadonlyMap<string, ReportKey>;
  /** What keys need besides the table `t`. */
  readonly joins: Readonly<Record<string, (teamId: string) => Prisma.Sql>>;
  /** Aggregates over `t` that metrics are worked out from. */
  readonly sums: Readonly<Record<string, Prisma.Sql>>;
  readonly metrics: Readonly<Record<string, Metric>>;
  /** What is kept summed up; nothing: every question is answered from the rows. */
  readonly rollUp?: RollUp;
}
