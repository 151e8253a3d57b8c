import { Prisma } from '../../generated/prisma/client.ts';
import { identifier, read, type Table } from '../table.ts';
import { loaderFor, type ReadContext } from './lists.ts';

export interface NestedAggregateOptions {
  /** The column that names the parent, e.g. `t.sms_campaign_id`. */
  parent: Prisma.Sql;
  /** What is counted or added up, named as in the result. */
  select: Prisma.Sql;
  /** One result row per value; without it one per parent. Rows come in its order. */
  by?: Prisma.Sql;
  /** What stands for the table's rows, such as sums of them; the rows themselves unless given. */
  source?: (teamId: string) => { from: Prisma.Sql; scope: Prisma.Sql };
}

export interface NestedAggregate<Result> {
  /** Nothing for a parent below which there are no rows. */
  load(ctx: ReadContext, parentId: string): Promise<Result[]>;
}

/** Numbers about the rows below a parent; one statement for all parents of a level. */
export function nestedAggregate<Result>(
  table: Table<unknown>,
  options: NestedAggregateOptions,
): NestedAggregate<Result> {
  const source = options.source ?? ((teamId) => ({ from: identifier(table.name), scope: table.scope(teamId) }));
  const by = options.by ? Prisma.sql`, ${options.by}` : Prisma.empty;
  return {
    load(ctx, parentId) {
      const loader = loaderFor<Result[]>(ctx, options, '', async (ids) => {
        const { from, scope } = source(ctx.teamId);
        const rows = await read<Result & { parent_key: string }>(
          ctx.reader,
          Prisma.sql`SELECT ${options.parent} AS parent_key, ${options.select} FROM ${from} t
            WHERE ${options.parent} = ANY(${ids}::uuid[]) AND ${scope}
            GROUP BY ${options.parent}${by} ORDER BY ${options.parent}${by}`,
        );
        const groups = new Map<string, Result[]>(ids.map((id) => [id, []]));
        for (const row of rows) groups.get(row.parent_key)!.push(row);
        return [...groups.values()];
      });
      return loader.load(parentId);
    },
  };
}
