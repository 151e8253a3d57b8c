import {
  type FieldNode,
  type GraphQLResolveInfo,
  getNamedType,
  isAbstractType,
  isObjectType,
  type NamedTypeNode,
  type SelectionSetNode,
} from 'graphql';
import type { Fields } from '../database/reads/connection.ts';
import { writtenRows } from './json-lists.ts';

/**
 * Computes something once per selection of an operation, whose document is parsed once and kept. A field that is
 * selected once is known by its node; else by its list of nodes, which is the same list throughout a run.
 */
export function oncePerSelection<T>(workOut: (info: GraphQLResolveInfo) => T): (info: GraphQLResolveInfo) => T {
  const known = new WeakMap<object, { readonly found: T }>();
  return (info) => {
    const key = info.fieldNodes.length === 1 ? info.fieldNodes[0]! : info.fieldNodes;
    const kept = known.get(key);
    if (kept) return kept.found;
    const found = workOut(info);
    known.set(key, { found });
    return found;
  };
}

/**
 * The columns that the selection below a field needs, so that a read loads only what was asked for. For a connection
 * these are the columns under `nodes` and `edges { node }`, or the rows that the database writes. Fields under `@skip`
 * and `@include` count as selected: an extra column does no harm.
 */
export function columns(info: GraphQLResolveInfo): Fields {
  const fields = columnsOf(info);
  const written = writtenRows(info);
  return written ? Object.assign([...fields], written) : fields;
}

/** The same where an interface is selected, for rows of one of its types. */
export function columnsAs(type: string): (info: GraphQLResolveInfo) => Fields {
  return oncePerSelection((info) => collected(info, type));
}

const columnsOf = oncePerSelection((info) => collected(info));

function collected(info: GraphQLResolveInfo, of?: string): readonly string[] {
  const found = new Set<string>();
  const visited = new Set<string>();
  for (const node of info.fieldNodes) {
    if (node.selectionSet) collect({ info, of, found, visited }, getNamedType(info.returnType).name, node.selectionSet);
  }
  return [...found].sort();
}

interface Collecting {
  readonly info: GraphQLResolveInfo;
  /** The type of the rows where an interface is selected. */
  readonly of: string | undefined;
  readonly found: Set<string>;
  readonly visited: Set<string>;
}

function collect(collecting: Collecting, typeName: string, set: SelectionSetNode, embedded = false): void {
  const { info, of, found, visited } = collecting;
  const named = info.schema.getType(typeName);
  const type = isAbstractType(named) && of !== undefined ? info.schema.getType(of) : named;
  if (!isObjectType(type)) return;
  // A fragment on an interface is on the type that it stands in.
  const typeWithin = (condition: NamedTypeNode | undefined) =>
    condition && isObjectType(info.schema.getType(condition.name.value)) ? condition.name.value : type.name;
  const isRow = embedded || type.extensions.table !== undefined;
  for (const selection of set.selections) {
    if (selection.kind === 'InlineFragment') {
      collect(collecting, typeWithin(selection.typeCondition), selection.selectionSet, embedded);
    } else if (selection.kind === 'FragmentSpread') {
      const name = selection.name.value;
      const fragment = info.fragments[name];
      // Once is enough, however often the fragment is used.
      const visit = `${name} ${embedded}`;
      if (!fragment || visited.has(visit)) continue;
      visited.add(visit);
      collect(collecting, typeWithin(fragment.typeCondition), fragment.selectionSet, embedded);
    } else {
      const field = type.getFields()[selection.name.value];
      if (!field) continue;
      const needed = field.extensions.columns as readonly string[] | 'embedded' | undefined;
      if (isRow && needed !== 'embedded') {
        for (const column of needed ?? [field.name]) found.add(column);
      } else if (selection.selectionSet) {
        // The rows are further down (a connection, an edge), or this field returns its row as another type.
        collect(collecting, getNamedType(field.type).name, selection.selectionSet, needed === 'embedded');
      }
    }
  }
}

/** Names of the fields selected at a path below a field. `@skip` and `@include` as above. */
export function namesBelow(info: GraphQLResolveInfo, path: readonly string[]): string[] {
  let sets = info.fieldNodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  for (const name of path) {
    sets = sets
      .flatMap((set) => fieldsIn(info, set))
      .flatMap((field) => (field.name.value === name ? (field.selectionSet ?? []) : []));
  }
  return [...new Set(sets.flatMap((set) => fieldsIn(info, set)).map((field) => field.name.value))];
}

const fieldsIn = (info: GraphQLResolveInfo, set: SelectionSetNode): FieldNode[] =>
  set.selections.flatMap((selection) => {
    if (selection.kind === 'Field') return [selection];
    if (selection.kind === 'InlineFragment') return fieldsIn(info, selection.selectionSet);
    const fragment = info.fragments[selection.name.value];
    return fragment ? fieldsIn(info, fragment.selectionSet) : [];
  });
