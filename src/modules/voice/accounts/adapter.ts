import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { SetVoiceAccountAdapterInput } from '../../../generated/inputs.ts';
import type { Prisma, VoiceAccount } from '../../../generated/prisma/client.ts';
import { changeRecord } from '../../../records/change-record.ts';
import { refuse } from '../../../records/input-rules.ts';
import { sealCredentials } from '../../delivery/providers/settings.ts';
import { privateUrlErrors } from '../../webhooks/requests/private-hosts.ts';
import { createSigningSecret } from '../../webhooks/requests/signature.ts';
import { readVoiceSettings } from '../providers/settings.ts';
import { VOICE_ACCOUNT } from './operations.ts';
import { newWebhookSecret } from './webhook-secrets.ts';

export interface VoiceAccountWithSecret {
  voiceAccount: VoiceAccount;
  secret: string | null;
}

const OVERLAP_HOURS = 24;

/** Applies from the next claim on. */
export function setVoiceAccountAdapter(
  ctx: Context,
  id: string,
  input: SetVoiceAccountAdapterInput,
): Promise<VoiceAccountWithSecret> {
  const { adapter, rotateSecret } = input;
  return changeRecord(ctx, VOICE_ACCOUNT, id, async (tx, account) => {
    if (account.archivedAt) throw new AppError('CONFLICT', 'The voice account is archived. Restore it first.');
    const settings = readVoiceSettings(adapter, input.settings ?? {});
    const url = settings.value && 'url' in settings.value ? settings.value.url : null;
    const privateErrors = privateUrlErrors(ctx, url, { path: 'settings.url', of: `Voice account "${account.name}"` });
    refuse({ ...settings.errors, ...privateErrors });
    const isNew = account.adapter !== adapter || account.adapterCredentials === null || rotateSecret;
    const secret = isNew && adapter === 'http' ? createSigningSecret() : null;
    // The simulator reports with the account's webhook secret, as a provider does.
    const ofSimulator = isNew && adapter === 'simulator' ? newWebhookSecret(account, OVERLAP_HOURS) : null;
    const credentials = secret ? { secret } : ofSimulator && { webhookSecret: ofSimulator.webhookSecret };
    const voiceAccount = await tx.prisma.voiceAccount.update({
      where: { teamId_id: { teamId: account.teamId, id } },
      data: {
        ...ofSimulator?.columns,
        adapter,
        adapterSettings: settings.value as Prisma.InputJsonObject,
        ...(credentials && { adapterCredentials: sealCredentials(ctx.tokenKeys, credentials) }),
        pausedUntil: null,
        outages: 0,
      },
    });
    return { voiceAccount, secret };
  });
}
