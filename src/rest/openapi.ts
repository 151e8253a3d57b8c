import {
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import type { ErrorCode } from '../errors.ts';
import { answers, type ErrorShape, transportErrors } from './error-bodies.ts';
import { type JsonSchema, list, object, string } from './json-schema.ts';
import { type DescribedRequest, describeRequest } from './openapi-request.ts';
import { selectionSchema } from './openapi-types.ts';
import { inRestWords } from './openapi-words.ts';
import type { Route } from './route.ts';

interface OpenApiOptions {
  readonly schema: GraphQLSchema;
  readonly routes: readonly Route[];
  readonly info: { readonly title: string; readonly version: string; readonly [key: string]: unknown };
  readonly serverUrl: string;
  readonly isPublic?: (field: GraphQLField<unknown, unknown>) => boolean;
  readonly examples?: Readonly<Record<string, { readonly request?: unknown; readonly response?: unknown }>>;
  /** By operation and status, where an operation’s refusal is not what every operation answers. */
  readonly errorExamples?: Readonly<Record<string, Readonly<Record<number, unknown>>>>;
}

const errorShapes: Readonly<Record<ErrorShape['name'], JsonSchema>> = {
  EB1: object({ message: string }),
  EB2: object({ message: string, errors: { type: 'object', additionalProperties: list(string) } }),
  EB3: object({ error: string }),
  EB2OrEB3: { anyOf: [{ $ref: '#/components/schemas/EB2' }, { $ref: '#/components/schemas/EB3' }] },
  ErrorList: object({ errors: list(string) }),
};

export function describeApi(options: OpenApiOptions): Record<string, unknown> {
  const components: Record<string, JsonSchema> = { ...errorShapes };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const row of options.routes) {
    const path = row.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: describeOperation(row, options, components) };
  }
  return inRestWords(options.schema, {
    openapi: '3.1.0',
    info: options.info,
    servers: [{ url: options.serverUrl }],
    security: [{ bearer: [] }],
    tags: [...new Set(options.routes.flatMap(({ tag }) => tag ?? []))],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: components,
    },
  });
}

function describeOperation(row: Route, options: OpenApiOptions, components: Record<string, JsonSchema>) {
  const { schema, examples = {}, errorExamples = {} } = options;
  const operation = getOperationAST(row.document);
  const operationId = operation?.name?.value;
  if (!operation || operationId === undefined)
    throw new Error(`${row.operation}: its document needs one named operation`);
  const field = rootField(schema, operation);
  const isPublic = options.isPublic?.(field) ?? false;
  const request = describeRequest(row, operation, schema, components);
  const description = row.description ?? field.description ?? '';
  return {
    operationId,
    ...(row.tag && { tags: [row.tag.name] }),
    summary: description.split(/(?<=\.)\s|\n/, 1)[0]?.replace(/\.$/, '') || operationId,
    description: [description, /^E\d+$/.test(row.operation) && `Reference: ${row.operation}.`]
      .filter(Boolean)
      .join('\n\n'),
    ...(isPublic && { security: [] }),
    parameters: request.parameters,
    ...(request.body && {
      requestBody: {
        required: request.body.required,
        content: jsonContent(request.body.schema, examples[operationId]?.request),
      },
    }),
    responses: {
      [row.status ?? 200]: {
        description: 'Done.',
        content: jsonContent(answerSchema(row, operation, schema), examples[operationId]?.response),
      },
      ...errorResponses(row, request, isPublic, errorExamples[operationId]),
    },
  };
}

function answerSchema(row: Route, operation: OperationDefinitionNode, schema: GraphQLSchema): JsonSchema {
  const definitions = row.document.definitions.filter((node): node is FragmentDefinitionNode => {
    return node.kind === Kind.FRAGMENT_DEFINITION;
  });
  const fragments = new Map(definitions.map((node) => [node.name.value, node]));
  const selection = selectionSchema(schema.getRootType(operation.operation)!, operation.selectionSet, {
    schema,
    fragments,
  });
  if (row.response !== undefined) return row.response(selection);
  return row.respond === undefined ? selection : {};
}

function rootField(schema: GraphQLSchema, operation: OperationDefinitionNode): GraphQLField<unknown, unknown> {
  const [first] = operation.selectionSet.selections;
  const name = first?.kind === Kind.FIELD ? first.name.value : '';
  const field = schema.getRootType(operation.operation)?.getFields()[name];
  if (field === undefined) throw new Error(`${operation.name?.value} selects no field of the schema's root`);
  return field;
}

const NOT_JSON: Refusal = [415, 'Not JSON.', 'EB1', { message: transportErrors.unsupportedType().message }];

function errorResponses(
  row: Route,
  { parameters, body }: DescribedRequest,
  isPublic: boolean,
  examples: Readonly<Record<number, unknown>> = {},
): Record<string, unknown> {
  const has = (place: string) => parameters.some((parameter) => parameter.in === place);
  const common: (ErrorCode | false)[] = [
    !isPublic && 'UNAUTHENTICATED',
    !isPublic && 'FORBIDDEN',
    has('path') && 'NOT_FOUND',
    (has('query') || body !== null) && 'VALIDATION_FAILED',
    body !== null && 'BAD_REQUEST',
    'RATE_LIMITED',
    'TIMEOUT',
  ];
  const own = Object.keys(row.errors ?? {}) as ErrorCode[];
  const codes = [...new Set([...common, ...own])].filter((code) => code !== false);
  const byCode = codes.map((code): Refusal => {
    const { status, shape, text } = answers[code];
    const { name, body: bodyOf } = row.errors?.[code] ?? shape;
    const message = code === 'BAD_REQUEST' ? transportErrors.malformedJson().message : text;
    return [status, text, name, bodyOf({ code, message })];
  });
  const transport: Refusal[] =
    body === null
      ? []
      : [
          [413, 'Too large.', 'EB1', { message: transportErrors.tooLarge().message }],
          ...(row.isLoose ? [] : [NOT_JSON]),
        ];
  const refusals: Refusal[] = [...byCode, ...transport, [500, 'Server Error', 'EB1', { message: 'Server Error' }]];
  return Object.fromEntries(
    refusals.map(([status, description, shape, example]) => [
      status,
      { description, content: jsonContent({ $ref: `#/components/schemas/${shape}` }, examples[status] ?? example) },
    ]),
  );
}

type Refusal = [status: number, description: string, shape: ErrorShape['name'], example: unknown];

function jsonContent(schema: JsonSchema, example?: unknown) {
  return { 'application/json': { schema, ...(example !== undefined && { example }) } };
}
