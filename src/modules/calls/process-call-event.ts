import type { Services } from '../../context.ts';
import type { Call, CallEvent, CallEventStatus, Prisma } from '../../generated/prisma/client.ts';
import { announceCallEvent, announceCampaign } from '../../live/announce.ts';
import { chargeCall } from '../calling/charge-call.ts';
import { followUp } from '../calling/follow-up.ts';
import { FACT_TYPES, foldFacts, isFact } from './call-facts.ts';
import { TOOL_CALLS } from './call-message.ts';
import { type CallEventFailure, lockCallOfEvent } from './call-of-event.ts';
import { countTransition } from './campaign-counters.ts';

type Tx = Prisma.TransactionClient;

export const isDone = (status: CallEventStatus) => status === 'processed' || status === 'ignored';

export interface FailedEvent {
  reason: CallEventFailure;
  /** Whether a later attempt may succeed: the call may still appear. */
  mayPass: boolean;
}

/** Runs in the transaction that settles an event: nobody needs to come back to it. */
type OnSettled = (tx: Tx, eventId: string) => Promise<void>;

/**
 * Applies a stored event (E12) to its call: state, outcome with its log, counters of the campaign, use of the number, all
 * in one transaction. May run any number of times and anywhere: an event that was applied is left alone, one that was not is
 * tried again. Answers why the event could not be applied. One that never can is failed; the others stay as they were.
 */
export function processCallEvent(
  services: Pick<Services, 'db'>,
  { id: eventId, teamId }: Pick<CallEvent, 'id' | 'teamId'>,
  onSettled?: OnSettled,
): Promise<FailedEvent | null> {
  return services.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM call_events
      WHERE id = ${eventId}::uuid AND team_id = ${teamId}::uuid FOR UPDATE`;
    const event = await tx.callEvent.findUnique({ where: { teamId_id: { teamId, id: eventId } } });
    if (!event || isDone(event.status)) return null;
    const isTool = event.type === TOOL_CALLS;
    const matters = isTool || isFact(event);
    const call = await lockCallOfEvent(tx, event);
    if (typeof call === 'string' && matters) {
      const mayPass = call === 'Call not found' && event.externalCallId !== null;
      await mark(tx, event, { status: mayPass ? event.status : 'failed', failureReason: call });
      if (!mayPass) await onSettled?.(tx, eventId);
      return { reason: call, mayPass };
    }
    // Not in the reference: an event that would change nothing is acknowledged whether its call is known or not.
    if (typeof call === 'string') await mark(tx, event, { status: 'ignored' });
    else await apply(tx, event, call, { isTool, matters });
    await onSettled?.(tx, eventId);
    return null;
  });
}

async function apply(
  tx: Tx,
  event: CallEvent,
  call: Call,
  { isTool, matters }: { isTool: boolean; matters: boolean },
): Promise<void> {
  const after = await tx.call.update({
    where: { teamId_id: { teamId: call.teamId, id: call.id } },
    data: {
      ...(isFact(event) && foldFacts(call, [...(await earlierFacts(tx, call)), event])),
      eventsCount: { increment: 1 },
      ...(isTool && { toolLogsCount: { increment: 1 } }),
    },
  });
  if (after.voiceCampaignId) await announceCampaign(tx, after.voiceCampaignId);
  await logOutcome(tx, call, after);
  await countTransition(tx, call, after);
  await useNumber(tx, call, after);
  await followUp(tx, call, after, new Date());
  if (after.isProcessed && after.cost !== null)
    await chargeCall(tx, after, event.voiceAccountId, after.cost.toFixed(6));
  await mark(tx, event, { status: matters ? 'processed' : 'ignored', callId: call.id });
}

const earlierFacts = (tx: Tx, { id, teamId }: Call) =>
  tx.callEvent.findMany({ where: { callId: id, teamId, status: 'processed', type: { in: FACT_TYPES } } });

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

/** A call through the team's number began. They may become known in another order. */
async function useNumber(tx: Tx, before: Call, { numberId, teamId, startedAt }: Call): Promise<void> {
  if (numberId === null || startedAt === null || startedAt.getTime() === before.startedAt?.getTime()) return;
  await tx.$executeRaw`UPDATE numbers SET last_used_at = ${startedAt.toISOString()}::timestamptz
    WHERE id = ${numberId}::uuid AND team_id = ${teamId}::uuid
      AND (last_used_at < ${startedAt.toISOString()}::timestamptz) IS NOT FALSE`;
}

async function mark(
  tx: Tx,
  { id, teamId, status }: CallEvent,
  data: { status: CallEventStatus; callId?: string; failureReason?: CallEventFailure },
): Promise<void> {
  await tx.callEvent.update({
    where: { teamId_id: { teamId, id } },
    data: {
      failureReason: null,
      ...data,
      attempts: { increment: 1 },
      processedAt: isDone(data.status) ? new Date() : null,
    },
  });
  if (data.status !== 'received' && data.status !== status) await announceCallEvent(tx, { id, teamId });
}
