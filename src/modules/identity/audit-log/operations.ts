import { is, listFilter, listOf, matching, oneOfText, within } from '../../../database/reads/filters.ts';
import { tables } from '../../../database/tables.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

export const auditEntryFilter = listFilter('AuditEntryFilter', {
  userId: is('ID', 'Done by this person.'),
  tokenId: is('ID', 'Done with this session or team token.'),
  action: is('String', 'Exactly this mutation.'),
  targetType: oneOfText('AuditTargetType', 'About records of one of these types.'),
  targetId: matching('ID', 'About the record of this id.', (id) => [
    Prisma.sql`t.target_id = ${id.toLowerCase()}::text`,
  ]),
  traceId: matching('String', 'Of this trace.', (id) => [Prisma.sql`t.trace_id = ${id.toLowerCase()}::bpchar`]),
  createdAt: within('When it was done.'),
});

export const listAuditEntries = listOf(tables.AuditEntry, auditEntryFilter, { field: 'createdAt', direction: 'desc' });
