import type { TableFacts } from './catalogue.ts';

/** A column that says whose a row is. */
export interface Key {
  readonly relation: number;
  /**
   * It left its subquery: what it is compared with out here says nothing about the rows in there, of which a LIMIT or a sum
   * may have seen others.
   */
  readonly isTold?: boolean;
}

/** What a table, subquery or function in a FROM is called, and which of its columns are known. */
export interface Relation {
  readonly id: number;
  readonly alias: string;
  readonly table?: TableFacts | undefined;
  /** Of a subquery: its columns. */
  readonly outputs?: Outputs | undefined;
}

/** One column that a subquery yields. */
export interface Output {
  readonly name: string | undefined;
  readonly key: Key | undefined;
  /** The number of the parameter that it is. */
  readonly parameter: number | undefined;
}

export type Outputs = readonly Output[];

/**
 * What a statement says about the teams of the rows it touches. A relation is bound when a parameter is its team, or when
 * its team is that of one that is bound.
 */
export class Graph {
  readonly #leads: Map<number, Set<number>>;
  readonly #bound: Set<number>;
  readonly #required: Map<number, string>;
  readonly #ids: { next: number };

  /** Knows what `from` knows, and goes on without telling it. */
  constructor(from: Graph | null) {
    this.#leads = new Map(from ? [...from.#leads].map(([id, to]) => [id, new Set(to)]) : []);
    this.#bound = new Set(from ? from.#bound : []);
    this.#required = new Map(from ? from.#required : []);
    this.#ids = from ? from.#ids : { next: 0 };
  }

  relation(alias: string, facts: Pick<Relation, 'table' | 'outputs'> = {}): Relation {
    const id = this.#ids.next++;
    return { id, alias, ...facts };
  }

  /** The id that the next relation gets: those of a subquery are all that are not smaller. */
  get next(): number {
    return this.#ids.next;
  }

  /** Rows of it are read or written: they must be proven to be the team's. */
  require({ id, table }: Relation): void {
    if (table?.teamColumn) this.#required.set(id, table.name);
  }

  bind(relation: number): void {
    this.#bound.add(relation);
  }

  /** Whenever `from` is bound, so is `to`. */
  lead(from: number, to: number): void {
    const known = this.#leads.get(from);
    if (known) known.add(to);
    else this.#leads.set(from, new Set([to]));
  }

  /** Tables whose rows may be another team's. */
  unbound(): string[] {
    const reached = new Set(this.#bound);
    for (const id of reached) for (const to of this.#leads.get(id) ?? []) reached.add(to);
    return [...this.#required].flatMap(([id, name]) => (reached.has(id) ? [] : name));
  }
}
