import { type SendResult, storableResult, unanswered } from 'sms-providers';
import { z } from 'zod';
import type { Services } from '../../../context.ts';
import { COLLISION_OR_LOCKED, type Tx } from '../../../database/transaction.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import { addJob } from '../../../jobs/add-job.ts';
import type { Task } from '../../../jobs/task.ts';
import { announceConversation } from '../../../live/announce.ts';
import type { TokenKeys } from '../../../secrets.ts';
import { LostKeyError } from '../../../secrets.ts';
import { move } from '../../billing/move.ts';
import { enterGate } from '../engine/call-gate.ts';
import { SUPPRESSED } from '../engine/decide.ts';
import type { Route } from '../engine/engine.ts';
import { costOf, decimalOf } from '../engine/money.ts';
import { roomOnRoutes } from '../engine/route-pace.ts';
import { readRoute } from '../engine/stage.ts';
import { untilStored } from '../engine/until-stored.ts';
import { ERASED, erasedAmong } from '../reach/erased-numbers.ts';
import { type DirectKey, decideDirect, mustNotGo, type PendingMessage, readPending } from './decide.ts';
import { type DirectResult, type OneProvider, type OpenOne, withProvider } from './hand-over-one.ts';
import { sendJob } from './queue.ts';
import { endMessage, markUnknown, putBack, settleDirect } from './settle.ts';

const payloadShape = z.object({ teamId: z.uuid(), id: z.uuid() });

const NOT_OPENED = { status: 'not_asked', reason: 'Its provider cannot be opened with its settings.' } as const;

/** A worker that has it for longer has died. */
const LOST_AFTER_MS = 90_000;

/**
 * At most once: it is marked, and the mark committed, before its provider is called. One that was marked and whose worker
 * died is unknown, and is not sent again.
 */
export const sendDirectMessageTask = (open: OpenOne): Task => ({
  async run(services, payload) {
    const key = payloadShape.parse(payload);
    const taken = await services.db
      .transaction((tx) => take(tx, services.tokenKeys, key, services.now()), { again: COLLISION_OR_LOCKED })
      .catch((error: unknown) => endUnchecked(services, key, error));
    if (taken === null) return;
    let result: DirectResult = NOT_OPENED;
    await withProvider(services, open, taken.route, async (provider) => {
      result = await call(services, taken.message, provider);
    }).catch((error: unknown) => {
      services.logger.warn({ err: error, route: taken.route.id }, 'a route’s provider could not be opened or closed');
      if (error instanceof LostKeyError) result = { status: 'not_asked', reason: error.message };
    });
    await untilStored(services, { message: key.id }, async () => {
      await settleDirect(services, taken.message, taken.route, result);
    });
  },
  async giveUp(tx, payload, { now }) {
    const key = payloadShape.parse(payload);
    if (await isPassedOn(tx, key)) return;
    await endMessage(tx, key, 'failed', 'It could not be handed over.', now());
    // A provider that has it after all reports on it, and then it counts as accepted.
    await markUnknown(tx, key, now());
  },
});

/** Nobody can tell whether the person was erased: nothing has gone out. */
async function endUnchecked({ db, logger, now }: Services, key: DirectKey, error: unknown): Promise<null> {
  if (!(error instanceof LostKeyError)) throw error;
  logger.error({ err: error, message: key.id }, 'a message cannot be sent');
  await db.transaction((tx) => endMessage(tx, key, 'failed', error.message, now()));
  return null;
}

/** Whether another job has taken its place. */
const isPassedOn = async (tx: Tx, key: DirectKey): Promise<boolean> =>
  (
    await tx.rows`SELECT FROM graphile_worker._private_jobs WHERE key = ${sendJob(key).key}
      AND (attempts < max_attempts OR locked_at IS NOT NULL)`
  ).length > 0;

interface Taken {
  message: PendingMessage;
  route: Route;
}

/** Marks it, and takes its price. Null: nothing is to be sent now. */
async function take(tx: Tx, keys: TokenKeys, key: DirectKey, now: Date): Promise<Taken | null> {
  const message = await readPending(tx, key, now);
  if (message?.status === 'sending') await lookAgain(tx, message, now);
  if (message?.status !== 'queued') return null;
  if (message.conversationId !== null) await announceConversation(tx, message.conversationId);
  const route = message.routeId === null ? undefined : await readRoute(tx, key.teamId, message.routeId);
  const verdict = decideDirect(message, route, now);
  if (verdict.kind === 'end') await endMessage(tx, key, verdict.status, verdict.reason, now);
  if (verdict.kind === 'wait') await putBack(tx, key, verdict, now);
  if (verdict.kind !== 'send') return null;
  // As after STOP: who writes again gets no answer but HELP's.
  if (message.kind !== 'help' && (await erasedAmong(tx, keys, key.teamId, [message.number])).size > 0) {
    await endMessage(tx, key, 'failed', ERASED, now);
    return null;
  }
  const room = await roomOnRoutes(tx, new Map([[verdict.route.id, verdict.route]]), now);
  if (!room.has(verdict.route.id)) {
    await putBack(tx, key, { until: room.moreAt, reason: `Route ${verdict.route.name} is busy.` }, now);
    return null;
  }
  if (!(await pay(tx, message, verdict.route, now))) {
    await endMessage(tx, key, 'failed', 'The integration’s balance does not cover it.', now);
    return null;
  }
  return { message, route: verdict.route };
}

async function lookAgain(tx: Tx, { teamId, id, handedAt }: PendingMessage, now: Date): Promise<void> {
  const lostAt = new Date((handedAt ?? now).getTime() + LOST_AFTER_MS);
  if (lostAt <= now) await markUnknown(tx, { teamId, id }, handedAt ?? now);
  else await addJob(tx, { ...sendJob({ teamId, id }), runAt: new Date(lostAt.getTime() + 1_000) });
}

async function pay(tx: Tx, { teamId, id, smsParts }: PendingMessage, route: Route, now: Date): Promise<boolean> {
  const cost = costOf(route, smsParts);
  const isPaid = route.payerId !== null && cost > 0n;
  if (isPaid) {
    const isCovered = await move(tx, teamId, {
      integrationId: route.payerId!,
      kind: 'charge',
      amount: decimalOf(cost),
      reason: `1 message over route ${route.name}`,
      key: uuidv7(),
      now,
      of: { directMessageId: id, routeId: route.id },
    });
    if (!isCovered) return false;
  }
  await tx.change`UPDATE direct_messages SET status = 'sending', handed_at = ${now}::timestamptz, tries = tries + 1,
      reason = NULL, cost = ${decimalOf(cost)}::numeric, integration_id = ${isPaid ? route.payerId : null}::uuid,
      updated_at = ${now}::timestamptz
    WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid`;
  return true;
}

/** Begins the call where nobody can opt out between the last look and the call. */
async function call({ db, logger }: Services, message: PendingMessage, provider: OneProvider): Promise<DirectResult> {
  const { id, teamId, number: to, senderId: from, text } = message;
  let answer: Promise<SendResult[]> | undefined;
  try {
    await db.transaction(async (tx) => {
      await enterGate(tx, teamId);
      if (await mustNotGo(tx, message)) return;
      answer = provider.send([{ id, to, from, text }]);
      // It is awaited after the commit.
      answer.catch(() => undefined);
    });
  } catch (error) {
    logger.warn({ err: error, message: id }, 'a direct message could not be looked at before its call');
    if (!answer) return { status: 'not_asked', reason: null };
  }
  if (!answer) return { status: 'not_asked', reason: SUPPRESSED };
  const [result] = await answer.catch(() => []);
  return storableResult(result ?? unanswered('The provider did not answer.'), to);
}
