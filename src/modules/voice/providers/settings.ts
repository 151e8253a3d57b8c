import { z } from 'zod';
import { CallOutcome, type VoiceAdapter } from '../../../generated/prisma/client.ts';
import { decryptToken, type TokenKeys } from '../../../secrets.ts';
import { count, type Read, readAs, secret, serviceUrl, share } from '../../delivery/providers/settings.ts';

const simulator = z.strictObject({
  /** Everything it does follows from the seed, the number called and the attempt. */
  seed: z.string().max(100).default('simulator'),
  /** Relative weights of outcomes. One that is left out never happens. Empty: all are equally likely. */
  outcomes: z.partialRecord(z.enum(CallOutcome), count(1, 1_000)).default({}),
  /** Share of calls that are not placed. */
  refused: share(0.02),
  /** How long a call takes at most, from its placing to its report. */
  callMs: count(0, 600_000).default(10_000),
  /** Shares of events that are sent twice, after later ones, or as JSON text in place of the object. */
  repeated: share(0.1),
  disordered: share(0.1),
  asText: share(0.5),
});

const http = z.strictObject({
  url: serviceUrl,
  timeoutMs: count(1_000, 60_000).default(10_000),
  maxInFlight: count(1, 50).default(4),
  /** Whether the service ends calls when it is posted `call.end`. */
  canEnd: z.boolean().default(false),
});

export const VOICE_ADAPTERS = {
  /** The simulator reports with the account's webhook secret, as a provider does. */
  simulator: { settings: simulator, credentials: z.strictObject({ webhookSecret: z.string() }) },
  http: { settings: http, credentials: z.strictObject({ secret }) },
} as const;

export type VoiceSettings<Type extends VoiceAdapter> = z.infer<(typeof VOICE_ADAPTERS)[Type]['settings']>;
export type VoiceCredentials<Type extends VoiceAdapter> = z.infer<(typeof VOICE_ADAPTERS)[Type]['credentials']>;

/** With defaults filled in. */
export const readVoiceSettings = <Type extends VoiceAdapter>(type: Type, given: unknown): Read<VoiceSettings<Type>> =>
  readAs(VOICE_ADAPTERS[type].settings as unknown as z.ZodType<VoiceSettings<Type>>, given, 'settings');

export function unsealVoiceCredentials<Type extends VoiceAdapter>(
  keys: TokenKeys,
  type: Type,
  sealed: Uint8Array,
): VoiceCredentials<Type> {
  return VOICE_ADAPTERS[type].credentials.parse(JSON.parse(decryptToken(keys, sealed))) as VoiceCredentials<Type>;
}
