import type { Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { factsOf, isHeard, recordEvents, records } from '../../webhooks/events/record-events.ts';
import { numbersOf, optOut } from '../receipts/opt-out.ts';
import { ofOnlyCall } from './calls-of-batch.ts';
import type { Route, SendKey } from './engine.ts';
import type { Moves } from './moves.ts';
import { type Paid, refund } from './reserve.ts';
import {
  messagesWithin,
  type NotAsked,
  type Rejected,
  resultIds,
  type SmsResult,
  type Unreachable,
} from './sms-result.ts';
import type { StepChange } from './steps.ts';
import { unclaim } from './unclaim.ts';

/** A message is tried again this often when a provider asks for it. Then it has failed. */
const MAX_TRIES = 5;
const RETRY_SECONDS = 60;

/** Does what each kind of refusal means for its messages. */
export async function reject(
  tx: Tx,
  send: SendKey,
  route: Route,
  rejected: readonly Rejected[],
  { tries, isMoved, isForNow }: Moves,
  now: Date,
): Promise<StepChange[]> {
  if (rejected.length === 0) return [];
  const isFinal = (result: Rejected) =>
    result.kind === 'permanent' ||
    result.kind === 'opted_out' ||
    (isForNow(result) && (tries.get(result.messageId) ?? 0) >= MAX_TRIES);
  const stay = rejected.filter((result) => !isMoved(result));
  const changes = await fail(tx, send, stay.filter(isFinal), now);
  for (const [kind, group] of groupBy(rejected.filter(isMoved), (result) => result.kind)) {
    const reason = `Route ${route.name} refused it, and another route takes it: ${group[0]!.reason}`;
    const refusedBy = { [route.id]: kind };
    const back = { status: 'waiting', rule: 'refused_for_now', reason, dueAt: now, refusedBy } as const;
    changes.push(...(await unclaim(tx, send, resultIds(group), back, now)));
  }
  const later = groupBy(
    stay.filter((result) => !isFinal(result)),
    (result) => `${result.kind} ${result.retryAfterSeconds} ${isForNow(result)}`,
  );
  for (const group of later.values()) {
    const { kind, reason: said, retryAfterSeconds } = group[0]!;
    const reason = `The provider refused it for now: ${said}`;
    const dueAt = new Date(now.getTime() + (retryAfterSeconds ?? RETRY_SECONDS) * 1_000);
    const tries = isForNow(group[0]!) ? 1 : 0;
    // After the last candidate the next try begins with the first. A route that only asked for a pause refused nothing.
    const refusedBy = kind === 'throttled' ? undefined : null;
    const back = { status: 'waiting', rule: 'refused_for_now', reason, dueAt, tries, refusedBy } as const;
    changes.push(...(await unclaim(tx, send, resultIds(group), back, now)));
  }
  return changes;
}

/**
 * Refusals that come after another worker has made their messages unknown. Those of the only call that a message was in reached
 * nobody: they have failed, and their price is given back.
 */
export async function refuseLate(
  tx: Tx,
  send: SendKey,
  batchId: string,
  rejected: readonly Rejected[],
  now: Date,
): Promise<StepChange[]> {
  return fail(tx, send, await ofOnlyCall(tx, send.teamId, batchId, rejected), now, 'unknown');
}

export async function takeOut(
  tx: Tx,
  send: SendKey,
  results: readonly (SmsResult & NotAsked)[],
  now: Date,
  former: 'sending' | 'unknown' = 'sending',
): Promise<StepChange[]> {
  const changes: StepChange[] = [];
  for (const group of groupBy(results, ({ kept }) => kept.rule).values()) {
    const ids = resultIds(group);
    changes.push(...(await unclaim(tx, send, ids, { ...group[0]!.kept, dueAt: now }, now, former)));
  }
  return changes;
}

/**
 * The link was down: the messages wait until their route is tried again, or go over another one at once. That is no failure
 * of theirs.
 */
export async function letWait(
  tx: Tx,
  send: SendKey,
  results: readonly Unreachable[],
  { isMoved }: Pick<Moves, 'isMoved'>,
  dueAt: Date,
  now: Date,
  former: 'sending' | 'unknown' = 'sending',
): Promise<StepChange[]> {
  const changes: StepChange[] = [];
  for (const [moves, group] of groupBy(results, isMoved)) {
    const due = moves ? now : dueAt;
    // Those that wait may go over any route then, as this one may stay down.
    const refusedBy = moves ? undefined : null;
    const back = { status: 'waiting', rule: 'route_paused', reason: group[0]!.reason, dueAt: due, refusedBy } as const;
    changes.push(...(await unclaim(tx, send, resultIds(group), back, now, former)));
  }
  return changes;
}

export async function optOutRejected(
  tx: Tx,
  { teamId }: SendKey,
  rejected: readonly Rejected[],
  now: Date,
): Promise<void> {
  const optedOut = new Map(
    rejected.flatMap(({ messageId, kind, reason }) => (kind === 'opted_out' ? [[messageId, reason]] : [])),
  );
  if (optedOut.size === 0) return;
  for (const { messageId, number } of await numbersOf(tx, teamId, [...optedOut.keys()])) {
    const evidence = optedOut.get(messageId)!;
    await optOut(tx, { teamId, number, method: 'provider', evidence, messageId, now });
  }
}

export async function fail(
  tx: Tx,
  { teamId, sendId }: SendKey,
  failed: readonly Pick<Rejected, 'messageId' | 'reason'>[],
  now: Date,
  former: 'sending' | 'unknown' = 'sending',
): Promise<StepChange[]> {
  if (failed.length === 0) return [];
  const rows = await tx.rows<{ id: string; step: number; isHeard: boolean } & Paid>(
    // Returns what they had cost.
    Prisma.sql`UPDATE sms_messages m SET status = 'failed', fail_reason = x.reason, settled_at = ${now}::timestamptz,
        cost = NULL, updated_at = ${now}::timestamptz
      FROM (SELECT f.id, f.reason, p.cost, ${isHeard(teamId, 'message_failed')} AS is_heard FROM sms_messages p JOIN unnest(${failed.map(({ messageId }) => messageId)}::uuid[], ${failed.map(({ reason }) => reason)}::text[])
        f(id, reason) ON f.id = p.id WHERE p.team_id = ${teamId}::uuid AND ${messagesWithin(failed, Prisma.sql`p.id`)}) x
      WHERE m.team_id = ${teamId}::uuid AND m.id = x.id AND m.status = ${former}::message_status AND ${messagesWithin(failed)}
      RETURNING m.id, m.step, x.is_heard AS "isHeard", x.cost, m.integration_id AS "integrationId"`,
  );
  const heard = rows.filter((row) => row.isHeard).map(({ id }) => id);
  await recordEvents(tx, teamId, records.message, factsOf('message_failed', heard), now);
  await refund(tx, teamId, rows, now, { smsSendId: sendId });
  return rows.map(({ step }) => ({ step, failed: 1, unknown: former === 'unknown' ? -1 : 0 }));
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(item);
  }
  return groups;
}
