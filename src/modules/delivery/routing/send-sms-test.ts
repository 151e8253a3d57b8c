import { type OutgoingSms, rejected, type SendResult, storableResult } from 'sms-providers';
import { z } from 'zod';
import type { Services } from '../../../context.ts';
import type { SmsTestStatus } from '../../../generated/prisma/client.ts';
import { printable } from '../../../input/printable.ts';
import { addJob } from '../../../jobs/add-job.ts';
import type { Task } from '../../../jobs/task.ts';
import { announceSmsTest } from '../../../live/announce.ts';
import { LostKeyError } from '../../../secrets.ts';
import { isForNow, type OpenOne, withProvider } from '../direct/hand-over-one.ts';
import { enterGate } from '../engine/call-gate.ts';
import type { Route } from '../engine/engine.ts';
import { noteAnswer } from '../engine/last-error.ts';
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
    const { count } = await services.db.prisma.smsTestResult.updateMany({
      where: { id, teamId, status: 'pending' },
      data: { status: 'sending', sentAt: new Date() },
    });
    if (count === 1) await send(services, open, { id, teamId });
    else await lookAgain(services, { id, teamId });
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

async function lookAgain({ db }: Services, result: Result): Promise<void> {
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

async function send(services: Services, open: OpenOne, result: Result): Promise<void> {
  const { smsTestSchedule: schedule } = await services.db.prisma.smsTestResult.findUniqueOrThrow({
    where: { teamId_id: result },
    select: { smsTestSchedule: { include: { route: { select: { isConnected: true } } } } },
  });
  const route = await readRoute(services.db, result.teamId, schedule.routeId);
  const fails = (failureReason: string) => end(services, result, { status: 'failed', failureReason });
  if (!schedule.route.isConnected) return fails('The route is not connected.');
  if (!route?.provider || !route.credentials) return fails(NO_PROVIDER);
  const to = String(schedule.toNumber);
  const { answer, idempotent } = await handOver(services, open, route, {
    id: result.id,
    to,
    from: await senderForNumber(services.db, route, to),
    text: printable(schedule.text),
  }).catch(async (error: unknown) => {
    const isLost = error instanceof LostKeyError;
    await end(services, result, isLost ? { status: 'failed', failureReason: error.message } : { status: 'pending' });
    throw error;
  });
  await noteAnswer(services.db, 'routes', result.teamId, route.id, answer, new Date());
  if (answer.status === 'accepted') {
    await end(services, result, { status: 'sent', smsId: answer.providerId });
    // A receipt may arrive before its test is known.
    const names = [answer.providerId, ownName(result.id)];
    return foldTestReceipts(services.db, result.teamId, route.id, names, new Date());
  }
  if (isWorthAnother(answer, idempotent)) {
    await end(services, result, { status: 'pending' });
    throw new Error(answer.reason);
  }
  await fails(answer.status === 'unknown' ? `It may have been sent: ${answer.reason}` : answer.reason);
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

const end = async (
  { db }: Services,
  { id, teamId }: Result,
  data: { status: SmsTestStatus; smsId?: string; failureReason?: string },
): Promise<void> => {
  const where =
    data.status === 'sent' ? { OR: [{ status: 'sending' }, { failureReason: LOST }] } : { status: 'sending' };
  await db.prisma.smsTestResult.updateMany({
    where: { id, teamId, ...(where as { status: SmsTestStatus }) },
    data: { failureReason: null, ...data },
  });
  await announceSmsTest(db, id);
};
