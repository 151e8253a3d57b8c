import { is, isSet, listFilter, listOf, numbered, oneOf, within } from '../../../database/reads/filters.ts';
import { tables } from '../../../database/tables.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { numberOfId } from '../../../input/numbers.ts';
import { nameFilter } from '../../../records/name-filter.ts';

export const listRoutes = listOf(tables.Route, nameFilter);
export const listRoutingPlans = listOf(tables.RoutingPlan, nameFilter);

export const smsTestScheduleFilter = listFilter('SmsTestScheduleFilter', {
  routeId: is('ID', 'Testing this route.'),
  isActive: is('Boolean', 'Going out or not.'),
});

export const smsTestResultFilter = listFilter('SmsTestResultFilter', {
  status: oneOf('SmsTestStatus', 'With one of these statuses.'),
  dueAt: within('When their schedule wanted them.'),
});

export const routingPlanRuleFilter = listFilter('RoutingPlanRuleFilter', {
  routingPlanId: is('ID', 'Of this routing plan.'),
  routeId: is('ID', 'Whose first candidate is this route.'),
  countryId: numbered('For this country.'),
  networkId: numbered('For this network.'),
});

export const routeHealthFilter = listFilter('RouteHealthFilter', {
  networkId: {
    ...numbered('Of this network.'),
    sql: (id: string) => [Prisma.sql`t.network_id = nullif(${numberOfId(id)}::int, 0)`],
  },
  isOut: isSet('outSince', 'Whether only test messages go to the network.'),
  isKnown: isSet('rate', 'Whether there were enough receipts to tell.'),
});

export const listSmsTestSchedules = listOf(tables.SmsTestSchedule, smsTestScheduleFilter);
