export type Variables = Readonly<Record<string, unknown>>;

/** A page size, or 0 or 1 for `@skip` and `@include`. Known at once, or when the variables are. */
export type Factor = number | ((variables: Variables) => number);

/**
 * A constant and the parts that depend on variables. Uses of a fragment share its sum, which is computed once per
 * request.
 */
export interface Sum {
  constant: number;
  readonly parts: { readonly factor: Factor; readonly sum: Sum }[];
  value: number;
  round: number;
}

export const resolve = (factor: Factor, variables: Variables) =>
  typeof factor === 'number' ? factor : factor(variables);

export const sumOf = (constant: number): Sum => ({ constant, parts: [], value: 0, round: 0 });

export function add(sum: Sum, factor: Factor, part: Sum): void {
  if (typeof factor === 'number' && part.parts.length === 0) sum.constant += factor * part.constant;
  else sum.parts.push({ factor, sum: part });
}

export function totalOf(sum: Sum, variables: Variables, round: number): number {
  if (sum.parts.length === 0) return sum.constant;
  if (sum.round === round) return sum.value;
  let value = sum.constant;
  for (const part of sum.parts) {
    const factor = resolve(part.factor, variables);
    if (factor > 0) value += factor * totalOf(part.sum, variables, round);
  }
  sum.value = value;
  sum.round = round;
  return value;
}
