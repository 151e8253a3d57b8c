import type { Tx } from '../../../database/transaction.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import { move, type PaidFor } from '../../billing/move.ts';
import type { Batch } from './batch.ts';
import type { SendKey } from './engine.ts';
import { costOf, decimalOf, microsOf } from './money.ts';

/** The balance does not cover a batch. */
export class BalanceError extends Error {
  readonly routeId: string;
  /** How many messages it does cover, from the first one on. */
  readonly affordable: number;
  constructor(routeId: string, affordable: number) {
    super('The integration’s balance does not cover the next messages.');
    this.routeId = routeId;
    this.affordable = affordable;
  }
}

/** What a message's row keeps of its cost. A later change of the price applies to later messages. */
export interface Paid {
  cost: string | null;
  /** The integration whose balance paid. Null when none did. */
  integrationId: string | null;
}

/**
 * Takes the cost of a batch from its integration's balance before anything is handed over. When the batch is settled, the
 * cost of what was not accepted is given back. The ledger gets one entry for the batch, under the batch's id.
 */
export async function reserve(
  tx: Tx,
  { teamId, sendId }: SendKey,
  { id, route, messages }: Batch,
  now: Date,
): Promise<void> {
  const costs = messages.map(({ smsParts }) => costOf(route, smsParts));
  const amount = costs.reduce((sum, cost) => sum + cost, 0n);
  if (route.payerId === null || amount === 0n) return;
  const isPaid = await move(tx, teamId, {
    integrationId: route.payerId,
    kind: 'charge',
    amount: decimalOf(amount),
    reason: `${messages.length} messages over route ${route.name}`,
    key: id,
    now,
    of: { smsSendId: sendId, routeId: route.id },
  });
  if (isPaid) return;
  const balance = await managedBalance(tx, teamId, route.payerId);
  if (balance !== null) throw new BalanceError(route.id, within(costs, balance));
  // The balance is no longer managed since the route was read: nobody paid, and nobody gets anything back.
  await tx.change`UPDATE sms_messages SET integration_id = NULL
      WHERE team_id = ${teamId}::uuid AND id = ANY(${messages.map((message) => message.id)}::uuid[])`;
}

/** Null where the balance is not managed. */
export async function managedBalance(tx: Tx, teamId: string, id: string): Promise<bigint | null> {
  const row = await tx.row<{ balance: string }>`SELECT balance FROM integrations
    WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid AND is_balance_managed`;
  return row ? microsOf(row.balance) : null;
}

/** How many costs the balance covers, from the first one on. */
export function within(costs: readonly bigint[], balance: bigint): number {
  let left = balance;
  const first = costs.findIndex((cost) => {
    left -= cost;
    return left < 0n;
  });
  return first < 0 ? costs.length : first;
}

/** Those that the balance covers, in their order: one that is too dear holds up no cheaper one. */
export function coveredOf<One>(those: readonly One[], costOf: (one: One) => bigint, balance: bigint): One[] {
  let left = balance;
  return those.filter((one) => {
    const cost = costOf(one);
    if (cost > left) return false;
    left -= cost;
    return true;
  });
}

/** Gives the cost of messages back to the integrations that paid. */
export async function refund(
  tx: Tx,
  teamId: string,
  messages: readonly Paid[],
  now: Date,
  of: PaidFor = {},
): Promise<void> {
  const amounts = new Map<string, bigint>();
  for (const { cost, integrationId } of messages) {
    if (cost === null || integrationId === null) continue;
    amounts.set(integrationId, (amounts.get(integrationId) ?? 0n) + microsOf(cost));
  }
  for (const [integrationId, amount] of [...amounts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (amount === 0n) continue;
    const reason = 'Messages that were not accepted';
    await move(tx, teamId, {
      integrationId,
      kind: 'refund',
      amount: decimalOf(amount),
      reason,
      key: uuidv7(),
      now,
      of,
    });
  }
}
