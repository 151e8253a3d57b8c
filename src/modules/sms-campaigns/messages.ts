import { is, isSet, listFilter, listOf, within } from '../../database/filters.ts';
import { tables } from '../../database/tables.ts';
import type { SmsMessage } from '../../generated/prisma/client.ts';
import type { RecordKind } from '../records/change-record.ts';

export const SMS_MESSAGE: RecordKind<SmsMessage> = { thing: 'SMS message', table: tables.SmsMessage };

export const smsMessageFilter = listFilter('SmsMessageFilter', {
  smsCampaignId: is('UUID', 'Of this campaign.'),
  smsSendId: is('UUID', 'Of this send of a campaign.'),
  contactId: is('UUID', 'To this contact.'),
  offerId: is('UUID', 'Selling this offer.'),
  isSent: is('Boolean', 'Whether they went out.'),
  isClicked: is('Boolean', 'Whether their link was opened.'),
  isLead: is('Boolean', 'Whether they led to a lead.'),
  isSale: is('Boolean', 'Whether they led to a sale.'),
  hasFailed: isSet('failReason', 'Whether they have a reason why they failed.'),
  createdAt: within('When they were created.'),
});

export const listSmsMessages = listOf(tables.SmsMessage, smsMessageFilter);
