import { MapperKind, mapSchema } from '@graphql-tools/utils';
import {
  type FieldNode,
  type GraphQLField,
  type GraphQLFieldConfigMap,
  type GraphQLNamedType,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isLeafType,
  isNonNullType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';
import type { Context } from '../context.ts';
import type { JsonColumn, JsonKind, JsonShape } from '../database/reads/json-rows.ts';
import type { NestedList } from '../database/reads/lists.ts';
import { type Access, authorizeContext } from './access.ts';

/**
 * Of operations that are compiled a nested list of which only columns are selected becomes a leaf that the database
 * writes (see database/reads/json-rows.ts), `logs { id text }` → `logs: logs__json`. A caller gets the same either way; the
 * suite also runs interpreted, which knows no such leaf.
 */

const leafOf = (field: string) => `${field}__json`;

const WrittenList = new GraphQLScalarType({
  name: 'WrittenList',
  description: 'A list that the database has written as JSON.',
});

/** A field that stands for a list; it carries what was selected below. */
interface WrittenField extends FieldNode {
  readonly shape: JsonShape;
}

type AnyList = NestedList<{ id: string }, object>;

const extended = new WeakMap<GraphQLSchema, GraphQLSchema>();

/** The schema with a leaf beside every nested list, made once. Callers' documents are validated without it. */
export function withWrittenLists(schema: GraphQLSchema): GraphQLSchema {
  const known = extended.get(schema) ?? withLeaves(schema);
  extended.set(schema, known);
  return known;
}

const withLeaves = (schema: GraphQLSchema) =>
  mapSchema(schema, {
    [MapperKind.OBJECT_TYPE]: (type) => {
      const config = type.toConfig();
      const leaves: GraphQLFieldConfigMap<{ id: string }, Context> = {};
      for (const [name, field] of Object.entries(config.fields)) {
        const list = field.extensions?.list as AnyList | undefined;
        if (!list) continue;
        leaves[leafOf(name)] = {
          type: new GraphQLNonNull(WrittenList),
          args: field.args ?? {},
          extensions: field.extensions ?? {},
          resolve(parent, args, context, { fieldNodes }) {
            authorizeContext(field.extensions?.access as Access, context);
            return list.loadJson(context, parent.id, args, (fieldNodes[0] as WrittenField).shape);
          },
        };
      }
      if (Object.keys(leaves).length === 0) return undefined;
      return new GraphQLObjectType({ ...config, fields: { ...config.fields, ...leaves } });
    },
  });

/**
 * The leaf in the place of a list of which only columns are selected; null for every other field. The field is selected
 * once, with fragments and conditions resolved (see flatten.ts).
 */
export function writtenList(field: GraphQLField<unknown, unknown>, node: FieldNode): FieldNode | null {
  const type = getNamedType(field.type);
  if (!field.extensions.list || !node.selectionSet || !isObjectType(type)) return null;
  const members = membersOf(type, node.selectionSet);
  if (!members) return null;
  const { selectionSet: _, ...rest } = node;
  const name = { ...node.name, value: leafOf(node.name.value) };
  const leaf: WrittenField = { ...rest, name, alias: node.alias ?? node.name, shape: shape(members) };
  return leaf;
}

type Member = JsonShape['members'][number];

/** Null unless every field selected is a column that goes out as its scalar has it. */
function membersOf(type: GraphQLObjectType, { selections }: SelectionSetNode): Member[] | null {
  const members: Member[] = [];
  for (const node of selections as readonly FieldNode[]) {
    const key = node.alias?.value ?? node.name.value;
    const member =
      node.name.value === '__typename' ? { key, constant: type.name } : columnOf(type, node.name.value, key);
    if (!member) return null;
    members.push(member);
  }
  return members;
}

function columnOf(parent: GraphQLObjectType, name: string, key: string): JsonColumn | null {
  const field = parent.getFields()[name];
  if (!field || field.extensions.pothosExposedField !== name || field.extensions.access || field.args.length)
    return null;
  const type = getNamedType(field.type);
  const kind = kindOf(type);
  if (!kind || !isLeafType(type)) return null;
  if (!isNonNullType(field.type) && field.type !== type) return null;
  if (isNonNullType(field.type) && field.type.ofType !== type) return null;
  return { key, field: name, kind, nullable: !isNonNullType(field.type), serialize: (value) => type.serialize(value) };
}

const KINDS: Record<string, JsonKind> = {
  ID: 'text',
  String: 'text',
  UUID: 'text',
  URL: 'text',
  EmailAddress: 'text',
  DateTime: 'time',
  Decimal: 'decimal',
  Boolean: 'boolean',
  Int: 'integer',
  PositiveInt: 'integer',
  NonNegativeInt: 'integer',
  SafeInt: 'integer',
};

function kindOf(type: GraphQLNamedType): JsonKind | undefined {
  if (!isEnumType(type)) return KINDS[type.name];
  return type.getValues().every(({ name, value }) => name === value) ? 'enum' : undefined;
}

const shape = (members: readonly Member[]): JsonShape => {
  const byKey = new Map(members.map((member) => [member.key, member]));
  const all = [...byKey.values()];
  return {
    members: all,
    fields: [...new Set(all.flatMap((member) => ('field' in member ? [member.field] : [])))].sort(),
    id: JSON.stringify(all.map((member) => [member.key, 'field' in member ? member.field : null])),
  };
};
