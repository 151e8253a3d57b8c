import { builder } from '../../../../graphql/builder.ts';
import { filterInput, orderInput } from '../../../../graphql/lists.ts';
import { NameFilter, NameOrder } from '../../../../graphql/named-inputs.ts';
import { ROUTE, ROUTING_PLAN, TEST_SCHEDULE } from '../kinds.ts';
import {
  listRoutes,
  listRoutingPlans,
  listSmsTestSchedules,
  routeHealthFilter,
  routingPlanRuleFilter,
  smsTestResultFilter,
  smsTestScheduleFilter,
} from '../lists.ts';
import { RouteType, RoutingPlanType, SmsTestScheduleType } from './types.ts';

const SmsTestScheduleFilter = filterInput(smsTestScheduleFilter);
const SmsTestScheduleOrder = orderInput('SmsTestSchedule', {
  createdAt: 'When it was created.',
  name: 'Its name.',
});
filterInput(smsTestResultFilter);
filterInput(routingPlanRuleFilter);
filterInput(routeHealthFilter);

builder.queryFields((t) => ({
  routes: t.page({
    type: RouteType,
    access: 'viewer',
    description: 'The team’s routes, newest first unless ordered otherwise.',
    filter: NameFilter,
    orderBy: NameOrder,
    list: listRoutes,
    texts: { filter: 'Which ones.' },
  }),
  route: t.record({ type: RouteType, of: ROUTE, access: 'viewer', description: 'One route.' }),
  routingPlans: t.page({
    type: RoutingPlanType,
    access: 'viewer',
    description: 'The team’s routing plans, newest first unless ordered otherwise.',
    filter: NameFilter,
    orderBy: NameOrder,
    list: listRoutingPlans,
    texts: { filter: 'Which ones.' },
  }),
  routingPlan: t.record({
    type: RoutingPlanType,
    of: ROUTING_PLAN,
    access: 'viewer',
    description: 'One routing plan.',
  }),
  smsTestSchedules: t.page({
    type: SmsTestScheduleType,
    access: 'viewer',
    description: 'The team’s SMS test schedules, newest first unless ordered otherwise.',
    filter: SmsTestScheduleFilter,
    orderBy: SmsTestScheduleOrder,
    list: listSmsTestSchedules,
    texts: { filter: 'Which ones.' },
  }),
  smsTestSchedule: t.record({
    type: SmsTestScheduleType,
    of: TEST_SCHEDULE,
    access: 'viewer',
    description: 'One SMS test schedule.',
  }),
}));
