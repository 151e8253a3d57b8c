import type { Node, SelectStmt, SubLinkType } from 'libpg-query';

/** The parser's tree, read by the few of its shapes that say something about teams. */

/** `tag` and `node` of `{ tag: node }`. */
type Tags = Node extends infer One ? (One extends unknown ? keyof One : never) : never;
type NodeOf<Tag extends Tags> = Extract<Node, Record<Tag, unknown>>[Tag];

export function as<Tag extends Tags>(node: Node | undefined, tag: Tag): NodeOf<Tag> | undefined {
  return (node as { [Name in Tag]?: NodeOf<Name> } | undefined)?.[tag];
}

export const words = (nodes: readonly Node[] | undefined): (string | undefined)[] =>
  (nodes ?? []).map((node) => as(node, 'String')?.sval);

/** `$1::uuid` → `$1`. */
export function bare(node: Node | undefined): Node | undefined {
  const cast = as(node, 'TypeCast');
  return cast ? bare(cast.arg) : node;
}

export const parameterOf = (node: Node | undefined): number | undefined => as(bare(node), 'ParamRef')?.number;

export const isNull = (node: Node | undefined): boolean => as(bare(node), 'A_Const')?.isnull === true;

/** What is in the parentheses of a subquery of this kind. */
export function subqueryOf(node: Node | undefined, kind: SubLinkType): SelectStmt | undefined {
  const link = as(bare(node), 'SubLink');
  return link?.subLinkType === kind ? as(link.subselect, 'SelectStmt') : undefined;
}

/** Yields no row unless its FROM and WHERE do: no aggregate, no set operation. */
export function isPlain({ op, groupClause, havingClause, valuesLists, targetList }: SelectStmt): boolean {
  if (op !== 'SETOP_NONE' || groupClause || havingClause || valuesLists) return false;
  return !AGGREGATES.some((tag) => contains(targetList, tag));
}

const AGGREGATES = ['FuncCall', 'JsonArrayAgg', 'JsonObjectAgg'] as const;

function contains(value: unknown, tag: Tags): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, child]) => key === tag || contains(child, tag));
}

/** Every outermost SELECT anywhere in a piece of a tree. */
export function subqueriesIn(value: unknown): SelectStmt[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    key === 'SelectStmt' ? [child as SelectStmt] : subqueriesIn(child),
  );
}

export interface Sides {
  readonly of: readonly [Node, Node];
  /** The kind of subquery that has a row wherever both are equal. */
  readonly subquery: SubLinkType;
}

/** Both sides of `a = b`, `a IN (b)` and `a = ANY(ARRAY(SELECT b …))`. */
export function sidesOf(condition: Node | undefined): Sides | undefined {
  const { kind, name, lexpr, rexpr } = as(condition, 'A_Expr') ?? {};
  if (!lexpr || !rexpr || words(name).at(-1) !== '=') return undefined;
  if (kind === 'AEXPR_OP') return { of: [lexpr, rexpr], subquery: 'EXPR_SUBLINK' };
  if (kind === 'AEXPR_OP_ANY' && subqueryOf(rexpr, 'ARRAY_SUBLINK')) {
    return { of: [lexpr, rexpr], subquery: 'ARRAY_SUBLINK' };
  }
  const items = kind === 'AEXPR_IN' ? as(rexpr, 'List')?.items : undefined;
  return items?.length === 1 ? { of: [lexpr, items[0]!], subquery: 'EXPR_SUBLINK' } : undefined;
}

/** The cells of `(a, b)`; of anything else itself. */
export const cellsOf = (node: Node | undefined): readonly Node[] => as(node, 'RowExpr')?.args ?? (node ? [node] : []);

/** Each cell of `(a, b) = (c, d)` or `(a, b) IN ((c, d), (e, f))` with what it may be. */
export function rowsCompared(condition: Node | undefined): [cell: Node, others: readonly Node[]][] | undefined {
  const { kind, name, lexpr, rexpr } = as(condition, 'A_Expr') ?? {};
  if (!rexpr || !as(lexpr, 'RowExpr') || words(name).at(-1) !== '=') return undefined;
  const rows = kind === 'AEXPR_IN' ? as(rexpr, 'List')?.items : kind === 'AEXPR_OP' ? [rexpr] : undefined;
  if (!rows?.every((row) => as(row, 'RowExpr'))) return undefined;
  return cellsOf(lexpr).map((cell, at) => [cell, rows.map((row) => cellsOf(row)[at]!)]);
}
