import type { Row } from '../../database/table.ts';
import { type Integration, Prisma } from '../../generated/prisma/client.ts';

export function isBalanceLow({
  isBalanceManaged,
  balance,
  lowBalance,
}: Pick<Row<Integration>, 'isBalanceManaged' | 'balance' | 'lowBalance'>): boolean {
  return isBalanceManaged && lowBalance !== null && new Prisma.Decimal(balance).lessThan(lowBalance);
}
