import type { Services, Viewer } from './context.ts';
import { AppError } from './errors.ts';
import type { HeaderList, HttpRequest } from './http.ts';
import { type Authenticator, tokenIn } from './modules/auth/authenticate.ts';
import { networkOf } from './network.ts';
import { createRateLimit, type Quota } from './rate-limit.ts';

/** Who asks, and how often they may go on asking. */
export interface Admission {
  readonly viewer: Viewer | null;
  /** Null where nothing is limited. */
  readonly quota: Quota | null;
  /** Counts the request as a refused operation. */
  readonly charge: () => void;
}

type Caller = Pick<HttpRequest, 'path' | 'headers' | 'address'>;

/**
 * An operation that is refused before it runs counts as so many requests: finding out what is wrong with it costs more than
 * answering most that are right.
 */
const REFUSED_OPERATION = 10;

const nothing = () => {};

/** What providers and merchants report, and links that people follow: many callers may share an address. */
const WEBHOOKS = ['/api/v1/webhooks/calls/receive/', '/hooks/', '/postbacks/', '/l/'];

/**
 * Finds out who asks and counts the request: under the token when it is a known one, else under the address. So callers
 * behind one proxy do not use up each other's share, and guessing tokens is limited: an address has no more tokens looked
 * up in vain than it may ask without one. What providers report (E12) and short links count apart.
 */
export function createAdmission(
  { pool, config, logger }: Services,
  authenticator: Authenticator,
): (request: Caller) => Promise<Admission> {
  const onError = (error: unknown) => logger.warn({ err: error }, 'requests are counted by this process alone');
  const limitOf = (name: string, limit: number) =>
    limit === 0 ? null : createRateLimit({ pool, name, limit, onError });
  const perToken = limitOf('token', config.RATE_LIMIT_PER_TOKEN);
  const perAddress = limitOf('address', config.RATE_LIMIT_PER_ADDRESS);
  const guesses = limitOf('guess', config.RATE_LIMIT_PER_ADDRESS);
  const webhooks = limitOf('webhook', config.RATE_LIMIT_WEBHOOKS);

  /** A quota where the token is not looked up any more. */
  async function identify(authorization: string | undefined, network: string): Promise<Viewer | Quota | null> {
    const token = tokenIn(authorization);
    if (token === undefined) return null;
    const known = authenticator.known(token);
    if (known) return known;
    // Those in use are heard however many are guessed beside them.
    if (!guesses || authenticator.wasGood(token)) return authenticator.lookUp(token);
    // Counted before, as many may be on their way at once; not a guess unless nobody is found.
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

  return async ({ path, headers, address }) => {
    const network = networkOf(address);
    if (WEBHOOKS.some((prefix) => path.startsWith(prefix)))
      return { viewer: null, quota: (await webhooks?.count(network)) ?? null, charge: nothing };
    const found = await identify(headers.authorization, network);
    if (found && 'remaining' in found) return { viewer: null, quota: found, charge: nothing };
    const limit = found ? perToken : perAddress;
    const key = found ? found.token.id : network;
    const quota = limit?.count(key);
    return {
      viewer: found,
      quota: (quota instanceof Promise ? await quota : quota) ?? null,
      charge: () => void limit?.count(key, REFUSED_OPERATION - 1),
    };
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
