import { z } from 'zod';
import { CallOutcome, type VoiceAdapter } from '../../../generated/prisma/client.ts';
import { decryptToken, type TokenKeys } from '../../../secrets.ts';
import { serviceUrl } from '../../delivery/providers/service-url.ts';
import { count, type Read, readAs, secret, share } from '../../delivery/providers/settings.ts';
import type { AnyVoiceDeclaration } from './declared/declaration.ts';
import { DECLARED } from './declared/declarations.ts';

const simulator = z.strictObject({
  seed: z.string().max(100).default('simulator'),
  /** Relative weights; omitted outcomes never happen. Empty: all are equally likely. */
  outcomes: z.partialRecord(z.enum(CallOutcome), count(1, 1_000)).default({}),
  refused: share(0.02),
  /** From placing to report, at most. */
  callMs: count(0, 600_000).default(10_000),
  /** Shares of events sent twice, out of order, or as JSON text. */
  repeated: share(0.1),
  disordered: share(0.1),
  asText: share(0.5),
});

const http = z.strictObject({
  url: serviceUrl,
  timeoutMs: count(1_000, 60_000).default(10_000),
  maxInFlight: count(1, 50).default(4),
  canEnd: z.boolean().default(false),
});

const webhookSecret = z.string();

/** What is stored. Accounts whose provider sends the webhook secret keep it with the credentials that a person gave. */
export const VOICE_ADAPTERS = {
  simulator: { settings: simulator, credentials: z.strictObject({ webhookSecret }) },
  http: { settings: http, credentials: z.strictObject({ secret }) },
  vapi: { settings: DECLARED.vapi.settings, credentials: DECLARED.vapi.credentials.extend({ webhookSecret }) },
  retell: DECLARED.retell,
  bland: DECLARED.bland,
  custom: { settings: DECLARED.custom.settings, credentials: DECLARED.custom.credentials.extend({ webhookSecret }) },
} as const satisfies Record<VoiceAdapter, { settings: z.ZodType; credentials: z.ZodType }>;

export type VoiceSettings<Type extends VoiceAdapter> = z.infer<(typeof VOICE_ADAPTERS)[Type]['settings']>;
export type VoiceCredentials<Type extends VoiceAdapter> = z.infer<(typeof VOICE_ADAPTERS)[Type]['credentials']>;

export const readVoiceSettings = <Type extends VoiceAdapter>(type: Type, given: unknown): Read<VoiceSettings<Type>> =>
  readAs(VOICE_ADAPTERS[type].settings as unknown as z.ZodType<VoiceSettings<Type>>, given, 'settings');

/** The credentials that a person gives, who knows no webhook secret of ours. */
export const readVoiceCredentials = (declaration: AnyVoiceDeclaration, given: unknown): Read<object> =>
  readAs(declaration.credentials as z.ZodType<object>, given, 'credentials');

export function unsealVoiceCredentials<Type extends VoiceAdapter>(
  keys: TokenKeys,
  type: Type,
  sealed: Uint8Array,
): VoiceCredentials<Type> {
  return VOICE_ADAPTERS[type].credentials.parse(JSON.parse(decryptToken(keys, sealed))) as VoiceCredentials<Type>;
}
