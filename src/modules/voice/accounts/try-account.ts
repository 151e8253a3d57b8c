import type { ShownRequest } from 'sms-providers';
import { type Context, viewerOf } from '../../../context.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import type { Row } from '../../../database/table.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import { AppError, NotFoundError } from '../../../errors.ts';
import type { Agent, Number as PhoneNumber, VoiceAccount } from '../../../generated/prisma/client.ts';
import { givenNumber, phoneNumberErrors } from '../../../phone-numbers/given-number.ts';
import { getRecord } from '../../../records/get-record.ts';
import { refuse } from '../../../records/input-rules.ts';
import { AGENT } from '../agents/operations.ts';
import { openAccount } from '../engine/open-call-engine.ts';
import { singleCall } from '../engine/outgoing-call.ts';
import { NUMBER } from '../numbers/operations.ts';
import { isVoiceAdapter } from '../providers/settings.ts';
import type { CheckResult, VoiceProvider } from '../providers/voice-provider.ts';
import { VOICE_ACCOUNT } from './operations.ts';

/** Asks the provider for something harmless with the stored credentials. */
export const checkVoiceAccount = (ctx: Context, id: string): Promise<CheckResult & { voiceAccount: VoiceAccount }> =>
  withProvider(ctx, id, async (provider, voiceAccount) => {
    if (!provider.check) {
      throw new AppError('CONFLICT', `Voice account "${voiceAccount.name}" cannot be checked without a call.`);
    }
    return { ...(await provider.check()), voiceAccount };
  });

export interface SingleCall {
  voiceAccountId: string;
  numberId: string;
  agentId: string;
  to: string;
}

/** Null: its provider has no request of its own. */
export async function previewVoiceAccountRequest(ctx: Context, input: SingleCall): Promise<ShownRequest | null> {
  refuse(phoneNumberErrors(input.to, 'to'));
  return withProvider(ctx, input.voiceAccountId, async (provider) => {
    const number = await getRecord(ctx, NUMBER, input.numberId, ['number', 'voiceProviderId']);
    const agent = await getRecord(ctx, AGENT, input.agentId, ['externalId', 'name']);
    return previewOf(ctx, provider, uuidv7(), { to: String(givenNumber(input.to)!), number, agent });
  });
}

interface Shown {
  to: string;
  number: Pick<Row<PhoneNumber>, 'number' | 'voiceProviderId'>;
  agent: Pick<Agent, 'externalId' | 'name'>;
}

export const previewOf = (ctx: Context, provider: VoiceProvider, reference: string, { to, number, agent }: Shown) =>
  provider.preview?.(
    singleCall(reference, {
      to,
      from: { number: String(number.number), id: number.voiceProviderId },
      agent: { id: agent.externalId, name: agent.name },
      timezone: viewerOf(ctx).team.timezone,
    }),
  ) ?? null;

export async function withProvider<Answer>(
  ctx: Context,
  id: string,
  work: (provider: VoiceProvider, account: VoiceAccount) => Promise<Answer>,
): Promise<Answer> {
  const { team } = viewerOf(ctx);
  const where = { teamId_id: { teamId: team.id, id } };
  const voiceAccount = isUuid(id) ? await ctx.db.prisma.voiceAccount.findUnique({ where }) : null;
  if (!voiceAccount) throw new NotFoundError(VOICE_ACCOUNT.thing);
  const { teamId, name, adapter, adapterSettings: settings, adapterCredentials } = voiceAccount;
  if (!isVoiceAdapter(adapter) || !adapterCredentials)
    throw new AppError('CONFLICT', `Voice account "${name}" has no provider.`);
  const credentials = Buffer.from(adapterCredentials);
  const provider = openAccount(ctx, { teamId, id, name, adapter, settings, credentials });
  try {
    return await work(provider, voiceAccount);
  } finally {
    await provider.close();
  }
}
