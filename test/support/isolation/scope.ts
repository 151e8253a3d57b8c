import type { Node } from 'libpg-query';
import type { Key, Output, Outputs, Relation } from './graph.ts';
import { as, bare, parameterOf, sidesOf, words } from './syntax.ts';

/** What names mean at one place of a statement. */
export interface Scope {
  readonly relations: Relation[];
  readonly outer: Scope | undefined;
  /** Queries of its WITH. */
  readonly named: Map<string, Outputs>;
}

export function find<T>(scope: Scope | undefined, look: (scope: Scope) => T | undefined): T | undefined {
  return scope && (look(scope) ?? find(scope.outer, look));
}

/** The column, where it says whose a row is. */
export function keyOf(node: Node | undefined, scope: Scope): Key | undefined {
  const path = words(as(bare(node), 'ColumnRef')?.fields);
  const column = path.at(-1);
  if (column === undefined) return undefined;
  const alias = path.at(-2);
  const relation = find(scope, ({ relations }) =>
    alias === undefined
      ? // What hides its columns may have this one, and then it is not one further out.
        (relations.find((one) => hasColumn(one, column)) ?? relations.find(hidesColumns))
      : relations.find((one) => one.alias === alias),
  );
  if (relation?.table?.teamColumn === column) return { relation: relation.id };
  return relation?.outputs?.find(({ name }) => name === column)?.key;
}

const hasColumn = ({ table, outputs }: Relation, column: string) =>
  table?.columns.has(column) || outputs?.some(({ name }) => name === column);

/** A function, a table of somebody else's, `SELECT *`. */
const hidesColumns = ({ table, outputs }: Relation) =>
  !table && (!outputs || outputs.some(({ name }) => name === undefined));

/** Keys that a condition compares: their rows exist wherever it holds. */
export function keysCompared(condition: Node | undefined, scope: Scope): Key[] {
  const both = as(condition, 'BoolExpr');
  if (both?.boolop === 'AND_EXPR') return (both.args ?? []).flatMap((part) => keysCompared(part, scope));
  return (sidesOf(condition)?.of ?? []).flatMap((side) => keyOf(side, scope) ?? []);
}

export function outputsOf(targets: readonly Node[] | undefined, scope: Scope): Output[] {
  return (targets ?? []).map((node) => {
    const { name, val } = as(node, 'ResTarget')!;
    const column = words(as(bare(val), 'ColumnRef')?.fields).at(-1);
    const key = keyOf(val, scope);
    return { name: name ?? column, key: key && { ...key, isTold: true }, parameter: parameterOf(val) };
  });
}

export const renamed = (outputs: Outputs, names: readonly (string | undefined)[]): Outputs =>
  outputs.map((output, at) => ({ ...output, name: names[at] ?? output.name }));
