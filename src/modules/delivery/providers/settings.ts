import { count, DECLARED_SHAPES, field, HTTP_SHAPES, perSecond, SMPP_SHAPES, signingSecret } from 'sms-providers';
import { z } from 'zod';
import type { FieldErrors } from '../../../errors.ts';
import { messages } from '../../../input/validation-messages.ts';
import { decrypted, decryptToken, encryptToken, LostKeyError, type TokenKeys } from '../../../secrets.ts';

export const share = (usual: number) => z.number().min(0).max(1).default(usual);
const simulator = z.strictObject({
  seed: field(z.string().min(1).max(200).default('simulator'), 'Seed', 'The same seed gives the same outcomes.'),
  rejected: field(share(0.01), 'Refused', 'Share of messages refused at once, 0 to 1.'),
  silent: field(share(0), 'Without a receipt', 'Share of messages that nothing is reported of, 0 to 1.'),
  failed: field(share(0.04), 'Undelivered', 'Share of messages that are not delivered, 0 to 1.'),
  clicked: field(share(0.12), 'Clicked', 'Share of delivered messages whose link is opened, 0 to 1.'),
  stopped: field(share(0.01), 'Opted out', 'Share of delivered messages answered with STOP, 0 to 1.'),
  replied: field(share(0), 'Replied', 'Share of delivered messages answered with another text, 0 to 1.'),
  bots: field(share(0.1), 'Bots', 'Share of clicks made by machines, 0 to 1.'),
  /** Clicks and replies take as long again. */
  delayMs: field(
    count(0, 600_000).default(3_000),
    'Delay',
    'Milliseconds from hand-over to receipt at most, 0 to 600,000.',
  ),
  perSecond: perSecond(null),
});

export const PROVIDERS = {
  simulator: { settings: simulator, credentials: z.strictObject({ secret: signingSecret }) },
  http: HTTP_SHAPES,
  smpp: SMPP_SHAPES,
  ...DECLARED_SHAPES,
} as const;

export type ProviderType = keyof typeof PROVIDERS;

/** Routes store the name as text. One that a later version stored has no provider here. */
export const isProvider = (name: string | null): name is ProviderType =>
  name !== null && Object.hasOwn(PROVIDERS, name);

export type Settings<Type extends ProviderType> = z.infer<(typeof PROVIDERS)[Type]['settings']>;
export type Credentials<Type extends ProviderType> = z.infer<(typeof PROVIDERS)[Type]['credentials']>;

export type Read<Value> = { value: Value; errors: null } | { value: null; errors: FieldErrors };

export const readSettings = <Type extends ProviderType>(type: Type, given: unknown): Read<Settings<Type>> =>
  readAs(PROVIDERS[type].settings as unknown as z.ZodType<Settings<Type>>, given, 'settings');

export const readCredentials = <Type extends ProviderType>(type: Type, given: unknown): Read<Credentials<Type>> =>
  readAs(PROVIDERS[type].credentials as unknown as z.ZodType<Credentials<Type>>, given, 'credentials');

export function readAs<Value>(shape: z.ZodType<Value>, given: unknown, path: string): Read<Value> {
  const read = shape.safeParse(given, { reportInput: true });
  if (read.success) return { value: read.data, errors: null };
  const errors: FieldErrors = {};
  for (const issue of read.error.issues) {
    const at = [path, ...issue.path.map(String)].join('.');
    const named = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => `${at}.${key}`) : [at];
    for (const name of named) errors[name] ??= [textOf(issue, name)];
  }
  return { value: null, errors };
}

function textOf(issue: z.core.$ZodIssue, path: string): string {
  if (issue.code === 'unrecognized_keys' || issue.code === 'invalid_value') return messages.selected(path);
  if (issue.code === 'invalid_type') return issue.input === undefined ? messages.required(path) : messages.format(path);
  const ofText = 'origin' in issue && issue.origin === 'string';
  if (issue.code === 'too_small') {
    return ofText ? messages.required(path) : messages.atLeast(path, Number(issue.minimum));
  }
  if (issue.code === 'too_big') {
    const most = Number(issue.maximum);
    return ofText ? messages.atMostCharacters(path, most) : messages.atMost(path, most);
  }
  if (issue.code === 'custom' && issue.params?.because) return messages.because(path, issue.params.because);
  return messages.format(path);
}

/** What ends the callback URL, if anything does. */
export const callbackSecretOf = (credentials: object): string | null =>
  'callbackSecret' in credentials && typeof credentials.callbackSecret === 'string' ? credentials.callbackSecret : null;

export const sealCredentials = (keys: TokenKeys, credentials: object): Uint8Array<ArrayBuffer> =>
  encryptToken(keys, JSON.stringify(credentials));

export function unsealCredentials<Type extends ProviderType>(
  keys: TokenKeys,
  type: Type,
  sealed: Uint8Array,
): Credentials<Type> {
  return PROVIDERS[type].credentials.parse(JSON.parse(decryptToken(keys, sealed))) as Credentials<Type>;
}

/** Why nothing was sent over a provider that could not be opened. */
export const whyNotOpened = (error: unknown): string =>
  error instanceof LostKeyError ? error.message : 'Its provider cannot be opened with its settings.';

/** Null when they are under a key that is not configured, or not of the provider’s present shape. */
export function openedCredentials<Type extends ProviderType>(
  keys: TokenKeys,
  type: Type,
  sealed: Uint8Array,
): Credentials<Type> | null {
  return openedAs(keys, PROVIDERS[type].credentials as unknown as z.ZodType<Credentials<Type>>, sealed);
}

export function openedAs<Value>(keys: TokenKeys, shape: z.ZodType<Value>, sealed: Uint8Array): Value | null {
  const text = decrypted(keys, sealed);
  return text === null ? null : (shape.safeParse(JSON.parse(text)).data ?? null);
}
