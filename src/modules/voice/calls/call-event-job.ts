import { COLLISION_OR_LOCKED, type Db, type Tx } from '../../../database/transaction.ts';
import type { CallEvent } from '../../../generated/prisma/client.ts';
import { addJob, queueOf, removeJob } from '../../../jobs/add-job.ts';
import { type Arrival, storeEvents } from './call-event-rows.ts';

/** Pauses grow from seconds to minutes. All attempts together take about half an hour. */
const MAX_ATTEMPTS = 8;
/** A pause before the first attempt, as the call may become known at the same moment. */
const HEAD_START_MS = 2_000;

const keyOf = (eventId: string) => `call-event:${eventId}`;

/** Adds the job that applies a stored event, in the transaction that stores it or puts it back. */
export async function ensureApplied(
  tx: Tx,
  event: Pick<CallEvent, 'id' | 'teamId' | 'externalCallId'>,
  traceId: string,
): Promise<void> {
  await addJob(tx, {
    task: 'apply_call_event',
    payload: { teamId: event.teamId, eventId: event.id, traceId },
    key: keyOf(event.id),
    // Events of one call are applied one after the other.
    queue: queueOf('call-events', `${event.teamId} ${event.externalCallId}`),
    maxAttempts: MAX_ATTEMPTS,
    runAt: new Date(Date.now() + HEAD_START_MS),
  });
}

/** Stores events that could not be applied for whatever reason. They are not lost, and a job tries again. */
export const storeForLater = (db: Db, teamId: string, arrivals: readonly Arrival[]) =>
  db.transaction(
    async (tx) => {
      const events = await storeEvents(tx, teamId, arrivals);
      for (const [at, event] of events.entries()) {
        if (event.isNew) await ensureApplied(tx, event, arrivals[at]!.traceId);
      }
    },
    { again: COLLISION_OR_LOCKED },
  );

/** Removes the job of a settled event. */
export const settleCallEventJob = (tx: Tx, eventId: string): Promise<void> => removeJob(tx, keyOf(eventId));
