import { z } from 'zod';
import { AppError } from '../../errors.ts';
import type { CallEvent, Prisma } from '../../generated/prisma/client.ts';
import { addJob, queueOf, removeJob } from '../../jobs/add-job.ts';
import type { Task } from '../../jobs/task.ts';
import { announceCallEvent } from '../../live/announce.ts';
import { recordTrace } from '../tracing/record.ts';
import { FAILURE_CODES } from './call-of-event.ts';
import { processCallEvent } from './process-call-event.ts';

type Tx = Prisma.TransactionClient;

/** The pauses grow from seconds to minutes: all attempts together take about half an hour. */
const MAX_ATTEMPTS = 8;
/** The request that brought an event applies it itself: the job is for when it died. */
const HEAD_START_MS = 2_000;

const keyOf = (eventId: string) => `call-event:${eventId}`;

const payloadShape = z.object({ teamId: z.uuid(), eventId: z.uuid(), traceId: z.string() });

/** Makes sure that a stored event is applied, in the transaction that stores it or puts it back. */
export async function ensureApplied(
  tx: Tx,
  event: Pick<CallEvent, 'id' | 'teamId' | 'externalCallId'>,
  traceId: string,
): Promise<void> {
  await addJob(tx, {
    task: 'apply_call_event',
    payload: { teamId: event.teamId, eventId: event.id, traceId },
    key: keyOf(event.id),
    // The events of one call one after the other.
    queue: queueOf('call-events', `${event.teamId} ${event.externalCallId}`),
    maxAttempts: MAX_ATTEMPTS,
    runAt: new Date(Date.now() + HEAD_START_MS),
  });
}

/** An event that is settled needs its job no more. */
export const settleCallEventJob = (tx: Tx, eventId: string): Promise<void> => removeJob(tx, keyOf(eventId));

/** What the request did not get done: it died, something failed, or the call was not known yet. */
export const applyCallEventTask: Task = {
  async run(services, payload) {
    const { teamId, eventId: id, traceId } = payloadShape.parse(payload);
    const trace = { id: traceId, startedAt: Date.now(), statements: 0 };
    const entry = { kind: 'job', operation: 'applyCallEvent', teamId } as const;
    await recordTrace({ ...services, trace, viewer: null }, entry, async () => {
      const failure = await processCallEvent(services, { id, teamId });
      if (failure?.mayPass) throw new AppError(FAILURE_CODES[failure.reason], failure.reason);
    });
  },
  async giveUp(tx, payload) {
    const { teamId, eventId: id } = payloadShape.parse(payload);
    const failed = await tx.$executeRaw`UPDATE call_events SET status = 'failed',
        failure_reason = coalesce(failure_reason, 'Server Error')
      WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid AND status = 'received'`;
    if (failed > 0) await announceCallEvent(tx, { id, teamId });
  },
};
