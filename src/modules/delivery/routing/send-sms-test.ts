import { type OutgoingSms, rejected, type SendResult, storableResult } from 'sms-providers';
import { countParts } from 'sms-text';
import { z } from 'zod';
import type { Services } from '../../../context.ts';
import { COLLISION_OR_LOCKED, type Tx } from '../../../database/transaction.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import type { SmsTestStatus } from '../../../generated/prisma/client.ts';
import { printable } from '../../../input/printable.ts';
import { addJob } from '../../../jobs/add-job.ts';
import type { Task } from '../../../jobs/task.ts';
import { announceSmsTest } from '../../../live/announce.ts';
import { LostKeyError } from '../../../secrets.ts';
import { move } from '../../billing/move.ts';
import { isForNow, type OpenOne, withProvider } from '../direct/hand-over-one.ts';
import { enterGate } from '../engine/call-gate.ts';
import type { Route } from '../engine/engine.ts';
import { noteAnswer } from '../engine/last-error.ts';
import { costOf, decimalOf } from '../engine/money.ts';
import { type Paid, refund } from '../engine/reserve.ts';
import { senderForNumber } from '../engine/senders.ts';
import { readRoute } from '../engine/stage.ts';
import { whySuppressed } from '../reach/is-suppressed.ts';
import { foldTestReceipts } from '../receipts/fold-test-receipts.ts';
import { ownName } from '../receipts/own-name.ts';
import { sendSmsTestJob } from './fire-sms-tests.ts';
import { NO_PROVIDER } from './test-schedule-rules.ts';

const payloadShape = z.object({ teamId: z.uuid(), resultId: z.uuid() });

interface Result {
  id: string;
  teamId: string;
}

/** Older ones were lost with their process. */
const LOST_AFTER_MS = 90_000;
const LOST = 'The process ended while it was sent.';

/** At most once: a test that may have gone out is not sent again. One under way is left to its worker. */
export const sendSmsTestTask = (open: OpenOne): Task => ({
  async run(services, payload) {
    const { teamId, resultId: id } = payloadShape.parse(payload);
    const again = COLLISION_OR_LOCKED;
    const taken = await services.db.transaction((tx) => take(tx, { id, teamId }, new Date()), { again });
    if (taken) await send(services, open, { id, teamId }, taken);
  },
  async giveUp(tx, payload) {
    const { teamId, resultId: id } = payloadShape.parse(payload);
    await tx.prisma.smsTestResult.updateMany({
      where: { id, teamId, status: { in: ['pending', 'sending'] } },
      data: { status: 'failed', failureReason: 'The operator did not take it.' },
    });
    await announceSmsTest(tx, id);
  },
});

async function lookAgain(db: Tx, result: Result): Promise<void> {
  const sentAt = { lt: new Date(Date.now() - LOST_AFTER_MS) };
  const data = { status: 'failed', failureReason: LOST } as const;
  await db.prisma.smsTestResult.updateMany({ where: { ...result, status: 'sending', sentAt }, data });
  const sending = await db.prisma.smsTestResult.findFirst({
    where: { ...result, status: 'sending' },
    select: { sentAt: true },
  });
  if (!sending) return;
  const runAt = new Date((sending.sentAt ?? new Date()).getTime() + LOST_AFTER_MS + 1_000);
  await addJob(db, { ...sendSmsTestJob(result), runAt });
}

interface Taken {
  route: Route;
  message: OutgoingSms;
}

/** Marks it, and takes its price. Null: nothing is to be sent now. */
async function take(tx: Tx, result: Result, now: Date): Promise<Taken | null> {
  const { count } = await tx.prisma.smsTestResult.updateMany({
    where: { ...result, status: 'pending' },
    data: { status: 'sending', sentAt: now },
  });
  if (count === 0) return nothing(lookAgain(tx, result));
  const { smsTestSchedule: schedule } = await tx.prisma.smsTestResult.findUniqueOrThrow({
    where: { teamId_id: result },
    select: { smsTestSchedule: true },
  });
  const route = await readRoute(tx, result.teamId, schedule.routeId);
  const fails = (failureReason: string) => nothing(end(tx, result, { status: 'failed', failureReason }));
  if (!route?.isConnected) return fails('The route is not connected.');
  if (!route.provider || !route.credentials) return fails(NO_PROVIDER);
  const to = String(schedule.toNumber);
  const text = printable(schedule.text);
  if (!(await pay(tx, result, route, countParts(text), now))) {
    return fails('The integration’s balance does not cover it.');
  }
  return { route, message: { id: result.id, to, from: await senderForNumber(tx, route, to), text } };
}

async function pay(tx: Tx, { id, teamId }: Result, route: Route, parts: number, now: Date): Promise<boolean> {
  const cost = costOf(route, parts);
  const payerId = cost > 0n ? route.payerId : null;
  if (payerId !== null) {
    const isCovered = await move(tx, teamId, {
      integrationId: payerId,
      kind: 'charge',
      amount: decimalOf(cost),
      reason: `1 test over route ${route.name}`,
      key: uuidv7(),
      now,
      of: { routeId: route.id },
    });
    if (!isCovered) return false;
  }
  const data = { cost: decimalOf(cost), integrationId: payerId };
  await tx.prisma.smsTestResult.update({ where: { teamId_id: { teamId, id } }, data });
  return true;
}

async function nothing(done: Promise<unknown>): Promise<null> {
  await done;
  return null;
}

async function send(services: Services, open: OpenOne, result: Result, { route, message }: Taken): Promise<void> {
  const ends = (data: Ended) => services.db.transaction((tx) => end(tx, result, data), { again: COLLISION_OR_LOCKED });
  const fails = (failureReason: string) => ends({ status: 'failed', failureReason });
  const { answer, idempotent } = await handOver(services, open, route, message).catch(async (error: unknown) => {
    if (error instanceof LostKeyError) await fails(error.message);
    else await ends({ status: 'pending' });
    throw error;
  });
  await noteAnswer(services.db, 'routes', result.teamId, route.id, answer, new Date());
  if (answer.status === 'accepted') {
    await ends({ status: 'sent', smsId: answer.providerId });
    // A receipt may arrive before its test is known.
    const names = [answer.providerId, ownName(result.id)];
    return foldTestReceipts(services.db, result.teamId, route.id, names, new Date());
  }
  if (isWorthAnother(answer, idempotent)) {
    await ends({ status: 'pending' });
    throw new Error(answer.reason);
  }
  if (answer.status !== 'unknown') return fails(answer.reason);
  await ends({ status: 'failed', failureReason: `It may have been sent: ${answer.reason}`, staysPaid: true });
}

/** Begins the call where nobody can opt out between the last look and the call. */
const handOver = (services: Services, open: OpenOne, route: Route, message: OutgoingSms) =>
  withProvider(services, open, route, async (provider) => {
    let answer: Promise<SendResult[]> | undefined;
    const reason = await services.db
      .transaction(async (tx) => {
        await enterGate(tx, route.teamId);
        const why = await whySuppressed(services.tokenKeys, tx, route.teamId, message.to);
        if (why) return why;
        answer = provider.send([message]);
        // It is awaited after the commit.
        answer.catch(() => undefined);
        return null;
      })
      .catch((error: unknown) => {
        // The commit has nothing to write.
        if (answer) return null;
        throw error;
      });
    if (reason !== null) return { answer: rejected('opted_out', reason), idempotent: false };
    const [result] = await answer!;
    return { answer: storableResult(result!, message.to), idempotent: provider.capabilities.idempotent };
  });

/** One that may have been taken is sent again only where the provider recognises repeats. */
const isWorthAnother = (answer: Exclude<SendResult, { status: 'accepted' }>, idempotent: boolean): boolean =>
  answer.status === 'unknown' ? idempotent : answer.status === 'unreachable' || isForNow(answer.kind);

interface Ended {
  status: SmsTestStatus;
  smsId?: string;
  failureReason?: string;
  staysPaid?: boolean;
}

/** What nobody took is given back. */
async function end(tx: Tx, { id, teamId }: Result, { staysPaid, ...data }: Ended): Promise<void> {
  const isSent = data.status === 'sent';
  if (!isSent && !staysPaid) {
    const paid = await tx.rows<Paid>`UPDATE sms_test_results r SET cost = NULL, integration_id = NULL
      FROM (SELECT cost, integration_id FROM sms_test_results
        WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid AND status = 'sending' FOR UPDATE) x
      WHERE r.team_id = ${teamId}::uuid AND r.id = ${id}::uuid AND r.status = 'sending'
      RETURNING x.cost, x.integration_id AS "integrationId"`;
    await refund(tx, teamId, paid, new Date());
  }
  const where = isSent ? { OR: [{ status: 'sending' }, { failureReason: LOST }] } : { status: 'sending' };
  await tx.prisma.smsTestResult.updateMany({
    where: { id, teamId, ...(where as { status: SmsTestStatus }) },
    data: { failureReason: null, ...data },
  });
  await announceSmsTest(tx, id);
}
