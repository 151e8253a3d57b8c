import type { Context } from '../../context.ts';
import { type ConnectionArgs, readConnection } from '../../database/connection.ts';
import { equals } from '../../database/filters.ts';
import { tables } from '../../database/tables.ts';
import { Prisma } from '../../generated/prisma/client.ts';

export interface SmsTestScheduleFilter {
  routeId?: string | null;
  isActive?: boolean | null;
}

export function listSmsTestSchedules(
  ctx: Context,
  args: ConnectionArgs & { filter?: SmsTestScheduleFilter | null },
  fields: readonly string[],
) {
  return readConnection(ctx, tables.SmsTestSchedule, args, {
    fields,
    filter: [
      ...equals(Prisma.sql`t.route_id`, 'uuid', args.filter?.routeId),
      ...equals(Prisma.sql`t.is_active`, 'boolean', args.filter?.isActive),
    ],
  });
}
