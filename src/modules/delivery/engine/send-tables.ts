import { Prisma } from '../../../generated/prisma/client.ts';
import type { Kind } from '../../../observability/events.ts';
import { type EventRecord, records } from '../../webhooks/events/records.ts';
import { type MetaShape, smsMeta, voiceMeta } from '../meta/meta.ts';
import type { LogOwner } from './logs.ts';

/** Where the sends of one kind of campaign are kept. */
export interface SendTables {
  kind: Kind;
  campaigns: Prisma.Sql;
  /** The campaign's column that says why it was stopped. */
  stopReason: Prisma.Sql;
  sends: Prisma.Sql;
  recipients: Prisma.Sql;
  /** Columns of sends and recipients that name the campaign and the send. */
  campaignId: Prisma.Sql;
  sendId: Prisma.Sql;
  /** What changes of a waiting recipient `r`, beside its send, when another send takes it over. */
  takenOver(dueAt: Prisma.Sql): Prisma.Sql;
  /** Whether the campaign `c` is active at present, not when the send began. */
  isActive: Prisma.Sql;
  logs: { campaign: LogOwner; send: LogOwner };
  /** What events show of its campaigns. */
  event: EventRecord;
  /** What a send keeps of its campaign. */
  meta: MetaShape;
}

/** Not paused, and active by its data where the send type has that. */
const isActive = (...types: string[]) =>
  Prisma.raw(`(c.paused_at IS NULL AND COALESCE((CASE c.send_type
  ${types.map((type) => `WHEN '${type}' THEN c.${type}_data`).join(' ')} END ->> 'isActive')::boolean, true))`);

export const SMS_SENDS: SendTables = {
  kind: 'sms',
  campaigns: Prisma.sql`sms_campaigns`,
  stopReason: Prisma.sql`status_reason`,
  sends: Prisma.sql`sms_sends`,
  recipients: Prisma.sql`sms_recipients`,
  campaignId: Prisma.sql`sms_campaign_id`,
  sendId: Prisma.sql`sms_send_id`,
  takenOver: (dueAt) => Prisma.sql`due_at = ${dueAt}, reason = NULL, refusals = NULL`,
  isActive: isActive('multistep', 'planner', 'recurring', 'feed'),
  logs: { campaign: 'sms_campaign', send: 'sms_campaign_send' },
  event: records.smsCampaign,
  meta: smsMeta,
};

export const VOICE_SENDS: SendTables = {
  kind: 'voice',
  campaigns: Prisma.sql`voice_campaigns`,
  stopReason: Prisma.sql`stopped_reason`,
  sends: Prisma.sql`voice_campaign_sends`,
  recipients: Prisma.sql`voice_recipients`,
  campaignId: Prisma.sql`voice_campaign_id`,
  sendId: Prisma.sql`voice_campaign_send_id`,
  // A contact that asked for a later call, or that is called again, keeps its time.
  takenOver: (dueAt) => Prisma.sql`due_at = CASE WHEN r.attempts > 0 THEN r.due_at ELSE ${dueAt} END,
    reason = CASE WHEN r.attempts > 0 THEN r.reason END`,
  isActive: isActive('recurring', 'feed'),
  logs: { campaign: 'voice_campaign', send: 'voice_campaign_send' },
  event: records.voiceCampaign,
  meta: voiceMeta,
};
