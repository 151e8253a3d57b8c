import { tables } from '../../../database/tables.ts';
import { Prisma, type Route, type RoutingPlan, type SmsTestSchedule } from '../../../generated/prisma/client.ts';
import type { Deletable } from '../../../records/delete-record.ts';
import { letGo, type Naming } from '../../../records/in-blocks.ts';

/** Without the route their outcome would never be learned. */
export const handsOver = ({ id, teamId }: Route): Prisma.Sql[] => [
  Prisma.sql`SELECT 'The route is handing over messages of the campaign "' || c.name || '".' AS text
    FROM sms_batches b JOIN sms_sends s ON s.team_id = b.team_id AND s.id = b.sms_send_id
    JOIN sms_campaigns c ON c.team_id = s.team_id AND c.id = s.sms_campaign_id
    WHERE b.route_id = ${id}::uuid AND b.team_id = ${teamId}::uuid AND b.done_at IS NULL`,
  Prisma.sql`SELECT 'The route is handing over messages of '
      || COALESCE('the seller endpoint "' || e.username || '".', 'a deleted seller endpoint.') AS text
    FROM sms_batches b
    LEFT JOIN seller_endpoints e ON e.team_id = ${teamId}::uuid AND e.id = b.seller_endpoint_id
    WHERE b.route_id = ${id}::uuid AND b.team_id = ${teamId}::uuid AND b.seller_endpoint_id IS NOT NULL AND b.done_at IS NULL`,
];

export const TEST_RESULTS: Naming = { table: 'sms_test_results', column: 'sms_test_schedule_id', by: 'due_at' };

export const ROUTE: Deletable<Route> = {
  thing: 'Route',
  table: tables.Route,
  uses: (route) => [
    Prisma.sql`SELECT 'The route is used by the routing plan "' || p.name || '".' AS text
      FROM routing_plan_rules r JOIN routing_plans p ON p.team_id = r.team_id AND p.id = r.routing_plan_id
      WHERE r.team_id = ${route.teamId}::uuid AND (r.route_id = ${route.id}::uuid OR r.id IN (
        SELECT k.routing_plan_rule_id FROM routing_plan_candidates k
        WHERE k.team_id = ${route.teamId}::uuid AND k.route_id = ${route.id}::uuid))`,
    Prisma.sql`SELECT 'The route is used by the seller endpoint "' || username || '".' AS text
      FROM seller_endpoints WHERE default_route_id = ${route.id}::uuid AND team_id = ${route.teamId}::uuid`,
    Prisma.sql`SELECT 'The route is the default of the routing plan "' || name || '".' AS text
      FROM routing_plans WHERE default_route_id = ${route.id}::uuid AND team_id = ${route.teamId}::uuid`,
    ...handsOver(route),
    // Acknowledged, and in no reply yet.
    Prisma.sql`SELECT 'The route has parts of a reply whose others are waited for: try again in five minutes.' AS text
      FROM sms_reply_parts WHERE route_id = ${route.id}::uuid AND team_id = ${route.teamId}::uuid AND NOT is_ended`,
  ],
  namedIn: [
    ['sms_replies', 'route_id'],
    ['conversations', 'route_id'],
    ['direct_messages', 'route_id'],
  ],
  many: [
    { table: 'sms_provider_messages', column: 'route_id', by: 'provider_id' },
    { table: 'sms_receipts', column: 'route_id', by: 'provider_id' },
    { table: 'sms_batches', column: 'route_id', by: 'claimed_at' },
    { table: 'sms_reply_parts', column: 'route_id', by: 'sender' },
    { table: 'sms_replies', column: 'route_id', by: 'provider_id', stay: true },
    { table: 'conversations', column: 'route_id', by: 'id', stay: true },
    { table: 'direct_messages', column: 'route_id', by: 'handed_at', stay: true },
  ],
  async ahead({ id, teamId }, inOne) {
    const schedules = await inOne((tx) => tx.prisma.smsTestSchedule.findMany({ where: { routeId: id, teamId } }));
    for (const schedule of schedules) await letGo(inOne, schedule, [TEST_RESULTS]);
  },
  deleting: (tx, { id, teamId }) => tx.change`DELETE FROM sms_provider_messages
    WHERE team_id = ${teamId}::uuid AND route_id = ${id}::uuid`,
};

export const ROUTING_PLAN: Deletable<RoutingPlan> = {
  thing: 'Routing plan',
  table: tables.RoutingPlan,
  uses: ({ id, teamId }) => [
    Prisma.sql`SELECT 'The routing plan is used by the campaign "' || name || '".' AS text
      FROM sms_campaigns WHERE sms_routing_plan_id = ${id}::uuid AND team_id = ${teamId}::uuid AND deleted_at IS NULL`,
    Prisma.sql`SELECT 'The routing plan is used by the seller endpoint "' || username || '".' AS text
      FROM seller_endpoints WHERE sms_routing_plan_id = ${id}::uuid AND team_id = ${teamId}::uuid`,
    // A running send keeps the plan that it began with.
    Prisma.sql`SELECT 'The routing plan is used by a send of the campaign "' || c.name || '".' AS text
      FROM sms_sends s JOIN sms_campaigns c ON c.team_id = s.team_id AND c.id = s.sms_campaign_id
      WHERE s.team_id = ${teamId}::uuid AND s.status IN ('pending', 'running', 'in_progress')
        AND s.meta ->> 'smsRoutingPlanId' = ${id} AND c.deleted_at IS NULL`,
  ],
  namedIn: [['sms_campaigns', 'sms_routing_plan_id']],
};

export const PLAN_RULE = { thing: 'Routing plan rule', table: tables.RoutingPlanRule };
export const TEST_RESULT = { thing: 'SMS test', table: tables.SmsTestResult };
export const TEST_SCHEDULE: Deletable<SmsTestSchedule> = {
  thing: 'SMS test schedule',
  table: tables.SmsTestSchedule,
  uses: () => [],
  many: [TEST_RESULTS],
};
