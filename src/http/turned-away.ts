import { quotaHeaders } from './admission.ts';
import { type Answer, complete, type HeaderList, type HttpResponse } from './http.ts';
import type { Quota } from './rate-limit.ts';

interface Made {
  readonly resetAt: number;
  readonly second: number;
  readonly answer: Answer;
}

/**
 * Answers to those who are over their limit, each made once a second: a caller who goes on asking must cost as little as
 * can be. `failure` says it in the form of the API that was called.
 */
export function createTurnedAway(
  failure: (path: string, quota: Quota) => HttpResponse,
  common: HeaderList,
): (path: string, quota: Quota, own: HeaderList) => Answer {
  const made = new Map<string, Made>();

  return (path, quota, own) => {
    const kind = `${path === '/graphql'} ${quota.limit}`;
    const second = Math.floor(Date.now() / 1_000);
    let known = made.get(kind);
    if (known?.second !== second || known.resetAt !== quota.resetAt) {
      const answer = complete(failure(path, quota), common, quotaHeaders(quota));
      known = { resetAt: quota.resetAt, second, answer };
      made.set(kind, known);
    }
    return { ...known.answer, headers: own.concat(known.answer.headers) };
  };
}
