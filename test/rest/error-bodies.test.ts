import { GraphQLError } from 'graphql';
import { describe, expect, test } from 'vitest';
import { AppError, type ErrorCode, ValidationError } from '../../src/errors.ts';
import { callerError, eb3, errorList, errorResponse, serverError } from '../../src/rest/error-bodies.ts';

function answer(code: ErrorCode, message = '') {
  const { status, headers, body } = errorResponse(new AppError(code, message));
  const { 'content-type': _, ...others } = headers;
  return { status, headers: others, body: JSON.parse(String(body)) };
}

describe('an error answers', () => {
  test.each([
    ['BAD_REQUEST', 400, {}, { message: 'Bad Request.' }],
    ['UNAUTHENTICATED', 401, { 'www-authenticate': 'Bearer' }, { message: 'Unauthenticated.' }],
    ['PAYMENT_REQUIRED', 402, {}, { message: 'Payment Required.' }],
    ['FORBIDDEN', 403, {}, { message: 'This action is unauthorized.' }],
    ['TWO_FACTOR_REQUIRED', 403, {}, { message: 'Two-factor sign-in is required.' }],
    ['NOT_FOUND', 404, {}, { message: 'Not Found.' }],
    ['CONFLICT', 409, {}, { message: 'Conflict.' }],
    ['VALIDATION_FAILED', 422, {}, { message: 'The given data was invalid.', errors: {} }],
    ['RATE_LIMITED', 429, { 'retry-after': '60' }, { message: 'Too Many Attempts.' }],
    ['TIMEOUT', 503, { 'retry-after': '60' }, { message: 'The operation took too long.' }],
    ['UNAVAILABLE', 503, { 'retry-after': '60' }, { message: 'Service Unavailable.' }],
  ] as const)('%s with %i', (code, status, headers, body) => {
    expect(answer(code)).toEqual({ status, headers, body });
  });

  test('its own text rather than the common one', () => {
    expect(answer('FORBIDDEN', 'Not a member of this team').body).toEqual({ message: 'Not a member of this team' });
  });

  test('how long to wait, in whole seconds', () => {
    const { headers } = errorResponse(new AppError('RATE_LIMITED', '', { retryAfter: 2.1 }));
    expect(headers['retry-after']).toBe('3');
  });

  test('its fields under their documented names', () => {
    const error = new ValidationError({
      'meta.manualData.sendAmount': ['a'],
      'contactIds.3': ['b'],
      'week.Mon': ['c'],
    });
    expect(JSON.parse(String(errorResponse(error).body))).toEqual({
      message: 'a (and 2 more errors)',
      errors: { 'meta.manual_data.send_amount': ['a'], 'contact_ids.3': ['b'], 'week.Mon': ['c'] },
    });
  });

  test('in the shape that its row documents', () => {
    const error = new ValidationError({ campaign: ['Campaign does not have planner'] });
    const list = errorResponse(error, { VALIDATION_FAILED: errorList });
    expect([list.status, list.body]).toEqual([422, '{"errors":["Campaign does not have planner"]}']);
    const secret = errorResponse(new AppError('UNAUTHENTICATED', 'Invalid secret'), { UNAUTHENTICATED: eb3 });
    expect([secret.status, secret.body]).toEqual([401, '{"error":"Invalid secret"}']);
  });

  test('nothing of itself when it is a bug', () => {
    expect(serverError().body).toBe('{"message":"Server Error"}');
    for (const bug of [
      new Error('x'),
      new GraphQLError('x'),
      new GraphQLError('x', { extensions: { code: 'toString' } }),
      null,
      'x',
    ]) {
      expect(callerError(bug)).toBeNull();
    }
  });
});
