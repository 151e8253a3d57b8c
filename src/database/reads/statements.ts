import { currentScope, inScope, type StatementCount } from '../scope.ts';

/** Counts the SQL that `work` causes, whatever else uses the pool. An outer listener stays. */
export function countInto<T>(count: StatementCount, work: () => T): T {
  count.onStatement ??= currentScope().count?.onStatement;
  return inScope({ count }, work);
}

/** The statements of `work` are not counted. */
export const uncounted = <T>(work: () => T): T => inScope({ count: undefined }, work);

const TRANSACTION_CONTROL =
  /^\s*(?:begin|commit|rollback|savepoint|release|end|abort|start\s+transaction|set\s+transaction)\b/i;

/** Whether a statement only begins, names or ends a transaction. */
export function isTransactionControl(sql: string): boolean {
  return TRANSACTION_CONTROL.test(sql);
}

/** Returns a function to call when the statement ends, if anybody listens. */
export function countStatement(sql: string): ((error?: unknown) => void) | undefined {
  const { count } = currentScope();
  if (count === undefined) return undefined;
  if (!isTransactionControl(sql)) count.statements += 1;
  else if (count.transactionControl !== undefined) count.transactionControl += 1;
  return count.onStatement?.(sql);
}

/**
 * Counts a read outside any scope: to follow every request through its promises would cost more than the read's own count.
 */
export function countRead(count: StatementCount | undefined): void {
  if (count !== undefined && currentScope().count === undefined) count.statements += 1;
}
