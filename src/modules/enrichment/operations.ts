import type { Context } from '../../context.ts';
import { type ConnectionArgs, type Order, readConnection } from '../../database/connection.ts';
import { oneOf, type TimeRange, within } from '../../database/filters.ts';
import { tables } from '../../database/tables.ts';
import { AppError } from '../../errors.ts';
import { type LookupStatus, type MnpLookup, Prisma } from '../../generated/prisma/client.ts';
import { removeJob } from '../../jobs/add-job.ts';
import { changeRecord, type RecordKind } from '../records/change-record.ts';
import { lookupJobKey } from './lookup-job.ts';

export interface MnpLookupFilter {
  status?: LookupStatus[] | null;
  createdAt?: TimeRange | null;
  doneAt?: TimeRange | null;
}

/** E16. */
export function listMnpLookups(
  ctx: Context,
  args: ConnectionArgs & { filter?: MnpLookupFilter | null; orderBy?: Order | null },
  fields: readonly string[],
) {
  return readConnection(ctx, tables.MnpLookup, args, {
    fields,
    orderBy: args.orderBy,
    filter: [
      ...oneOf(Prisma.sql`t.status`, 'lookup_status', args.filter?.status),
      ...within(Prisma.sql`t.created_at`, args.filter?.createdAt),
      ...within(Prisma.sql`t.done_at`, args.filter?.doneAt),
    ],
  });
}

export const LOOKUP: RecordKind<MnpLookup> = { thing: 'MNP lookup', table: tables.MnpLookup };

/** The first one takes it from `pending`: it is either called off and costs nothing, or goes on. */
export function cancelMnpLookup(ctx: Context, id: string): Promise<MnpLookup> {
  return changeRecord(ctx, LOOKUP, id, async (tx, lookup) => {
    const { status } = lookup;
    if (status === 'cancelled') return lookup;
    if (status !== 'pending') throw new AppError('CONFLICT', `The MNP lookup is ${status} and cannot be cancelled.`);
    await removeJob(tx, lookupJobKey(lookup.id));
    return tx.mnpLookup.update({
      where: { teamId_id: { teamId: lookup.teamId, id } },
      data: { status: 'cancelled', cost: 0, doneAt: new Date() },
    });
  });
}
