import { type Context, viewerOf } from '../../context.ts';
import type { Sql } from '../../database/sql.ts';
import type { Row } from '../../database/table.ts';
import type { FieldErrors } from '../../errors.ts';
import type { CreateIntegrationInput, UpdateIntegrationInput } from '../../generated/inputs.ts';
import { type Integration, Prisma } from '../../generated/prisma/client.ts';
import { messages } from '../../input/validation-messages.ts';
import { changeRecord } from '../../records/change-record.ts';
import { isNegative, missing, nameErrors, refuse } from '../../records/input-rules.ts';
import { INTEGRATION } from './loaders.ts';

/** Starts at 0: the ledger must explain the whole balance. */
export async function createIntegration(ctx: Context, input: CreateIntegrationInput): Promise<Integration> {
  const { team } = viewerOf(ctx);
  refuse(errorsOf(input));
  const { name, isBalanceManaged, lowBalance } = input;
  const updatedAt = await databaseTime(ctx.db);
  return ctx.db.prisma.integration.create({
    data: { teamId: team.id, name: name.trim(), isBalanceManaged, lowBalance, updatedAt },
  });
}

export function updateIntegration(ctx: Context, id: string, input: UpdateIntegrationInput): Promise<Integration> {
  refuse({ ...errorsOf(input), ...missing(input, 'isBalanceManaged') });
  const { name, isBalanceManaged, lowBalance } = input;
  return changeRecord(ctx, INTEGRATION, id, async (tx, current) => {
    const now = await databaseTime(tx);
    // Later than the ledger's last entry: see `moving`.
    const updatedAt = new Date(Math.max(now.getTime(), current.updatedAt.getTime() + 1));
    return tx.prisma.integration.update({
      where: { teamId_id: { teamId: current.teamId, id } },
      data: { name: name?.trim(), isBalanceManaged: isBalanceManaged ?? undefined, lowBalance, updatedAt },
    });
  });
}

/** Later entries of the ledger follow it, so it is not that of a process whose clock may be wrong. */
const databaseTime = async (db: Sql): Promise<Date> => (await db.row<{ now: Date }>`SELECT now() AS now`)!.now;

const errorsOf = ({ name, lowBalance }: UpdateIntegrationInput): FieldErrors => ({
  ...nameErrors(name),
  ...(isNegative(lowBalance) && { lowBalance: [messages.atLeast('lowBalance', 0)] }),
});

export function isBalanceLow({
  isBalanceManaged,
  balance,
  lowBalance,
}: Pick<Row<Integration>, 'isBalanceManaged' | 'balance' | 'lowBalance'>): boolean {
  return isBalanceManaged && lowBalance !== null && new Prisma.Decimal(balance).lessThan(lowBalance);
}
