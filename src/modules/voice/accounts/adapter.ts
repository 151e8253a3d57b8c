import type { Context } from '../../../context.ts';
import { AppError, type FieldErrors } from '../../../errors.ts';
import type { SetVoiceAccountAdapterInput } from '../../../generated/inputs.ts';
import type { Prisma, VoiceAccount } from '../../../generated/prisma/client.ts';
import { changeRecord } from '../../../records/change-record.ts';
import { refuse } from '../../../records/input-rules.ts';
import { sealCredentials } from '../../delivery/providers/settings.ts';
import { privateUrlErrors } from '../../webhooks/requests/private-hosts.ts';
import { readVoiceSettings } from '../providers/settings.ts';
import { credentialsFor } from './credentials.ts';
import { VOICE_ACCOUNT } from './operations.ts';

export interface VoiceAccountWithSecret {
  voiceAccount: VoiceAccount;
  secret: string | null;
}

/** Applies from the next claim on. */
export function setVoiceAccountAdapter(
  ctx: Context,
  id: string,
  input: SetVoiceAccountAdapterInput,
): Promise<VoiceAccountWithSecret> {
  const { adapter } = input;
  return changeRecord(ctx, VOICE_ACCOUNT, id, async (tx, account) => {
    if (account.archivedAt) throw new AppError('CONFLICT', 'The voice account is archived. Restore it first.');
    const settings = readVoiceSettings(adapter, input.settings ?? {});
    const { credentials, columns, secret, errors } = credentialsFor(ctx, account, input);
    refuse({ ...settings.errors, ...privateErrors(ctx, account, settings.value), ...errors });
    const voiceAccount = await tx.prisma.voiceAccount.update({
      where: { teamId_id: { teamId: account.teamId, id } },
      data: {
        ...columns,
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

const ADDRESSES = ['url', 'endUrl', 'checkUrl'];

const privateErrors = (ctx: Context, { name }: VoiceAccount, settings: object | null): FieldErrors =>
  Object.assign(
    {},
    ...ADDRESSES.map((key) =>
      privateUrlErrors(ctx, (settings as Record<string, unknown> | null)?.[key], {
        path: `settings.${key}`,
        of: `Voice account "${name}"`,
      }),
    ),
  );
