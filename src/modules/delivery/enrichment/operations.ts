import type { Context } from '../../../context.ts';
import { listFilter, listOf, oneOf, within } from '../../../database/reads/filters.ts';
import { tables } from '../../../database/tables.ts';
import { AppError } from '../../../errors.ts';
import type { MnpLookup } from '../../../generated/prisma/client.ts';
import { removeJob } from '../../../jobs/add-job.ts';
import { changeRecord, type RecordKind } from '../../../records/change-record.ts';
import { factsOf, recordEvents, records } from '../../webhooks/events/record-events.ts';
import { lookupJobKey } from './lookup-job.ts';

export const mnpLookupFilter = listFilter('NumberLookupFilter', {
  status: oneOf('LookupStatus', 'One of these statuses.', { type: 'NumberLookupStatus' }),
  createdAt: within('When it was asked for.'),
  doneAt: within('When it was done, given up or called off.'),
});

/** E16. */
export const listMnpLookups = listOf(tables.MnpLookup, mnpLookupFilter);

export const LOOKUP: RecordKind<MnpLookup> = { thing: 'Number lookup', table: tables.MnpLookup };

/** The first to change `pending` wins; a cancelled look-up costs nothing. */
export function cancelNumberLookup(ctx: Context, id: string): Promise<MnpLookup> {
  return changeRecord(ctx, LOOKUP, id, async (tx, lookup) => {
    const { status } = lookup;
    if (status === 'cancelled') return lookup;
    if (status !== 'pending') throw new AppError('CONFLICT', `The number lookup is ${status} and cannot be cancelled.`);
    await removeJob(tx, lookupJobKey(lookup.id));
    const cancelled = await tx.prisma.mnpLookup.update({
      where: { teamId_id: { teamId: lookup.teamId, id } },
      data: { status: 'cancelled', cost: 0, doneAt: new Date() },
    });
    await recordEvents(tx, lookup.teamId, records.lookup, factsOf('number_looked_up', [id]), new Date());
    return cancelled;
  });
}
