/**
 * The errors a caller may see. Everything else that is thrown is a bug: logged with its trace id and answered as a
 * masked `INTERNAL_SERVER_ERROR`.
 */

/** Stable, machine-readable; GraphQL carries it as `extensions.code`, REST maps it to a status. */
export type ErrorCode =
  | 'BAD_REQUEST'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'VALIDATION_FAILED'
  | 'CONFLICT'
  | 'PAYMENT_REQUIRED'
  | 'RATE_LIMITED'
  | 'RESPONSE_TOO_LARGE'
  | 'TIMEOUT'
  | 'UNAVAILABLE';

/** Input path in GraphQL names, dots between levels (`meta.manualData.sendAmount`, `contactIds.3`) → texts. */
export type FieldErrors = Record<string, string[]>;

export class AppError extends Error {
  readonly code: ErrorCode;
  /** Set on `VALIDATION_FAILED` only. */
  readonly fields: FieldErrors | undefined;
  /** Seconds until the next try may succeed; set on `RATE_LIMITED`, `TIMEOUT` and `UNAVAILABLE` only. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, details: { fields?: FieldErrors; retryAfter?: number } = {}) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.fields = details.fields;
    this.retryAfter = details.retryAfter;
  }
}

/** One text per broken rule, under the input's path; the message is the first text and a count of the others. */
export class ValidationError extends AppError {
  constructor(fields: FieldErrors) {
    super('VALIDATION_FAILED', summarize(Object.values(fields).flat()), { fields });
  }
}

/** Another team's record and a missing one answer alike. `thing` is the documented noun, e.g. `Voice campaign`. */
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
