import { failureOf } from '../database/failures.ts';
import { AppError } from '../errors.ts';
import { presentError } from '../graphql/errors.ts';
import { type JsonAnswer, json, TransportError } from '../http/http.ts';
import { callerError, errorResponse, type RowErrors, serverError, transportErrors } from '../rest/error-bodies.ts';
import type { Trace } from '../trace.ts';

export interface Failed {
  readonly path: string;
  readonly trace: Trace;
  /** The route's own error bodies. */
  readonly errors?: RowErrors | undefined;
}

/** Answers an error in the form of the API that was called. `report` is called for bugs. */
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
  // Errors that the executor masked were logged there.
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

/** Fastify's own errors, in our words. */
function ofFastify(error: unknown): TransportError | null {
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return transportErrors.tooLarge();
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return transportErrors.unsupportedType();
  // A path that leads out of the folder of assets: it names no file, like any other.
  if (code === 'FST_STATIC_FORBIDDEN_PATH') return new TransportError(404, 'Not found.');
  // The caller disconnected in the middle of a body.
  if (statusCode === 400) return transportErrors.malformedJson();
  return statusCode === 412 ? new TransportError(412, 'The precondition failed.') : null;
}
