import {
  type FragmentDefinitionNode,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { MAX_INT } from '../input/numbers.ts';
import { readTypeOf } from '../input/read-input.ts';
import { documentedName } from '../input/validation-messages.ts';
import { type BodyFields, byName } from './body-fields.ts';
import { type JsonSchema, list, nullable, object, string } from './json-schema.ts';

const amount = '^[+-]?\\d+(\\.\\d+)?$';

const scalars: Readonly<Record<string, JsonSchema>> = {
  ID: string,
  String: string,
  NonEmptyString: string,
  Boolean: { type: 'boolean' },
  Int: { type: 'integer', minimum: -MAX_INT - 1, maximum: MAX_INT },
  PositiveInt: { type: 'integer', minimum: 1, maximum: MAX_INT },
  NonNegativeInt: { type: 'integer', minimum: 0, maximum: MAX_INT },
  SafeInt: { type: 'integer', format: 'int64' },
  Float: { type: 'number' },
  PositiveFloat: { type: 'number', exclusiveMinimum: 0 },
  NonNegativeFloat: { type: 'number', minimum: 0 },
  Decimal: { type: ['number', 'string'], pattern: amount },
  PositiveDecimal: { type: ['number', 'string'], pattern: amount, exclusiveMinimum: 0 },
  NonNegativeDecimal: { type: ['number', 'string'], pattern: amount, minimum: 0 },
  EmailAddress: { type: 'string', format: 'email' },
  UUID: { type: 'string', format: 'uuid' },
  URL: { type: 'string', format: 'uri' },
  DateTime: { type: 'string', format: 'date-time' },
  JSON: {},
  JSONObject: { type: 'object', additionalProperties: true },
};

const answered: Readonly<Record<string, JsonSchema>> = {
  Decimal: string,
  PositiveDecimal: string,
  NonNegativeDecimal: string,
};

export const described = (schema: JsonSchema, description: string | null | undefined): JsonSchema =>
  description ? { ...schema, description } : schema;

const enumOf = (type: GraphQLNamedType): JsonSchema | undefined =>
  isEnumType(type) ? { type: 'string', enum: type.getValues().map(({ name }) => name) } : undefined;

/**
 * Input types become components, so that recursive ones end. Everything found on the way is added to `components`. Of an
 * input type are described the fields that the row documents.
 */
export function inputSchema(
  type: GraphQLInputType,
  components: Record<string, JsonSchema>,
  fields: BodyFields | null = null,
): JsonSchema {
  return isNonNullType(type) ? present(type.ofType, components, fields) : nullable(present(type, components, fields));
}

export const presentSchema = (type: GraphQLInputType, components: Record<string, JsonSchema>): JsonSchema =>
  present(isNonNullType(type) ? type.ofType : type, components, null);

function present(
  type: GraphQLInputType,
  components: Record<string, JsonSchema>,
  fields: BodyFields | null,
): JsonSchema {
  if (isListType(type)) return list(inputSchema(type.ofType, components, fields));
  if (!isInputObjectType(type)) {
    if (fields) throw new Error(`${getNamedType(type).name} is no object: a body cannot list fields of it.`);
    return enumOf(getNamedType(type)) ?? scalars[getNamedType(type).name] ?? {};
  }
  if (!fields) throw new Error(`Which fields of ${type.name} does the body take? Its row must list them.`);
  if (components[type.name] === undefined) {
    components[type.name] = {};
    components[type.name] = described(inputObject(type, components, fields), type.description);
  }
  const { properties } = components[type.name]!;
  if (properties && byName(fields).some(([name]) => !properties[name])) {
    throw new Error(`Two bodies take different fields of ${type.name}: one of them needs an input type of its own.`);
  }
  return { $ref: `#/components/schemas/${type.name}` };
}

function inputObject(
  type: GraphQLInputObjectType,
  components: Record<string, JsonSchema>,
  fields: BodyFields,
): JsonSchema {
  const listed = new Map(byName(fields));
  const known = Object.values(type.getFields()).map((field) => ({
    ...field,
    type: readTypeOf(field),
    documented: documentedName(field.name),
  }));
  const taken = known.filter(({ documented }) => listed.has(documented));
  const required = known.filter(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined);
  for (const name of listed.keys()) {
    if (!known.some(({ documented }) => documented === name)) throw new Error(`${type.name} has no field ${name}.`);
  }
  for (const { documented } of required) {
    if (!listed.has(documented)) throw new Error(`${type.name} requires ${documented}: a body must take it.`);
  }
  const properties = taken.map(({ documented, type, description, defaultValue }) => {
    const schema = described(inputSchema(type, components, listed.get(documented)), description);
    return [documented, defaultValue === undefined ? schema : { ...schema, default: documentedValue(defaultValue) }];
  });
  return object(
    Object.fromEntries(properties),
    required.map(({ documented }) => documented),
  );
}

function documentedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(documentedValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [documentedName(key), documentedValue(child)]));
}

export interface Selected {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

export function selectionSchema(type: GraphQLNamedType, set: SelectionSetNode, all: Selected): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const required = new Set<string>();
  const merge = (part: JsonSchema, certain: boolean) => {
    Object.assign(properties, part.properties);
    for (const name of certain ? (part.required ?? []) : []) required.add(name);
  };
  for (const node of set.selections) {
    const certain = !node.directives?.some(({ name }) => name.value === 'include' || name.value === 'skip');
    if (node.kind === Kind.FIELD) {
      const key = node.alias?.value ?? node.name.value;
      merge(object({ [key]: fieldSchema(type, node.name.value, node.selectionSet, all) }), certain);
      continue;
    }
    const fragment = node.kind === Kind.FRAGMENT_SPREAD ? all.fragments.get(node.name.value) : node;
    const condition = fragment?.typeCondition?.name.value ?? type.name;
    const on = all.schema.getType(condition) ?? type;
    if (fragment !== undefined)
      merge(selectionSchema(on, fragment.selectionSet, all), certain && on.name === type.name);
  }
  return object(properties, [...required]);
}

function fieldSchema(
  parent: GraphQLNamedType,
  name: string,
  set: SelectionSetNode | undefined,
  all: Selected,
): JsonSchema {
  if (name === '__typename' || isUnionType(parent)) return string;
  const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
  if (field === undefined) throw new Error(`${parent.name} has no field ${name}`);
  const answer = outputSchema(field.type, set, all);
  const isRoot = parent === all.schema.getQueryType() || parent === all.schema.getMutationType();
  return isRoot ? answer : described(answer, field.description);
}

function outputSchema(type: GraphQLOutputType, set: SelectionSetNode | undefined, all: Selected): JsonSchema {
  if (!isNonNullType(type)) return nullable(outputPresent(type, set, all));
  return outputPresent(type.ofType, set, all);
}

function outputPresent(type: GraphQLOutputType, set: SelectionSetNode | undefined, all: Selected): JsonSchema {
  if (isListType(type)) return list(outputSchema(type.ofType, set, all));
  const named = getNamedType(type);
  if (set !== undefined) return selectionSchema(named, set, all);
  return enumOf(named) ?? answered[named.name] ?? scalars[named.name] ?? {};
}
