import type { Context } from '../../context.ts';
import { readConnection } from '../../database/reads/connection.ts';
import { type ListArgs, listFilter, textWithin } from '../../database/reads/filters.ts';
import type { Table } from '../../database/table.ts';

export const nameFilter = listFilter('NameFilter', { name: textWithin('the name') });

/** Client companies, routes and routing plans: what has little but a name. */
export function listNamed<Model>(
  ctx: Context,
  table: Table<Model>,
  args: ListArgs<typeof nameFilter>,
  fields: readonly string[],
) {
  return readConnection(ctx, table, args, {
    fields,
    orderBy: args.orderBy,
    filter: nameFilter.where(args.filter),
  });
}
