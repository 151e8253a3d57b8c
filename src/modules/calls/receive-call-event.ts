import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { CallEvent, Prisma, VoiceAccount } from '../../generated/prisma/client.ts';
import { traceAs } from '../tracing/record.ts';
import { accountOfSecret } from '../voice-accounts/webhook-secrets.ts';
import { ensureApplied, settleCallEventJob } from './call-event-job.ts';
import { type CallMessage, readCallMessage } from './call-message.ts';
import { FAILURE_CODES } from './call-of-event.ts';
import { isDone, processCallEvent } from './process-call-event.ts';

/**
 * E12. The secret names the team's voice account. The event is stored, with a job that applies it, before anything is
 * done with it; then the request applies it itself, so that the answer tells of it. A repeat is acknowledged and changes
 * nothing, unless the event could not be applied so far.
 */
export async function receiveCallEvent(
  ctx: Context,
  { secret, message }: { secret: string; message?: unknown },
): Promise<{ status: 'ok' }> {
  const account = await accountOfSecret(ctx, secret);
  const { teamId } = account;
  traceAs({ kind: 'event', teamId });
  const { id, status } = await storeCallEvent(ctx, account, readCallMessage(message));
  const failure = isDone(status) ? null : await processCallEvent(ctx, { id, teamId }, settleCallEventJob);
  if (failure) throw new AppError(FAILURE_CODES[failure.reason], failure.reason);
  return { status: 'ok' };
}

/** Event and job in one commit; a repeat finds the event that came first. */
async function storeCallEvent(
  { db, trace }: Pick<Context, 'db' | 'trace'>,
  { id: voiceAccountId, teamId }: Pick<VoiceAccount, 'id' | 'teamId'>,
  message: CallMessage,
): Promise<Pick<CallEvent, 'id' | 'status'>> {
  const data = { ...message, teamId, voiceAccountId, payload: message.payload as Prisma.InputJsonObject };
  const stored = await db.$transaction(async (tx) => {
    const [event] = await tx.callEvent.createManyAndReturn({ data: [data], skipDuplicates: true });
    if (event) await ensureApplied(tx, event, trace.id);
    return event;
  });
  if (stored) return stored;
  return db.callEvent.findUniqueOrThrow({
    where: { teamId_voiceAccountId_fingerprint: { teamId, voiceAccountId, fingerprint: message.fingerprint } },
    select: { id: true, status: true },
  });
}
