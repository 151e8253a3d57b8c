import { is, listFilter, listOf } from '../../database/reads/filters.ts';
import { tables } from '../../database/tables.ts';

export const smsTestScheduleFilter = listFilter('SmsTestScheduleFilter', {
  routeId: is('UUID', 'Testing this route.'),
  isActive: is('Boolean', 'Going out or not.'),
});

export const listSmsTestSchedules = listOf(tables.SmsTestSchedule, smsTestScheduleFilter);
