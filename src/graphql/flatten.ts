import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type NamedTypeNode,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  type ValueNode,
} from 'graphql';

/**
 * An operation for one set of values of its conditions, with fragments expanded and `@skip` and `@include` decided, so
 * that graphql-jit decides none of them: it stores conditions on the nodes of the document, where two uses of one
 * fragment overwrite each other's.
 */
export interface Flat {
  readonly operation: OperationDefinitionNode;
  /**
   * Arguments that became variables. Strings must, because graphql-jit writes literals into code, some of them
   * unquoted.
   */
  readonly given: readonly Given[];
  /** Variables that an argument requires. When one is null or absent, graphql-js writes the error. */
  readonly needed: readonly string[];
  readonly selections: number;
}

interface Given {
  readonly name: string;
  readonly type: GraphQLInputType;
  readonly value: ValueNode;
}

export interface FlattenOptions {
  /** Most fields of an answer. */
  readonly limit: number;
  /**
   * The field, with its selections, that replaces a field, or null to keep it. `isAlone`: it is selected in one place
   * only.
   */
  readonly replace: (field: GraphQLField<unknown, unknown>, node: FieldNode, isAlone: boolean) => FieldNode | null;
}

type Conditions = Readonly<Record<string, unknown>>;

class NotCompilable extends Error {}

/** Null when the operation is not compiled: too large, or with names that generated code would misread. */
export function flatten(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  conditions: Conditions,
  options: FlattenOptions,
): Flat | null {
  try {
    return new Flattening(schema, document, operation, conditions, options).flat();
  } catch (error) {
    if (error instanceof NotCompilable) return null;
    throw error;
  }
}

/** Names of the variables in `@skip` and `@include`. */
export function conditionsOf(document: DocumentNode): string[] {
  const names = new Set<string>();
  const look = ({ selections }: SelectionSetNode): void => {
    for (const node of selections) {
      for (const { arguments: given } of node.directives ?? []) {
        for (const { value } of given ?? []) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
      }
      if (node.kind !== Kind.FRAGMENT_SPREAD && node.selectionSet) look(node.selectionSet);
    }
  };
  for (const definition of document.definitions) if ('selectionSet' in definition) look(definition.selectionSet);
  return [...names].sort();
}

class Flattening {
  readonly #schema: GraphQLSchema;
  readonly #operation: OperationDefinitionNode;
  readonly #conditions: Conditions;
  readonly #options: FlattenOptions;
  readonly #fragments = new Map<string, FragmentDefinitionNode>();
  readonly #given: Given[] = [];
  readonly #needed = new Set<string>();
  readonly #paths = new Set<string>();
  readonly #prefix: string;
  #selections = 0;

  constructor(
    schema: GraphQLSchema,
    document: DocumentNode,
    operation: OperationDefinitionNode,
    conditions: Conditions,
    options: FlattenOptions,
  ) {
    this.#schema = schema;
    this.#operation = operation;
    this.#conditions = conditions;
    this.#options = options;
    for (const definition of document.definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) this.#fragments.set(definition.name.value, definition);
    }
    // Longer than any name that the caller uses.
    const names = operation.variableDefinitions?.map(({ variable }) => variable.name.value.length) ?? [];
    this.#prefix = '_'.repeat(Math.max(0, ...names) + 1);
  }

  flat(): Flat {
    const root = this.#schema.getRootType(this.#operation.operation)!;
    const selections = this.#below(root, [this.#operation], '', 0);
    return {
      operation: { ...this.#operation, directives: [], selectionSet: { kind: Kind.SELECTION_SET, selections } },
      given: this.#given,
      needed: [...this.#needed],
      selections: this.#selections,
    };
  }

  /** The selections below the nodes of one field, collected as graphql-js does. */
  #below(type: GraphQLObjectType, nodes: readonly Selecting[], path: string, lists: number): FieldNode[] {
    const fields = new Map<string, FieldNode[]>();
    const visited = new Set<string>();
    for (const { selectionSet } of nodes) if (selectionSet) this.#collect(type, selectionSet, fields, visited);
    return [...fields].flatMap(([key, found]) => this.#field(type, key, found, path, lists));
  }

  #collect(
    type: GraphQLObjectType,
    { selections }: SelectionSetNode,
    fields: Map<string, FieldNode[]>,
    visited: Set<string>,
  ): void {
    for (const node of selections) {
      if (node.kind === Kind.FIELD) {
        if (!this.#isIncluded(node)) continue;
        this.#selections += 1;
        if (this.#selections > this.#options.limit) throw new NotCompilable();
        const key = node.alias?.value ?? node.name.value;
        const found = fields.get(key);
        if (found) found.push(node);
        else fields.set(key, [node]);
      } else if (node.kind === Kind.INLINE_FRAGMENT) {
        if (this.#isIncluded(node) && this.#isOn(type, node)) this.#collect(type, node.selectionSet, fields, visited);
      } else {
        const name = node.name.value;
        if (visited.has(name) || !this.#isIncluded(node)) continue;
        visited.add(name);
        const fragment = this.#fragments.get(name)!;
        if (this.#isOn(type, fragment)) this.#collect(type, fragment.selectionSet, fields, visited);
      }
    }
  }

  /** Whether a fragment is on the type or an interface of it. Within an interface's fragment there may be those of other types. */
  #isOn(type: GraphQLObjectType, { typeCondition }: { typeCondition?: NamedTypeNode | undefined }): boolean {
    return (
      !typeCondition ||
      !isObjectType(this.#schema.getType(typeCondition.name.value)) ||
      typeCondition.name.value === type.name
    );
  }

  #isIncluded({ directives = [] }: Pick<FieldNode, 'directives'>): boolean {
    return directives.every(({ name, arguments: given }) => {
      if (name.value !== 'skip' && name.value !== 'include') return true;
      const node = given![0]!.value;
      const value =
        node.kind === Kind.VARIABLE ? this.#conditions[node.name.value] : (node as { value?: unknown }).value;
      return value === (name.value === 'include');
    });
  }

  /** The first node has all selections below. The others only say where else the field is, for errors. */
  #field(
    parent: GraphQLObjectType,
    key: string,
    [first, ...others]: FieldNode[],
    above: string,
    lists: number,
  ): FieldNode[] {
    const path = this.#named(key, above);
    const { name, selectionSet } = first!;
    const field = META[name.value] ?? parent.getFields()[name.value]!;
    const named = getNamedType(field.type);
    const node: FieldNode = { ...first!, directives: [], arguments: this.#arguments(field, first!) };
    if (!selectionSet) return [node, ...others.map((other) => ({ ...other, directives: [] }))];
    if (!isObjectType(named)) throw new NotCompilable();
    const depth = lists + listsIn(field.type);
    const belowPath = Array.from({ length: depth - lists }, (_, n) => `idx${depth - 1 - n}_`).join('') + path;
    const selections = this.#below(named, [first!, ...others], belowPath, depth);
    const whole: FieldNode = { ...node, selectionSet: { kind: Kind.SELECTION_SET, selections } };
    return [
      this.#options.replace(field, whole, others.length === 0) ?? whole,
      ...others.map(({ selectionSet: _, ...other }) => ({ ...other, directives: [] })),
    ];
  }

  /** graphql-jit names things in its code by their path, joined with `_`. */
  #named(key: string, above: string): string {
    const path = `${key}_${above}`;
    if (key === '__proto__' || this.#paths.has(path)) throw new NotCompilable();
    this.#paths.add(path);
    return path;
  }

  #arguments({ args }: GraphQLField<unknown, unknown>, { arguments: given = [] }: FieldNode): ArgumentNode[] {
    return given.map((argument) => {
      const { value } = argument;
      const type = args.find(({ name }) => name === argument.name.value)!.type;
      if (PLAIN.includes(value.kind)) return argument;
      if (value.kind === Kind.VARIABLE) {
        if (isNonNullType(type)) this.#needed.add(value.name.value);
        return argument;
      }
      const name = `${this.#prefix}${this.#given.length}`;
      this.#given.push({ name, type, value });
      return { ...argument, value: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } } };
    });
  }
}

type Selecting = { readonly selectionSet?: SelectionSetNode | undefined };

const META: Readonly<Record<string, GraphQLField<unknown, unknown>>> = {
  __schema: SchemaMetaFieldDef,
  __type: TypeMetaFieldDef,
  __typename: TypeNameMetaFieldDef,
};

const PLAIN: readonly Kind[] = [Kind.INT, Kind.BOOLEAN, Kind.ENUM, Kind.NULL];

function listsIn(type: GraphQLOutputType): number {
  const nullable = getNullableType(type);
  return isListType(nullable) ? 1 + listsIn(nullable.ofType) : 0;
}
