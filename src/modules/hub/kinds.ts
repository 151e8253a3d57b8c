import {
  type ClientCompany,
  Prisma,
  type Route,
  type RoutingPlan,
  type SellerEndpoint,
} from '../../generated/prisma/client.ts';
import type { Deletable } from '../records/delete-record.ts';
import {
  clientCompanies,
  profitRules,
  routes,
  routingPlanRules,
  routingPlans,
  sellerEndpoints,
  smsTestSchedules,
} from './loaders.ts';

/** What the hub keeps: the noun by which a record is missed, and what keeps it from being deleted. */

/** A profit rule without its company would be one for all companies. */
export const COMPANY: Deletable<ClientCompany> = {
  thing: 'Client company',
  table: clientCompanies,
  uses: ({ id, teamId }) => [
    Prisma.sql`SELECT 'The client company is used by the seller endpoint "' || username || '".' AS text
      FROM seller_endpoints WHERE client_company_id = ${id}::uuid AND team_id = ${teamId}::uuid`,
    Prisma.sql`SELECT 'The client company is used by a profit rule.' AS text
      FROM profit_rules WHERE client_company_id = ${id}::uuid AND team_id = ${teamId}::uuid`,
  ],
};

export const ROUTE: Deletable<Route> = {
  thing: 'Route',
  table: routes,
  uses: ({ id, teamId }) => [
    Prisma.sql`SELECT 'The route is used by the routing plan "' || p.name || '".' AS text
      FROM routing_plan_rules r JOIN routing_plans p ON p.id = r.routing_plan_id
      WHERE r.route_id = ${id}::uuid AND p.team_id = ${teamId}::uuid`,
    Prisma.sql`SELECT 'The route is used by the seller endpoint "' || username || '".' AS text
      FROM seller_endpoints WHERE default_route_id = ${id}::uuid AND team_id = ${teamId}::uuid`,
  ],
};

export const ROUTING_PLAN: Deletable<RoutingPlan> = {
  thing: 'Routing plan',
  table: routingPlans,
  uses: ({ id, teamId }) => [
    Prisma.sql`SELECT 'The routing plan is used by the campaign "' || name || '".' AS text
      FROM sms_campaigns WHERE sms_routing_plan_id = ${id}::uuid AND team_id = ${teamId}::uuid AND deleted_at IS NULL`,
    Prisma.sql`SELECT 'The routing plan is used by the seller endpoint "' || username || '".' AS text
      FROM seller_endpoints WHERE sms_routing_plan_id = ${id}::uuid AND team_id = ${teamId}::uuid`,
  ],
};

export const ENDPOINT: Deletable<SellerEndpoint> = {
  thing: 'Seller endpoint',
  table: sellerEndpoints,
  uses: ({ id, teamId }) => [
    Prisma.sql`SELECT 'The seller endpoint has ' || active_tx + active_rx + active_trx || ' open connections.' AS text
      FROM seller_endpoints WHERE id = ${id}::uuid AND team_id = ${teamId}::uuid
        AND active_tx + active_rx + active_trx > 0`,
  ],
};

export const PROFIT_RULE = { thing: 'Profit rule', table: profitRules };
export const PLAN_RULE = { thing: 'Routing plan rule', table: routingPlanRules };
export const TEST_SCHEDULE = { thing: 'SMS test schedule', table: smsTestSchedules };
