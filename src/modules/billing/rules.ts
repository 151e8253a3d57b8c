import type { Row } from '../../database/table.ts';
import { type Integration, Prisma } from '../../generated/prisma/client.ts';

/** Where nothing can be charged no balance is low. */
export function isBalanceLow({
  isBalanceManaged,
  balance,
  lowBalance,
}: Pick<Row<Integration>, 'isBalanceManaged' | 'balance' | 'lowBalance'>): boolean {
  return isBalanceManaged && lowBalance !== null && new Prisma.Decimal(balance).lessThan(lowBalance);
}
