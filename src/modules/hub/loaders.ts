import { nestedList } from '../../database/lists.ts';
import { defineTable } from '../../database/table.ts';
import {
  type ClientCompany,
  Prisma,
  type ProfitRule,
  type ProfitRuleChange,
  type Route,
  type RoutingPlan,
  type RoutingPlanRule,
  type SellerEndpoint,
  type SmsTestResult,
  type SmsTestSchedule,
} from '../../generated/prisma/client.ts';

export const clientCompanies = defineTable<ClientCompany>('client_companies', Prisma.ClientCompanyScalarFieldEnum);
export const sellerEndpoints = defineTable<SellerEndpoint>('seller_endpoints', Prisma.SellerEndpointScalarFieldEnum);
export const routes = defineTable<Route>('routes', Prisma.RouteScalarFieldEnum);
export const routingPlans = defineTable<RoutingPlan>('routing_plans', Prisma.RoutingPlanScalarFieldEnum, {
  related: {
    ruleIds: Prisma.sql`ARRAY(
      SELECT r.id::text FROM routing_plan_rules r WHERE r.routing_plan_id = t.id ORDER BY r.position, r.id)`,
  },
});
export const smsTestSchedules = defineTable<SmsTestSchedule>(
  'sms_test_schedules',
  Prisma.SmsTestScheduleScalarFieldEnum,
);
export const profitRules = defineTable<ProfitRule>('profit_rules', Prisma.ProfitRuleScalarFieldEnum);

/** Rows without a team of their own belong to their parent's. */
const throughParent = (table: string, parentId: string) => (teamId: string) =>
  Prisma.sql`EXISTS (SELECT 1 FROM ${Prisma.raw(table)} o
    WHERE o.id = t.${Prisma.raw(parentId)} AND o.team_id = ${teamId}::uuid)`;

export const routingPlanRules = defineTable<RoutingPlanRule>(
  'routing_plan_rules',
  Prisma.RoutingPlanRuleScalarFieldEnum,
  { scope: throughParent('routing_plans', 'routing_plan_id') },
);
export const profitRuleChanges = defineTable<ProfitRuleChange>(
  'profit_rule_changes',
  Prisma.ProfitRuleChangeScalarFieldEnum,
  { scope: throughParent('profit_rules', 'profit_rule_id') },
);

export const smsTestResults = defineTable<SmsTestResult>('sms_test_results', Prisma.SmsTestResultScalarFieldEnum, {
  scope: throughParent('sms_test_schedules', 'sms_test_schedule_id'),
});

const newestFirst = Prisma.sql`t.created_at DESC, t.id DESC`;

export const endpointsOfClientCompany = nestedList(sellerEndpoints, {
  parent: Prisma.sql`t.client_company_id`,
  order: newestFirst,
});
export const profitRulesOfClientCompany = nestedList(profitRules, {
  parent: Prisma.sql`t.client_company_id`,
  order: newestFirst,
});
export const endpointsOfRoutingPlan = nestedList(sellerEndpoints, {
  parent: Prisma.sql`t.sms_routing_plan_id`,
  order: newestFirst,
});
export const rulesOfRoutingPlan = nestedList(routingPlanRules, {
  parent: Prisma.sql`t.routing_plan_id`,
  order: Prisma.sql`t.position, t.id`,
});
export const rulesOfRoute = nestedList(routingPlanRules, {
  parent: Prisma.sql`t.route_id`,
  order: Prisma.sql`t.routing_plan_id, t.position, t.id`,
});
export const endpointsOfRoute = nestedList(sellerEndpoints, {
  parent: Prisma.sql`t.default_route_id`,
  order: newestFirst,
});
export const testSchedulesOfRoute = nestedList(smsTestSchedules, {
  parent: Prisma.sql`t.route_id`,
  order: newestFirst,
});
export const resultsOfTestSchedule = nestedList(smsTestResults, {
  parent: Prisma.sql`t.sms_test_schedule_id`,
  order: Prisma.sql`t.due_at DESC, t.id DESC`,
});
export const changesOfProfitRule = nestedList(profitRuleChanges, {
  parent: Prisma.sql`t.profit_rule_id`,
  order: newestFirst,
});
