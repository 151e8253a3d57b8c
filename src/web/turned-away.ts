import type { FastifyRequest } from 'fastify';
import type { JsonAnswer } from '../http/http.ts';
import { tooManyAttempts } from './admission.ts';
import { failureAnswer } from './failures.ts';
import type { Quota } from './rate-limit.ts';

interface Made {
  readonly second: number;
  readonly answer: JsonAnswer;
}

/** Each body is made once a second. */
export function createTurnedAway(): (request: FastifyRequest, quota: Quota) => JsonAnswer {
  const made = new Map<unknown, Made>();

  return ({ path, trace, routeOptions }, quota) => {
    const { errors } = routeOptions.config;
    const form = errors ?? path === '/graphql';
    const second = Math.floor(Date.now() / 1_000);
    let known = made.get(form);
    if (known?.second !== second) {
      known = { second, answer: failureAnswer(tooManyAttempts(quota), { path, trace, errors }, () => {}) };
      made.set(form, known);
    }
    return known.answer;
  };
}
