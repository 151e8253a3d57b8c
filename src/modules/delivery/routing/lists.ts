import { is, listFilter, listOf } from '../../../database/reads/filters.ts';
import { tables } from '../../../database/tables.ts';
import { nameFilter } from '../../../records/name-filter.ts';

export const listRoutes = listOf(tables.Route, nameFilter);
export const listRoutingPlans = listOf(tables.RoutingPlan, nameFilter);

export const smsTestScheduleFilter = listFilter('SmsTestScheduleFilter', {
  routeId: is('ID', 'Testing this route.'),
  isActive: is('Boolean', 'Going out or not.'),
});

export const listSmsTestSchedules = listOf(tables.SmsTestSchedule, smsTestScheduleFilter);
