import { Prisma } from '../../generated/prisma/client.ts';
import type { Batch, Claim, ClaimInput, Kept } from './claim.ts';
import { LEASE_MS, type SendKey, type Tx } from './engine.ts';
import type { Paid } from './reserve.ts';
import { changed } from './rows.ts';
import type { WrittenMessage } from './write-message.ts';

/** The messages of a claim with their links. */
export async function insertMessages(
  tx: Tx,
  input: ClaimInput,
  messages: readonly WrittenMessage[],
  paid: ReadonlyMap<string, Paid>,
): Promise<void> {
  if (messages.length === 0) return;
  const { send, step, now, meta } = input;
  const column = <T>(of: (message: WrittenMessage) => T) => messages.map(of);
  await changed(
    tx,
    Prisma.sql`INSERT INTO sms_messages (team_id, id, sms_campaign_id, sms_send_id, step, status, contact_id,
        phone_normalized, foreign_id, country_id, network_id, network_brand, offer_id, campaign_text_id, final_text,
        text_parts, sms_parts, sender_id, shortened_url, sms_routing_plan_id, sms_routing_plan_rule_id, sms_routing_route_id,
        sms_rule_selected_data, cost, integration_id, created_at, updated_at)
      SELECT ${send.teamId}::uuid, x.id, ${send.campaignId}::uuid, ${send.sendId}::uuid, ${step}::int, 'sending', x.contact,
        x.phone, x.foreign_id, x.country, x.network, x.brand, x.offer, x.text_id, x.final_text, x.parts, x.sms_parts, x.sender,
        x.url, ${meta.smsRoutingPlanId}::uuid, x.rule, x.route, x.rule_data, x.cost, x.integration, ${now}::timestamptz, ${now}::timestamptz
      FROM unnest(${column(({ id }) => id)}::uuid[], ${column(({ contact }) => contact.contactId)}::uuid[],
        ${column(({ contact }) => contact.number)}::text[], ${column(({ contact }) => contact.foreignId)}::text[],
        ${column(({ contact }) => contact.countryId)}::int[], ${column(({ contact }) => contact.networkId)}::int[],
        ${column(({ contact }) => contact.networkBrand)}::text[], ${column(({ offerId }) => offerId)}::uuid[],
        ${column(({ textId }) => textId)}::uuid[], ${column(({ finalText }) => finalText)}::text[],
        ${column(({ textParts }) => textParts)}::int[], ${column(({ smsParts }) => smsParts)}::int[],
        ${column(({ route }) => route.senderId)}::text[], ${column(({ link }) => link?.shortUrl ?? null)}::text[],
        ${column(({ rule }) => rule?.id ?? null)}::uuid[], ${column(({ route }) => route.id)}::uuid[],
        ${column(({ ruleData }) => ruleData)}::text[], ${column(({ id }) => paid.get(id)!.cost)}::numeric[],
        ${column(({ id }) => paid.get(id)!.integrationId)}::uuid[])
        x(id, contact, phone, foreign_id, country, network, brand, offer, text_id, final_text, parts, sms_parts, sender, url,
          rule, route, rule_data, cost, integration)`,
  );
  const links = messages.flatMap(({ id, link }) => (link ? [{ id, ...link }] : []));
  if (links.length === 0) return;
  await changed(
    tx,
    Prisma.sql`INSERT INTO sms_links (team_id, code, message_id, url, created_at)
      SELECT ${send.teamId}::uuid, x.code, x.message, x.url, ${now}::timestamptz
      FROM unnest(${links.map(({ code }) => code)}::text[], ${links.map(({ id }) => id)}::uuid[],
        ${links.map(({ target }) => target)}::text[]) x(code, message, url)`,
  );
}

export const insertBatch = (tx: Tx, send: SendKey, { id, route, messages }: Batch, now: Date) =>
  changed(
    tx,
    Prisma.sql`INSERT INTO sms_batches
        (team_id, id, sms_send_id, route_id, message_ids, size, claimed_at, lease_until)
      VALUES (${send.teamId}::uuid, ${id}::uuid, ${send.sendId}::uuid, ${route.id}::uuid,
        ${messages.map((message) => message.id)}::uuid[], ${messages.length}::int,
        ${now}::timestamptz, ${new Date(now.getTime() + LEASE_MS)}::timestamptz)`,
  );

/** What was decided about each contact. */
export async function markRecipients(
  tx: Tx,
  { send, cycle, step, now }: ClaimInput,
  kept: readonly Kept[],
  lookups: Claim['lookups'],
  written: readonly WrittenMessage[],
  days: ReadonlyMap<string, string>,
): Promise<void> {
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const rows = [
    ...kept.map(({ contactId, status, dueAt, reason }) => ({
      contactId,
      status,
      dueAt,
      reason,
      messageId: null,
      day: null,
    })),
    ...lookups.map(({ contactId }) => ({
      contactId,
      status: 'looking_up',
      dueAt: leaseUntil,
      reason: 'The number is being looked up.',
      messageId: null,
      day: null,
    })),
    ...written.map(({ id, contact }) => ({
      contactId: contact.contactId,
      status: 'handed',
      dueAt: now,
      reason: null,
      messageId: id,
      day: days.get(contact.contactId)!,
    })),
  ];
  if (rows.length === 0) return;
  await changed(
    tx,
    Prisma.sql`UPDATE sms_recipients r SET status = x.status::recipient_status, due_at = x.due_at, reason = x.reason,
        message_id = COALESCE(x.message, r.message_id), step = CASE WHEN x.status = 'handed' THEN ${step}::int ELSE r.step END,
        lookups = r.lookups + CASE WHEN x.status = 'looking_up' THEN 1 ELSE 0 END,
        counted_on = COALESCE(x.day, r.counted_on)
      FROM unnest(${rows.map(({ contactId }) => contactId)}::uuid[], ${rows.map(({ status }) => status)}::text[],
        ${rows.map(({ dueAt }) => dueAt.toISOString())}::timestamptz[], ${rows.map(({ reason }) => reason)}::text[],
        ${rows.map(({ messageId }) => messageId)}::uuid[], ${rows.map(({ day }) => day)}::text[])
        x(contact, status, due_at, reason, message, day)
      WHERE r.team_id = ${send.teamId}::uuid AND r.sms_campaign_id = ${send.campaignId}::uuid
        AND r.cycle = ${cycle}::int AND r.contact_id = x.contact`,
  );
}
