import type { Context } from '../../../context.ts';
import { AppError, type FieldErrors } from '../../../errors.ts';
import type { SetVoiceAccountProviderInput } from '../../../generated/inputs.ts';
import type { Prisma, VoiceAccount } from '../../../generated/prisma/client.ts';
import { changeRecord } from '../../../records/change-record.ts';
import { refuseUse } from '../../../records/delete-record.ts';
import { refuse } from '../../../records/input-rules.ts';
import { NO_ERROR } from '../../delivery/engine/last-error.ts';
import { sealCredentials } from '../../delivery/providers/settings.ts';
import { privateUrlErrors } from '../../webhooks/requests/private-hosts.ts';
import { declarationOf } from '../providers/declared/declarations.ts';
import { readVoiceSettings, type VoiceAdapter } from '../providers/settings.ts';
import { credentialsFor, OVERLAP_HOURS } from './credentials.ts';
import { callsUnderWay, VOICE_ACCOUNT } from './operations.ts';
import { previousCredentials } from './previous-credentials.ts';

export interface VoiceAccountWithSecret {
  voiceAccount: VoiceAccount;
  secret: string | null;
}

/** Applies from the next claim on. */
export function setVoiceAccountProvider(
  ctx: Context,
  id: string,
  input: SetVoiceAccountProviderInput,
): Promise<VoiceAccountWithSecret> {
  const { provider: adapter } = input;
  return changeRecord(ctx, VOICE_ACCOUNT, id, async (tx, account) => {
    if (account.archivedAt) throw new AppError('CONFLICT', 'The voice account is archived. Restore it first.');
    if (account.adapter !== adapter) await refuseUse(tx, [callsUnderWay(account)]);
    const settings = readVoiceSettings(adapter, input.settings ?? {});
    const moves = isElsewhere(account, adapter, settings.value);
    const { credentials, columns, secret, errors } = credentialsFor(ctx, account, input, moves);
    refuse({
      ...settings.errors,
      ...privateErrors(ctx, account, settings.value),
      ...errors,
    });
    const voiceAccount = await tx.prisma.voiceAccount.update({
      where: { teamId_id: { teamId: account.teamId, id } },
      data: {
        ...columns,
        ...previousCredentials(
          ctx.tokenKeys,
          account,
          { adapter, settings: settings.value!, credentials },
          OVERLAP_HOURS,
        ),
        adapter,
        adapterSettings: settings.value as Prisma.InputJsonObject,
        ...(credentials && { adapterCredentials: sealCredentials(ctx.tokenKeys, credentials) }),
        pausedUntil: null,
        outages: 0,
        ...NO_ERROR,
      },
    });
    return { voiceAccount, secret };
  });
}

const ADDRESSES = ['url', 'endUrl', 'checkUrl'];

/** Whether the stored secrets would go to another host, whose owner might then read them: they must be given again. */
function isElsewhere(account: VoiceAccount, adapter: VoiceAdapter, settings: object | null): boolean {
  if (account.adapter !== adapter || declarationOf(adapter) === null) return false;
  const [former, present] = [account.adapterSettings, settings].map(originsOf);
  return present!.some((origin) => !former!.includes(origin));
}

const originsOf = (settings: unknown): string[] =>
  ADDRESSES.map((key) => (settings as Record<string, unknown> | null)?.[key]).flatMap((url) =>
    typeof url === 'string' && URL.canParse(url) ? new URL(url).origin : [],
  );

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
