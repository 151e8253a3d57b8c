import { z } from 'zod';
import type { FieldErrors } from '../../../errors.ts';
import { messages } from '../../../input/validation-messages.ts';
import { decryptToken, encryptToken, type TokenKeys } from '../../../secrets.ts';
import { DECLARED_SHAPES } from './declared/declared-of.ts';
import { REFUSALS } from './provider.ts';
import { serviceUrl } from './service-url.ts';

export const share = (usual: number) => z.number().min(0).max(1).default(usual);
export const count = (least: number, most: number) => z.number().int().min(least).max(most);
const perSecond = count(1, 100_000).nullable().default(null);
const sender = z.string().min(1).max(20).nullable().default(null);
/** Standard Webhooks: 24 to 64 bytes. */
export const secret = z.string().regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/);

const simulator = z.strictObject({
  seed: z.string().min(1).max(200).default('simulator'),
  /** Shares of 1: refused at once. */
  rejected: share(0.01),
  silent: share(0),
  failed: share(0.04),
  /** Delivered, and opened, answered with STOP or with another text. */
  clicked: share(0.12),
  stopped: share(0.01),
  replied: share(0),
  bots: share(0.1),
  /** From hand-over to receipt; clicks and replies take as long again. */
  delayMs: count(0, 600_000).default(3_000),
  perSecond,
});

const http = z.strictObject({
  url: serviceUrl,
  timeoutMs: count(1_000, 60_000).default(10_000),
  batchSize: count(1, 500).default(100),
  maxInFlight: count(1, 50).default(4),
  perSecond,
  idempotent: z.boolean().default(false),
  sender,
});

const place = (usual: number) => count(0, 255).default(usual);

const smpp = z.strictObject({
  host: z.string().regex(/^[A-Za-z0-9.:_-]{1,253}$/),
  port: count(1, 65_535).default(2_775),
  tls: z.boolean().default(false),
  systemType: z.string().max(12).default(''),
  window: count(1, 1_000).default(10),
  perSecond,
  responseTimeoutMs: count(1_000, 120_000).default(10_000),
  enquireLinkSeconds: count(5, 600).default(30),
  longMessages: z.enum(['udh', 'payload']).default('udh'),
  /** A fallback for what receipts show. `decimal`: answers are hexadecimal, receipts decimal. */
  receiptIds: z.enum(['same', 'decimal']).default('same'),
  sender,
  /** By default 5 (alphanumeric) for a name, 1 (international) for a number, 3 (network) for a short code. */
  senderTon: count(0, 255).nullable().default(null),
  senderNpi: count(0, 255).nullable().default(null),
  destinationTon: place(1),
  destinationNpi: place(1),
  /** `{"1025": "balance"}`. */
  errorKinds: z.record(z.string().regex(/^\d{1,10}$/), z.enum(REFUSALS)).default({}),
});

export const PROVIDERS = {
  simulator: { settings: simulator, credentials: z.strictObject({ secret }) },
  http: { settings: http, credentials: z.strictObject({ secret }) },
  smpp: {
    settings: smpp,
    credentials: z.strictObject({ systemId: z.string().min(1).max(15), password: z.string().max(8) }),
  },
  ...DECLARED_SHAPES,
} as const;

export type ProviderType = keyof typeof PROVIDERS;
export type Settings<Type extends ProviderType> = z.infer<(typeof PROVIDERS)[Type]['settings']>;
export type Credentials<Type extends ProviderType> = z.infer<(typeof PROVIDERS)[Type]['credentials']>;

export type Read<Value> = { value: Value; errors: null } | { value: null; errors: FieldErrors };

export const readSettings = <Type extends ProviderType>(
  type: Type,
  given: unknown,
  path = 'settings',
): Read<Settings<Type>> => readAs(PROVIDERS[type].settings as unknown as z.ZodType<Settings<Type>>, given, path);

export const readCredentials = <Type extends ProviderType>(
  type: Type,
  given: unknown,
  path = 'credentials',
): Read<Credentials<Type>> =>
  readAs(PROVIDERS[type].credentials as unknown as z.ZodType<Credentials<Type>>, given, path);

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
