import type { Context } from '../../context.ts';
import { type ConnectionArgs, type Order, readConnection } from '../../database/connection.ts';
import { contains } from '../../database/filters.ts';
import type { Table } from '../../database/table.ts';
import { Prisma } from '../../generated/prisma/client.ts';

export interface NameFilter {
  name?: string | null;
}

/** Client companies, routes and routing plans: what has little but a name. */
export function listNamed<Model>(
  ctx: Context,
  table: Table<Model>,
  args: ConnectionArgs & { filter?: NameFilter | null; orderBy?: Order | null },
  fields: readonly string[],
) {
  return readConnection(ctx, table, args, {
    fields,
    orderBy: args.orderBy,
    filter: contains(Prisma.sql`t.name`, args.filter?.name),
  });
}
