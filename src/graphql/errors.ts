import { GraphQLError } from 'graphql';
import { failureOf } from '../database/failures.ts';
import { AppError, type ErrorCode, type FieldErrors } from '../errors.ts';
import { messages } from '../input/validation-messages.ts';

/** A bug of ours, which the compiled executor reports without a cause and graphql-js with one. */
const NULL_FIELD = /^Cannot return null for non-nullable field /;

const AT_INPUT = /^Variable "\$(\w+)" (?:got invalid value .* at "([^"]+)"|got invalid value|of )/s;

/**
 * What a caller sees of an error: our own errors with their code, and GraphQL's messages about a document or its
 * variables. Everything else is a bug: the caller learns only that there was one, and `report` is called.
 */
export function presentError(error: unknown, report: (error: unknown) => void): GraphQLError {
  if (isGraphQLError(error)) {
    const cause = error.originalError;
    if (cause instanceof AppError) return at(error, textOf(cause), extensionsOf(cause));
    if (!cause && error.path && NULL_FIELD.test(error.message)) {
      report(error);
      return at(error, 'Server Error', { code: 'INTERNAL_SERVER_ERROR' });
    }
    if (!cause || isGraphQLError(cause)) return withCode(error);
    report(cause);
    const failure = failureOf(cause);
    if (failure) return at(error, textOf(failure), extensionsOf(failure));
    return at(error, 'Server Error', { code: 'INTERNAL_SERVER_ERROR' });
  }
  if (error instanceof AppError) return new GraphQLError(textOf(error), { extensions: extensionsOf(error) });
  report(error);
  const failure = failureOf(error);
  if (failure) return new GraphQLError(textOf(failure), { extensions: extensionsOf(failure) });
  return new GraphQLError('Server Error', { extensions: { code: 'INTERNAL_SERVER_ERROR' } });
}

// The compiled executor throws errors of its own class, which differ only in identity.
const isGraphQLError = (error: unknown): error is GraphQLError =>
  error instanceof GraphQLError || (error instanceof Error && error.name === 'GraphQLError');

/** For errors without a message of their own. */
const TEXTS: Partial<Record<ErrorCode, string>> = {
  RESPONSE_TOO_LARGE: 'The answer is too large: ask for fewer records or fields.',
  TIMEOUT: 'The operation took too long.',
  UNAVAILABLE: 'Service Unavailable.',
};

const textOf = ({ message, code }: AppError) => message || (TEXTS[code] ?? message);

const extensionsOf = ({ code, fields, retryAfter, challenge }: AppError) => ({
  code,
  ...(fields && { fields }),
  ...(retryAfter !== undefined && { retryAfter }),
  ...(challenge !== undefined && { challenge }),
});

function withCode(error: GraphQLError): GraphQLError {
  if (error.extensions?.code) return error;
  const [, variable, path] = AT_INPUT.exec(error.message) ?? [];
  if (variable === undefined) {
    return at(error, error.message, { code: error.path ? 'VALIDATION_FAILED' : 'GRAPHQL_VALIDATION_FAILED' });
  }
  // Only subscriptions come here. The variables of other operations are read in refused-input.ts.
  const field = (path ?? variable).replace(/\[(\d+)\]/g, '.$1').replace(/^input\./, '');
  const text = / of (required|non-null) type /.test(error.message) ? messages.required(field) : messages.format(field);
  return at(error, text, { code: 'VALIDATION_FAILED', fields: { [field]: [text] } satisfies FieldErrors });
}

/** An error at the same place in the document and in the answer. */
function at(error: GraphQLError, message: string, extensions: Record<string, unknown>): GraphQLError {
  const { nodes, source, positions, path, locations } = error;
  const placed = new GraphQLError(message, { nodes, source, positions, path, extensions });
  // The compiled executor knows only the locations, not the nodes from which graphql-js takes them.
  if (!placed.locations && locations) Object.assign(placed, { locations });
  return placed;
}
