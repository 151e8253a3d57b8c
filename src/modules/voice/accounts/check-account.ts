import { type Context, viewerOf } from '../../../context.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import { AppError, NotFoundError } from '../../../errors.ts';
import type { VoiceAccount } from '../../../generated/prisma/client.ts';
import { openAccount } from '../engine/open-call-engine.ts';
import type { CheckResult } from '../providers/voice-provider.ts';
import { VOICE_ACCOUNT } from './operations.ts';

/** Asks the provider for something harmless with the stored credentials. */
export async function checkVoiceAccount(
  ctx: Context,
  id: string,
): Promise<CheckResult & { voiceAccount: VoiceAccount }> {
  const { team } = viewerOf(ctx);
  const where = { teamId_id: { teamId: team.id, id } };
  const voiceAccount = isUuid(id) ? await ctx.db.prisma.voiceAccount.findUnique({ where }) : null;
  if (!voiceAccount) throw new NotFoundError(VOICE_ACCOUNT.thing);
  const { teamId, name, adapter, adapterSettings: settings, adapterCredentials } = voiceAccount;
  if (!adapter || !adapterCredentials) throw new AppError('CONFLICT', `Voice account "${name}" has no provider.`);
  const credentials = Buffer.from(adapterCredentials);
  const provider = openAccount(ctx, { teamId, id, name, adapter, settings, credentials });
  try {
    if (!provider.check) {
      throw new AppError('CONFLICT', `Voice account "${name}" cannot be checked without a call.`);
    }
    return { ...(await provider.check()), voiceAccount };
  } finally {
    await provider.close();
  }
}
