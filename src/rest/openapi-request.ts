import {
  type GraphQLInputType,
  type GraphQLSchema,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { type JsonSchema, object } from './json-schema.ts';
import { inputSchema } from './openapi-types.ts';
import type { Route } from './route.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly style?: 'form';
  readonly explode?: false;
}

export interface DescribedRequest {
  readonly parameters: readonly Parameter[];
  readonly body: { readonly schema: JsonSchema; readonly required: boolean } | null;
}

/** A value that says where it was read. Text, so that a row's helpers (a comma list) carry it through. */
const mark = (place: string, name: string) => `\u0001${place}\u0001${name}`;

const marked = (place: string) =>
  new Proxy<Record<string, string>>({}, { get: (_, name) => mark(place, String(name)) });

/** Calls the row's `variables` once with marks for values: what comes out where says which variable is read where. */
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
  let whole: DescribedRequest['body'] = null;
  for (const { variable, type: node, defaultValue } of operation.variableDefinitions ?? []) {
    const type = typeFromAST(schema, node as Parameters<typeof typeFromAST>[1]) as unknown as GraphQLInputType;
    const isRequired = isNonNullType(type) && defaultValue === undefined;
    const described = inputSchema(type, components);
    const value = raw?.[variable.name.value];
    if (value === body) {
      whole = { schema: described, required: isRequired };
      continue;
    }
    const [, place, name = ''] = String([value].flat()[0]).split('\u0001');
    if (place === 'body') {
      fields[name] = described;
      if (isRequired) required.push(name);
    } else if (place === 'path') {
      parameters.push({ name, in: 'path', required: true, schema: described });
    } else if (place === 'query' || place === 'header') {
      const commas = Array.isArray(value) ? ({ style: 'form', explode: false } as const) : {};
      parameters.push({ name, in: place, required: isRequired, schema: described, ...commas });
    }
  }
  const ofFields = { schema: object(fields, required), required: required.length > 0 };
  return { parameters, body: whole ?? (Object.keys(fields).length > 0 ? ofFields : null) };
}
