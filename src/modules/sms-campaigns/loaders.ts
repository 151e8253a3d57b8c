import { nestedList } from '../../database/lists.ts';
import { defineTable } from '../../database/table.ts';
import { type Log, Prisma, type SmsCampaign, type SmsSend } from '../../generated/prisma/client.ts';

export const smsCampaigns = defineTable<SmsCampaign>('sms_campaigns', Prisma.SmsCampaignScalarFieldEnum);
export const smsSends = defineTable<SmsSend>('sms_sends', Prisma.SmsSendScalarFieldEnum);
export const logs = defineTable<Log>('logs', Prisma.LogScalarFieldEnum);

const newestFirst = Prisma.sql`t.created_at DESC, t.id DESC`;

export const sendsOfSmsCampaign = nestedList(smsSends, {
  parent: Prisma.sql`t.sms_campaign_id`,
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
