import { timingSafeEqual } from 'node:crypto';
import type { Context, Services } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { CallEventStatus, Prisma, VoiceAccount } from '../../generated/prisma/client.ts';
import { hashToken } from '../auth/tokens.ts';
import { traceAs } from '../tracing/record.ts';
import { type CallMessage, readCallMessage } from './call-message.ts';
import type { CallEventFailure } from './call-of-event.ts';
import { isDone, processCallEvent } from './process-call-event.ts';

const CODES = {
  'Call not found': 'NOT_FOUND',
  'Failed to create contact': 'VALIDATION_FAILED',
} as const satisfies Record<CallEventFailure, string>;

/**
 * E12. The secret names the team's voice account. The event is stored before anything is done with it; a repeat is
 * acknowledged and changes nothing, unless the event could not be applied when it came first.
 */
export async function receiveCallEvent(
  ctx: Context,
  { secret, message }: { secret: string; message?: unknown },
): Promise<{ status: 'ok' }> {
  const account = await accountOf(ctx, secret);
  traceAs({ kind: 'event', teamId: account.teamId });
  const event = await storeCallEvent(ctx, account, readCallMessage(message));
  const failure = isDone(event.status) ? null : await processCallEvent(ctx, event.id);
  if (failure) throw new AppError(CODES[failure], failure);
  return { status: 'ok' };
}

/** One committed insert; a repeat finds the event that came first. */
export async function storeCallEvent(
  services: Pick<Services, 'db'>,
  account: Pick<VoiceAccount, 'id' | 'teamId'>,
  message: CallMessage,
): Promise<{ id: string; status: CallEventStatus }> {
  const { fingerprint, payload, ...rest } = message;
  const voiceAccountId = account.id;
  await services.db.callEvent.createMany({
    data: [
      { ...rest, teamId: account.teamId, voiceAccountId, fingerprint, payload: payload as Prisma.InputJsonObject },
    ],
    skipDuplicates: true,
  });
  return services.db.callEvent.findUniqueOrThrow({
    where: { voiceAccountId_fingerprint: { voiceAccountId, fingerprint } },
    select: { id: true, status: true },
  });
}

/** By the hash of the current secret, or of the one before until it expires. */
async function accountOf(ctx: Context, secret: string): Promise<VoiceAccount> {
  const hash = hashToken(secret);
  const account = await ctx.db.voiceAccount.findFirst({
    where: {
      OR: [{ webhookSecretHash: hash }, { previousSecretHash: hash, previousSecretExpiresAt: { gt: new Date() } }],
    },
  });
  const stored = [account?.webhookSecretHash, account?.previousSecretHash];
  if (account && stored.some((known) => known && timingSafeEqual(known, hash))) return account;
  throw new AppError('UNAUTHENTICATED', 'Invalid secret');
}
