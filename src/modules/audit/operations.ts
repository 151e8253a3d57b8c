import type { Context } from '../../context.ts';
import { readConnection } from '../../database/connection.ts';
import { is, type ListArgs, listFilter, matching, within } from '../../database/filters.ts';
import { tables } from '../../database/tables.ts';
import { Prisma } from '../../generated/prisma/client.ts';

export const auditEntryFilter = listFilter('AuditEntryFilter', {
  userId: is('UUID', 'Done by this person.'),
  tokenId: is('UUID', 'Done with this session or team token.'),
  action: is('String', 'Exactly this mutation.'),
  targetType: is('String', 'About a record of this kind.'),
  targetId: matching('UUID', 'About the record of this id.', (id) => [
    Prisma.sql`t.target_id = ${id.toLowerCase()}::text`,
  ]),
  traceId: matching('String', 'Of this trace.', (id) => [Prisma.sql`t.trace_id = ${id.toLowerCase()}::bpchar`]),
  createdAt: within('When it was done.'),
});

export function listAuditEntries(ctx: Context, args: ListArgs<typeof auditEntryFilter>, fields: readonly string[]) {
  return readConnection(ctx, tables.AuditEntry, args, {
    fields,
    orderBy: args.orderBy ?? { field: 'createdAt', direction: 'desc' },
    filter: auditEntryFilter.where(args.filter),
  });
}
