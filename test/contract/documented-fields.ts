import { describeRest } from '../../src/rest/docs.ts';
import type { JsonSchema } from '../../src/rest/json-schema.ts';
import { routes } from '../../src/rest/routes.ts';
import { restSchema } from '../../src/schema.ts';

interface Operation {
  parameters: { name: string; in: string; schema: JsonSchema }[];
  requestBody?: { content: { 'application/json': { schema: JsonSchema } } };
}
interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
}

const description = describeRest(restSchema, routes, undefined) as unknown as Description;

/** What a caller may send, by documented name; `name.0` stands for the items of a list. */
export const documentedFields = (operation: string): string[] => fieldsOf(operation).map(([field]) => field);

/** The fields among them that have a least value, whole numbers of any size left out. */
export const documentedBounds = (operation: string): string[] =>
  fieldsOf(operation).flatMap(([field, { minimum = -1, exclusiveMinimum }]) =>
    minimum >= 0 || exclusiveMinimum !== undefined ? [field] : [],
  );

function fieldsOf(operation: string): [string, JsonSchema][] {
  const { method, path } = routes.find((route) => route.operation === operation)!;
  const { parameters, requestBody } = description.paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!;
  return [
    ...parameters.flatMap((parameter) => (parameter.in === 'query' ? walk(parameter.name, parameter.schema) : [])),
    ...(requestBody ? below('', requestBody.content['application/json'].schema) : []),
  ];
}

const resolve = (schema: JsonSchema): JsonSchema => {
  const [first] = schema.anyOf ?? [];
  if (first) return resolve(first);
  return schema.$ref ? description.components.schemas[schema.$ref.split('/').at(-1)!]! : schema;
};

function walk(name: string, schema: JsonSchema): [string, JsonSchema][] {
  const known = resolve(schema);
  return [[name, known], ...(known.items ? walk(`${name}.0`, known.items) : below(name, known))];
}

const below = (name: string, schema: JsonSchema): [string, JsonSchema][] =>
  Object.entries(resolve(schema).properties ?? {}).flatMap(([key, property]) =>
    walk(name === '' ? key : `${name}.${key}`, property),
  );
