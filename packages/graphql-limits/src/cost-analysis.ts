import {
  type ArgumentNode,
  type DirectiveNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isCompositeType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { add, type Factor, resolve, type Sum, sumOf, type Variables } from './cost-sum.ts';

/** What an operation, or part of one, costs at most. */
export interface Plan {
  /** Levels of fields. */
  readonly depth: number;
  readonly sum: Sum;
}

/** What is summed: objects, or the values in them. */
export type Unit = 'nodes' | 'fields';

export interface CostOptions {
  /** Arguments that say how many objects a page has: `first` and `last`. */
  readonly pageArguments?: readonly string[];
  /** Objects in a list whose size is not known otherwise: 20. */
  readonly pageSize?: number;
  /** What introspection counts as, whatever it asks for: 100,000 objects for `__schema`, 1,000 for `__type`. */
  readonly introspection?: Readonly<Record<string, number>>;
}

const DEFAULTS = {
  pageArguments: ['first', 'last'],
  pageSize: 20,
  introspection: { __schema: 100_000, __type: 1_000 },
} satisfies CostOptions;

/** Analyses one document. Each fragment is analysed once, however often it is used. */
export class Analysis {
  readonly #schema: GraphQLSchema;
  readonly #document: DocumentNode;
  readonly #unit: Unit;
  readonly #options: Required<CostOptions>;
  readonly #fragments = new Map<string, FragmentDefinitionNode>();
  readonly #known = new Map<string, Map<Factor | undefined, Plan>>();
  #operation: OperationDefinitionNode | undefined;

  constructor(schema: GraphQLSchema, document: DocumentNode, unit: Unit, options: CostOptions) {
    this.#options = { ...DEFAULTS, ...options };
    this.#schema = schema;
    this.#document = document;
    this.#unit = unit;
    for (const definition of document.definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) this.#fragments.set(definition.name.value, definition);
    }
  }

  plan(operationName: string): Plan {
    const operation = getOperationAST(this.#document, operationName || null);
    // The executor reports that there is no such operation.
    if (!operation) return { sum: sumOf(0), depth: 0 };
    this.#operation = operation;
    return this.#selection(operation.selectionSet, this.#schema.getRootType(operation.operation)!.name, undefined, 0);
  }

  /**
   * `page` is the page size of the field above, for a connection's `nodes` and `edges`. `level` is how many fields are above,
   * where 2 stands for more.
   */
  #selection(set: SelectionSetNode, typeName: string, page: Factor | undefined, level: number): Plan {
    const sum = sumOf(0);
    let depth = 0;
    for (const selection of set.selections) {
      let part: Plan;
      if (selection.kind === Kind.FIELD) {
        const type = this.#schema.getType(typeName);
        const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[selection.name.value] : undefined;
        part = field
          ? this.#field(field, selection, page, level)
          : { sum: sumOf(this.#introspection(selection.name.value)), depth: 0 };
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        part = this.#selection(selection.selectionSet, selection.typeCondition?.name.value ?? typeName, page, level);
      } else {
        part = this.#fragment(selection.name.value, page, level);
      }
      depth = Math.max(depth, part.depth);
      add(sum, this.#condition(selection.directives ?? []), part.sum);
    }
    return { sum, depth };
  }

  #introspection(name: string): number {
    if (name === '__typename') return this.#unit === 'fields' ? 1 : 0;
    return this.#options.introspection[name] ?? 0;
  }

  #fragment(name: string, page: Factor | undefined, level: number): Plan {
    const key = `${level} ${name}`;
    const byPage = this.#known.get(key) ?? new Map<Factor | undefined, Plan>();
    this.#known.set(key, byPage);
    const { selectionSet, typeCondition } = this.#fragments.get(name)!;
    const plan = byPage.get(page) ?? this.#selection(selectionSet, typeCondition.name.value, page, level);
    byPage.set(page, plan);
    return plan;
  }

  #field(
    field: Field,
    { arguments: given, selectionSet }: FieldSelection,
    above: Factor | undefined,
    level: number,
  ): Plan {
    const type = getNamedType(field.type);
    if (!isCompositeType(type) || !selectionSet) {
      return { sum: sumOf(this.#unit === 'fields' ? 1 : priceAt(field, level)), depth: 1 };
    }
    const own = this.#pageSize(field, given ?? []);
    const isList = isListOf(field.type);
    const below = this.#selection(selectionSet, type.name, isList ? undefined : own, Math.min(level + 1, 2));
    const each = sumOf(this.#unit === 'nodes' ? 1 + priceAt(field, level) : 0);
    add(each, 1, below.sum);
    const sum = sumOf(0);
    add(
      sum,
      isList ? (own ?? above ?? (field.extensions.size as number | undefined) ?? this.#options.pageSize) : 1,
      each,
    );
    if (this.#unit === 'nodes') for (const price of this.#inputPrices(field, given ?? [])) add(sum, price, sumOf(1));
    return { sum, depth: below.depth + 1 };
  }

  /** The prices of the fields that an argument's input object is given. */
  #inputPrices(field: Field, given: readonly ArgumentNode[]): Factor[] {
    return field.args.flatMap(({ name, type }) => {
      const value = given.find((argument) => argument.name.value === name)?.value;
      const prices = value ? pricesIn(getNamedType(type)) : new Map<string, number>();
      if (!value || prices.size === 0) return [];
      if (value.kind !== Kind.OBJECT) return [this.#value(value, 0, (object) => sumOfGiven(prices, object))];
      return value.fields.flatMap((one) => {
        const price = prices.get(one.name.value);
        return price ? [this.#value(one.value, 0, (found) => priceOfGiven(price, found))] : [];
      });
    });
  }

  /** The largest page size among a field's arguments; undefined when it has none. */
  #pageSize(field: Field, given: readonly ArgumentNode[]): Factor | undefined {
    const args = field.args.filter(({ name }) => this.#options.pageArguments.includes(name));
    const { pageSize: usual } = this.#options;
    if (args.length === 0) return undefined;
    const sizes = args.flatMap(({ name, defaultValue }) => {
      const value = given.find((argument) => argument.name.value === name)?.value;
      if (value) return [this.#value(value, pageSize(defaultValue) ?? usual, pageSize)];
      return defaultValue === undefined ? [] : [pageSize(defaultValue) ?? usual];
    });
    const [first = usual] = sizes;
    if (sizes.every((size) => typeof size === 'number')) return sizes.length > 0 ? Math.max(...sizes) : first;
    return (variables) => Math.max(...sizes.map((size) => (typeof size === 'number' ? size : size(variables))));
  }

  #condition(directives: readonly DirectiveNode[]): Factor {
    let all: Factor = 1;
    for (const { name, arguments: given } of directives) {
      if (name.value !== 'skip' && name.value !== 'include') continue;
      const wanted = name.value === 'include';
      const factor = this.#value(given![0]!.value, 1, (value) =>
        typeof value === 'boolean' ? Number(value === wanted) : undefined,
      );
      if (factor === 1) continue;
      const before: Factor = all;
      all = before === 1 ? factor : (variables) => resolve(before, variables) * resolve(factor, variables);
    }
    return all;
  }

  /**
   * A literal is known at once, a variable is read later. Without a value the variable's default counts, then the
   * argument's; the same for a value that is refused, as an operation may run without it to find out what else is wrong.
   */
  #value(node: ValueNode, absent: number, read: (value: unknown) => number | undefined): Factor {
    if (node.kind !== Kind.VARIABLE) return read(literal(node)) ?? absent;
    const name = node.name.value;
    const definition = this.#operation!.variableDefinitions?.find(({ variable }) => variable.name.value === name);
    const byDefault = definition?.defaultValue ? (read(literal(definition.defaultValue)) ?? absent) : absent;
    return (variables) => {
      const value = variables[name];
      return value === undefined ? byDefault : (read(value) ?? (value === null ? absent : byDefault));
    };
  }
}

type Field = GraphQLField<unknown, unknown>;
type FieldSelection = { arguments?: readonly ArgumentNode[]; selectionSet?: SelectionSetNode };

const priceOf = ({ extensions }: { readonly extensions: Readonly<Record<string, unknown>> }) =>
  (extensions.price as number | undefined) ?? 0;

/** A field in an object below a root field may have another price. */
const priceAt = (field: Field, level: number) =>
  level > 1 ? ((field.extensions.nestedPrice as number | undefined) ?? priceOf(field)) : priceOf(field);

const pricesIn = (type: GraphQLNamedType): Map<string, number> =>
  new Map(
    isInputObjectType(type)
      ? Object.values(type.getFields()).flatMap((field) => (priceOf(field) ? [[field.name, priceOf(field)]] : []))
      : [],
  );

/** Undefined: a value of another type, which is refused. An empty text is as none. */
const priceOfGiven = (price: number, value: unknown): number | undefined =>
  typeof value !== 'string' ? undefined : value === '' ? 0 : price;

const sumOfGiven = (prices: ReadonlyMap<string, number>, object: unknown): number | undefined =>
  typeof object !== 'object' || object === null || Array.isArray(object)
    ? undefined
    : Array.from(prices).reduce((sum, [name, price]) => sum + ((object as Variables)[name] ? price : 0), 0);

/** Undefined for one that is no number: the list's default is then its size. One below 0 is refused by the list. */
const pageSize = (value: unknown): number | undefined =>
  Number.isInteger(value) ? Math.max(0, value as number) : undefined;

const literal = (node: ValueNode): unknown => {
  if (node.kind === Kind.NULL) return null;
  if (node.kind === Kind.INT) return Number(node.value);
  if (node.kind === Kind.OBJECT)
    return Object.fromEntries(node.fields.map((field) => [field.name.value, literal(field.value)]));
  return 'value' in node ? node.value : undefined;
};

const isListOf = (type: GraphQLOutputType) => isListType(getNullableType(type));
