import type { Context } from '../../context.ts';
import { type ConnectionArgs, type Order, readConnection } from '../../database/connection.ts';
import { equals, isSet, type TimeRange, within } from '../../database/filters.ts';
import { tables } from '../../database/tables.ts';
import { Prisma, type SmsMessage } from '../../generated/prisma/client.ts';
import type { RecordKind } from '../records/change-record.ts';

export const SMS_MESSAGE: RecordKind<SmsMessage> = { thing: 'SMS message', table: tables.SmsMessage };

export interface SmsMessageFilter {
  smsCampaignId?: string | null;
  smsSendId?: string | null;
  contactId?: string | null;
  offerId?: string | null;
  isSent?: boolean | null;
  isClicked?: boolean | null;
  isLead?: boolean | null;
  isSale?: boolean | null;
  hasFailed?: boolean | null;
  createdAt?: TimeRange | null;
}

export function listSmsMessages(
  ctx: Context,
  { filter, ...args }: ConnectionArgs & { filter?: SmsMessageFilter | null; orderBy?: Order | null },
  fields: readonly string[],
) {
  return readConnection(ctx, tables.SmsMessage, args, {
    fields,
    orderBy: args.orderBy,
    filter: [
      ...equals(Prisma.sql`t.sms_campaign_id`, 'uuid', filter?.smsCampaignId),
      ...equals(Prisma.sql`t.sms_send_id`, 'uuid', filter?.smsSendId),
      ...equals(Prisma.sql`t.contact_id`, 'uuid', filter?.contactId),
      ...equals(Prisma.sql`t.offer_id`, 'uuid', filter?.offerId),
      ...equals(Prisma.sql`t.is_sent`, 'boolean', filter?.isSent),
      ...equals(Prisma.sql`t.is_clicked`, 'boolean', filter?.isClicked),
      ...equals(Prisma.sql`t.is_lead`, 'boolean', filter?.isLead),
      ...equals(Prisma.sql`t.is_sale`, 'boolean', filter?.isSale),
      ...isSet(Prisma.sql`t.fail_reason`, filter?.hasFailed),
      ...within(Prisma.sql`t.created_at`, filter?.createdAt),
    ],
  });
}
