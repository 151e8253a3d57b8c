import { count, field, serviceUrl, signingSecret } from 'sms-providers';
import { z } from 'zod';
import { CallOutcome } from '../../../generated/prisma/client.ts';
import { decryptToken, type TokenKeys } from '../../../secrets.ts';
import { openedAs, type Read, readAs, share } from '../../delivery/providers/settings.ts';
import { type AnyVoiceDeclaration, parallel, timeout } from './declared/declaration.ts';
import { DECLARED, type DeclaredAdapter } from './declared/declarations.ts';

const simulator = z.strictObject({
  seed: field(z.string().max(100).default('simulator'), 'Seed', 'The same seed gives the same outcomes.'),
  outcomes: field(
    z.partialRecord(z.enum(CallOutcome), count(1, 1_000)).default({}),
    'Outcomes',
    'Relative weights by outcome, 1 to 1,000; omitted outcomes never happen. Empty: all are equally likely.',
  ),
  refused: field(share(0.02), 'Refused', 'Share of calls refused at once, 0 to 1.'),
  callMs: field(
    count(0, 600_000).default(10_000),
    'Duration',
    'Milliseconds from placing to report at most, 0 to 600,000.',
  ),
  repeated: field(share(0.1), 'Repeated', 'Share of events sent twice, 0 to 1.'),
  disordered: field(share(0.1), 'Out of order', 'Share of events sent out of order, 0 to 1.'),
  asText: field(share(0.5), 'As text', 'Share of events sent as JSON text, 0 to 1.'),
});

const http = z.strictObject({
  url: field(serviceUrl, 'URL', 'Calls are posted to it.'),
  timeoutMs: timeout,
  maxInFlight: parallel,
  canEnd: field(z.boolean().default(false), 'Ends calls', 'The service takes requests to end a call.'),
});

const webhookSecret = z.string();

interface Shapes {
  settings: z.ZodObject;
  credentials: z.ZodObject;
}

/** What is stored. Accounts whose provider sends the webhook secret keep it with the credentials that a person gave. */
export const VOICE_ADAPTERS = {
  simulator: { settings: simulator, credentials: z.strictObject({ webhookSecret }) },
  http: { settings: http, credentials: z.strictObject({ secret: signingSecret }) },
  ...(Object.fromEntries(
    Object.entries(DECLARED).map(([name, { settings, credentials, sendsWebhookSecret }]) => [
      name,
      { settings, credentials: sendsWebhookSecret ? credentials.extend({ webhookSecret }) : credentials },
    ]),
  ) as Record<DeclaredAdapter, Shapes>),
} as const satisfies Record<string, Shapes>;

export type VoiceAdapter = keyof typeof VOICE_ADAPTERS;

/** Accounts store the name as text. One that a later version stored has no provider here. */
export const isVoiceAdapter = (name: string | null): name is VoiceAdapter =>
  name !== null && Object.hasOwn(VOICE_ADAPTERS, name);

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

/** Null when they are under a key that is not configured, or not of the provider’s present shape. */
export function openedVoiceCredentials<Type extends VoiceAdapter>(
  keys: TokenKeys,
  type: Type,
  sealed: Uint8Array,
): VoiceCredentials<Type> | null {
  return openedAs(keys, VOICE_ADAPTERS[type].credentials as unknown as z.ZodType<VoiceCredentials<Type>>, sealed);
}
