import type { Node, RangeVar, SelectStmt, SubLinkType } from 'libpg-query';
import type { Catalogue } from './catalogue.ts';
import { Graph, type Key, type Output, type Outputs, type Relation } from './graph.ts';
import { find, keyOf, keysCompared, renamed, type Scope } from './scope.ts';
import {
  as,
  cellsOf,
  isNull,
  isPlain,
  parameterOf,
  rowsCompared,
  sidesOf,
  subqueriesIn,
  subqueryOf,
  words,
} from './syntax.ts';

/** Which relations a condition says something about: one that may not hold for a row says nothing about it. */
export type Reach = (relation: number) => boolean;

/** What the tables of a statement and the conditions on them say about teams. */
export abstract class Conditions {
  readonly parameters = new Set<number>();
  readonly unbound = new Set<string>();
  readonly #catalogue: Catalogue;
  /** Parts of the statement whose conditions hold for nothing outside of them; looked at once all that holds is known. */
  #apart: ((graph: Graph) => void)[] = [];

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  protected abstract select(query: SelectStmt, outer: Scope | undefined, graph: Graph, reach: Reach): Outputs;

  /** What `work` finds must be bound, with what is known of the outside and without telling the outside anything. */
  protected inItself(outside: Graph | null, work: (graph: Graph) => void): void {
    const around = this.#apart;
    this.#apart = [];
    const graph = new Graph(outside);
    work(graph);
    const apart = this.#apart;
    this.#apart = around;
    for (const name of graph.unbound()) this.unbound.add(name);
    for (const part of apart) part(graph);
  }

  /** Subqueries in places that are no conditions, or conditions that need not hold. */
  protected lookInto(pieces: unknown, scope: Scope): void {
    for (const query of subqueriesIn(pieces)) this.#keepApart(query, scope);
  }

  #keepApart(query: SelectStmt, scope: Scope): void {
    this.#apart.push((outside) => this.inItself(outside, (graph) => void this.alone(query, scope, graph)));
  }

  /** A query that learns from what is around it and tells it nothing. */
  protected alone(query: SelectStmt, outer: Scope | undefined, graph: Graph): Outputs {
    const first = graph.next;
    return this.select(query, outer, graph, (relation) => relation >= first);
  }

  protected from(
    items: readonly Node[] | undefined,
    where: Node | undefined,
    scope: Scope,
    graph: Graph,
    reach: Reach,
  ): void {
    const joins: (() => void)[] = [];
    const sure = new Set<number>();
    for (const item of items ?? []) this.#relations(item, scope, graph, { joins, sure, reach });
    for (const key of keysCompared(where, scope)) sure.add(key.relation);
    for (const join of joins) join();
    this.#holds(where, scope, graph, reach);
  }

  /** The relations of one item of a FROM. Conditions of joins wait in `joins` until it is known what is `sure` to exist. */
  #relations(
    item: Node,
    scope: Scope,
    graph: Graph,
    around: { joins: (() => void)[]; sure: Set<number>; reach: Reach },
  ): Relation[] {
    const join = as(item, 'JoinExpr');
    if (!join) return [this.enter(this.#read(item, scope, graph), scope, graph)];
    const left = this.#relations(join.larg!, scope, graph, around);
    const right = this.#relations(join.rarg!, scope, graph, around);
    around.joins.push(() => {
      const ids = new Set(right.map(({ id }) => id));
      const isInner = join.jointype === 'JOIN_INNER' || right.some(({ id }) => around.sure.has(id));
      const isKnown = join.jointype === 'JOIN_INNER' || join.jointype === 'JOIN_LEFT';
      if (!isKnown) this.lookInto(join.quals, scope);
      else this.#holds(join.quals, scope, graph, (id) => around.reach(id) && (isInner || ids.has(id)));
    });
    return [...left, ...right];
  }

  protected enter(relation: Relation, scope: Scope, graph: Graph): Relation {
    graph.require(relation);
    scope.relations.push(relation);
    return relation;
  }

  #read(item: Node, scope: Scope, graph: Graph): Relation {
    const variable = as(item, 'RangeVar');
    if (variable) {
      const { relname, schemaname, alias } = variable;
      const outputs = schemaname ? undefined : find(scope, ({ named }) => named.get(relname!));
      if (!outputs) return this.table(variable, graph);
      return graph.relation(alias?.aliasname ?? relname!, { outputs: renamed(outputs, words(alias?.colnames)) });
    }
    const subselect = as(item, 'RangeSubselect');
    const query = as(subselect?.subquery, 'SelectStmt');
    if (subselect && query) {
      const outputs = this.alone(query, subselect.lateral ? scope : { ...scope, relations: [] }, graph);
      const { aliasname = '', colnames } = subselect.alias ?? {};
      return graph.relation(aliasname, { outputs: renamed(outputs, words(colnames)) });
    }
    const called = as(item, 'RangeFunction');
    if (!called) this.unbound.add(`(${Object.keys(item)[0]})`);
    this.lookInto(item, scope);
    return graph.relation(called?.alias?.aliasname ?? '');
  }

  protected table({ relname: name = '', schemaname, alias }: RangeVar, graph: Graph): Relation {
    const isOurs = schemaname === undefined || schemaname === 'public';
    const table = isOurs ? this.#catalogue.get(name) : undefined;
    // A view, or a table made in between: nobody knows whose rows it yields. Nor which column is which under new names.
    if ((isOurs && !table && !name.startsWith('pg_')) || (table?.teamColumn && alias?.colnames)) this.unbound.add(name);
    return graph.relation(alias?.aliasname ?? name, { table });
  }

  /** A condition that holds for every row within its reach. */
  #holds(condition: Node | undefined, scope: Scope, graph: Graph, reach: Reach): void {
    const both = as(condition, 'BoolExpr');
    if (both?.boolop === 'AND_EXPR') {
      for (const part of both.args ?? []) this.#holds(part, scope, graph, reach);
      return;
    }
    const link = as(condition, 'SubLink');
    const within = link?.operName ? undefined : subqueryOf(condition, 'ANY_SUBLINK');
    const existing = within ?? subqueryOf(condition, 'EXISTS_SUBLINK');
    if (existing && isPlain(existing)) {
      const outputs = this.select(existing, scope, graph, reach);
      const cells = within ? cellsOf(link?.testexpr) : [];
      for (const [at, cell] of cells.entries()) this.#equal(keyOf(cell, scope), outputs[at], graph, reach);
      return;
    }
    const rows = rowsCompared(condition);
    if (rows) {
      for (const [cell, others] of rows) this.#oneOf(cell, others, scope, graph, reach);
      this.lookInto(condition, scope);
      return;
    }
    const sides = sidesOf(condition);
    if (!sides) {
      this.lookInto(condition, scope);
      return;
    }
    if (isNull(sides.of[1])) this.#oneOf(sides.of[0], [sides.of[1]], scope, graph, reach);
    const [left, right] = sides.of.map((side) => this.#side(side, sides.subquery, scope, graph, reach));
    this.#equal(left!.key, right, graph, reach);
    this.#equal(right!.key, left, graph, reach);
  }

  /** One side of an equation; a subquery there has a row whenever the equation holds. */
  #side(node: Node, subquery: SubLinkType, scope: Scope, graph: Graph, reach: Reach): Output {
    const query = subqueryOf(node, subquery);
    if (query && isPlain(query)) {
      const [first] = this.select(query, scope, graph, reach);
      if (first) return first;
    }
    this.lookInto(node, scope);
    return { name: undefined, key: keyOf(node, scope), parameter: parameterOf(node) };
  }

  #equal(key: Key | undefined, other: Output | undefined, graph: Graph, reach: Reach): void {
    if (!key || key.isTold) return;
    if (other?.parameter !== undefined && reach(key.relation)) this.bind(key.relation, [other.parameter], graph);
    if (other?.key && reach(key.relation)) graph.lead(other.key.relation, key.relation);
  }

  /** `(a, b) IN ((c, d), …)`, cell by cell: `a` is one of the others. */
  #oneOf(cell: Node, others: readonly Node[], scope: Scope, graph: Graph, reach: Reach): void {
    const key = keyOf(cell, scope);
    // Nothing is NULL, as Prisma asks for a relation of no record: no row.
    const parameters = others.filter((other) => !isNull(other)).map(parameterOf);
    if (key && reach(key.relation) && parameters.every((parameter) => parameter !== undefined)) {
      this.bind(key.relation, parameters as number[], graph);
    }
    const [other] = others;
    if (others.length !== 1 || !other) return;
    this.#equal(key, { name: undefined, key: keyOf(other, scope), parameter: undefined }, graph, reach);
    this.#equal(keyOf(other, scope), { name: undefined, key, parameter: undefined }, graph, reach);
  }

  protected bind(relation: number, parameters: readonly number[], graph: Graph): void {
    graph.bind(relation);
    for (const parameter of parameters) this.parameters.add(parameter);
  }
}
