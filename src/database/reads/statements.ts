import { currentScope, inScope } from '../scope.ts';

export type StatementCount = {
  /** Everything but transaction control: what a reader of the code would call "the queries". */
  statements: number;
  /** BEGIN, COMMIT, SAVEPOINT and the like, counted only where somebody asks by setting it to 0. */
  transactionControl?: number;
  /** Told of every statement as it is sent; what it returns is called when the statement has ended. */
  onStatement?: (sql: string) => (error?: unknown) => void;
};

/** Counts the SQL that `work` causes, whatever else uses the pool. A listener around it goes on listening. */
export function countInto<T>(count: StatementCount, work: () => T): T {
  count.onStatement ??= currentScope().count?.onStatement;
  return inScope({ count }, work);
}

/** What `work` sends is counted nowhere. */
export const uncounted = <T>(work: () => T): T => inScope({ count: undefined }, work);

const TRANSACTION_CONTROL =
  /^\s*(?:begin|commit|rollback|savepoint|release|end|abort|start\s+transaction|set\s+transaction)\b/i;

/** Observers are given every statement; this tells those apart that only open, name or close a transaction. */
export function isTransactionControl(sql: string): boolean {
  return TRANSACTION_CONTROL.test(sql);
}

/** Gives what to call when the statement has ended, where somebody wants to know. */
export function countStatement(sql: string): ((error?: unknown) => void) | undefined {
  const { count } = currentScope();
  if (count === undefined) return undefined;
  if (!isTransactionControl(sql)) count.statements += 1;
  else if (count.transactionControl !== undefined) count.transactionControl += 1;
  return count.onStatement?.(sql);
}

/**
 * Counts a read that is in no scope: following every request through its promises would cost more
 * than what is counted.
 */
export function countRead(count: StatementCount | undefined): void {
  if (count !== undefined && currentScope().count === undefined) count.statements += 1;
}
