import type { Context } from '../../context.ts';
import { is, listFilter, listOf, textWithin } from '../../database/reads/filters.ts';
import { isUuid } from '../../database/reads/lists.ts';
import type { Row } from '../../database/table.ts';
import { tables } from '../../database/tables.ts';
import type { FieldErrors } from '../../errors.ts';
import type { ChargeIntegrationInput, TopUpIntegrationInput } from '../../generated/inputs.ts';
import { type LedgerEntry, Prisma } from '../../generated/prisma/client.ts';
import { messages } from '../../input/validation-messages.ts';
import { isNegative, refuse } from '../../records/input-rules.ts';
import { moveBalance } from './ledger.ts';
import { ledgerFilter } from './loaders.ts';

const MAX_REASON = 500;

/**
 * E7. A repeat of `webhookRequestId` returns the first entry. Not in the reference: another cost under the same key is
 * refused.
 */
export async function chargeIntegration(
  ctx: Context,
  { cost, meta }: ChargeIntegrationInput,
): Promise<Row<LedgerEntry>> {
  const { integrationId, reason, webhookRequestId: key } = meta;
  refuse({
    ...amountErrors('cost', cost),
    ...idErrors('meta.integrationId', integrationId),
    ...reasonErrors('meta.reason', reason),
    ...idErrors('meta.webhookRequestId', key),
  });
  return moveBalance(ctx, { integrationId, kind: 'charge', amount: cost, reason, key });
}

export async function topUpIntegration(ctx: Context, input: TopUpIntegrationInput): Promise<Row<LedgerEntry>> {
  const { integrationId, amount, requestId: key } = input;
  const reason = input.reason ?? null;
  refuse({
    ...idErrors('integrationId', integrationId),
    ...amountErrors('amount', amount),
    ...(reason !== null && reasonErrors('reason', reason)),
    ...idErrors('requestId', key),
  });
  return moveBalance(ctx, { integrationId, kind: 'top_up', amount, reason, key });
}

const idErrors = (path: string, id: string): FieldErrors => (isUuid(id) ? {} : { [path]: [messages.uuid(path)] });

const amountErrors = (path: string, amount: string): FieldErrors =>
  isNegative(amount) || !/[1-9]/.test(amount) ? { [path]: [messages.moreThan(path, 0)] } : {};

function reasonErrors(path: string, reason: string): FieldErrors {
  if (reason.trim() === '') return { [path]: [messages.required(path)] };
  return reason.length > MAX_REASON ? { [path]: [messages.atMostCharacters(path, MAX_REASON)] } : {};
}

const LOW = Prisma.sql`((t.is_balance_managed AND t.balance < t.low_balance) IS TRUE)`;

export const integrationFilter = listFilter('IntegrationFilter', {
  name: textWithin('the name'),
  isBalanceManaged: is('Boolean', 'With a balance that is kept here, or without.'),
  isBalanceLow: is('Boolean', 'With a balance below its `lowBalance`, or not.', LOW),
});

export const listIntegrations = listOf(tables.Integration, integrationFilter);

export const listLedgerEntries = listOf(tables.LedgerEntry, ledgerFilter);
