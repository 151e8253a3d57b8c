import type { IncomingHttpHeaders } from 'node:http';
import type { Services } from '../context.ts';
import { AppError } from '../errors.ts';
import { networkOf } from '../input/network.ts';
import { type Authenticator, tokenIn } from '../modules/identity/auth/authenticate.ts';
import type { Viewer } from '../viewer.ts';
import { createRateLimit, type Quota } from './rate-limit.ts';

interface Admissions {
  admit(request: Caller): Promise<Admission>;
  /** Reads and counts nothing: a refusal must cost less than an answer. */
  overLimit(request: Caller): Quota | null;
}

interface Admission {
  readonly viewer: Viewer | null;
  readonly quota: Quota | null;
  readonly charge: (requests: number) => void;
}

interface Caller {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
}

const nothing = () => {};

/** Many callers may share one address. */
const WEBHOOKS = ['/api/v1/webhooks/calls/receive/', '/hooks/', '/postbacks/', '/l/', '/hub/'];
const isWebhook = (path: string) => WEBHOOKS.some((prefix) => path.startsWith(prefix));

/** By token if it is known, else by address, so callers behind one proxy do not use up each other's limit. */
export function createAdmission({ pool, config, logger }: Services, authenticator: Authenticator): Admissions {
  const onError = (error: unknown) => logger.warn({ err: error }, 'requests are counted by this process alone');
  const limitOf = (name: string, limit: number) =>
    limit === 0 ? null : createRateLimit({ pool: config.READ_ONLY ? null : pool, name, limit, onError });
  const perToken = limitOf('token', config.RATE_LIMIT_PER_TOKEN);
  const perAddress = limitOf('address', config.RATE_LIMIT_PER_ADDRESS);
  const guesses = limitOf('guess', config.RATE_LIMIT_PER_ADDRESS);
  const webhooks = limitOf('webhook', config.RATE_LIMIT_WEBHOOKS);
  const limits = [perToken, perAddress, guesses, webhooks].filter((limit) => limit !== null);

  async function identify(authorization: string | undefined, network: string): Promise<Viewer | Quota | null> {
    const token = tokenIn(authorization);
    if (token === undefined) return null;
    const known = authenticator.known(token);
    if (known !== undefined) return known;
    if (!guesses || authenticator.idOf(token) !== undefined) return authenticator.lookUp(token);
    // Counted before the lookup, as many may come at once, and taken back when the token is known.
    const quota = await guesses.count(network);
    if (quota.remaining < 0) return quota;
    let viewer: Viewer | null | undefined;
    try {
      viewer = await authenticator.lookUp(token);
      return viewer;
    } finally {
      if (viewer !== null) guesses.giveBack(network);
    }
  }

  async function admit({ path, headers, address }: Caller): Promise<Admission> {
    const network = networkOf(address);
    if (isWebhook(path)) return { viewer: null, quota: (await webhooks?.count(network)) ?? null, charge: nothing };
    const found = await identify(headers.authorization, network);
    if (found && 'remaining' in found) return { viewer: null, quota: found, charge: nothing };
    const limit = found ? perToken : perAddress;
    const key = found ? found.token.id : network;
    const quota = limit?.count(key);
    return {
      viewer: found,
      quota: (quota instanceof Promise ? await quota : quota) ?? null,
      charge: (requests) => void limit?.count(key, requests),
    };
  }

  function overLimit({ path, headers, address }: Caller): Quota | null {
    if (!limits.some((limit) => limit.refuses())) return null;
    if (isWebhook(path)) return webhooks?.spent(networkOf(address)) ?? null;
    const token = tokenIn(headers.authorization);
    const id = token && authenticator.idOf(token);
    if (id) return perToken?.spent(id) ?? null;
    const limit = token && authenticator.known(token) === undefined ? guesses : perAddress;
    return limit?.spent(networkOf(address)) ?? null;
  }

  return { admit, overLimit };
}

export const tooManyAttempts = ({ resetAt }: Quota): AppError =>
  new AppError('RATE_LIMITED', 'Too Many Attempts.', { retryAfter: Math.max(1, resetAt - Date.now() / 1_000) });

export const quotaHeaders = ({ limit, remaining, resetAt }: Quota) => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(Math.max(0, remaining)),
  'x-ratelimit-reset': String(resetAt),
});
