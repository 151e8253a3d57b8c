import { isOfPrivateAddress, openPoster, type Posted, reasonOf, signed } from 'outgoing-requests';

const TIMEOUT_MS = 10_000;
const GONE = 410;

/** A request that was not taken. A final one is not tried again. */
export class WebhookFailure extends Error {
  readonly isFinal: boolean;
  readonly retryAfter: number | null;
  /** Null: nothing answered. */
  readonly answer: Posted | null;

  constructor(
    reason: string,
    {
      isFinal = false,
      retryAfter = null,
      answer = null,
    }: { isFinal?: boolean; retryAfter?: number | null; answer?: Posted | null } = {},
  ) {
    super(reason);
    this.isFinal = isFinal;
    this.retryAfter = retryAfter;
    this.answer = answer;
  }
}

interface SignedRequest {
  /** The same for every try, so that the receiver recognizes repeats. */
  id: string;
  url: string;
  /** Each of them signs. */
  secrets: readonly [string, ...string[]];
  body: string;
}

export interface WebhookPoster {
  /** Rejects with a {@link WebhookFailure} unless the answer is a 2xx. */
  post(request: SignedRequest): Promise<Posted>;
  close(): void;
}

export function openWebhookPoster(allowPrivate: boolean): WebhookPoster {
  // Many endpoints may share a host, and those that hang must not keep others waiting. Callers bound their requests.
  const maxSockets = Number.POSITIVE_INFINITY;
  const poster = openPoster({ timeoutMs: TIMEOUT_MS, allowPrivate, maxSockets, isStatusEnough: true });
  return {
    async post({ id, url, secrets, body }) {
      let posted: Posted;
      try {
        posted = await poster.post(url, body, signed(secrets, id, body));
      } catch (error) {
        throw new WebhookFailure(reasonOf(error), { isFinal: isOfPrivateAddress(error) });
      }
      const { status, retryAfter } = posted;
      if (status >= 200 && status < 300) return posted;
      throw new WebhookFailure(`The service answered ${status}.`, {
        isFinal: status === GONE,
        retryAfter,
        answer: posted,
      });
    },
    close: () => poster.close(),
  };
}

/** Null when no try is left. The receiver may ask for a longer pause. */
export function secondsUntilNextTry(
  pauses: readonly number[],
  attempts: number,
  retryAfter: number | null,
): number | null {
  const pause = pauses[attempts - 1];
  return pause === undefined ? null : Math.max(retryAfter ?? 0, pause);
}
