import { MapperKind, mapSchema } from '@graphql-tools/utils';
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
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
  Kind,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Context } from '../context.ts';
import type { JsonColumn, JsonKind, JsonShape } from '../database/json-rows.ts';
import type { NestedList } from '../database/lists.ts';
import { type Access, authorizeContext } from './access.ts';

/**
 * A pass over operations before they are compiled: a nested list of which only columns are selected becomes a leaf
 * that the database writes (see database/json-rows.ts), `logs { id text }` → `logs: logs__json`. A caller gets the same
 * either way; the suite also runs interpreted, which knows no such pass.
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
            return list.loadJson(context, parent.id, args, merged(fieldNodes as readonly WrittenField[]));
          },
        };
      }
      if (Object.keys(leaves).length === 0) return undefined;
      return new GraphQLObjectType({ ...config, fields: { ...config.fields, ...leaves } });
    },
  });

/** The same operation with leaves for the lists that the database can write. */
export function writeLists(schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  );
  // Selections of one field may stand in several places, and are merged: all of them become leaves, or none.
  const shapes = new Map<string, Map<FieldNode, JsonShape | null>>();
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      [Kind.FIELD](node) {
        const field = types.getFieldDef();
        if (!field?.extensions.list || !node.selectionSet) return;
        const place = `${types.getParentType()!.name} ${node.alias?.value ?? node.name.value}`;
        const group = shapes.get(place) ?? new Map<FieldNode, JsonShape | null>();
        shapes.set(place, group.set(node, shapeOf(getNamedType(field.type), node.selectionSet, fragments)));
      },
    }),
  );
  const leaves = new Map(
    [...shapes.values()].filter((group) => [...group.values()].every(Boolean)).flatMap((group) => [...group]),
  );
  if (leaves.size === 0) return document;
  return visit(document, {
    [Kind.FIELD](node): WrittenField | undefined {
      const shape = leaves.get(node);
      if (!shape) return undefined;
      const { selectionSet: _, ...field } = node;
      const name = { ...node.name, value: leafOf(node.name.value) };
      return { ...field, name, alias: node.alias ?? node.name, shape };
    },
  });
}

type Member = JsonShape['members'][number];

/** Null unless every field selected is a column that goes out as its scalar has it. */
function shapeOf(
  type: GraphQLNamedType,
  selection: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): JsonShape | null {
  const members = isObjectType(type) ? membersOf(type, selection, fragments) : null;
  return members && shape(members);
}

function membersOf(
  type: GraphQLObjectType,
  { selections }: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): Member[] | null {
  const members: Member[] = [];
  for (const node of selections) {
    if (node.directives?.length) return null;
    if (node.kind === Kind.FIELD) {
      const key = node.alias?.value ?? node.name.value;
      const member =
        node.name.value === '__typename' ? { key, constant: type.name } : columnOf(type, node.name.value, key);
      if (!member) return null;
      members.push(member);
    } else {
      const part = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value);
      // Lists are of object types: a fragment is on the same type, or validation has refused it.
      const inner = part && !part.directives?.length ? membersOf(type, part.selectionSet, fragments) : null;
      if (!inner) return null;
      members.push(...inner);
    }
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

const mergedShapes = new WeakMap<FieldNode, JsonShape>();

/** Selections of one field in several places of the document are one. */
function merged(nodes: readonly WrittenField[]): JsonShape {
  const [first] = nodes as readonly [WrittenField];
  if (nodes.length === 1) return first.shape;
  const known = mergedShapes.get(first) ?? shape(nodes.flatMap((node) => node.shape.members));
  mergedShapes.set(first, known);
  return known;
}
