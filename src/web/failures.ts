import { failureOf } from '../database/failures.ts';
import { AppError } from '../errors.ts';
import { presentError } from '../graphql/errors.ts';
import { type JsonAnswer, json, TransportError } from '../http/http.ts';
import { callerError, errorResponse, type RowErrors, serverError, transportErrors } from '../rest/error-bodies.ts';
import type { Trace } from '../trace.ts';

export interface Failed {
  readonly path: string;
  readonly trace: Trace;
  readonly errors?: RowErrors | undefined;
}

export function failureAnswer(
  error: unknown,
  { path, trace, errors }: Failed,
  report: (error: unknown) => void,
): JsonAnswer {
  const isGraphQL = path === '/graphql';
  const transport = error instanceof TransportError ? error : ofFastify(error);
  if (transport) {
    const { status, message, headers } = transport;
    return json(
      status,
      isGraphQL ? { errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] } : { message },
      headers,
    );
  }
  const told = callerError(error);
  const known = told ?? failureOf(error);
  trace.code = known?.code;
  // Masked errors were logged by the executor.
  if (!told && !isMasked(error)) report(error);
  const answer = known ? errorResponse(known, errors) : serverError();
  if (!isGraphQL) return answer;
  return {
    ...answer,
    body: JSON.stringify({ errors: [presentError(known instanceof AppError ? known : error, () => {})] }),
  };
}

const isMasked = (error: unknown) =>
  (error as { extensions?: { code?: unknown } } | null)?.extensions?.code === 'INTERNAL_SERVER_ERROR';

function ofFastify(error: unknown): TransportError | null {
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return transportErrors.tooLarge();
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return transportErrors.unsupportedType();
  if (code === 'FST_STATIC_FORBIDDEN_PATH') return new TransportError(404, 'Not found.');
  if (statusCode === 400) return transportErrors.malformedJson();
  return statusCode === 412 ? new TransportError(412, 'The precondition failed.') : null;
}
