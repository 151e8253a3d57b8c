import { type GraphQLResolveInfo, getNamedType, isObjectType, type SelectionSetNode } from 'graphql';

// An operation's document is parsed once and kept, so what its fields select is worked out once, too.
const known = new WeakMap<object, string[]>();

/**
 * The columns that the selection below a field needs, so that a read loads what was asked for and nothing else; for a
 * connection, what is selected under `nodes` and `edges { node }`. Fields under `@skip`/`@include` count as selected: a
 * column too many is harmless.
 */
export function columns(info: GraphQLResolveInfo): string[] {
  const first = info.fieldNodes[0]!;
  const cached = info.fieldNodes.length === 1 ? known.get(first) : undefined;
  if (cached) return cached;
  const found = new Set<string>();
  for (const node of info.fieldNodes) {
    if (node.selectionSet) collect(info, getNamedType(info.returnType).name, node.selectionSet, found);
  }
  const result = [...found].sort();
  if (info.fieldNodes.length === 1) known.set(first, result);
  return result;
}

function collect(
  info: GraphQLResolveInfo,
  typeName: string,
  set: SelectionSetNode,
  found: Set<string>,
  embedded = false,
): void {
  const type = info.schema.getType(typeName);
  if (!isObjectType(type)) return;
  const isRow = embedded || type.extensions.table !== undefined;
  for (const selection of set.selections) {
    if (selection.kind === 'InlineFragment') {
      collect(info, selection.typeCondition?.name.value ?? typeName, selection.selectionSet, found, embedded);
    } else if (selection.kind === 'FragmentSpread') {
      const fragment = info.fragments[selection.name.value];
      if (fragment) collect(info, fragment.typeCondition.name.value, fragment.selectionSet, found, embedded);
    } else {
      const field = type.getFields()[selection.name.value];
      if (!field) continue;
      const needed = field.extensions.columns as readonly string[] | 'embedded' | undefined;
      if (isRow && needed !== 'embedded') {
        for (const column of needed ?? [field.name]) found.add(column);
      } else if (selection.selectionSet) {
        // The rows are further down (a connection, an edge), or this row goes on under another type.
        collect(info, getNamedType(field.type).name, selection.selectionSet, found, needed === 'embedded');
      }
    }
  }
}
