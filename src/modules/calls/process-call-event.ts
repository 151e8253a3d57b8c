import type { Services } from '../../context.ts';
import type { Call, CallEvent, CallEventStatus, Prisma } from '../../generated/prisma/client.ts';
import { FACT_TYPES, foldFacts, isFact } from './call-facts.ts';
import { TOOL_CALLS } from './call-message.ts';
import { type CallEventFailure, lockCallOfEvent } from './call-of-event.ts';
import { countTransition } from './campaign-counters.ts';

type Tx = Prisma.TransactionClient;

export const isDone = (status: CallEventStatus) => status === 'processed' || status === 'ignored';

/**
 * Applies a stored event (E12) to its call: state, outcome with its log, counters of the campaign, all in one
 * transaction. May run any number of times and anywhere: an event that was applied is left alone, one that was not is
 * tried again. Answers why the event could not be applied; it is then kept as failed.
 */
export function processCallEvent(services: Pick<Services, 'db'>, eventId: string): Promise<CallEventFailure | null> {
  return services.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM call_events WHERE id = ${eventId}::uuid FOR UPDATE`;
    const event = await tx.callEvent.findUnique({ where: { id: eventId } });
    if (!event || isDone(event.status)) return null;
    const isTool = event.type === TOOL_CALLS;
    const matters = isTool || isFact(event);
    const call = await lockCallOfEvent(tx, event);
    if (typeof call === 'string') {
      // Not in the reference: an event that would change nothing is acknowledged whether its call is known or not.
      await mark(tx, event, matters ? { status: 'failed', failureReason: call } : { status: 'ignored' });
      return matters ? call : null;
    }
    const after = await tx.call.update({
      where: { id: call.id },
      data: {
        ...(isFact(event) && foldFacts(call, [...(await earlierFacts(tx, call)), event])),
        eventsCount: { increment: 1 },
        ...(isTool && { toolLogsCount: { increment: 1 } }),
      },
    });
    await logOutcome(tx, call, after);
    await countTransition(tx, call, after);
    await mark(tx, event, { status: matters ? 'processed' : 'ignored', callId: call.id });
    return null;
  });
}

const earlierFacts = (tx: Tx, { id }: Call) =>
  tx.callEvent.findMany({ where: { callId: id, status: 'processed', type: { in: FACT_TYPES } } });

async function logOutcome(tx: Tx, before: Call, after: Call): Promise<void> {
  if (after.callOutcome === before.callOutcome) return;
  await tx.callOutcomeLog.create({
    data: {
      teamId: after.teamId,
      callId: after.id,
      initialCallOutcome: before.callOutcome,
      newCallOutcome: after.callOutcome,
      status: 'applied',
    },
  });
}

const mark = (
  tx: Tx,
  { id }: CallEvent,
  data: { status: CallEventStatus; callId?: string; failureReason?: CallEventFailure },
) =>
  tx.callEvent.update({
    where: { id },
    data: {
      failureReason: null,
      ...data,
      attempts: { increment: 1 },
      processedAt: data.status === 'failed' ? null : new Date(),
    },
  });
