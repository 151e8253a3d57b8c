import { createSigningSecret } from 'outgoing-requests';
import type { Context } from '../../../context.ts';
import type { FieldErrors } from '../../../errors.ts';
import type { SetVoiceAccountProviderInput } from '../../../generated/inputs.ts';
import type { VoiceAccount } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import { sealCredentials } from '../../delivery/providers/settings.ts';
import { declarationOf } from '../providers/declared/declarations.ts';
import { isVoiceAdapter, openedVoiceCredentials, readVoiceCredentials } from '../providers/settings.ts';
import { previousCredentials } from './previous-credentials.ts';
import { newWebhookSecret } from './webhook-secrets.ts';

export const OVERLAP_HOURS = 24;

interface NewCredentials {
  /** Null: those that are stored stay. */
  credentials: object | null;
  columns?: object;
  /** Shown once. */
  secret: string | null;
  errors?: FieldErrors | null;
}

/**
 * What an adapter is stored with. Its secrets are made here, where no person enters them. Those given replace those stored, one by
 * one; null removes one. `moves`: requests go to another address, which those stored do not follow to.
 */
export function credentialsFor(
  ctx: Context,
  account: VoiceAccount,
  input: SetVoiceAccountProviderInput,
  moves: boolean,
): NewCredentials {
  const { provider: adapter, credentials: given, rotateSecret } = input;
  const sealed = account.adapter === adapter ? account.adapterCredentials : null;
  const kept = sealed && openedVoiceCredentials(ctx.tokenKeys, adapter, sealed);
  const isNew = kept === null || rotateSecret;
  const declaration = declarationOf(adapter);
  if (declaration) {
    const { webhookSecret: former, ...secrets } = (kept ?? {}) as { webhookSecret?: string };
    const read = readVoiceCredentials(declaration, withoutNulls({ ...(!moves && secrets), ...given }));
    const isSent = declaration.sendsWebhookSecret;
    const fresh = isSent && isNew ? newWebhookSecret(account, OVERLAP_HOURS) : null;
    const webhookSecret = fresh?.webhookSecret ?? former;
    return {
      credentials: { ...read.value, ...(isSent && { webhookSecret }) },
      columns: fresh?.columns ?? {},
      secret: fresh?.webhookSecret ?? null,
      errors: read.errors,
    };
  }
  const errors = given ? { credentials: [messages.unknown('credentials')] } : null;
  if (!isNew) return { credentials: null, secret: null, errors };
  if (adapter === 'http') {
    const secret = createSigningSecret();
    return { credentials: { secret }, secret, errors };
  }
  // The simulator reports with the account's webhook secret, as a provider does.
  const { webhookSecret, columns } = newWebhookSecret(account, OVERLAP_HOURS);
  return { credentials: { webhookSecret }, columns, secret: null, errors };
}

const withoutNulls = (given: object) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));

/** Puts a new webhook secret among the credentials, where a provider of the account sends it. */
export function resealed(ctx: Context, account: VoiceAccount, webhookSecret: string, overlapHours: number) {
  const { adapter, adapterCredentials, adapterSettings } = account;
  const isSent = adapter === 'simulator' || declarationOf(adapter)?.sendsWebhookSecret === true;
  if (!isSent || !isVoiceAdapter(adapter) || adapterCredentials === null) return {};
  const stored = openedVoiceCredentials(ctx.tokenKeys, adapter, adapterCredentials);
  // Those of a provider wait until a person enters them again; the simulator has no others.
  if (!stored && adapter !== 'simulator') return {};
  const next = { adapter, settings: adapterSettings as object, credentials: { ...stored, webhookSecret } };
  return {
    adapterCredentials: sealCredentials(ctx.tokenKeys, next.credentials),
    ...previousCredentials(ctx.tokenKeys, account, next, overlapHours),
  };
}
