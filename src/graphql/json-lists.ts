import {
  type GraphQLFieldConfigMap,
  type GraphQLFieldResolver,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLScalarType,
  type GraphQLSchema,
  getArgumentValues,
  isObjectType,
} from 'graphql';
import type { Context } from '../context.ts';
import type { Connection } from '../database/reads/connection.ts';
import { type JsonPage, jsonPage, type PageMember } from '../database/reads/json-pages.ts';
import { type JsonBelow, type JsonRow, jsonRow } from '../database/reads/json-rows.ts';
import { JsonText } from '../database/reads/json-text.ts';
import { type NestedList, recordBelow } from '../database/reads/lists.ts';
import type { Table } from '../database/table.ts';
import { AppError } from '../errors.ts';
import { type Access, authorizeContext } from './access.ts';
import { changeTypes } from './change-types.ts';
import {
  type Below,
  type ConnectionField,
  leafOf,
  type PagePart,
  type PageShape,
  type Shape,
  type WrittenField,
} from './json-selection.ts';

/**
 * In a compiled operation a list becomes a leaf that the database writes (database/reads/json-rows.ts): `logs { id text
 * }` becomes `logs: logs__json`. So do the `nodes` of a connection, the `node` of its edges and the `rows` of a report.
 * The selection may contain only columns, and lists, counts and records for which the same holds. The answer is the
 * same either way. Interpreted operations, with which the suite also runs, have no such leaf.
 */

const WrittenRows = new GraphQLScalarType({
  name: 'WrittenRows',
  description: 'Rows that the database wrote as JSON.',
});

type AnyList = NestedList<{ id: string }, object>;

interface One {
  readonly table: Table<unknown>;
  readonly by: string;
}

/** A list by pages, or one that is answered as a whole. */
interface Lists {
  readonly list?: AnyList;
  readonly all?: AnyList;
}

type Variables = Record<string, unknown>;

/** Thrown for a mistake of the caller below the leaf: graphql-js runs the query again and reports its place. */
export class OfReference extends Error {}

const extended = new WeakMap<GraphQLSchema, GraphQLSchema>();

/** The schema with a leaf beside every such field, made once. Callers’ documents are validated without it. */
export function withWrittenLists(schema: GraphQLSchema): GraphQLSchema {
  const known = extended.get(schema) ?? withLeaves(schema);
  extended.set(schema, known);
  return known;
}

const withLeaves = (schema: GraphQLSchema) =>
  changeTypes(schema, (type) => {
    if (!isObjectType(type)) return undefined;
    const config = type.toConfig();
    const leaves: GraphQLFieldConfigMap<unknown, Context> = {};
    for (const [name, field] of Object.entries(config.fields)) {
      const resolve = leafResolver(field.extensions ?? {});
      if (!resolve) continue;
      const { args = {}, extensions = {} } = field;
      leaves[leafOf(name)] = { type: new GraphQLNonNull(WrittenRows), args, extensions, resolve };
    }
    if (Object.keys(leaves).length === 0) return undefined;
    return new GraphQLObjectType({ ...config, fields: { ...config.fields, ...leaves } });
  });

// biome-ignore lint/suspicious/noExplicitAny: each stands below a type of its own.
type Resolver = GraphQLFieldResolver<any, Context, object>;

function leafResolver(extensions: object): Resolver | undefined {
  const { list, all, access, rows } = extensions as Lists & { access: Access; rows?: 'nodes' | 'node' | RowsOf };
  if (list || all) {
    return (parent: { id: string }, args, context, { fieldNodes, variableValues }) => {
      authorizeContext(access, context);
      const { shape } = fieldNodes[0] as WrittenField;
      authorizeBelow(shape, context);
      if (all) return all.loadAllJson(context, parent.id, rowOf(shape as Shape, variableValues));
      return list!.loadJson(context, parent.id, args, pageOf(shape as PageShape, variableValues));
    };
  }
  if (typeof rows === 'function') {
    return async (parent, _args, _context, { fieldNodes }) => {
      const nodes = await rows(parent as never);
      return new JsonText(`[${nodes.map((node) => textOf({ node }, fieldNodes[0] as WrittenField)).join()}]`);
    };
  }
  if (rows === 'nodes') {
    return ({ edges, text }: Connection<unknown>, _args, context, { fieldNodes }) => {
      const leaf = fieldNodes[0] as WrittenField;
      authorizeBelow(leaf.shape, context);
      if (text !== undefined) return new JsonText(text);
      return new JsonText(`[${edges.map((edge) => textOf(edge, leaf)).join()}]`);
    };
  }
  if (rows === 'node') {
    return (edge: Edge, _args, context, { fieldNodes }) => {
      const leaf = fieldNodes[0] as WrittenField;
      authorizeBelow(leaf.shape, context);
      return new JsonText(textOf(edge, leaf));
    };
  }
  return undefined;
}

type Edge = Connection<unknown>['edges'][number];
/** Reads the rows of something that is no connection, with the texts that {@link writtenRows} asked for. */
export type RowsOf = (parent: never) => Promise<readonly Edge['node'][]>;

function textOf({ node }: Pick<Edge, 'node'>, { text }: WrittenField): string {
  const written = node[`text${text!}`];
  // The resolver did not pass on the fields that it was given.
  if (written === undefined) throw new OfReference();
  return written;
}

function authorizeBelow({ access }: Shape | PageShape, context: Context): void {
  for (const one of access) orAsReference(() => authorizeContext(one, context));
}

function orAsReference<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof AppError ? new OfReference() : error;
  }
}

/** A row's selection with the arguments of the fields below it. */
function rowOf(shape: Shape, variables: Variables): JsonRow {
  if (shape.row) return shape.row;
  const row = jsonRow(
    shape.type,
    shape.members.map((member) =>
      'node' in member ? { key: member.key, name: member.field.name, ...below(member, variables) } : member,
    ),
  );
  if (shape.isFixed) shape.row = row;
  return row;
}

function below({ field, node, shape }: Below, variables: Variables): JsonBelow {
  const { list, all, one } = field.extensions as Lists & { one?: One };
  if (!list) {
    const row = rowOf(shape as Shape, variables);
    return one ? recordBelow(one.table, one.by, row) : all!.allBelow(row);
  }
  const args = getArgumentValues(field, node, variables);
  return orAsReference(() => list.below(args, pageOf(shape as PageShape, variables)));
}

/** The same of a page. */
function pageOf(shape: PageShape, variables: Variables): JsonPage {
  if (shape.page) return shape.page;
  const memberOf = ({ shape: row, parts, ...part }: Exclude<PagePart, { constant: string }>): unknown => ({
    ...part,
    ...(row && { row: rowOf(row, variables) }),
    ...(parts && { members: membersOf(parts) }),
  });
  const membersOf = (parts: readonly PagePart[]): unknown[] =>
    parts.map((part) => ('constant' in part ? part : memberOf(part)));
  const page = jsonPage(shape.type, membersOf(shape.parts) as PageMember[]);
  if (shape.isFixed) shape.page = page;
  return page;
}

/** The rows of a connection or a report that the database writes. */
export function writtenRows({ fieldNodes, variableValues }: GraphQLResolveInfo) {
  const { written, onlyRows } = fieldNodes[0] as Partial<ConnectionField>;
  return written && { written: written.map(({ shape }) => rowOf(shape as Shape, variableValues)), onlyRows: onlyRows! };
}
