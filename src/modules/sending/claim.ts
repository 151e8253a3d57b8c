import { uuidv7 } from '../../database/uuid.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { ContactSchedule } from './contact-schedule.ts';
import { type Decision, decide } from './decide.ts';
import { type DueContact, readDue } from './due.ts';
import { type Engine, LEASE_MS, type Route, type SendKey, type Tx } from './engine.ts';
import { takeLimits } from './limits.ts';
import type { SendMeta, SendPlan } from './plan.ts';
import { reserve } from './reserve.ts';
import { changed } from './rows.ts';
import type { Stage } from './stage.ts';
import { type WrittenMessage, writeMessage } from './write-message.ts';

export interface ClaimInput {
  send: SendKey;
  cycle: number;
  step: number;
  meta: SendMeta;
  plan: SendPlan;
  stage: Stage;
  schedule: ContactSchedule;
  now: Date;
  /** Messages at most. */
  limit: number;
}

export interface Claim {
  /** One per route, each for one provider call. */
  batches: { id: string; route: Route }[];
  /** Contacts that were looked at, whatever was decided. */
  seen: number;
  messages: number;
  /** Contacts whose numbers are to be looked up. */
  lookups: { contactId: string; number: string; attempt: number }[];
}

interface Going {
  contact: DueContact;
  decision: Extract<Decision, { kind: 'send' }>;
}

/**
 * Takes the next contacts of a send that are due, decides about each, and writes the messages of those that go: marked as
 * sending, in batches with a lease. Everything that a hand-over must respect is decided and counted in this one
 * transaction, so that any number of workers share it. Only then are providers called.
 */
export async function claim(tx: Tx, engine: Engine, input: ClaimInput): Promise<Claim> {
  const { send, stage, schedule, plan, now } = input;
  const due = await readDue(tx, send, now, input.limit);
  const looksUp = input.meta.hlrSettings?.isActive ?? false;
  const kept: Kept[] = [];
  const going: Going[] = [];
  const lookups: Claim['lookups'] = [];
  for (const contact of due) {
    const decision = decide(contact, { stage, schedule, looksUp }, now);
    if (decision.kind === 'send') going.push({ contact, decision });
    else if (decision.kind === 'look up') {
      lookups.push({ contactId: contact.contactId, number: contact.number, attempt: contact.lookups + 1 });
    } else kept.push(keptBy(contact, decision));
  }

  const counted = going.map(({ contact }) => ({ contactId: contact.contactId, ...schedule.periods(contact, now) }));
  const over = await takeLimits(tx, send.teamId, 'sms', counted, plan);
  const written: WrittenMessage[] = [];
  for (const { contact, decision } of going) {
    const reached = over.get(contact.contactId);
    if (reached) {
      const until = reached === 'day' ? schedule.nextDay(contact, now) : schedule.nextWeek(contact, now);
      kept.push({ contactId: contact.contactId, status: 'waiting', dueAt: until, reason: LIMIT_REACHED[reached] });
      continue;
    }
    const message = writeMessage(engine, input, contact, decision);
    if ('reason' in message) kept.push({ contactId: contact.contactId, status: 'skipped', dueAt: now, ...message });
    else written.push(message);
  }

  const batches = batchesOf(written);
  await insertMessages(tx, input, written);
  for (const batch of batches) await insertBatch(tx, send, batch, await reserve(tx, send, batch, now), now);
  await markRecipients(
    tx,
    input,
    kept,
    lookups,
    written,
    new Map(counted.map(({ contactId, day }) => [contactId, day])),
  );
  return {
    batches: batches.map(({ id, route }) => ({ id, route })),
    seen: due.length,
    messages: written.length,
    lookups,
  };
}

const LIMIT_REACHED = {
  day: 'The contact’s limit of messages for the day is reached.',
  week: 'The contact’s limit of messages for the week is reached.',
};

interface Kept {
  contactId: string;
  status: 'waiting' | 'skipped';
  dueAt: Date;
  reason: string;
}

const keptBy = ({ contactId }: DueContact, decision: Extract<Decision, { kind: 'hold' | 'skip' }>): Kept =>
  decision.kind === 'hold'
    ? { contactId, status: 'waiting', dueAt: decision.until, reason: decision.reason }
    : { contactId, status: 'skipped', dueAt: new Date(0), reason: decision.reason };

export interface Batch {
  id: string;
  route: Route;
  messages: WrittenMessage[];
}

function batchesOf(messages: readonly WrittenMessage[]): Batch[] {
  const batches = new Map<string, Batch>();
  for (const message of messages) {
    const batch = batches.get(message.route.id) ?? { id: uuidv7(), route: message.route, messages: [] };
    batches.set(message.route.id, batch);
    batch.messages.push(message);
  }
  return [...batches.values()];
}

async function insertMessages(tx: Tx, input: ClaimInput, messages: readonly WrittenMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const { send, step, now, meta } = input;
  const column = <T>(of: (message: WrittenMessage) => T) => messages.map(of);
  await changed(
    tx,
    Prisma.sql`INSERT INTO sms_messages (team_id, id, sms_campaign_id, sms_send_id, step, status, contact_id,
        phone_normalized, foreign_id, country_id, network_id, network_brand, offer_id, campaign_text_id, final_text,
        text_parts, sms_parts, sender_id, shortened_url, sms_routing_plan_id, sms_routing_plan_rule_id, sms_routing_route_id,
        sms_rule_selected_data, created_at, updated_at)
      SELECT ${send.teamId}::uuid, x.id, ${send.campaignId}::uuid, ${send.sendId}::uuid, ${step}::int, 'sending', x.contact,
        x.phone, x.foreign_id, x.country, x.network, x.brand, x.offer, x.text_id, x.final_text, x.parts, x.sms_parts, x.sender,
        x.url, ${meta.smsRoutingPlanId}::uuid, x.rule, x.route, x.rule_data, ${now}::timestamptz, ${now}::timestamptz
      FROM unnest(${column(({ id }) => id)}::uuid[], ${column(({ contact }) => contact.contactId)}::uuid[],
        ${column(({ contact }) => contact.number)}::text[], ${column(({ contact }) => contact.foreignId)}::text[],
        ${column(({ contact }) => contact.countryId)}::int[], ${column(({ contact }) => contact.networkId)}::int[],
        ${column(({ contact }) => contact.networkBrand)}::text[], ${column(({ offerId }) => offerId)}::uuid[],
        ${column(({ textId }) => textId)}::uuid[], ${column(({ finalText }) => finalText)}::text[],
        ${column(({ textParts }) => textParts)}::int[], ${column(({ smsParts }) => smsParts)}::int[],
        ${column(({ route }) => route.senderId)}::text[], ${column(({ link }) => link?.shortUrl ?? null)}::text[],
        ${column(({ rule }) => rule?.id ?? null)}::uuid[], ${column(({ route }) => route.id)}::uuid[],
        ${column(({ ruleData }) => ruleData)}::text[])
        x(id, contact, phone, foreign_id, country, network, brand, offer, text_id, final_text, parts, sms_parts, sender, url,
          rule, route, rule_data)`,
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

const insertBatch = (tx: Tx, send: SendKey, { id, route, messages }: Batch, reserved: string, now: Date) =>
  changed(
    tx,
    Prisma.sql`INSERT INTO sms_batches
        (team_id, id, sms_send_id, route_id, message_ids, size, reserved, claimed_at, lease_until)
      VALUES (${send.teamId}::uuid, ${id}::uuid, ${send.sendId}::uuid, ${route.id}::uuid,
        ${messages.map((message) => message.id)}::uuid[], ${messages.length}::int, ${reserved}::numeric,
        ${now}::timestamptz, ${new Date(now.getTime() + LEASE_MS)}::timestamptz)`,
  );

async function markRecipients(
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
