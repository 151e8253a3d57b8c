import { z } from 'zod';
import type { Services } from '../../context.ts';
import type { SmsTestStatus } from '../../generated/prisma/client.ts';
import type { Task } from '../../jobs/task.ts';
import type { SmsProvider } from './sms-provider.ts';

const payloadShape = z.object({ resultId: z.uuid() });

/** Sends one test message at most once: what may have been handed over when a process died is not handed over again. */
export const sendSmsTestTask = (provider: SmsProvider): Task => ({
  async run(services, payload) {
    const { resultId } = payloadShape.parse(payload);
    const { count } = await services.db.smsTestResult.updateMany({
      where: { id: resultId, status: 'pending' },
      data: { status: 'sending', sentAt: new Date() },
    });
    if (count === 1) await send(services, provider, resultId);
    else await end(services, resultId, { status: 'failed', failureReason: 'The process ended while it was sent.' });
  },
  async giveUp(tx, payload) {
    const { resultId } = payloadShape.parse(payload);
    await tx.smsTestResult.updateMany({
      where: { id: resultId, status: { in: ['pending', 'sending'] } },
      data: { status: 'failed', failureReason: 'The operator did not take it.' },
    });
  },
});

async function send(services: Services, provider: SmsProvider, id: string): Promise<void> {
  const { smsTestSchedule: schedule } = await services.db.smsTestResult.findUniqueOrThrow({
    where: { id },
    select: { smsTestSchedule: { include: { route: true } } },
  });
  if (!schedule.route.isConnected) {
    return end(services, id, { status: 'failed', failureReason: 'The route is not connected.' });
  }
  const { routeId, toNumber: to, text } = schedule;
  const answer = await provider.send({ reference: id, routeId, to, text }).catch(async (error: unknown) => {
    await end(services, id, { status: 'pending' });
    throw error;
  });
  if ('refused' in answer) await end(services, id, { status: 'failed', failureReason: answer.refused });
  else await end(services, id, { status: 'sent', smsId: answer.smsId });
}

const end = async (
  { db }: Services,
  id: string,
  data: { status: SmsTestStatus; smsId?: string; failureReason?: string },
): Promise<void> => void (await db.smsTestResult.updateMany({ where: { id, status: 'sending' }, data }));
