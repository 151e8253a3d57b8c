import { filterInput, orderInput } from '../../../../graphql/lists.ts';
import { routeHealthFilter, routingPlanRuleFilter, smsTestResultFilter, smsTestScheduleFilter } from '../lists.ts';

export const SmsTestScheduleFilter = filterInput(smsTestScheduleFilter);
export const SmsTestScheduleOrder = orderInput('SmsTestSchedule', {
  createdAt: 'When it was created.',
  name: 'Its name.',
});
filterInput(smsTestResultFilter);
filterInput(routingPlanRuleFilter);
filterInput(routeHealthFilter);
