/** Errors that callers may see. Anything else is a bug: logged, and answered as a masked `INTERNAL_SERVER_ERROR`. */

/** GraphQL has it as `extensions.code`; REST maps it to a status. */
export type ErrorCode =
  | 'BAD_REQUEST'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'TWO_FACTOR_REQUIRED'
  | 'NOT_FOUND'
  | 'VALIDATION_FAILED'
  | 'CONFLICT'
  | 'PAYMENT_REQUIRED'
  | 'RATE_LIMITED'
  | 'RESPONSE_TOO_LARGE'
  | 'TIMEOUT'
  | 'UNAVAILABLE';

/** By input path in GraphQL names: `meta.manualData.sendAmount`, `contactIds.3`. */
export type FieldErrors = Record<string, string[]>;

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  /** Seconds; for `RATE_LIMITED`, `TIMEOUT` and `UNAVAILABLE`. */
  readonly retryAfter: number | undefined;
  /** For `TWO_FACTOR_REQUIRED`: what `loginWithCode` takes. */
  readonly challenge: string | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    details: { fields?: FieldErrors; retryAfter?: number; challenge?: string } = {},
  ) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.fields = details.fields;
    this.retryAfter = details.retryAfter;
    this.challenge = details.challenge;
  }
}

export class ValidationError extends AppError {
  constructor(fields: FieldErrors) {
    super('VALIDATION_FAILED', summarize(Object.values(fields).flat()), { fields });
  }
}

/** Also for another team's record. `thing` is the documented noun, e.g. `Voice campaign`. */
export class NotFoundError extends AppError {
  constructor(thing: string) {
    super('NOT_FOUND', `${thing} not found.`);
  }
}

function summarize(texts: string[]): string {
  const [first = 'The given data was invalid.', ...others] = texts;
  if (others.length === 0) return first;
  return `${first} (and ${others.length} more ${others.length === 1 ? 'error' : 'errors'})`;
}
