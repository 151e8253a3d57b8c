import { type Context, viewerOf } from '../../context.ts';
import type { Row } from '../../database/table.ts';
import type { FieldErrors } from '../../errors.ts';
import type { CreateIntegrationInput, UpdateIntegrationInput } from '../../generated/inputs.ts';
import { type Integration, Prisma } from '../../generated/prisma/client.ts';
import { messages } from '../../input/validation-messages.ts';
import { changeRecord } from '../../records/change-record.ts';
import { isNegative, missing, nameErrors, refuse } from '../../records/input-rules.ts';
import { INTEGRATION } from './loaders.ts';

/** Starts at 0: the ledger must explain the whole balance. */
export function createIntegration(ctx: Context, input: CreateIntegrationInput): Promise<Integration> {
  const { team } = viewerOf(ctx);
  refuse(errorsOf(input));
  const { name, isBalanceManaged, lowBalance } = input;
  return ctx.db.prisma.integration.create({
    data: { teamId: team.id, name: name.trim(), isBalanceManaged, lowBalance },
  });
}

export function updateIntegration(ctx: Context, id: string, input: UpdateIntegrationInput): Promise<Integration> {
  refuse({ ...errorsOf(input), ...missing(input, 'isBalanceManaged') });
  const { name, isBalanceManaged, lowBalance } = input;
  return changeRecord(ctx, INTEGRATION, id, (tx, current) => {
    // Later than the ledger's last entry: see moveBalance.
    const updatedAt = new Date(Math.max(Date.now(), current.updatedAt.getTime() + 1));
    return tx.prisma.integration.update({
      where: { teamId_id: { teamId: current.teamId, id } },
      data: { name: name?.trim(), isBalanceManaged: isBalanceManaged ?? undefined, lowBalance, updatedAt },
    });
  });
}

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
