import { type Context, viewerOf } from '../../../context.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import { AppError, NotFoundError } from '../../../errors.ts';
import type { VoiceAccount } from '../../../generated/prisma/client.ts';
import { givenNumber, phoneNumberErrors } from '../../../phone-numbers/given-number.ts';
import { getRecord } from '../../../records/get-record.ts';
import { refuse } from '../../../records/input-rules.ts';
import type { ShownRequest } from '../../delivery/providers/provider.ts';
import { AGENT } from '../agents/operations.ts';
import { MAX_CALL_SECONDS } from '../engine/engine.ts';
import { openAccount } from '../engine/open-call-engine.ts';
import { NUMBER } from '../numbers/operations.ts';
import type { CheckResult, OutgoingCall, VoiceProvider } from '../providers/voice-provider.ts';
import { VOICE_ACCOUNT } from './operations.ts';

/** Asks the provider for something harmless with the stored credentials. */
export const checkVoiceAccount = (ctx: Context, id: string): Promise<CheckResult & { voiceAccount: VoiceAccount }> =>
  withProvider(ctx, id, async (provider, voiceAccount) => {
    if (!provider.check) {
      throw new AppError('CONFLICT', `Voice account "${voiceAccount.name}" cannot be checked without a call.`);
    }
    return { ...(await provider.check()), voiceAccount };
  });

export interface PreviewedCall {
  voiceAccountId: string;
  numberId: string;
  agentId: string;
  to: string;
}

/** Null: its provider has no request of its own. */
export async function previewVoiceAccountRequest(ctx: Context, input: PreviewedCall): Promise<ShownRequest | null> {
  refuse(phoneNumberErrors(input.to, 'to'));
  return withProvider(ctx, input.voiceAccountId, async (provider) => {
    const number = await getRecord(ctx, NUMBER, input.numberId, ['number', 'voiceProviderId']);
    const agent = await getRecord(ctx, AGENT, input.agentId, ['externalId', 'name']);
    const call: OutgoingCall = {
      ...{ reference: uuidv7(), to: String(givenNumber(input.to)!), attempt: 1, maxSeconds: MAX_CALL_SECONDS },
      from: { number: String(number.number), id: number.voiceProviderId },
      agent: { id: agent.externalId, name: agent.name },
      contact: { name: null, language: null, timezone: viewerOf(ctx).team.timezone, fields: {} },
      ...{ campaign: { id: uuidv7(), name: 'Preview' }, offer: null, variables: {} },
    };
    return provider.preview?.(call) ?? null;
  });
}

async function withProvider<Answer>(
  ctx: Context,
  id: string,
  work: (provider: VoiceProvider, account: VoiceAccount) => Promise<Answer>,
): Promise<Answer> {
  const { team } = viewerOf(ctx);
  const where = { teamId_id: { teamId: team.id, id } };
  const voiceAccount = isUuid(id) ? await ctx.db.prisma.voiceAccount.findUnique({ where }) : null;
  if (!voiceAccount) throw new NotFoundError(VOICE_ACCOUNT.thing);
  const { teamId, name, adapter, adapterSettings: settings, adapterCredentials } = voiceAccount;
  if (!adapter || !adapterCredentials) throw new AppError('CONFLICT', `Voice account "${name}" has no provider.`);
  const credentials = Buffer.from(adapterCredentials);
  const provider = openAccount(ctx, { teamId, id, name, adapter, settings, credentials });
  try {
    return await work(provider, voiceAccount);
  } finally {
    await provider.close();
  }
}
