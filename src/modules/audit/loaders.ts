import { defineTable } from '../../database/table.ts';
import { type AuditEntry, Prisma } from '../../generated/prisma/client.ts';

export const auditEntries = defineTable<AuditEntry>('audit_entries', Prisma.AuditEntryScalarFieldEnum);
