import {
  type DeleteStmt,
  type InsertStmt,
  type Node,
  parseSync,
  type SelectStmt,
  SqlError,
  type UpdateStmt,
  type WithClause,
} from 'libpg-query';
import type { Catalogue } from './catalogue.ts';
import { Conditions, type Reach } from './conditions.ts';
import type { Graph, Outputs, Relation } from './graph.ts';
import { outputsOf, renamed, type Scope } from './scope.ts';
import { as, parameterOf, words } from './syntax.ts';

/** What a statement's text says about teams, whatever its values. */
export interface Proof {
  /** Numbers of the parameters that must all be the team. */
  readonly parameters: readonly number[];
  /** Tables of which it may touch another team's rows, and why: nothing when it cannot. */
  readonly unbound: readonly string[];
}

/** Neither reads nor writes rows. */
const HARMLESS = ['TransactionStmt', 'VariableSetStmt', 'VariableShowStmt', 'ListenStmt', 'UnlistenStmt', 'NotifyStmt'];

const everything: Reach = () => true;

/**
 * Proves that a statement touches rows of one team alone: each team-owned table that it names has the team's column
 * compared with a parameter, or with that of a table that has, by conditions that hold for every row. What is not
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

class Prover extends Conditions {
  top(node: Node): void {
    const kind = Object.keys(node)[0]!;
    if (HARMLESS.includes(kind)) return;
    this.inItself(null, (graph) => {
      if (this.#statement(node, undefined, graph, everything) === undefined) this.unbound.add(`(${kind})`);
    });
  }

  #statement(node: Node, outer: Scope | undefined, graph: Graph, reach: Reach): Outputs | undefined {
    const select = as(node, 'SelectStmt');
    if (select) return this.select(select, outer, graph, reach);
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

  protected override select(query: SelectStmt, outer: Scope | undefined, graph: Graph, reach: Reach): Outputs {
    const scope = this.#scope(outer, query.withClause, graph);
    if (query.op !== 'SETOP_NONE') {
      for (const arm of [query.larg!, query.rarg!]) this.alone(arm, scope, graph);
      this.lookInto([query.sortClause, query.limitCount, query.limitOffset], scope);
      return [];
    }
    this.from(query.fromClause, query.whereClause, scope, graph, reach);
    const { targetList, groupClause, havingClause, sortClause, windowClause, distinctClause } = query;
    this.lookInto([targetList, groupClause, havingClause, sortClause, windowClause, distinctClause], scope);
    this.lookInto([query.limitCount, query.limitOffset, query.valuesLists], scope);
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
    const target = this.enter(this.table(relation!, graph), scope, graph);
    this.from(others, whereClause, scope, graph, everything);
    this.lookInto([assignments, returningClause?.exprs], scope);
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
    const yielded = rows ? this.alone(rows, scope, graph) : [];
    const target = this.enter(this.table(relation!, graph), scope, graph);
    const { table } = target;
    const names = (cols ?? []).map((column) => as(column, 'ResTarget')!.name);
    const at = names.indexOf(table?.teamColumn);
    if (table?.teamColumn && rows?.valuesLists) {
      const teams = rows.valuesLists.map((row) => parameterOf(as(row, 'List')?.items?.[at]));
      if (at >= 0 && teams.every((team) => team !== undefined)) this.bind(target.id, teams as number[], graph);
    } else if (table?.teamColumn) {
      const { key, parameter } = yielded[at] ?? {};
      if (parameter !== undefined) this.bind(target.id, [parameter], graph);
      if (key) graph.lead(key.relation, target.id);
    }
    if (onConflictClause?.action === 'ONCONFLICT_UPDATE') {
      const keys = (onConflictClause.infer?.indexElems ?? []).map((item) => as(item, 'IndexElem')?.name);
      // The row that is in the way may be anybody's unless the key says whose it is.
      if (table?.teamColumn && !keys.includes(table.teamColumn)) this.unbound.add(table.name);
      this.#keepsTeam(target, onConflictClause.targetList);
    }
    this.lookInto([onConflictClause, returningClause?.exprs], scope);
    return outputsOf(returningClause?.exprs, scope);
  }
}
