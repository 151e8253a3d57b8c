import {
  type DeleteStmt,
  type InsertStmt,
  type Node,
  parseSync,
  type RangeVar,
  type SelectStmt,
  SqlError,
  type SubLinkType,
  type UpdateStmt,
  type WithClause,
} from 'libpg-query';
import type { Catalogue } from './catalogue.ts';
import { Graph, type Key, type Output, type Outputs, type Relation } from './graph.ts';
import { find, keyOf, keysCompared, outputsOf, renamed, type Scope } from './scope.ts';
import { as, isPlain, parameterOf, sidesOf, subqueriesIn, subqueryOf, words } from './syntax.ts';

/** What a statement's text says about teams, whatever its values. */
export interface Proof {
  /** Numbers of the parameters that must all be the team. */
  readonly parameters: readonly number[];
  /** Tables of which it may touch another team's rows, and why: nothing when it cannot. */
  readonly unbound: readonly string[];
}

/** Neither reads nor writes rows. */
const HARMLESS = ['TransactionStmt', 'VariableSetStmt', 'VariableShowStmt', 'ListenStmt', 'UnlistenStmt', 'NotifyStmt'];

/** Which relations a condition says something about: one that may not hold for a row says nothing about it. */
type Reach = (relation: number) => boolean;

const everything: Reach = () => true;

/**
 * Proves that a statement touches rows of one team alone: each team-owned table that it names has the team's column
 * compared with a parameter, or shares an id with a table that has, by conditions that hold for every row. What is not
 * understood proves nothing, so that a statement is refused rather than let through.
 */
export function prove(text: string, catalogue: Catalogue): Proof {
  const prover = new Prover(catalogue);
  try {
    for (const { stmt } of parseSync(text).stmts ?? []) prover.top(stmt!);
  } catch (error) {
    if (!(error instanceof SqlError)) throw error;
    prover.unbound.add(`(${error.message})`);
  }
  return { parameters: [...prover.parameters], unbound: [...prover.unbound] };
}

class Prover {
  readonly #catalogue: Catalogue;
  readonly parameters = new Set<number>();
  readonly unbound = new Set<string>();
  /** Parts of the statement whose conditions hold for nothing outside of them; looked at once all that holds is known. */
  #apart: ((graph: Graph) => void)[] = [];

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  top(node: Node): void {
    const kind = Object.keys(node)[0]!;
    if (HARMLESS.includes(kind)) return;
    this.#inItself(null, (graph) => {
      if (this.#statement(node, undefined, graph, everything) === undefined) this.unbound.add(`(${kind})`);
    });
  }

  /** What `work` finds must be bound, with what is known of the outside and without telling the outside anything. */
  #inItself(outside: Graph | null, work: (graph: Graph) => void): void {
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
  #lookInto(pieces: unknown, scope: Scope): void {
    for (const query of subqueriesIn(pieces)) this.#keepApart(query, scope);
  }

  #keepApart(query: SelectStmt, scope: Scope): void {
    this.#apart.push((outside) => this.#inItself(outside, (graph) => void this.#alone(query, scope, graph)));
  }

  /** A query that learns from what is around it and tells it nothing. */
  #alone(query: SelectStmt, outer: Scope | undefined, graph: Graph): Outputs {
    const first = graph.next;
    return this.#select(query, outer, graph, (relation) => relation >= first);
  }

  #statement(node: Node, outer: Scope | undefined, graph: Graph, reach: Reach): Outputs | undefined {
    const select = as(node, 'SelectStmt');
    if (select) return this.#select(select, outer, graph, reach);
    const insert = as(node, 'InsertStmt');
    if (insert) return this.#insert(insert, outer, graph);
    const update = as(node, 'UpdateStmt');
    if (update) return this.#change(update, update.fromClause, update.targetList, outer, graph);
    const remove = as(node, 'DeleteStmt');
    if (remove) return this.#change(remove, remove.usingClause, undefined, outer, graph);
    return undefined;
  }

  #scope(outer: Scope | undefined, withClause: WithClause | undefined, graph: Graph): Scope {
    const scope: Scope = { relations: [], outer, named: new Map() };
    for (const item of withClause?.ctes ?? []) {
      const { ctename, ctequery, aliascolnames } = as(item, 'CommonTableExpr')!;
      const first = graph.next;
      const outputs = this.#statement(ctequery!, scope, graph, (relation) => relation >= first);
      if (outputs === undefined) this.unbound.add(`(${ctename})`);
      scope.named.set(ctename!, renamed(outputs ?? [], words(aliascolnames)));
    }
    return scope;
  }

  #select(query: SelectStmt, outer: Scope | undefined, graph: Graph, reach: Reach): Outputs {
    const scope = this.#scope(outer, query.withClause, graph);
    if (query.op !== 'SETOP_NONE') {
      for (const arm of [query.larg!, query.rarg!]) this.#alone(arm, scope, graph);
      this.#lookInto([query.sortClause, query.limitCount, query.limitOffset], scope);
      return [];
    }
    this.#from(query.fromClause, query.whereClause, scope, graph, reach);
    const { targetList, groupClause, havingClause, sortClause, windowClause, distinctClause } = query;
    this.#lookInto([targetList, groupClause, havingClause, sortClause, windowClause, distinctClause], scope);
    this.#lookInto([query.limitCount, query.limitOffset, query.valuesLists], scope);
    return outputsOf(targetList, scope);
  }

  /** UPDATE and DELETE: `others` is what stands beside the table. */
  #change(
    { relation, whereClause, withClause, returningClause }: UpdateStmt | DeleteStmt,
    others: readonly Node[] | undefined,
    assignments: readonly Node[] | undefined,
    outer: Scope | undefined,
    graph: Graph,
  ): Outputs {
    const scope = this.#scope(outer, withClause, graph);
    const target = this.#enter(this.#table(relation!, graph), scope, graph);
    this.#from(others, whereClause, scope, graph, everything);
    this.#lookInto([assignments, returningClause?.exprs], scope);
    this.#keepsTeam(target, assignments);
    return outputsOf(returningClause?.exprs, scope);
  }

  /** A row may be given its team, which then is the one in force, and no other. */
  #keepsTeam({ table }: Relation, assignments: readonly Node[] | undefined): void {
    for (const node of assignments ?? []) {
      const { name, val } = as(node, 'ResTarget')!;
      if (name === undefined || name !== table?.teamColumn) continue;
      const parameter = parameterOf(val);
      if (parameter === undefined) this.unbound.add(table.name);
      else this.parameters.add(parameter);
    }
  }

  #insert(
    { relation, cols, selectStmt, onConflictClause, withClause, returningClause }: InsertStmt,
    outer: Scope | undefined,
    graph: Graph,
  ): Outputs {
    const scope = this.#scope(outer, withClause, graph);
    const rows = as(selectStmt, 'SelectStmt');
    const yielded = rows ? this.#alone(rows, scope, graph) : [];
    const target = this.#enter(this.#table(relation!, graph), scope, graph);
    const { table } = target;
    const names = (cols ?? []).map((column) => as(column, 'ResTarget')!.name);
    const at = names.indexOf(table?.teamColumn);
    if (table?.teamColumn && rows?.valuesLists) {
      const teams = rows.valuesLists.map((row) => parameterOf(as(row, 'List')?.items?.[at]));
      if (at >= 0 && teams.every((team) => team !== undefined)) this.#bind(target.id, teams as number[], graph);
    } else if (table?.teamColumn) {
      const { key, parameter } = yielded[at] ?? {};
      if (parameter !== undefined) this.#bind(target.id, [parameter], graph);
      if (key?.names === 'teams') graph.lead(key.relation, target.id);
    } else {
      // It belongs to whom it names; that those are of one team is for the triggers.
      graph.bind(target.id);
    }
    if (onConflictClause?.action === 'ONCONFLICT_UPDATE') {
      const keys = (onConflictClause.infer?.indexElems ?? []).map((item) => as(item, 'IndexElem')?.name);
      // The row that is in the way may be anybody's unless the key says whose it is.
      const isOurs = keys.some((key) =>
        table?.teamColumn ? key === table.teamColumn : key !== undefined && key !== 'id' && table?.names.has(key),
      );
      if (table?.owned && !isOurs) this.unbound.add(table.name);
      this.#keepsTeam(target, onConflictClause.targetList);
    }
    this.#lookInto([onConflictClause, returningClause?.exprs], scope);
    return outputsOf(returningClause?.exprs, scope);
  }

  #from(items: readonly Node[] | undefined, where: Node | undefined, scope: Scope, graph: Graph, reach: Reach): void {
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
    if (!join) return [this.#enter(this.#read(item, scope, graph), scope, graph)];
    const left = this.#relations(join.larg!, scope, graph, around);
    const right = this.#relations(join.rarg!, scope, graph, around);
    around.joins.push(() => {
      const ids = new Set(right.map(({ id }) => id));
      const isInner = join.jointype === 'JOIN_INNER' || right.some(({ id }) => around.sure.has(id));
      const isKnown = join.jointype === 'JOIN_INNER' || join.jointype === 'JOIN_LEFT';
      if (!isKnown) this.#lookInto(join.quals, scope);
      else this.#holds(join.quals, scope, graph, (id) => around.reach(id) && (isInner || ids.has(id)));
    });
    return [...left, ...right];
  }

  #enter(relation: Relation, scope: Scope, graph: Graph): Relation {
    graph.require(relation);
    scope.relations.push(relation);
    return relation;
  }

  #read(item: Node, scope: Scope, graph: Graph): Relation {
    const variable = as(item, 'RangeVar');
    if (variable) {
      const { relname, schemaname, alias } = variable;
      const outputs = schemaname ? undefined : find(scope, ({ named }) => named.get(relname!));
      if (!outputs) return this.#table(variable, graph);
      return graph.relation(alias?.aliasname ?? relname!, { outputs: renamed(outputs, words(alias?.colnames)) });
    }
    const subselect = as(item, 'RangeSubselect');
    const query = as(subselect?.subquery, 'SelectStmt');
    if (subselect && query) {
      const outputs = this.#alone(query, subselect.lateral ? scope : { ...scope, relations: [] }, graph);
      const { aliasname = '', colnames } = subselect.alias ?? {};
      return graph.relation(aliasname, { outputs: renamed(outputs, words(colnames)) });
    }
    const called = as(item, 'RangeFunction');
    if (!called) this.unbound.add(`(${Object.keys(item)[0]})`);
    this.#lookInto(item, scope);
    return graph.relation(called?.alias?.aliasname ?? '');
  }

  #table({ relname: name = '', schemaname, alias }: RangeVar, graph: Graph): Relation {
    const isOurs = schemaname === undefined || schemaname === 'public';
    const table = isOurs ? this.#catalogue.get(name) : undefined;
    // A view, or a table made in between: nobody knows whose rows it yields. Nor which column is which under new names.
    if ((isOurs && !table && !name.startsWith('pg_')) || (table?.owned && alias?.colnames)) this.unbound.add(name);
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
      const [first] = this.#select(existing, scope, graph, reach);
      if (within) this.#equal(keyOf(link?.testexpr, scope), first, graph, reach);
      return;
    }
    const sides = sidesOf(condition);
    if (!sides) {
      this.#lookInto(condition, scope);
      return;
    }
    const [left, right] = sides.of.map((side) => this.#side(side, sides.subquery, scope, graph, reach));
    this.#equal(left!.key, right, graph, reach);
    this.#equal(right!.key, left, graph, reach);
  }

  /** One side of an equation; a subquery there has a row whenever the equation holds. */
  #side(node: Node, subquery: SubLinkType, scope: Scope, graph: Graph, reach: Reach): Output {
    const query = subqueryOf(node, subquery);
    if (query && isPlain(query)) {
      const [first] = this.#select(query, scope, graph, reach);
      if (first) return first;
    }
    this.#lookInto(node, scope);
    return { name: undefined, key: keyOf(node, scope), parameter: parameterOf(node) };
  }

  #equal(key: Key | undefined, other: Output | undefined, graph: Graph, reach: Reach): void {
    if (!key || key.isTold) return;
    if (key.names === 'teams' && other?.parameter !== undefined && reach(key.relation)) {
      this.#bind(key.relation, [other.parameter], graph);
    }
    if (other?.key?.names === key.names && reach(key.relation)) graph.lead(other.key.relation, key.relation);
  }

  #bind(relation: number, parameters: readonly number[], graph: Graph): void {
    graph.bind(relation);
    for (const parameter of parameters) this.parameters.add(parameter);
  }
}
