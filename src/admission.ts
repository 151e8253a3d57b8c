import type { Services, Viewer } from './context.ts';
import { AppError } from './errors.ts';
import type { HeaderList, HttpRequest } from './http.ts';
import type { Authenticator } from './modules/auth/authenticate.ts';
import { createRateLimit, type Quota } from './rate-limit.ts';

/** Who asks, and how often they may go on asking. */
export interface Admission {
  readonly viewer: Viewer | null;
  /** Null where nothing is limited. */
  readonly quota: Quota | null;
}

type Caller = Pick<HttpRequest, 'path' | 'headers' | 'address'>;

const WEBHOOKS = '/api/v1/webhooks/calls/receive/';

/**
 * Finds out who asks and counts the request: under the token when it is a known one, else under the address. So callers
 * behind one proxy do not use up each other's share, and guessing tokens is limited. What providers report (E12) counts
 * apart.
 */
export function createAdmission(
  { pool, config, logger }: Services,
  authenticate: Authenticator,
): (request: Caller) => Promise<Admission> {
  const onError = (error: unknown) => logger.warn({ err: error }, 'requests are counted by this process alone');
  const limitOf = (name: string, limit: number) =>
    limit === 0 ? null : createRateLimit({ pool, name, limit, onError });
  const perToken = limitOf('token', config.RATE_LIMIT_PER_TOKEN);
  const perAddress = limitOf('address', config.RATE_LIMIT_PER_ADDRESS);
  const webhooks = limitOf('webhook', config.RATE_LIMIT_WEBHOOKS);

  return async ({ path, headers, address }) => {
    const isWebhook = path.startsWith(WEBHOOKS);
    const viewer = isWebhook ? null : await authenticate(headers.authorization);
    const quota = viewer
      ? perToken?.count(viewer.token.id)
      : (isWebhook ? webhooks : perAddress)?.count(networkOf(address));
    return { viewer, quota: (quota instanceof Promise ? await quota : quota) ?? null };
  };
}

export const tooManyAttempts = ({ resetAt }: Quota): AppError =>
  new AppError('RATE_LIMITED', 'Too Many Attempts.', { retryAfter: Math.max(1, resetAt - Date.now() / 1_000) });

/** Under their usual names. */
export const quotaHeaders = ({ limit, remaining, resetAt }: Quota): HeaderList => [
  'x-ratelimit-limit',
  String(limit),
  'x-ratelimit-remaining',
  String(Math.max(0, remaining)),
  'x-ratelimit-reset',
  String(resetAt),
];

/** Of an IPv6 address the first 64 bits: whoever has one has all below. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address.replace(/^::ffff:/i, '');
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  const all = [...groups, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...(tail ?? '').split(':')];
  return `${all
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
