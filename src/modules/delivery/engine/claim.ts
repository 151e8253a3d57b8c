import type { OutgoingSms } from 'sms-providers';
import { all, type Tx } from '../../../database/transaction.ts';
import { uuidsv7, uuidv7 } from '../../../database/uuid.ts';
import { markMessages } from '../../insight/reports/roll-ups/marks.ts';
import { consentNeeded } from '../reach/lacks-consent.ts';
import { fieldsOf } from '../texts/render-message.ts';
import type { Batch, Claim, ClaimInput, Kept } from './batch.ts';
import { lookUpsOf } from './behind.ts';
import { placeOf } from './choose-route.ts';
import { type Decision, decide } from './decide.ts';
import { type DueContact, type LockedContact, readDue } from './due.ts';
import type { Engine, Route } from './engine.ts';
import { dueAfter, isHeldAlready, judgeHeld, keepJudging, mustWait, type Search } from './judge-again.ts';
import { leaveOff, readOn } from './left-off.ts';
import { giveBackLimits, takeLimits } from './limits.ts';
import { ANYBODY, mayBeReached } from './may-go.ts';
import { checksOf, MOST_CHECKS } from './pre-check.ts';
import { reserve } from './reserve.ts';
import { roomOnRoutes } from './route-pace.ts';
import { SMS_SENDS } from './send-tables.ts';
import { formerSenders, senderFor } from './senders.ts';
import { insertBatch, insertMessages, markRecipients } from './write-claim.ts';
import { type WrittenMessage, writeMessage } from './write-message.ts';

/** Messages that are stored by one statement. */
const CHUNK = 500;
/** How many a claim looks through for those that need not wait for a route with a limit a second. */
const MOST_PASSED = 10_000;

/** As many as are asked for before their lease ends. */
const MOST_LOOKUPS = 100;

interface Going {
  contact: LockedContact;
  decision: Extract<Decision, { kind: 'send' }>;
}

/**
 * Takes the next due contacts of a send, decides about each until as many go as may, and writes their messages: marked as
 * handed over, in batches with a lease. This one transaction decides and counts everything that limits a hand-over, so any
 * number of workers may claim at once. A stop waits for its commit, and providers are called only after it: once a stop is
 * answered nothing is handed over but what a provider call already held.
 */
export async function claim(tx: Tx, engine: Engine, input: ClaimInput): Promise<Claim> {
  const { send, stage, schedule, plan, now, judging } = input;
  const fields = fieldsOf(stage.texts);
  const needed = consentNeeded('sms', input.meta);
  const read = await readOn(engine, send.sendId, now, input.size, (place) =>
    readDue(tx, send, fields, needed, dueAfter(place, now), input.size),
  );
  const { due } = read;
  const found = [...due];
  const room = await roomOnRoutes(tx, stage.routes, now);
  const cycle = { campaignId: send.campaignId, cycle: input.cycle };
  const looksUp = input.meta.hlrSettings?.isActive ?? false;
  const preChecks = Boolean(input.meta.preCheckUrl);
  const isBusy = (routeId: string) => !room.has(routeId) || (engine.behind?.isFull(routeId) ?? false);
  const isFull = (decision: Decision) =>
    (decision.kind === 'send' && isBusy(decision.route.id)) ||
    (decision.kind === 'look up' && engine.behind?.isFull(lookUpsOf(send))) ||
    (decision.kind === 'check' && engine.behind?.isFull(checksOf(send)));
  const kept: Kept[] = [];
  const going: Going[] = [];
  const lookups: Claim['lookups'] = [];
  const checks: Claim['checks'] = [];
  let left = input.limit;
  let isSlowed = false;
  let decided = 0;
  const decideEach = (contacts: readonly LockedContact[]) => {
    for (const contact of contacts) {
      const isHeld = contact.dueAt > now;
      if (left === 0 || (isHeld && isSlowed)) return;
      decided += 1;
      if (mustWait(contact, now)) continue;
      const decision = decide(contact, { stage, schedule, looksUp, preChecks, cycle, isBusy }, now);
      if (isFull(decision)) {
        isSlowed = true;
        // It is not due later, so the next claim finds it only where this one has left off.
        if (isHeld) decided -= 1;
        // Another one may take the place of who waits for a second, not of who waits for a moment.
        if (decision.kind === 'send' && !room.has(decision.route.id)) continue;
      } else if (decision.kind === 'send') {
        room.take(decision.route.id);
        going.push({ contact, decision });
      } else if (decision.kind === 'look up') {
        lookups.push({ contactId: contact.contactId, number: contact.number, attempt: contact.lookups + 1 });
        if (lookups.length === MOST_LOOKUPS) left = 1;
      } else if (decision.kind === 'check') {
        checks.push({ contactId: contact.contactId, attempt: contact.checks + 1 });
        if (checks.length === MOST_CHECKS) left = 1;
      } else kept.push(keptBy(contact, decision, now));
      if (decision.kind === 'send' || decision.kind === 'look up' || decision.kind === 'check') left -= 1;
    }
  };
  decideEach(due);
  const isPaced = () => isSlowed && [...stage.routes.keys()].some((id) => !room.has(id));
  const isOpen = ({ id, pausedUntil }: Route) => !isBusy(id) && !(pausedUntil && pausedUntil > now);
  for (let page = due; isPaced() && page.length === input.size && found.length < MOST_PASSED; ) {
    if (left === 0 || ![...stage.routes.values()].some(isOpen)) break;
    page = await readDue(tx, send, fields, needed, dueAfter(page.at(-1)!, now), input.size);
    found.push(...page);
    decideEach(page);
  }
  const search: Search = {
    ...{ tx, tables: SMS_SENDS, send },
    mayGo(alike) {
      const { kind } = decide(
        { ...ANYBODY, ...alike, lookedUpAt: now },
        { stage, schedule, looksUp, preChecks, cycle },
        now,
      );
      return kind !== 'hold' && kind !== 'skip';
    },
    which: (alike) => mayBeReached(send.teamId, 'sms', alike, { needed, schedule, plan }, now),
  };
  const judged = await judgeHeld(
    judging,
    now,
    { first: input.size - due.length, each: input.size },
    search,
    async (which, limit) => {
      const before = decided;
      const held = await readDue(tx, send, fields, needed, which, limit);
      found.push(...held);
      decideEach(held);
      const isOver = going.length + lookups.length + checks.length > 0;
      return { held, decided: decided - before, isOver };
    },
  );

  const counted = going.map(({ contact }) => ({ contactId: contact.contactId, ...schedule.periods(contact, now) }));
  const counting = takeLimits(tx, send.teamId, 'sms', counted, plan);
  // It is awaited below. Until then a failure must not count as unhandled.
  counting.catch(() => undefined);
  await onItsWay();
  const ways = going.map(({ contact, decision }) => ({ contactId: contact.contactId, route: decision.route }));
  const senders = await formerSenders(tx, send.teamId, ways, now);
  // Messages are written while PostgreSQL counts, including those of the few contacts whose limit is reached.
  const ids = uuidsv7(going.length, now.getTime());
  const messages = going.map(({ contact, decision }, at) => {
    const { contactId: seed } = contact;
    const { countryId } = placeOf(contact, stage);
    const senderId = senderFor(decision.route, { seed, countryId }, senders.get(seed));
    return writeMessage(engine, input, { id: ids[at]!, senderId }, contact, decision);
  });
  const over = await counting;
  const written: WrittenMessage[] = [];
  const unwritten: string[] = [];
  for (const [at, { contact }] of going.entries()) {
    const { contactId } = contact;
    const reached = over.get(contactId);
    const message = messages[at]!;
    if (reached) {
      const until = reached === 'day' ? schedule.nextDay(contact, now) : schedule.nextWeek(contact, now);
      kept.push({ contactId, status: 'waiting', dueAt: until, ...LIMIT_REACHED[reached] });
    } else if ('reason' in message) {
      kept.push({ contactId, status: 'skipped', dueAt: now, rule: 'text_failed', ...message });
      unwritten.push(contactId);
    } else written.push(message);
  }
  const days = new Map(counted.map(({ contactId, day }) => [contactId, day]));
  const places = new Map(found.map((contact) => [contact.contactId, contact]));
  // Statements are sent without waiting, so PostgreSQL always has the next one. The price is taken at the end.
  const storing: Promise<unknown>[] = [giveBackLimits(tx, send.teamId, 'sms', unwritten)];
  for (const chunk of chunksOf(written, CHUNK)) {
    storing.push(insertMessages(tx, input, chunk));
    await onItsWay();
  }
  const changes = kept.filter((one) => !isHeldAlready(places.get(one.contactId)!, one));
  const writtenIds = written.map(({ id }) => id);
  storing.push(markMessages(tx, send.teamId, writtenIds));
  if (judged) storing.push(keepJudging(tx, send, judged));
  storing.push(markRecipients(tx, input, places, { kept: changes, lookups, checks, written, days }));
  await all(storing);
  const batches = batchesOf(written);
  for (const batch of batches) await reserve(tx, send, batch, now);
  await all(batches.map((batch) => insertBatch(tx, send, batch, now, engine.now())));
  if (due.length === input.size) {
    const moved = new Set([...changes, ...lookups, ...checks].map(({ contactId }) => contactId));
    for (const { contact } of written) moved.add(contact.contactId);
    tx.committed(() => leaveOff(engine, send.sendId, read, ({ contactId }) => !moved.has(contactId)));
  }
  // Places of those who get no message are free for the next claim.
  const roomAt = written.length < going.length ? now : room.moreAt;
  return {
    batches: batches.map(({ id, route, messages }) => ({ id, route, messages: outgoing(messages) })),
    hasDecided: kept.length + lookups.length + checks.length + written.length > 0,
    moreAt: isSlowed ? roomAt : decided < found.length || due.length === input.size || judged?.judgedUpTo ? now : null,
    messages: written.length,
    plainParts: written.flatMap(({ id, plainParts }) => (plainParts === undefined ? [] : [[id, plainParts]])),
    brands: [...new Set(written.flatMap(({ contact }) => contact.networkBrand ?? []))],
    timezones: [...new Set(written.flatMap(({ contact }) => schedule.zones(contact)))],
    lookups,
    checks,
  };
}

export const LIMIT_REACHED = {
  day: { rule: 'daily_limit', reason: 'The contact’s limit of messages for the day is reached.' },
  week: { rule: 'weekly_limit', reason: 'The contact’s limit of messages for the week is reached.' },
} as const;

function keptBy({ contactId }: DueContact, decision: Extract<Decision, { kind: 'hold' | 'skip' }>, now: Date): Kept {
  const { rule, reason } = decision;
  return decision.kind === 'hold'
    ? { contactId, status: 'waiting', dueAt: decision.until, rule, reason }
    : { contactId, status: 'skipped', dueAt: now, rule, reason };
}

const outgoing = (messages: readonly WrittenMessage[]): OutgoingSms[] =>
  messages.map(({ id, contact, senderId, finalText }) => ({
    id,
    to: contact.number,
    from: senderId,
    text: finalText,
  }));

/** Statements are sent together at the end of a tick. This waits for that end, not for answers. */
const onItsWay = () => new Promise<void>((resolve) => process.nextTick(resolve));

const chunksOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

function batchesOf(messages: readonly WrittenMessage[]): Batch[] {
  const batches = new Map<string, Batch>();
  for (const message of messages) {
    const batch = batches.get(message.route.id) ?? { id: uuidv7(), route: message.route, messages: [] };
    batches.set(message.route.id, batch);
    batch.messages.push(message);
  }
  // In a fixed order, so that two claims never wait for each other's balance.
  return [...batches.values()].sort((a, b) => ((a.route.integrationId ?? '') < (b.route.integrationId ?? '') ? -1 : 1));
}
