import type { Services } from '../../../context.ts';
import { COLLISION_OR_LOCKED, type Tx } from '../../../database/transaction.ts';
import { addJob } from '../../../jobs/add-job.ts';
import { announceConversation } from '../../../live/announce.ts';
import { closeGate } from '../engine/call-gate.ts';
import type { Route } from '../engine/engine.ts';
import { noteAnswer } from '../engine/last-error.ts';
import { type Paid, refund } from '../engine/reserve.ts';
import { foldDirectReceipts } from '../receipts/fold-direct-receipts.ts';
import { expectNames } from '../receipts/names.ts';
import { optOut } from '../receipts/opt-out.ts';
import { ownName } from '../receipts/own-name.ts';
import type { DirectKey, PendingMessage } from './decide.ts';
import { type DirectResult, isForNow } from './hand-over-one.ts';
import { sendJob } from './queue.ts';

const MOST_TRIES = 5;
const RETRY_SECONDS = 60;
const LOST = 'The worker ended while the message was being handed over.';

/** Stores what the provider answered. What was not accepted is given back, unless nobody knows. */
export const settleDirect = (
  services: Pick<Services, 'db' | 'now'>,
  message: PendingMessage,
  route: Route,
  result: DirectResult,
): Promise<unknown> =>
  services.db.transaction(
    async (tx) => {
      const now = services.now();
      await settle(tx, message, route, result, now);
      if (result.status !== 'not_asked') await noteAnswer(tx, 'routes', message.teamId, route.id, result, now);
    },
    { again: COLLISION_OR_LOCKED },
  );

async function settle(
  tx: Tx,
  message: PendingMessage,
  route: Route,
  result: DirectResult,
  now: Date,
): Promise<unknown> {
  if (message.conversationId !== null) await announceConversation(tx, message.conversationId);
  if (result.status === 'accepted') return accept(tx, message, route, result.providerId, now);
  if (result.status === 'unknown') return becomeUnknown(tx, message, result.reason, now);
  if (result.status === 'not_asked' && result.reason !== null) return fail(tx, message, result.reason, now);
  if (result.status !== 'rejected') return tryAgain(tx, message, result.reason ?? 'It is tried again.', null, now);
  if (isForNow(result.kind) && (result.kind === 'throttled' || message.tries + 1 < MOST_TRIES))
    return tryAgain(tx, message, `The provider refused it for now: ${result.reason}`, result.retryAfterSeconds, now);
  if (result.kind === 'opted_out') await optOutOf(tx, message, result.reason, now);
  return fail(tx, message, result.reason, now);
}

/** A receipt may have come before, or be coming: see {@link expectNames}. */
async function accept(tx: Tx, { teamId, id }: PendingMessage, route: Route, smsId: string, now: Date): Promise<void> {
  const names = [...(smsId === '' ? [] : [smsId]), ownName(id)];
  await expectNames(
    tx,
    route,
    names.map((providerId) => ({ providerId, own: null })),
    now,
  );
  await tx.change`UPDATE direct_messages SET sms_id = COALESCE(NULLIF(${smsId}, ''), sms_id),
      sent_at = COALESCE(sent_at, ${now}::timestamptz),
      reason = CASE WHEN status IN ('sending', 'unknown') THEN NULL ELSE reason END,
      status = CASE WHEN status IN ('sending', 'unknown') THEN 'accepted' ELSE status END, updated_at = ${now}::timestamptz
    WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid`;
  await foldDirectReceipts(tx, teamId, route.id, names, now);
}

const becomeUnknown = (tx: Tx, { teamId, id }: DirectKey, reason: string, now: Date) =>
  tx.change`UPDATE direct_messages SET status = 'unknown', reason = ${reason}, updated_at = ${now}::timestamptz
    WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid AND status = 'sending'`;

/** One that was handed over at that moment or before it, and of which its worker said nothing. */
export const markUnknown = (tx: Tx, { teamId, id }: DirectKey, until: Date) =>
  tx.change`UPDATE direct_messages SET status = 'unknown', reason = ${LOST}, updated_at = now()
    WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid AND status = 'sending' AND handed_at <= ${until}::timestamptz`;

const fail = (tx: Tx, message: PendingMessage, reason: string, now: Date) =>
  giveBack(tx, message, { status: 'failed', reason }, now);

async function tryAgain(
  tx: Tx,
  message: PendingMessage,
  reason: string,
  seconds: number | null,
  now: Date,
): Promise<void> {
  const until = new Date(now.getTime() + (seconds ?? RETRY_SECONDS) * 1_000);
  if (await giveBack(tx, message, { status: 'queued', reason }, now))
    await putBack(tx, message, { until, reason }, now);
}

/**
 * Also of one that was given up as unknown meanwhile: it was handed over once. False when a receipt has decided about it, or when this
 * try was given back before: its answer may be stored twice, when nobody heard of the first commit.
 */
async function giveBack(
  tx: Tx,
  { teamId, id, tries }: PendingMessage,
  { status, reason }: { status: 'queued' | 'failed'; reason: string },
  now: Date,
): Promise<boolean> {
  const paid = await tx.row<Paid>`SELECT cost, integration_id AS "integrationId" FROM direct_messages
    WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid AND status IN ('sending', 'unknown')
      AND tries = ${tries}::int + 1 FOR UPDATE`;
  if (!paid) return false;
  await tx.change`UPDATE direct_messages SET status = ${status}::direct_message_status, reason = ${reason}, cost = NULL,
      settled_at = CASE WHEN ${status} = 'failed' THEN ${now}::timestamptz END, updated_at = ${now}::timestamptz
    WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid`;
  await refund(tx, teamId, [paid], now, { directMessageId: id });
  return true;
}

/** It stays queued until then. */
export async function putBack(
  tx: Tx,
  key: DirectKey,
  { until, reason }: { until: Date; reason: string },
  now: Date,
): Promise<void> {
  await tx.change`UPDATE direct_messages SET due_at = ${until}::timestamptz, reason = ${reason}, updated_at = ${now}::timestamptz
    WHERE team_id = ${key.teamId}::uuid AND id = ${key.id}::uuid AND status = 'queued'`;
  await addJob(tx, { ...sendJob(key), runAt: until });
}

/** Before it was given to anybody. */
export const endMessage = (
  tx: Tx,
  { teamId, id }: DirectKey,
  status: 'failed' | 'expired',
  reason: string,
  now: Date,
) =>
  tx.change`UPDATE direct_messages SET status = ${status}::direct_message_status, reason = ${reason},
      settled_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
    WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid AND status = 'queued'`;

async function optOutOf(tx: Tx, { teamId, number }: PendingMessage, evidence: string, now: Date): Promise<void> {
  await tx.rows(closeGate(teamId));
  await optOut(tx, { teamId, number, method: 'provider', evidence, messageId: null, now });
}
