import { nestedAggregate } from '../../../database/reads/aggregates.ts';
import { loaderFor, type ReadContext } from '../../../database/reads/lists.ts';
import { read } from '../../../database/table.ts';
import { tables } from '../../../database/tables.ts';
import { Prisma, type SendStatus } from '../../../generated/prisma/client.ts';

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

const messageCounts = nestedAggregate<MessageCounts>(tables.SmsMessage, {
  parent: Prisma.sql`t.sms_campaign_id`,
  select: Prisma.sql`count(*) AS total, count(*) FILTER (WHERE t.is_sent) AS sent,
    count(*) FILTER (WHERE t.is_clicked) AS clicked, count(*) FILTER (WHERE t.is_lead) AS lead,
    count(*) FILTER (WHERE t.is_sale) AS sale, count(*) FILTER (WHERE t.fail_reason IS NOT NULL) AS failed`,
});

const NO_MESSAGES: MessageCounts = { total: 0, sent: 0, clicked: 0, lead: 0, sale: 0, failed: 0 };

export const messagesByState = async (ctx: ReadContext, smsCampaignId: string): Promise<MessageCounts> =>
  (await messageCounts.load(ctx, smsCampaignId))[0] ?? NO_MESSAGES;

/** Whether a routing plan has a route whose messages reach nobody. One statement for all plans of a level. */
export function leadsToSimulator(ctx: ReadContext, planId: string | null): Promise<boolean> | boolean {
  if (planId === null) return false;
  return loaderFor<boolean>(ctx, leadsToSimulator, '', async (ids) => {
    const rows = await read<{ planId: string }>(
      ctx.reader,
      Prisma.sql`SELECT p.id AS "planId" FROM routing_plans p WHERE p.team_id = ${ctx.teamId}::uuid AND p.id = ANY(${ids}::uuid[])
        AND EXISTS (SELECT 1 FROM routes r WHERE r.team_id = ${ctx.teamId}::uuid AND r.provider = 'simulator'
          AND (r.id = p.default_route_id OR EXISTS (SELECT 1 FROM routing_plan_rules u
            LEFT JOIN routing_plan_candidates k ON k.team_id = ${ctx.teamId}::uuid AND k.routing_plan_rule_id = u.id
            WHERE u.team_id = ${ctx.teamId}::uuid AND u.routing_plan_id = p.id AND r.id IN (u.route_id, k.route_id))))`,
    );
    const simulated = new Set(rows.map(({ planId: id }) => id));
    return ids.map((id) => simulated.has(id));
  }).load(planId);
}
