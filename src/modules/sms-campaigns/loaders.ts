import { nestedAggregate } from '../../database/aggregates.ts';
import { nestedList, type ReadContext } from '../../database/lists.ts';
import { defineTable } from '../../database/table.ts';
import {
  type CampaignText,
  type Log,
  Prisma,
  type SendStatus,
  type SmsCampaign,
  type SmsMessage,
  type SmsSend,
} from '../../generated/prisma/client.ts';

export const smsCampaigns = defineTable<SmsCampaign>('sms_campaigns', Prisma.SmsCampaignScalarFieldEnum, {
  related: {
    offerIds: Prisma.sql`ARRAY(
      SELECT j.offer_id::text FROM sms_campaign_offers j WHERE j.sms_campaign_id = t.id ORDER BY j.position, j.offer_id)`,
  },
});
export const smsSends = defineTable<SmsSend>('sms_sends', Prisma.SmsSendScalarFieldEnum);
export const logs = defineTable<Log>('logs', Prisma.LogScalarFieldEnum);
export const campaignTexts = defineTable<CampaignText>('campaign_texts', Prisma.CampaignTextScalarFieldEnum);
export const smsMessages = defineTable<SmsMessage>('sms_messages', Prisma.SmsMessageScalarFieldEnum);

const newestFirst = Prisma.sql`t.created_at DESC, t.id DESC`;

export const sendsOfSmsCampaign = nestedList(smsSends, {
  parent: Prisma.sql`t.sms_campaign_id`,
  order: newestFirst,
});

export const smsCampaignsOfRoutingPlan = nestedList(smsCampaigns, {
  parent: Prisma.sql`t.sms_routing_plan_id`,
  order: newestFirst,
});

export const smsCampaignsOfDomainPlan = nestedList(smsCampaigns, {
  parent: Prisma.sql`t.domain_plan_id`,
  order: newestFirst,
});

/** Logs name whatever they are about by type and id. */
export const logsOf = (callerType: Log['callerType']) =>
  nestedList(logs, {
    parent: Prisma.sql`t.caller_id`,
    where: Prisma.sql`t.caller_type = ${Prisma.raw(`'${callerType}'`)}`,
    order: newestFirst,
  });

export const logsOfSmsCampaign = logsOf('sms_campaign');
export const logsOfSmsSend = logsOf('sms_campaign_send');

export const textsOfSmsCampaign = nestedList(campaignTexts, {
  parent: Prisma.sql`t.sms_campaign_id`,
  order: Prisma.sql`t.position, t.id`,
});

const messagesBelow = (column: string) =>
  nestedList(smsMessages, { parent: Prisma.raw(`t.${column}`), order: newestFirst });

export const messagesOfContact = messagesBelow('contact_id');
export const messagesOfSmsCampaign = messagesBelow('sms_campaign_id');

export interface SendsOfStatus {
  status: SendStatus;
  count: number;
}

export const sendsByStatus = nestedAggregate<SendsOfStatus>(smsSends, {
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

const messageCounts = nestedAggregate<MessageCounts>(smsMessages, {
  parent: Prisma.sql`t.sms_campaign_id`,
  select: Prisma.sql`count(*) AS total, count(*) FILTER (WHERE t.is_sent) AS sent,
    count(*) FILTER (WHERE t.is_clicked) AS clicked, count(*) FILTER (WHERE t.is_lead) AS lead,
    count(*) FILTER (WHERE t.is_sale) AS sale, count(*) FILTER (WHERE t.fail_reason IS NOT NULL) AS failed`,
});

const NO_MESSAGES: MessageCounts = { total: 0, sent: 0, clicked: 0, lead: 0, sale: 0, failed: 0 };

export const messagesByState = async (ctx: ReadContext, smsCampaignId: string): Promise<MessageCounts> =>
  (await messageCounts.load(ctx, smsCampaignId))[0] ?? NO_MESSAGES;
