import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

const flag = z.stringbool({ truthy: ['1', 'true', 'on', 'yes'], falsy: ['0', 'false', 'off', 'no'] });
const count = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum);

const isOrigin = (text: string) => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;

const KEY = /^[0-9a-f]{64}$/i;
export const isTokenKey = (text: string): boolean => KEY.test(text);

export const environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: count(0, 65_535).default(4000),
  SMPP_HOST: z.string().min(1).default('127.0.0.1'),
  SMPP_PORT: count(0, 65_535).optional(),
  SMPP_TLS_PORT: count(0, 65_535).optional(),
  SMPP_TLS_CERT: z.string().min(1).optional(),
  SMPP_TLS_KEY: z.string().min(1).optional(),
  SMPP_TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .refine(
      (list) => list.every((one) => isIP(one) !== 0 || ipaddr.isValidCIDR(one)),
      'each must be an IP address or a CIDR range',
    ),
  SMPP_CONNECTIONS_PER_ADDRESS: count(1, 10_000).default(100),
  HUB_PART_SECONDS: count(1, 86_400).default(300),
  HUB_RETURN_HOURS: count(1, 168).default(72),
  // What it is the beginning of begins with a slash.
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must begin with http:// or https://' })
    .refine((url) => !/[?#]/.test(url), 'must have no query and no fragment: paths are appended to it')
    .transform((url) => url.replace(/(?<!\/)\/+$/, ''))
    .optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    // They would replace those that each connection is opened with.
    .refine(
      (url) => !/[?&](options|statement_timeout)=/.test(url),
      'must not have options or statement_timeout: use STATEMENT_TIMEOUT_MS, LOCK_TIMEOUT_MS and RANDOM_PAGE_COST, or ALTER ROLE … SET …',
    )
    .optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  EMAIL_URL: z
    .string()
    .regex(/^(smtps?:\/\/.|file:.)/, 'must begin with smtp://, smtps:// or file:')
    .optional(),
  EMAIL_FROM: z.string().min(3).optional(),
  // Three may be held permanently (live/changes.ts, jobs/liveness.ts, the queue); nothing needs two at a time.
  DATABASE_POOL_SIZE: count(4, 200).default(10),
  RANDOM_PAGE_COST: z.coerce.number().min(0.1).max(100).default(1.1),
  STATEMENT_TIMEOUT_MS: count(100, 600_000).default(15_000),
  LOCK_TIMEOUT_MS: count(0, 600_000).default(5_000),
  OPERATION_TIMEOUT_MS: count(100, 600_000).default(20_000),
  TOKEN_KEY: z.string().regex(KEY, 'must be 32 bytes as 64 hex digits').optional(),
  TOKEN_KEY_PREVIOUS: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .refine((keys) => keys.every((key) => KEY.test(key)), 'each must be 32 bytes as 64 hex digits'),
  TOKEN_CACHE_MS: count(0, 60_000).default(1_000),
  SESSION_HOURS: count(1, 8_760).default(720),
  LOGIN_ATTEMPTS: count(1, 1_000).default(10),
  LOGIN_LOCKOUT: count(1, 100_000).default(50),
  LOGIN_WINDOW_SECONDS: count(1, 86_400).default(900),
  RATE_LIMIT_PER_TOKEN: count(0, 100_000_000).default(6_000),
  RATE_LIMIT_PER_ADDRESS: count(0, 100_000_000).default(600),
  RATE_LIMIT_WEBHOOKS: count(0, 100_000_000).default(30_000),
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .refine(
      (origins) => origins.every((origin) => origin === '*' || isOrigin(origin)),
      'each must be * or an origin as browsers send it, such as https://app.example.com, without a path or a slash at the end',
    ),
  BODY_LIMIT_BYTES: count(1_024, 1_000_000_000).default(1_000_000),
  UPLOAD_LIMIT_BYTES: count(1_024, 2_000_000_000).default(200_000_000),
  REQUEST_TIMEOUT_MS: count(1_000, 600_000).default(25_000),
  KEEP_ALIVE_MS: count(1_000, 600_000).default(65_000),
  MAX_CONNECTIONS: count(1, 1_000_000).default(10_000),
  MAX_REQUESTS_PER_CONNECTION: count(0, 1_000_000_000).default(0),
  MAX_HEADER_BYTES: count(4_096, 1_000_000).default(16_384),
  SHUTDOWN_DELAY_MS: count(0, 60_000).default(0),
  READ_ONLY: flag.default(false),
  WORKER: flag.default(true),
  WORKER_CONCURRENCY: count(1, 50).default(2),
  SENDING_LANES: count(1, 50).default(2),
  LOOKUP_PROVIDER: z.enum(['simulator', 'http']).optional(),
  LOOKUP_URL: z.url({ protocol: /^https?$/ }).optional(),
  LOOKUP_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,1000}$/, 'must be 1 to 1000 letters, digits and signs')
    .optional(),
  LOOKUP_PRICE: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,6})?$/, 'must be an amount with at most six decimals')
    .default('0.004'),
  PRIVATE_PROVIDERS: flag.default(false),
  TRACE_DAYS: count(1, 3_650).default(30),
  AUDIT_DAYS: count(0, 36_500).default(0),
  CALL_EVENT_DAYS: count(0, 36_500).default(0),
  LOG_DAYS: count(0, 36_500).default(0),
  // A seller's message may wait for a week and be valid for another.
  MESSAGE_DAYS: count(0, 36_500)
    .refine((days) => days === 0 || days >= 15, 'must be 0 or at least 15')
    .default(0),
  CALL_TEXT_DAYS: count(0, 36_500).default(0),
  WEBHOOK_DAYS: count(3, 3_650).default(30),
  REPLY_DAYS: count(0, 36_500).default(0),
  IMPORT_BATCH_ROWS: count(1, 20_000).default(2_000),
  SUBSCRIPTIONS_PER_VIEWER: count(1, 10_000).default(20),
  SUBSCRIPTION_CHECK_MS: count(100, 60_000).default(5_000),
  GRAPHIQL: flag.default(true),
  INTROSPECTION: flag.default(true),
  PERSISTED_OPERATIONS: z.string().min(1).optional(),
  PERSISTED_ONLY: flag.default(false),
  GRAPHQL_MAX_NODES: count(100, 500_000).default(500_000),
  GRAPHQL_MAX_FIELDS: count(1_000, 100_000_000).default(2_000_000),
  RESPONSE_LIMIT_BYTES: count(100_000, 200_000_000).default(30_000_000),
  GRAPHQL_MAX_DEPTH: count(5, 100).default(15),
  GRAPHQL_JIT: flag.default(true),
  TRUST_PROXY: z
    .union([count(0, 10), flag.transform(Number)], 'must be on, off or how many proxies there are, at most 10')
    .default(0),
  METRICS: z
    .string()
    .refine(
      (at) => /^(?:.+:)?\d{1,5}$/.test(at) && Number(at.split(':').at(-1)) <= 65_535,
      'must be a port, or an address and a port',
    )
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  LOG_REQUESTS: flag.default(true),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

const together = environment.superRefine((given, check) => {
  const { LOOKUP_PROVIDER, LOOKUP_URL, LOOKUP_KEY } = given;
  if (given.READ_ONLY && given.DATABASE_URL === undefined) {
    check.addIssue({ code: 'custom', path: ['DATABASE_URL'], message: 'READ_ONLY needs it' });
  }
  for (const name of ['SMPP_PORT', 'SMPP_TLS_PORT'] as const) {
    if (!given.READ_ONLY || given[name] === undefined) continue;
    check.addIssue({ code: 'custom', path: [name], message: 'sellers cannot submit to a READ_ONLY server' });
  }
  for (const name of ['SMPP_TLS_CERT', 'SMPP_TLS_KEY'] as const) {
    if (given.SMPP_TLS_PORT === undefined || given[name] !== undefined) continue;
    check.addIssue({ code: 'custom', path: [name], message: 'SMPP_TLS_PORT needs it' });
  }
  if (given.EMAIL_URL?.startsWith('smtp') && given.PUBLIC_URL === undefined) {
    // Otherwise a caller could set the host of a link in an e-mail.
    const message = 'must be set when EMAIL_URL names a mail server: links in e-mails begin with it';
    check.addIssue({ code: 'custom', path: ['PUBLIC_URL'], message });
  }
  if (LOOKUP_PROVIDER !== 'http') return;
  for (const [name, value] of Object.entries({ LOOKUP_URL, LOOKUP_KEY })) {
    if (value === undefined) check.addIssue({ code: 'custom', path: [name], message: 'LOOKUP_PROVIDER=http needs it' });
  }
});

export type Config = z.infer<typeof environment>;

export class ConfigError extends Error {}

/** An empty variable counts as unset. */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''));
  const result = together.safeParse(set);
  if (result.success) return { ...result.data, WORKER: result.data.WORKER && !result.data.READ_ONLY };
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`The configuration is not usable.\n${problems.join('\n')}`);
}
