import type { Table } from '../../database/table.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { ReportKey } from './key.ts';
import type { Metric } from './metrics.ts';
import type { RollUp } from './roll-ups/roll-up.ts';

export interface Report {
  readonly name: string;
  readonly rows: string;
  readonly table: Table<unknown>;
  readonly keys: ReadonlyMap<string, ReportKey>;
  /** Besides the table `t`. */
  readonly joins: Readonly<Record<string, (teamId: string) => Prisma.Sql>>;
  readonly sums: Readonly<Record<string, Prisma.Sql>>;
  readonly metrics: Readonly<Record<string, Metric>>;
  /** Without one every question is answered from the rows. */
  readonly rollUp?: RollUp;
}
