import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  print,
  type SelectionSetNode,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';

export interface Twin {
  /** The stored document as a GraphQL client would send it: without aliases, and without fields that only REST has. */
  query: string;
  /** The answer as the stored document has it. */
  aliased(data: object): object;
}

/** A REST operation's document under GraphQL's own names, and the way back to the documented ones. */
export function twinOf(schema: GraphQLSchema, document: DocumentNode): Twin {
  const types = new TypeInfo(schema);
  const bare = visit(
    document,
    visitWithTypeInfo(types, { Field: ({ alias: _, ...node }) => (types.getFieldDef() ? node : null) }),
  );
  const mistakes = validate(schema, bare);
  if (mistakes.length > 0) throw new Error(`Two fields need their aliases: ${mistakes[0]!.message}`);
  const fragments = new Map<string, FragmentDefinitionNode>();
  let operation: SelectionSetNode | undefined;
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
    if (node.kind === Kind.OPERATION_DEFINITION) operation = node.selectionSet;
  }

  function renamed(value: unknown, set: SelectionSetNode | undefined): unknown {
    if (Array.isArray(value)) return value.map((item) => renamed(item, set));
    if (set === undefined || typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(entries(value as Record<string, unknown>, set));
  }

  function entries(value: Record<string, unknown>, set: SelectionSetNode): [string, unknown][] {
    return set.selections.flatMap((node) => {
      if (node.kind === Kind.FRAGMENT_SPREAD) return entries(value, fragments.get(node.name.value)!.selectionSet);
      if (node.kind === Kind.INLINE_FRAGMENT) return entries(value, node.selectionSet);
      const { name, alias, selectionSet } = node;
      if (!Object.hasOwn(value, name.value)) return [];
      return [[alias?.value ?? name.value, renamed(value[name.value], selectionSet)]] as [string, unknown][];
    });
  }

  return { query: print(bare), aliased: (data) => renamed(data, operation) as object };
}
