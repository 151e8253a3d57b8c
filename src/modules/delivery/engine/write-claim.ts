import type { Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Batch, Claim, ClaimInput, Kept } from './batch.ts';
import type { LockedContact } from './due.ts';
import { LEASE_MS, type SendKey } from './engine.ts';
import { costOf, decimalOf } from './money.ts';

import type { WrittenMessage } from './write-message.ts';

/** Stores the messages of a claim. */
export async function insertMessages(tx: Tx, input: ClaimInput, messages: readonly WrittenMessage[]): Promise<void> {
  const { send, step, now, meta } = input;
  const column = <T>(of: (message: WrittenMessage) => T) => messages.map(of);
  // Values that many messages share are sent once.
  const kinds = new Map<string, { at: number; message: WrittenMessage }>();
  const kindOf = column((message) => {
    const key = kindKey(message);
    const kind = kinds.get(key) ?? { at: kinds.size, message };
    kinds.set(key, kind);
    return kind.at;
  });
  const kind = <T>(of: (message: WrittenMessage) => T) => [...kinds.values()].map(({ message }) => of(message));
  await tx.change`INSERT INTO sms_messages (team_id, id, sms_campaign_id, sms_send_id, step, status, contact_id,
        phone_normalized, foreign_id, country_id, network_id, network_brand, offer_id, campaign_text_id, final_text,
        text_parts, sms_parts, sender_id, shortened_url, link_code,
        link_target, sms_routing_plan_id, sms_routing_plan_rule_id, sms_routing_route_id,
        sms_rule_selected_data, route_choice, cost, integration_id, created_at, updated_at)
      SELECT ${send.teamId}::uuid, x.id, ${send.campaignId}::uuid, ${send.sendId}::uuid, ${step}::int, 'sending', x.contact,
        x.phone, x.foreign_id, k.country, k.network, k.brand, k.offer, k.text_id, x.final_text, k.parts, k.sms_parts, k.sender,
        k.base || x.code, x.code, k.target, ${meta.smsRoutingPlanId}::uuid, k.rule, k.route, k.rule_data, k.choice, k.cost,
        CASE WHEN k.cost > 0 THEN k.integration END, ${now}::timestamptz, ${now}::timestamptz
      FROM unnest(${column(({ id }) => id)}::uuid[], ${column(({ contact }) => contact.contactId)}::uuid[],
        ${column(({ contact }) => contact.number)}::text[], ${column(({ contact }) => contact.foreignId)}::text[],
        ${column(({ finalText }) => finalText)}::text[], ${column(({ link }) => link?.code ?? null)}::text[], ${kindOf}::int[])
        x(id, contact, phone, foreign_id, final_text, code, kind)
      JOIN unnest(${kind(({ offerId }) => offerId)}::uuid[], ${kind(({ textId }) => textId)}::uuid[],
        ${kind(({ senderId }) => senderId)}::text[], ${kind(({ rule }) => rule?.id ?? null)}::uuid[],
        ${kind(({ route }) => route.id)}::uuid[], ${kind(({ ruleData }) => ruleData)}::text[], ${kind(choiceText)}::jsonb[], ${kind(({ route }) => route.payerId)}::uuid[],
        ${kind(({ link }) => link?.target ?? null)}::text[], ${kind(({ link }) => link?.base ?? null)}::text[],
        ${kind(({ contact }) => contact.countryId)}::int[], ${kind(({ contact }) => contact.networkId)}::int[],
        ${kind(({ contact }) => contact.networkBrand)}::text[], ${kind(({ textParts }) => textParts)}::int[],
        ${kind(({ smsParts }) => smsParts)}::int[],
        ${kind(({ route, smsParts }) => decimalOf(costOf(route, smsParts)))}::numeric[]) WITH ORDINALITY
        k(offer, text_id, sender, rule, route, rule_data, choice, integration, target, base, country, network, brand, parts, sms_parts,
          cost, n) ON k.n = x.kind + 1`;
}

const choiceText = ({ choice }: WrittenMessage) => choice && JSON.stringify(choice);

const kindKey = ({
  textId,
  offerId,
  senderId,
  rule,
  route,
  choice,
  link,
  textParts,
  smsParts,
  contact,
}: WrittenMessage) =>
  `${textId} ${offerId} ${senderId} ${rule?.id} ${route.id} ${choice && JSON.stringify(choice)} ${textParts} ${smsParts} ${contact.countryId} ${contact.networkId} ${link?.base} ${contact.networkBrand}`;

/** The time of hand-over is the end of the claim, which is committed next. */
export const insertBatch = (tx: Tx, send: SendKey, { id, route, messages }: Batch, now: Date, handedAt: Date) =>
  tx.change`INSERT INTO sms_batches
        (team_id, id, sms_send_id, route_id, message_ids, size, claimed_at, handed_at, lease_until)
      VALUES (${send.teamId}::uuid, ${id}::uuid, ${send.sendId}::uuid, ${route.id}::uuid,
        ${messages.map((message) => message.id)}::uuid[], ${messages.length}::int,
        ${now}::timestamptz, ${handedAt}::timestamptz, ${new Date(handedAt.getTime() + LEASE_MS)}::timestamptz)`;

/**
 * Stores what was decided about each contact. Their rows are locked, so they are found by their physical place. With
 * `(SELECT …)` PostgreSQL does not see how many there are. If it did, and had no statistics, it would read the team's whole
 * audience.
 */
export async function markRecipients(
  tx: Tx,
  { send, step, now }: Pick<ClaimInput, 'send' | 'step' | 'now'>,
  locked: ReadonlyMap<string, LockedContact>,
  { kept, lookups, checks, written, days }: Decided,
): Promise<void> {
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const placesOf = (contacts: readonly { contactId: string }[]) =>
    contacts.map(({ contactId }) => locked.get(contactId)!.place);
  const contacts = written.map(({ contact }) => contact);
  const counted = [...new Set(days.values())];
  if (written.length > 0) {
    await tx.change`UPDATE sms_recipients r SET status = 'handed', due_at = ${now}::timestamptz, reason = NULL, rule = NULL,
          decided_at = ${now}::timestamptz, message_id = x.message, step = ${step}::int, checks = 0, checked_at = NULL,
          counted_on = (${counted}::text[])[x.day]
        FROM unnest((SELECT ${placesOf(contacts)}::tid[]), (SELECT ${written.map(({ id }) => id)}::uuid[]),
          (SELECT ${contacts.map(({ contactId }) => counted.indexOf(days.get(contactId)!) + 1)}::int[])) x(place, message, day)
        WHERE r.team_id = ${send.teamId}::uuid AND r.ctid = x.place`;
  }
  const others = [
    ...kept,
    ...lookups.map(({ contactId }) => ({ contactId, status: 'looking_up', dueAt: leaseUntil, ...LOOKED_UP })),
    ...checks.map(({ contactId }) => ({ contactId, status: 'looking_up', dueAt: leaseUntil, ...CHECKED })),
  ];
  if (others.length === 0) return;
  await tx.change`UPDATE sms_recipients r SET status = x.status::recipient_status, due_at = x.due_at, reason = x.reason,
        rule = x.rule::recipient_rule, decided_at = ${now}::timestamptz,
        ${countTries}
      FROM unnest((SELECT ${placesOf(others)}::tid[]), (SELECT ${others.map(({ status }) => status)}::text[]),
        (SELECT ${others.map(({ dueAt }) => dueAt.toISOString())}::timestamptz[]),
        (SELECT ${others.map(({ reason }) => reason)}::text[]), (SELECT ${others.map(({ rule }) => rule)}::text[]))
        x(place, status, due_at, reason, rule)
      WHERE r.team_id = ${send.teamId}::uuid AND r.ctid = x.place`;
}

/** Of recipients `r` and what was decided about them, `x`. */
export const countTries = Prisma.sql`lookups = r.lookups + CASE WHEN x.status = 'looking_up' AND x.rule = 'look_up' THEN 1 ELSE 0 END,
  checks = r.checks + CASE WHEN x.status = 'looking_up' AND x.rule = 'pre_check' THEN 1 ELSE 0 END`;

export const LOOKED_UP = { rule: 'look_up', reason: 'The number is being looked up.' } as const;

export const CHECKED = { rule: 'pre_check', reason: 'The campaign’s pre-check is being asked.' } as const;

interface Decided {
  kept: readonly Kept[];
  lookups: Claim['lookups'];
  checks: Claim['checks'];
  written: readonly WrittenMessage[];
  /** The local days on which the limits counted the messages. */
  days: ReadonlyMap<string, string>;
}
