import {
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isNonNullType,
  isRequiredArgument,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
  valueFromAST,
} from 'graphql';
import { byName } from './body-fields.ts';
import { type JsonSchema, object } from './json-schema.ts';
import { described, inputSchema, presentSchema } from './openapi-types.ts';
import type { Route } from './route.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly style?: 'form';
  readonly explode?: false;
}

export interface DescribedRequest {
  readonly parameters: readonly Parameter[];
  readonly body: { readonly schema: JsonSchema; readonly required: boolean } | null;
}

/** Says where it was read. It is text, so a row's helpers pass it on. */
const mark = (place: string, name: string) => `\u0001${place}\u0001${name}`;

const marked = (place: string) =>
  new Proxy<Record<string, string>>({}, { get: (_, name) => mark(place, String(name)) });

/** Calls the row's `variables` with marks as values: where one comes out tells which variable is read where. */
export function describeRequest(
  row: Route,
  operation: OperationDefinitionNode,
  schema: GraphQLSchema,
  components: Record<string, JsonSchema>,
): DescribedRequest {
  const body = marked('body');
  const raw = row.variables?.({
    params: marked('path'),
    query: marked('query'),
    headers: marked('header'),
    body,
    url: '',
    search: new URLSearchParams(),
  });
  const parameters: Parameter[] = [];
  const fields: Record<string, JsonSchema> = {};
  const required: string[] = [];
  const listed = new Map(byName(row.body ?? []));
  let whole: DescribedRequest['body'] = null;
  for (const { variable, type: node, defaultValue } of operation.variableDefinitions ?? []) {
    const type = typeFromAST(schema, node as Parameters<typeof typeFromAST>[1]) as unknown as GraphQLInputType;
    const isRequired = isNonNullType(type) && defaultValue === undefined;
    const argument = argumentFilledBy(variable.name.value, operation, schema);
    const description = row.describe?.[variable.name.value] ?? argument?.description;
    const value = raw?.[variable.name.value];
    if (value === body) {
      whole = { schema: inputSchema(type, components, row.body), required: isRequired };
      continue;
    }
    const [, place, name = ''] = String([value].flat()[0]).split('\u0001');
    if (place === 'body') {
      if (!listed.has(name)) throw new Error(`${row.operation} reads ${name}, which its body does not list.`);
      fields[name] = described(inputSchema(type, components, listed.get(name)), description);
      // The document may have a default, so the operation itself decides what is missing, in its own order.
      if (isRequired || (argument && isRequiredArgument(argument))) required.push(name);
    } else if (place === 'path' || place === 'query' || place === 'header') {
      parameters.push({
        name: place === 'header' ? headerName(name) : name,
        in: place,
        required: isRequired || place === 'path',
        ...(description && { description: [description, ...meanings(type)].join('\n') }),
        schema: {
          ...presentSchema(type, components),
          ...boundsOf(argument),
          ...(defaultValue !== undefined && place === 'query' && { default: valueFromAST(defaultValue, type) }),
        },
        ...(Array.isArray(value) && { style: 'form', explode: false }),
      });
    }
  }
  const ofFields = { schema: object(fields, required), required: required.length > 0 };
  return { parameters, body: whole ?? (Object.keys(fields).length > 0 ? ofFields : null) };
}

function argumentFilledBy(
  variable: string,
  { operation, selectionSet }: OperationDefinitionNode,
  schema: GraphQLSchema,
): GraphQLArgument | undefined {
  for (const field of selectionSet.selections) {
    if (field.kind !== Kind.FIELD) continue;
    const filled = field.arguments?.find(({ value }) => value.kind === Kind.VARIABLE && value.name.value === variable);
    const known = schema.getRootType(operation)?.getFields()[field.name.value]?.args;
    if (filled) return known?.find(({ name }) => name === filled.name.value);
  }
  return undefined;
}

function boundsOf(argument: GraphQLArgument | undefined): JsonSchema {
  const { maximum } = (argument?.extensions ?? {}) as { maximum?: number };
  return maximum === undefined ? {} : { maximum };
}

function meanings(type: GraphQLInputType): string[] {
  const named = getNamedType(type);
  if (!isEnumType(named) || named.getValues().some(({ description }) => !description)) return [];
  return ['', ...named.getValues().map(({ name, description }) => `- \`${name}\`: ${description}`)];
}

const headerName = (name: string) => name.replace(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());
