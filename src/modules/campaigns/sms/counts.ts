import { nestedAggregate } from '../../../database/reads/aggregates.ts';
import { loaderFor, type ReadContext } from '../../../database/reads/lists.ts';
import { read } from '../../../database/table.ts';
import { tables } from '../../../database/tables.ts';
import { Prisma, type SendStatus } from '../../../generated/prisma/client.ts';
import { coarseSource } from '../../insight/reports/roll-ups/sources.ts';
import { SMS_REPORT } from '../../insight/reports/sms-report.ts';

export interface SendsOfStatus {
  status: SendStatus;
  count: number;
}

export const sendsByStatus = nestedAggregate<SendsOfStatus>(tables.SmsSend, {
  parent: Prisma.sql`t.sms_campaign_id`,
  select: Prisma.sql`t.status, count(*) AS count`,
  by: Prisma.sql`t.status`,
});

export interface MessageCounts {
  total: number;
  sent: number;
  clicked: number;
  lead: number;
  sale: number;
  failed: number;
}

const NO_MESSAGES: MessageCounts = { total: 0, sent: 0, clicked: 0, lead: 0, sale: 0, failed: 0 };

/** From the roll-ups of reports, so it takes no longer for a team of many messages. One statement for all campaigns of a level. */
export const messagesByState = (ctx: ReadContext, smsCampaignId: string): Promise<MessageCounts> =>
  loaderFor<MessageCounts>(ctx, messagesByState, '', async (ids) => {
    const { from, scope, sums } = coarseSource(SMS_REPORT, ctx.teamId);
    const rows = await read<MessageCounts & { id: string }>(
      ctx.reader,
      Prisma.sql`SELECT t.sms_campaign_id AS id, ${sums.messages} AS total, ${sums.sent} AS sent, ${sums.clicked} AS clicked,
          ${sums.leads} AS lead, ${sums.sales} AS sale, ${sums.failed} AS failed
        FROM ${from} t WHERE ${scope} AND t.sms_campaign_id = ANY(${ids}::uuid[]) GROUP BY t.sms_campaign_id`,
    );
    const counts = new Map(rows.map(({ id, ...of }) => [id, of]));
    return ids.map((id) => counts.get(id) ?? NO_MESSAGES);
  }).load(smsCampaignId);

/** Whether a routing plan has a route whose messages reach nobody. One statement for all plans of a level. */
export function leadsToSimulator(ctx: ReadContext, planId: string | null): Promise<boolean> | boolean {
  if (planId === null) return false;
  return loaderFor<boolean>(ctx, leadsToSimulator, '', async (ids) => {
    const rows = await read<{ planId: string }>(
      ctx.reader,
      Prisma.sql`WITH rules AS (SELECT u.id, u.routing_plan_id, u.route_id FROM routing_plan_rules u
          WHERE u.team_id = ${ctx.teamId}::uuid AND u.routing_plan_id = ANY(${ids}::uuid[]))
        SELECT x.plan_id AS "planId" FROM (
          SELECT p.id AS plan_id, p.default_route_id AS route_id FROM routing_plans p
          WHERE p.team_id = ${ctx.teamId}::uuid AND p.id = ANY(${ids}::uuid[])
          UNION SELECT routing_plan_id, route_id FROM rules
          UNION SELECT u.routing_plan_id, k.route_id FROM rules u CROSS JOIN LATERAL (SELECT * FROM routing_plan_candidates k
            WHERE k.team_id = ${ctx.teamId}::uuid AND k.routing_plan_rule_id = u.id OFFSET 0) k) x
        WHERE (SELECT r.provider FROM routes r WHERE r.team_id = ${ctx.teamId}::uuid AND r.id = x.route_id) = 'simulator'`,
    );
    const simulated = new Set(rows.map(({ planId: id }) => id));
    return ids.map((id) => simulated.has(id));
  }).load(planId);
}
