import { type DocumentNode, type FieldNode, GraphQLError, Kind, type SelectionSetNode } from 'graphql';

export interface SizeLimits {
  /**
   * Selections of a document with its fragments expanded, over all operations and fragments: 10,000. Everything that walks a
   * document takes that many steps, and fragments that are each used twice double them at every level.
   */
  readonly selections?: number;
  /** Validation compares selections of the same name in the same place with each other, 40,000 times at most. */
  readonly comparisons?: number;
}

/** Comparing this many characters of arguments takes as long as comparing two selections. */
const COMPARED_CHARACTERS = 100;
/** The cost of comparing two fragments, in comparisons of selections. */
const COMPARED_FRAGMENTS = 2;

/** Why a document is refused without validating it; null when it may be validated. Each fragment is counted once. */
export function sizeProblem(document: DocumentNode, limits: SizeLimits = {}): GraphQLError | null {
  return new Size(document, { selections: 10_000, comparisons: 40_000, ...limits }).problem();
}

class Size {
  readonly #limits: Required<SizeLimits>;
  readonly #definitions: readonly (readonly [name: string, set: SelectionSetNode])[];
  readonly #fragments = new Map<string, SelectionSetNode>();
  readonly #known = new Map<string, number>();
  readonly #open = new Set<string>();
  #circle: string | undefined;
  readonly #compared = new Set<string>();
  #comparisons = 0;

  constructor({ definitions }: DocumentNode, limits: Required<SizeLimits>) {
    this.#limits = limits;
    this.#definitions = definitions.flatMap((definition) => {
      if (definition.kind === Kind.OPERATION_DEFINITION) return [['', definition.selectionSet] as const];
      if (definition.kind !== Kind.FRAGMENT_DEFINITION) return [];
      const { name, selectionSet } = definition;
      this.#fragments.set(name.value, selectionSet);
      return [[name.value, selectionSet] as const];
    });
  }

  problem(): GraphQLError | null {
    const { selections: limit } = this.#limits;
    let selections = 0;
    for (const [name, set] of this.#definitions) selections += name ? this.#fragment(name) : this.#selections(set);
    if (this.#circle !== undefined) return new GraphQLError(`Cannot spread fragment "${this.#circle}" within itself.`);
    if (selections > limit) {
      const found = Math.min(selections, Number.MAX_SAFE_INTEGER);
      return new GraphQLError(
        `The document selects ${found} fields, its fragments in their places; ${limit} are allowed.`,
        {
          extensions: { code: 'SELECTION_LIMIT_EXCEEDED', selections: found, limit },
        },
      );
    }
    // Fragments are compared with each other whatever they select. Operations come first: the fragments they use are
    // then done.
    this.#comparisons = COMPARED_FRAGMENTS * this.#fragments.size ** 2;
    for (const [name, set] of this.#definitions.toSorted(([a], [b]) => Number(a !== '') - Number(b !== ''))) {
      if (!this.#compared.has(name)) this.#compare([set]);
      if (this.#comparisons > this.#limits.comparisons) {
        return new GraphQLError('The document selects too many fields of the same name in the same place.', {
          extensions: { code: 'SELECTION_LIMIT_EXCEEDED' },
        });
      }
    }
    return null;
  }

  #fragment(name: string): number {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const set = this.#fragments.get(name);
    if (!set) return 0;
    if (this.#open.has(name)) this.#circle = name;
    if (this.#circle !== undefined) return 0;
    this.#open.add(name);
    const selections = this.#selections(set);
    this.#open.delete(name);
    this.#known.set(name, selections);
    return selections;
  }

  #selections({ selections }: SelectionSetNode): number {
    let sum = selections.length;
    for (const node of selections) {
      if (node.kind === Kind.FRAGMENT_SPREAD) sum += this.#fragment(node.name.value);
      else if (node.selectionSet) sum += this.#selections(node.selectionSet);
    }
    return sum;
  }

  /** Compares everything that is merged into one object. */
  #compare(sets: readonly SelectionSetNode[]): void {
    const groups = new Map<string, FieldNode[]>();
    for (const set of sets) this.#collect(set, groups);
    for (const nodes of groups.values()) {
      if (nodes.length > 1)
        this.#comparisons += (nodes.length - 1) * nodes.reduce((sum, node) => sum + weight(node), 0);
      if (this.#comparisons > this.#limits.comparisons) return;
      const below = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
      if (below.length > 0) this.#compare(below);
    }
  }

  #collect({ selections }: SelectionSetNode, groups: Map<string, FieldNode[]>): void {
    for (const node of selections) {
      if (node.kind === Kind.FIELD) {
        const key = (node.alias ?? node.name).value;
        const group = groups.get(key);
        if (group) group.push(node);
        else groups.set(key, [node]);
      } else {
        if (node.kind === Kind.FRAGMENT_SPREAD) this.#compared.add(node.name.value);
        const set = node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : this.#fragments.get(node.name.value);
        if (set) this.#collect(set, groups);
      }
    }
  }
}

/** Selections are compared with their arguments. */
function weight({ arguments: given }: FieldNode): number {
  if (!given?.length) return 1 / 2;
  return 1 / 2 + (given.at(-1)!.loc!.end - given[0]!.loc!.start) / COMPARED_CHARACTERS;
}
