import { z } from 'zod';
import { CallOutcome, type VoiceAdapter } from '../../../generated/prisma/client.ts';
import { decryptToken, type TokenKeys } from '../../../secrets.ts';
import { serviceUrl } from '../../delivery/providers/service-url.ts';
import { count, type Read, readAs, secret, share } from '../../delivery/providers/settings.ts';

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

export const VOICE_ADAPTERS = {
  simulator: { settings: simulator, credentials: z.strictObject({ webhookSecret: z.string() }) },
  http: { settings: http, credentials: z.strictObject({ secret }) },
} as const;

export type VoiceSettings<Type extends VoiceAdapter> = z.infer<(typeof VOICE_ADAPTERS)[Type]['settings']>;
export type VoiceCredentials<Type extends VoiceAdapter> = z.infer<(typeof VOICE_ADAPTERS)[Type]['credentials']>;

export const readVoiceSettings = <Type extends VoiceAdapter>(type: Type, given: unknown): Read<VoiceSettings<Type>> =>
  readAs(VOICE_ADAPTERS[type].settings as unknown as z.ZodType<VoiceSettings<Type>>, given, 'settings');

export function unsealVoiceCredentials<Type extends VoiceAdapter>(
  keys: TokenKeys,
  type: Type,
  sealed: Uint8Array,
): VoiceCredentials<Type> {
  return VOICE_ADAPTERS[type].credentials.parse(JSON.parse(decryptToken(keys, sealed))) as VoiceCredentials<Type>;
}
