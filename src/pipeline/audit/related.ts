import { Prisma } from '../../generated/prisma/client.ts';

/** What belongs to a record but is in other tables: expressions over `t`. */
export const RELATED: Partial<Record<Prisma.ModelName, Readonly<Record<string, (teamId: string) => Prisma.Sql>>>> = {
  SmsCampaign: {
    offerIds: (teamId) => Prisma.sql`ARRAY(
      SELECT j.offer_id::text FROM sms_campaign_offers j
      WHERE j.team_id = ${teamId}::uuid AND j.sms_campaign_id = t.id ORDER BY j.position, j.offer_id)`,
  },
  VoiceCampaign: {
    offerIds: (teamId) => Prisma.sql`ARRAY(
      SELECT j.offer_id::text FROM voice_campaign_offers j
      WHERE j.team_id = ${teamId}::uuid AND j.voice_campaign_id = t.id ORDER BY j.position, j.offer_id)`,
  },
  RoutingPlan: {
    ruleIds: (teamId) => Prisma.sql`ARRAY(
      SELECT r.id::text FROM routing_plan_rules r
      WHERE r.team_id = ${teamId}::uuid AND r.routing_plan_id = t.id ORDER BY r.position, r.id)`,
  },
  RoutingPlanRule: {
    candidateRouteIds: (teamId) => Prisma.sql`ARRAY(
      SELECT k.route_id::text FROM routing_plan_candidates k
      WHERE k.team_id = ${teamId}::uuid AND k.routing_plan_rule_id = t.id ORDER BY k.priority, k.id)`,
  },
  Contact: {
    tags: (teamId) => Prisma.sql`ARRAY(
      SELECT o.name FROM contact_tags j JOIN tags o ON o.team_id = j.team_id AND o.id = j.tag_id
      WHERE j.team_id = ${teamId}::uuid AND j.contact_id = t.id ORDER BY o.name)`,
  },
};
