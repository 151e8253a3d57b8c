import type { Context } from '../../context.ts';
import { type ConnectionArgs, type Order, readConnection } from '../../database/connection.ts';
import { oneOf, type TimeRange, within } from '../../database/filters.ts';
import { loadById } from '../../database/lists.ts';
import type { Row } from '../../database/table.ts';
import { NotFoundError } from '../../errors.ts';
import { type LookupStatus, type MnpLookup, Prisma } from '../../generated/prisma/client.ts';
import { mnpLookups } from './loaders.ts';

export interface MnpLookupFilter {
  status?: LookupStatus[] | null;
  createdAt?: TimeRange | null;
}

/** E16. */
export function listMnpLookups(
  ctx: Context,
  args: ConnectionArgs & { filter?: MnpLookupFilter | null; orderBy?: Order | null },
  fields: readonly string[],
) {
  return readConnection(ctx, mnpLookups, args, {
    fields,
    orderBy: args.orderBy,
    filter: [
      ...oneOf(Prisma.sql`t.status`, 'lookup_status', args.filter?.status),
      ...within(Prisma.sql`t.created_at`, args.filter?.createdAt),
    ],
  });
}

export async function getMnpLookup(ctx: Context, id: string, fields: readonly string[]): Promise<Row<MnpLookup>> {
  const lookup = await loadById(ctx, mnpLookups, id, fields);
  if (!lookup) throw new NotFoundError('MNP lookup');
  return lookup;
}
