import { GraphQLError } from 'graphql';
import { AppError, type FieldErrors } from '../errors.ts';

const AT_INPUT = /^Variable "\$(\w+)" (?:got invalid value .* at "([^"]+)"|got invalid value|of )/s;

/**
 * What a caller sees of an error: our own with their code, GraphQL's own words about a document or its variables, and of
 * everything else – a bug – no more than that there was one. `report` is told of the latter.
 */
export function presentError(error: unknown, report: (error: unknown) => void): GraphQLError {
  if (isGraphQLError(error)) {
    const cause = error.originalError;
    const place = { nodes: error.nodes, source: error.source, positions: error.positions, path: error.path };
    if (cause instanceof AppError)
      return new GraphQLError(cause.message, { ...place, extensions: extensionsOf(cause) });
    if (!cause || isGraphQLError(cause)) return withCode(error);
    report(cause);
    return new GraphQLError('Server Error', { ...place, extensions: { code: 'INTERNAL_SERVER_ERROR' } });
  }
  if (error instanceof AppError) return new GraphQLError(error.message, { extensions: extensionsOf(error) });
  report(error);
  return new GraphQLError('Server Error', { extensions: { code: 'INTERNAL_SERVER_ERROR' } });
}

// The compiled executor throws errors of its own class, alike in everything but identity.
const isGraphQLError = (error: unknown): error is GraphQLError =>
  error instanceof GraphQLError || (error instanceof Error && error.name === 'GraphQLError');

const extensionsOf = ({ code, fields, retryAfter }: AppError) => ({
  code,
  ...(fields && { fields }),
  ...(retryAfter !== undefined && { retryAfter }),
});

function withCode(error: GraphQLError): GraphQLError {
  if (error.extensions?.code) return error;
  const [, variable, at] = AT_INPUT.exec(error.message) ?? [];
  const { nodes, source, positions, path } = error;
  if (variable === undefined) {
    const code = path ? 'VALIDATION_FAILED' : 'GRAPHQL_VALIDATION_FAILED';
    return new GraphQLError(error.message, { nodes, source, positions, path, extensions: { code } });
  }
  const field = (at ?? variable).replace(/\[(\d+)\]/g, '.$1').replace(/^input\./, '');
  const fields: FieldErrors = { [field]: [error.message] };
  return new GraphQLError(error.message, {
    nodes,
    source,
    positions,
    extensions: { code: 'VALIDATION_FAILED', fields },
  });
}
