import { Prisma } from '../../generated/prisma/client.ts';
import type { LogOwner } from './logs.ts';

/** Where the sends of one kind of campaign are kept. */
export interface SendTables {
  campaigns: Prisma.Sql;
  /** The campaign's column for why it was stopped. */
  stopReason: Prisma.Sql;
  sends: Prisma.Sql;
  recipients: Prisma.Sql;
  /** Columns of sends and recipients that name the campaign and the send. */
  campaignId: Prisma.Sql;
  sendId: Prisma.Sql;
  logs: { campaign: LogOwner; send: LogOwner };
}

export const SMS_SENDS: SendTables = {
  campaigns: Prisma.sql`sms_campaigns`,
  stopReason: Prisma.sql`status_reason`,
  sends: Prisma.sql`sms_sends`,
  recipients: Prisma.sql`sms_recipients`,
  campaignId: Prisma.sql`sms_campaign_id`,
  sendId: Prisma.sql`sms_send_id`,
  logs: { campaign: 'sms_campaign', send: 'sms_campaign_send' },
};

export const VOICE_SENDS: SendTables = {
  campaigns: Prisma.sql`voice_campaigns`,
  stopReason: Prisma.sql`stopped_reason`,
  sends: Prisma.sql`voice_campaign_sends`,
  recipients: Prisma.sql`voice_recipients`,
  campaignId: Prisma.sql`voice_campaign_id`,
  sendId: Prisma.sql`voice_campaign_send_id`,
  logs: { campaign: 'voice_campaign', send: 'voice_campaign_send' },
};
