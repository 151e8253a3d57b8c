import { z } from 'zod';
import type { FieldErrors } from '../../../errors.ts';
import { messages } from '../../../input/validation-messages.ts';
import { decryptToken, encryptToken, type TokenKeys } from '../../../secrets.ts';
import { field } from './catalogue.ts';
import { batchSize, maxInFlight, perSecond } from './common-fields.ts';
import { DECLARED_SHAPES } from './declared/declared-of.ts';
import { REFUSALS } from './provider.ts';
import { serviceUrl } from './service-url.ts';

export const share = (usual: number) => z.number().min(0).max(1).default(usual);
export const count = (least: number, most: number) => z.number().int().min(least).max(most);
const sender = field(
  z.string().min(1).max(20).nullable().default(null),
  'Default sender',
  'Used where the route has no sender, at most 20 characters.',
);
/** Standard Webhooks: 24 to 64 bytes. */
export const secret = z.string().regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/);

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

const http = z.strictObject({
  url: field(serviceUrl, 'URL', 'Messages are posted to it.'),
  timeoutMs: field(
    count(1_000, 60_000).default(10_000),
    'Timeout',
    'Milliseconds that the service has for its answer, 1,000 to 60,000.',
  ),
  batchSize: batchSize(100),
  maxInFlight,
  perSecond: perSecond(null),
  idempotent: field(
    z.boolean().default(false),
    'Recognizes repeats',
    'The service takes a message with the same id once.',
  ),
  sender,
});

const tonOrNpi = (title: string) =>
  field(count(0, 255).nullable().default(null), title, '0 to 255. Empty: by the kind of sender.');

const smpp = z.strictObject({
  host: field(z.string().regex(/^[A-Za-z0-9.:_-]{1,253}$/), 'Host', 'Name or address of the SMSC.'),
  port: field(count(1, 65_535).default(2_775), 'Port', '1 to 65,535.'),
  tls: field(z.boolean().default(false), 'TLS', 'The certificate must be valid for the host.'),
  systemType: field(z.string().max(12).default(''), 'System type', 'At most 12 characters; usually empty.'),
  window: field(count(1, 1_000).default(10), 'Window', 'Messages that may wait for an answer, 1 to 1,000.'),
  perSecond: perSecond(null),
  responseTimeoutMs: field(
    count(1_000, 120_000).default(10_000),
    'Timeout',
    'Milliseconds to wait for an answer, 1,000 to 120,000.',
  ),
  enquireLinkSeconds: field(count(5, 600).default(30), 'Keep-alive', 'Seconds between two enquire_link, 5 to 600.'),
  longMessages: field(z.enum(['udh', 'payload']).default('udh'), 'Long messages', 'udh: in parts. payload: as one.'),
  /** A fallback for what receipts show. */
  receiptIds: field(
    z.enum(['same', 'decimal']).default('same'),
    'Message IDs in receipts',
    'decimal: answers are hexadecimal and receipts decimal.',
  ),
  sender,
  /** By default 5 (alphanumeric) for a name, 1 (international) for a number, 3 (network) for a short code. */
  senderTon: tonOrNpi('Sender TON'),
  senderNpi: tonOrNpi('Sender NPI'),
  destinationTon: field(count(0, 255).default(1), 'Recipient TON', '0 to 255.'),
  destinationNpi: field(count(0, 255).default(1), 'Recipient NPI', '0 to 255.'),
  errorKinds: field(
    z.record(z.string().regex(/^\d{1,10}$/), z.enum(REFUSALS)).default({}),
    'Error codes',
    'What the operator’s own codes mean, by code: 1025 may be balance.',
  ),
});

const smppAccount = z.strictObject({
  systemId: field(z.string().min(1).max(15), 'System ID', 'Your account at the operator, 1 to 15 characters.'),
  password: field(z.string().max(8), 'Password', 'At most 8 characters.'),
});

export const PROVIDERS = {
  simulator: { settings: simulator, credentials: z.strictObject({ secret }) },
  http: { settings: http, credentials: z.strictObject({ secret }) },
  smpp: { settings: smpp, credentials: smppAccount },
  ...DECLARED_SHAPES,
} as const;

export type ProviderType = keyof typeof PROVIDERS;

/** Routes store the name as text. One that a later version stored has no provider here. */
export const isProvider = (name: string | null): name is ProviderType =>
  name !== null && Object.hasOwn(PROVIDERS, name);

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
