import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { traceAs } from '../../../pipeline/timeline/record.ts';
import { accountOfSecret } from '../accounts/webhook-secrets.ts';
import { applyInBatch } from './call-event-batches.ts';
import { readCallMessage } from './call-message.ts';
import { FAILURE_CODES } from './call-of-event.ts';

/**
 * E12. Only an event that cannot be applied yet leaves a job. A repeat changes nothing, unless it could not be applied
 * so far.
 */
export async function receiveCallEvent(
  ctx: Context,
  { secret, message }: { secret: string; message?: unknown },
): Promise<{ status: 'ok' }> {
  const account = await accountOfSecret(ctx, secret);
  traceAs({ kind: 'event', teamId: account.teamId });
  const arrival = { account, message: readCallMessage(message), traceId: ctx.trace.id };
  const { failure, statements } = await applyInBatch(ctx, arrival);
  ctx.trace.statements += statements;
  if (failure && !failure.isBeingPlaced) throw new AppError(FAILURE_CODES[failure.reason], failure.reason);
  return { status: 'ok' };
}
