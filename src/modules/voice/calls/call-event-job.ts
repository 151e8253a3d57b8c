import { all, COLLISION_OR_LOCKED, type Db, type Tx } from '../../../database/transaction.ts';
import type { CallEvent } from '../../../generated/prisma/client.ts';
import { addJob, queueOf, removeJob } from '../../../jobs/add-job.ts';
import { holdErasures } from '../../delivery/reach/erased-numbers.ts';
import { type Arrival, storeEvents } from './call-event-rows.ts';

/** About half an hour in all. */
const MAX_ATTEMPTS = 8;
/** The call may become known at the same moment. */
const HEAD_START_MS = 2_000;

const keyOf = (eventId: string) => `call-event:${eventId}`;

export async function ensureApplied(
  tx: Tx,
  event: Pick<CallEvent, 'id' | 'teamId' | 'externalCallId'>,
  traceId: string,
): Promise<void> {
  await addJob(tx, {
    task: 'apply_call_event',
    payload: { teamId: event.teamId, eventId: event.id, traceId },
    key: keyOf(event.id),
    queue: queueOf('call-events', `${event.teamId} ${event.externalCallId}`),
    maxAttempts: MAX_ATTEMPTS,
    runAt: new Date(Date.now() + HEAD_START_MS),
  });
}

export const storeForLater = (db: Db, teamId: string, arrivals: readonly Arrival[]) =>
  db.transaction(
    async (tx) => {
      const [, events] = await all([holdErasures(tx, teamId), storeEvents(tx, teamId, arrivals)]);
      for (const [at, event] of events.entries()) {
        if (event.isNew) await ensureApplied(tx, event, arrivals[at]!.traceId);
      }
    },
    { again: COLLISION_OR_LOCKED },
  );

export const settleCallEventJob = (tx: Tx, eventId: string): Promise<void> => removeJob(tx, keyOf(eventId));
