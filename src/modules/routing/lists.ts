import type { Context } from '../../context.ts';
import { readConnection } from '../../database/connection.ts';
import { is, type ListArgs, listFilter } from '../../database/filters.ts';
import { tables } from '../../database/tables.ts';

export const smsTestScheduleFilter = listFilter('SmsTestScheduleFilter', {
  routeId: is('UUID', 'Testing this route.'),
  isActive: is('Boolean', 'Going out or not.'),
});

export function listSmsTestSchedules(
  ctx: Context,
  args: ListArgs<typeof smsTestScheduleFilter>,
  fields: readonly string[],
) {
  return readConnection(ctx, tables.SmsTestSchedule, args, {
    fields,
    filter: smsTestScheduleFilter.where(args.filter),
  });
}
