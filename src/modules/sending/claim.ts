import { uuidv7 } from '../../database/uuid.ts';
import type { ContactSchedule } from './contact-schedule.ts';
import { type Decision, decide } from './decide.ts';
import { type DueContact, readDue } from './due.ts';
import { BATCH_SIZE, type Engine, type Route, type SendKey, type Tx } from './engine.ts';
import { takeLimits } from './limits.ts';
import type { SendMeta, SendPlan } from './plan.ts';
import { type Paid, reserve } from './reserve.ts';
import { roomOnRoutes } from './route-pace.ts';
import type { Stage } from './stage.ts';
import { insertBatch, insertMessages, markRecipients } from './write-claim.ts';
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
  /** Whether anything was decided about anybody. */
  hasDecided: boolean;
  /** When the next contacts are due: now, or when a route takes more; null: nobody is due. */
  moreAt: Date | null;
  messages: number;
  /** Network brands and time zones of those who get one. */
  brands: string[];
  timezones: string[];
  /** Contacts whose numbers are to be looked up. */
  lookups: { contactId: string; number: string; attempt: number }[];
}

interface Going {
  contact: DueContact;
  decision: Extract<Decision, { kind: 'send' }>;
}

/**
 * Takes the next contacts of a send that are due, decides about each until as many go as may, and writes their messages:
 * marked as sending, in batches with a lease. Everything that a hand-over must respect is decided and counted in this one
 * transaction, so that any number of workers share it. Only then are providers called.
 */
export async function claim(tx: Tx, engine: Engine, input: ClaimInput): Promise<Claim> {
  const { send, stage, schedule, plan, now } = input;
  const due = await readDue(tx, send, now, BATCH_SIZE);
  const room = await roomOnRoutes(tx, stage.routes, now);
  const looksUp = input.meta.hlrSettings?.isActive ?? false;
  const kept: Kept[] = [];
  const going: Going[] = [];
  const lookups: Claim['lookups'] = [];
  let left = input.limit;
  let isSlowed = false;
  let decided = 0;
  for (const contact of due) {
    if (left === 0) break;
    decided += 1;
    const decision = decide(contact, { stage, schedule, looksUp }, now);
    if (decision.kind === 'send' && !room.take(decision.route.id)) isSlowed = true;
    else if (decision.kind === 'send') going.push({ contact, decision });
    else if (decision.kind === 'look up') {
      lookups.push({ contactId: contact.contactId, number: contact.number, attempt: contact.lookups + 1 });
    } else kept.push(keptBy(contact, decision));
    if (decision.kind === 'send' || decision.kind === 'look up') left -= 1;
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
  const paid = new Map<string, Paid>();
  for (const batch of batches) {
    const costs = await reserve(tx, send, batch, now);
    for (const [at, { id }] of batch.messages.entries()) paid.set(id, costs[at]!);
  }
  await insertMessages(tx, input, written, paid);
  for (const batch of batches) await insertBatch(tx, send, batch, now);
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
    hasDecided: kept.length + lookups.length + written.length > 0,
    moreAt: isSlowed ? room.moreAt : decided < due.length || due.length === BATCH_SIZE ? now : null,
    messages: written.length,
    brands: [...new Set(written.flatMap(({ contact }) => contact.networkBrand ?? []))],
    timezones: [...new Set(written.flatMap(({ contact }) => schedule.zones(contact)))],
    lookups,
  };
}

const LIMIT_REACHED = {
  day: 'The contact’s limit of messages for the day is reached.',
  week: 'The contact’s limit of messages for the week is reached.',
};

export interface Kept {
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
  // In one order, so that two claims never wait for each other's balance.
  return [...batches.values()].sort((a, b) => ((a.route.integrationId ?? '') < (b.route.integrationId ?? '') ? -1 : 1));
}
