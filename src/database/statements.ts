import { AsyncLocalStorage } from 'node:async_hooks';

export type StatementCount = {
  /** Everything but transaction control: what a reader of the code would call "the queries". */
  statements: number;
  /** BEGIN, COMMIT, SAVEPOINT and the like, counted only where somebody asks by setting it to 0. */
  transactionControl?: number;
};

/** `statementCounter.run({ statements: 0 }, work)` counts the SQL that `work` causes, whoever else uses the pool. */
export const statementCounter = new AsyncLocalStorage<StatementCount>();

const TRANSACTION_CONTROL =
  /^\s*(?:begin|commit|rollback|savepoint|release|end|abort|start\s+transaction|set\s+transaction)\b/i;

/** Observers are given every statement; this tells those apart that only open, name or close a transaction. */
export function isTransactionControl(sql: string): boolean {
  return TRANSACTION_CONTROL.test(sql);
}

export function countStatement(sql: string): void {
  const count = statementCounter.getStore();
  if (count === undefined) return;
  if (!isTransactionControl(sql)) count.statements += 1;
  else if (count.transactionControl !== undefined) count.transactionControl += 1;
}
