import { AppError, type ErrorCode, type FieldErrors } from '../errors.ts';
import { type JsonAnswer, json, TransportError } from '../http/http.ts';
import { documentedName } from '../input/validation-messages.ts';

interface CallerError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly fields?: FieldErrors | undefined;
  readonly retryAfter?: number | undefined;
}

export interface ErrorShape {
  /** `EB1`–`EB3` are names of the reference. `ErrorList` is E19's `{errors: [text]}`. */
  readonly name: 'EB1' | 'EB2' | 'EB3' | 'EB2OrEB3' | 'ErrorList';
  readonly body: (error: CallerError) => unknown;
}

export type RowErrors = Readonly<Partial<Record<ErrorCode, ErrorShape>>>;

export const eb1: ErrorShape = { name: 'EB1', body: ({ message }) => ({ message }) };
const eb2: ErrorShape = {
  name: 'EB2',
  body: ({ message, fields }) => ({ message, errors: documentedFields(fields ?? {}) }),
};
export const eb3: ErrorShape = { name: 'EB3', body: ({ message }) => ({ error: message }) };
/** A 422 that is either about fields or, with its own message, about something else (E12). */
export const eb2OrEb3: ErrorShape = {
  name: 'EB2OrEB3',
  body: (error) => (error.fields === undefined ? eb3 : eb2).body(error),
};
export const errorList: ErrorShape = {
  name: 'ErrorList',
  body: ({ message, fields }) => ({ errors: fields === undefined ? [message] : Object.values(fields).flat() }),
};

interface Answer {
  readonly status: number;
  readonly shape: ErrorShape;
  readonly text: string;
  readonly headers?: (error: CallerError) => Record<string, string>;
}

/** Not in the reference. */
const defaultRetryAfter = 60;

const waiting = ({ retryAfter = defaultRetryAfter }: CallerError) => ({
  'retry-after': String(Math.max(1, Math.ceil(retryAfter))),
});

export const answers: Readonly<Record<ErrorCode, Answer>> = {
  BAD_REQUEST: { status: 400, shape: eb1, text: 'Bad Request.' },
  UNAUTHENTICATED: {
    status: 401,
    shape: eb1,
    text: 'Unauthenticated.',
    headers: () => ({ 'www-authenticate': 'Bearer' }),
  },
  PAYMENT_REQUIRED: { status: 402, shape: eb1, text: 'Payment Required.' },
  FORBIDDEN: { status: 403, shape: eb1, text: 'This action is unauthorized.' },
  // Not in the reference.
  TWO_FACTOR_REQUIRED: { status: 403, shape: eb1, text: 'Two-factor sign-in is required.' },
  NOT_FOUND: { status: 404, shape: eb1, text: 'Not Found.' },
  CONFLICT: { status: 409, shape: eb1, text: 'Conflict.' },
  VALIDATION_FAILED: { status: 422, shape: eb2, text: 'The given data was invalid.' },
  RATE_LIMITED: {
    status: 429,
    shape: eb1,
    text: 'Too Many Attempts.',
    headers: waiting,
  },
  // Not in the reference: nothing documented comes near this limit.
  RESPONSE_TOO_LARGE: { status: 400, shape: eb1, text: 'The answer is too large: ask for fewer records or fields.' },
  // Not in the reference: one status for everything that may succeed later.
  TIMEOUT: { status: 503, shape: eb1, text: 'The operation took too long.', headers: waiting },
  UNAVAILABLE: { status: 503, shape: eb1, text: 'Service Unavailable.', headers: waiting },
};

export function errorResponse(error: CallerError, rowErrors: RowErrors = {}): JsonAnswer {
  const { status, shape, text, headers } = answers[error.code];
  const { body } = rowErrors[error.code] ?? shape;
  return json(status, body({ ...error, message: error.message || text }), headers?.(error));
}

export function serverError(): JsonAnswer {
  return json(500, { message: 'Server Error' });
}

/** Of a path. */
const MAX_SHOWN = 255;

/** Always EB1: 400, 404, 405, 413, 415. */
export const transportErrors = {
  malformedJson: () => new TransportError(400, 'The request body is not valid JSON.'),
  notAnObject: () => new TransportError(400, 'The request body must be a JSON object.'),
  unknownRoute: (path: string) =>
    new TransportError(
      404,
      `The route ${path.slice(0, MAX_SHOWN).replace(/^\/+|(?<!\/)\/+$/g, '') || '/'} could not be found.`,
    ),
  unsupportedMethod: (method: string, allowed: readonly string[]) =>
    new TransportError(
      405,
      `The ${method} method is not supported for this route. Supported methods: ${allowed.join(', ')}.`,
      { allow: allowed.join(', ') },
    ),
  tooLarge: () => new TransportError(413, 'The request body is too large.'),
  unsupportedType: () => new TransportError(415, 'The request body must be sent as application/json.'),
} as const;

export function callerError(error: unknown): CallerError | null {
  if (error instanceof AppError) return pick(error, error.message);
  const { message, extensions } = (error ?? {}) as { message?: unknown; extensions?: Partial<CallerError> };
  if (typeof extensions?.code !== 'string' || !Object.hasOwn(answers, extensions.code)) return null;
  return pick(extensions as CallerError, String(message ?? ''));
}

function pick({ code, fields, retryAfter }: Omit<CallerError, 'message'>, message: string): CallerError {
  return { code, message, fields, retryAfter };
}

/** Domain errors name fields as GraphQL does, input errors as documented. Converting twice changes nothing. */
function documentedFields(fields: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(fields).map(([path, texts]) => [documentedName(path), texts]));
}
