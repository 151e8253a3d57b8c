import type { Context } from '../../context.ts';
import { type ConnectionArgs, type Order, readConnection } from '../../database/connection.ts';
import { equals, type TimeRange, within } from '../../database/filters.ts';
import { tables } from '../../database/tables.ts';
import { Prisma } from '../../generated/prisma/client.ts';

export interface AuditFilter {
  userId?: string | null;
  tokenId?: string | null;
  action?: string | null;
  targetType?: string | null;
  targetId?: string | null;
  traceId?: string | null;
  createdAt?: TimeRange | null;
}

export function listAuditEntries(
  ctx: Context,
  args: ConnectionArgs & { filter?: AuditFilter | null; orderBy?: Order | null },
  fields: readonly string[],
) {
  const { filter } = args;
  return readConnection(ctx, tables.AuditEntry, args, {
    fields,
    orderBy: args.orderBy ?? { field: 'createdAt', direction: 'desc' },
    filter: [
      ...equals(Prisma.sql`t.user_id`, 'uuid', filter?.userId),
      ...equals(Prisma.sql`t.token_id`, 'uuid', filter?.tokenId),
      ...equals(Prisma.sql`t.action`, 'text', filter?.action),
      ...equals(Prisma.sql`t.target_type`, 'text', filter?.targetType),
      ...equals(Prisma.sql`t.target_id`, 'text', filter?.targetId?.toLowerCase()),
      ...equals(Prisma.sql`t.trace_id`, 'bpchar', filter?.traceId?.toLowerCase()),
      ...within(Prisma.sql`t.created_at`, filter?.createdAt),
    ],
  });
}
