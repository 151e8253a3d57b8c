import { anyRow } from '../../../database/reads/any-row.ts';
import { is, isSet, listFilter, listOf, within } from '../../../database/reads/filters.ts';
import { loadById, type ReadContext } from '../../../database/reads/lists.ts';
import type { Row } from '../../../database/table.ts';
import { tables } from '../../../database/tables.ts';
import { Prisma, type SmsMessage, type SmsRecipient } from '../../../generated/prisma/client.ts';
import type { RecordKind } from '../../../records/change-record.ts';
import type { Stand } from './progress.ts';

export const SMS_MESSAGE: RecordKind<SmsMessage> = { thing: 'SMS message', table: tables.SmsMessage };

export const smsMessageFilter = listFilter('SmsMessageFilter', {
  smsCampaignId: is('ID', 'Of this campaign.'),
  smsSendId: is('ID', 'Of this send of a campaign.'),
  contactId: is('ID', 'To this contact.'),
  offerId: is('ID', 'Selling this offer.'),
  isSent: is('Boolean', 'Whether they went out.'),
  isClicked: is('Boolean', 'Whether their link was opened.'),
  isLead: is('Boolean', 'Whether they led to a lead.'),
  isSale: is('Boolean', 'Whether they led to a sale.'),
  hasFailed: isSet('failReason', 'Whether they have a reason why they failed.'),
  createdAt: within('When they were created.'),
});

export const listSmsMessages = listOf(tables.SmsMessage, smsMessageFilter);

type Recipient = Row<Pick<SmsRecipient, 'status' | 'reason' | 'dueAt' | 'messageId'>>;
type Waiting = Pick<Recipient, 'status' | 'reason' | 'dueAt'>;

/** Until when a contact is held. Null when it is not. */
export const heldUntil = ({ status, reason, dueAt }: Waiting): Date | null => {
  const until = new Date(dueAt);
  return status === 'waiting' && reason !== null && until > new Date() ? until : null;
};

/** The state of a contact's message, and why it is held, was skipped or has failed. */
export async function standOf(
  ctx: ReadContext,
  recipient: Recipient,
): Promise<{ status: Stand; reason: string | null }> {
  const { status, reason, messageId } = recipient;
  if (status === 'skipped') return { status, reason };
  if (status === 'looking_up' || heldUntil(recipient)) return { status: 'held', reason };
  if (status === 'waiting') return { status: 'queued', reason: null };
  const message = await loadById(ctx, tables.SmsMessage, messageId, ['status', 'failReason']);
  return { status: message?.status ?? 'unknown', reason: message?.failReason ?? null };
}

export const recipientFilter = listFilter('SmsRecipientFilter', {
  status: {
    type: 'SmsMessageStatus',
    isList: true,
    description: 'The message has one of these statuses; an empty list matches nobody.',
    sql: (stands: readonly Stand[], _key: string, teamId: string) => [
      Prisma.sql`(${Prisma.join([Prisma.sql`FALSE`, ...stands.map((stand) => standsIn(stand, teamId))], ' OR ')})`,
    ],
  },
  step: is('PositiveInt', 'The step that reached the contact, from 1.'),
  contactId: is('ID', 'This contact.'),
});

export const sendStepFilter = listFilter('SmsSendStepFilter', {
  isJudged: isSet('judgedAt', 'Whether their click-through rate has been judged.'),
  startedAt: within('When they began.'),
});

function standsIn(stand: Stand, teamId: string): Prisma.Sql {
  switch (stand) {
    case 'queued':
      return Prisma.sql`(t.status = 'waiting' AND (t.reason IS NULL OR t.due_at <= now()))`;
    case 'held':
      return Prisma.sql`(t.status = 'looking_up' OR (t.status = 'waiting' AND t.reason IS NOT NULL AND t.due_at > now()))`;
    case 'skipped':
      return Prisma.sql`t.status = 'skipped'`;
    default:
      return Prisma.sql`(t.status = 'handed' AND ${anyRow(Prisma.sql`FROM sms_messages m
        WHERE m.team_id = ${teamId}::uuid AND m.id = t.message_id AND m.status = ${stand}::text::message_status`)})`;
  }
}
