import {
  BREAK,
  type FieldNode,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isEnumType,
  isLeafType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { INFO, type JsonPage } from '../database/reads/json-pages.ts';
import { type JsonMember, type JsonRow, MAX_MEMBERS, type WrittenKind } from '../database/reads/json-rows.ts';
import type { JsonKind, Table } from '../database/table.ts';
import type { Access } from './access.ts';
import type { FlattenOptions } from './flatten.ts';

/** Finds the fields that the database writes (see json-lists.ts), and what is selected of their rows. */

export const leafOf = (field: string) => `${field}__json`;

/** A field of rows, of a row that another row names, or of a page of rows. */
export interface WrittenField extends FieldNode {
  readonly field: GraphQLField<unknown, unknown>;
  readonly shape: Shape | PageShape;
  /** The field with its selections. */
  readonly whole: FieldNode;
  /** The index of the text within a connection. */
  readonly text?: number;
}

/** What is selected of a row. */
export interface Shape {
  /** Name of its type. */
  readonly type: string;
  readonly members: readonly (JsonMember | Below)[];
  /** What the fields below require of the viewer. */
  readonly access: readonly Access[];
  /** Whether all of it is known before the values of variables are. */
  readonly isFixed: boolean;
  /** Kept from the first use on, if the shape is fixed. */
  row?: JsonRow;
}

/** What is selected of a page of a list below a record. */
export interface PageShape {
  /** Name of the connection's type. */
  readonly type: string;
  readonly parts: readonly PagePart[];
  readonly access: readonly Access[];
  readonly isFixed: boolean;
  page?: JsonPage;
}

export type PagePart =
  | { readonly key: string; readonly constant: string }
  | { readonly key: string; readonly name: string; readonly shape?: Shape; readonly parts?: readonly PagePart[] };

/** What a row takes from other tables: a list or another row. */
export interface Below {
  readonly key: string;
  readonly field: GraphQLField<unknown, unknown>;
  readonly node: FieldNode;
  readonly shape: Shape | PageShape;
}

/** A connection whose rows the database writes. */
export interface ConnectionField extends FieldNode {
  readonly written: readonly WrittenField[];
  /** Nothing else is selected of its page. */
  readonly onlyRows: boolean;
}

/**
 * The leaf that replaces a field whose selection the database can write; null for every other field. Fragments and
 * conditions are already resolved (see flatten.ts).
 */
const leafFor =
  (isQuery: boolean): FlattenOptions['replace'] =>
  (field, node, isAlone) => {
    const type = getNamedType(field.type);
    if (!node.selectionSet || !isObjectType(type)) return null;
    const { list, rows, one, all } = field.extensions;
    if (list) {
      const shape = isAlone && (isQuery || !hasCursor(node)) ? pageShapeOf(type, node.selectionSet, isQuery) : null;
      return shape ? leaf({ ...node, field, shape, whole: node }) : unwritten(node);
    }
    // Only a query can be run again by graphql-js.
    if (isQuery && (type.name.endsWith('Connection') || type.extensions.hasRows)) return withTexts(node);
    if (!isAlone || !(all || (isQuery && (rows || one)))) return null;
    const members = membersOf(type, node.selectionSet, isQuery);
    if (!members) return null;
    const written: WrittenField = { ...node, field, shape: shapeOf(type, members), whole: node };
    // A single row is read as usual. Only within another row is it written.
    return one ? written : leaf(written);
  };

function leaf({ selectionSet: _, ...written }: WrittenField): WrittenField {
  return Object.assign(written, {
    alias: written.alias ?? written.name,
    name: { ...written.name, value: leafOf(written.name.value) },
  });
}

/** A page of which not all can be written: its rows are completed as usual. */
function unwritten(page: FieldNode): FieldNode {
  const selections = (page.selectionSet!.selections as readonly FieldNode[]).map((node) => {
    if ('whole' in node) return (node as WrittenField).whole;
    return node.name.value === 'edges' && node.selectionSet ? unwritten(node) : node;
  });
  return { ...page, selectionSet: { kind: Kind.SELECTION_SET, selections } };
}

const hasCursor = ({ arguments: given = [] }: FieldNode) =>
  given.some(({ name }) => name.value === 'after' || name.value === 'before');

/** Null unless the database can write all that is selected of the page. */
function pageShapeOf(type: GraphQLObjectType, set: SelectionSetNode, isQuery: boolean): PageShape | null {
  const partsOf = (parent: GraphQLObjectType, { selections }: SelectionSetNode): readonly PagePart[] | null => {
    const parts = new Map<string, PagePart>();
    for (const node of selections as readonly FieldNode[]) {
      const key = node.alias?.value ?? node.name.value;
      const part = partOf(parent, node, key);
      if (!part) return null;
      parts.set(key, part);
    }
    return [...parts.values()];
  };
  const partOf = (parent: GraphQLObjectType, node: FieldNode, key: string): PagePart | null => {
    if (node.name.value === '__typename') return { key, constant: parent.name };
    if ('whole' in node) {
      const { whole, shape } = node as WrittenField;
      return { key, name: whole.name.value, shape: shape as Shape };
    }
    const { name } = node;
    const field = parent.getFields()[name.value];
    if (!field) return null;
    if (field.extensions.rows) {
      const of = getNamedType(field.type) as GraphQLObjectType;
      const members = !isQuery && node.selectionSet ? membersOf(of, node.selectionSet, false) : null;
      return members && { key, name: name.value, shape: shapeOf(of, members) };
    }
    if (PARTS.has(name.value)) return { key, name: name.value };
    if (!node.selectionSet || !(name.value === 'edges' || name.value === 'pageInfo')) return null;
    const parts = partsOf(getNamedType(field.type) as GraphQLObjectType, node.selectionSet);
    return parts && { key, name: name.value, parts };
  };
  const parts = partsOf(type, set);
  if (!parts) return null;
  const shapes = parts
    .flatMap((part) => ('parts' in part ? [part, ...part.parts!] : [part]))
    .flatMap((part) => ('shape' in part ? part.shape! : []));
  return {
    ...{ type: type.name, parts },
    access: shapes.flatMap(({ access }) => access),
    isFixed: shapes.every(({ isFixed }) => isFixed),
  };
}

const PARTS = new Set<string>(['totalCount', 'cursor', ...INFO]);

export const writtenLists = { query: leafFor(true), mutation: leafFor(false), subscription: leafFor(false) };

/** Numbers the texts that a connection reads for `nodes` and for `edges { node }`, and a report for `rows`. */
function withTexts(connection: FieldNode): ConnectionField | null {
  const written: WrittenField[] = [];
  const numbered = ({ selections }: SelectionSetNode): SelectionSetNode => ({
    kind: Kind.SELECTION_SET,
    selections: (selections as readonly FieldNode[]).map((node) => {
      if (node.name.value === 'edges' && node.selectionSet)
        return { ...node, selectionSet: numbered(node.selectionSet) };
      if (!('whole' in node)) return node;
      const text: WrittenField = { ...(node as WrittenField), text: written.length };
      written.push(text);
      return text;
    }),
  });
  const selectionSet = numbered(connection.selectionSet!);
  if (written.length === 0) return null;
  const names = (selectionSet.selections as readonly FieldNode[]).map(({ name }) => name.value);
  const onlyRows = written.length === 1 && names.every((name) => ROWS_AND_COUNT.has(name));
  return { ...connection, selectionSet, written, onlyRows };
}

/** The fields of a connection for which its rows may be read as one text. */
const ROWS_AND_COUNT = new Set([leafOf('nodes'), 'totalCount', '__typename']);

/** Null unless every selected field is a column that is written as its scalar wants it, or a field below such a row. */
function membersOf(
  type: GraphQLObjectType,
  { selections }: SelectionSetNode,
  withLists: boolean,
): (JsonMember | Below)[] | null {
  const members = new Map<string, JsonMember | Below>();
  for (const node of selections as readonly FieldNode[]) {
    const key = node.alias?.value ?? node.name.value;
    const member = memberOf(type, node, key);
    if (!member || ('node' in member && !withLists)) return null;
    members.set(key, member);
  }
  return members.size > MAX_MEMBERS ? null : [...members.values()];
}

function memberOf(type: GraphQLObjectType, node: FieldNode, key: string): JsonMember | Below | null {
  if (node.name.value === '__typename') return { key, constant: type.name };
  if ('whole' in node) {
    const { field, shape } = node as WrittenField;
    return { key, field, node, shape };
  }
  return columnOf(type, node.name.value, key);
}

function columnOf(parent: GraphQLObjectType, name: string, key: string): JsonMember | null {
  const field = parent.getFields()[name];
  if (!field || field.extensions.access || field.args.length) return null;
  const type = getNullableType(field.type);
  const column = (field.extensions.column as NamedColumn | undefined) ?? exposedColumn(parent, field);
  const kind = isLeafType(type) && column?.kind && writtenAs(type, column.kind);
  return kind ? { key, field: column.name, kind, nullable: !isNonNullType(field.type) } : null;
}

/** The column of a field that belongs to no table. */
export interface NamedColumn {
  readonly name: string;
  readonly kind: JsonKind | undefined;
}

function exposedColumn(parent: GraphQLObjectType, { extensions }: GraphQLField<unknown, unknown>) {
  const column = extensions.pothosExposedField as string | undefined;
  if (column === undefined) return undefined;
  return { name: column, kind: (parent.extensions.table as Table<unknown> | undefined)?.written[column] };
}

/** How scalars are written of columns of a kind. */
const SCALARS: Readonly<Record<string, Partial<Record<JsonKind, WrittenKind>>>> = {
  ID: { word: 'word', text: 'text', integer: 'id' },
  String: { word: 'word', text: 'text' },
  PhoneNumber: { integer: 'phone', text: 'phone' },
  URL: { text: 'text' },
  EmailAddress: { text: 'text' },
  DateTime: { time: 'time' },
  Decimal: { decimal: 'decimal' },
  Boolean: { boolean: 'boolean' },
  Int: { integer: 'integer' },
  PositiveInt: { integer: 'integer' },
  NonNegativeInt: { integer: 'integer' },
  SafeInt: { integer: 'integer' },
};

function writtenAs(type: GraphQLLeafType, kind: JsonKind): WrittenKind | undefined {
  if (!isEnumType(type)) return SCALARS[type.name]?.[kind];
  const isAsStored = type.getValues().every(({ name, value }) => name === value);
  return isAsStored && (kind === 'word' || kind === 'text') ? kind : undefined;
}

function shapeOf({ name }: GraphQLObjectType, members: readonly (JsonMember | Below)[]): Shape {
  const others = members.filter((member): member is Below => 'node' in member);
  const access = others.flatMap(({ field, shape }) => [field.extensions.access as Access, ...shape.access]);
  const isFixed = others.every(({ node, shape }) => !hasVariables(node) && shape.isFixed);
  return { type: name, members, access: access.filter(Boolean), isFixed };
}

function hasVariables({ arguments: given = [] }: FieldNode): boolean {
  let found = false;
  const Variable = () => {
    found = true;
    return BREAK;
  };
  for (const argument of given) visit(argument, { Variable });
  return found;
}
