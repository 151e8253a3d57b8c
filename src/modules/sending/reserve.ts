import { uuidv7 } from '../../database/uuid.ts';
import { type LedgerKind, Prisma } from '../../generated/prisma/client.ts';
import type { Batch } from './claim.ts';
import type { Route, SendKey, Tx } from './engine.ts';
import { decimalOf, microsOf } from './money.ts';
import { rowsOf } from './rows.ts';

/** The balance does not cover a batch: the campaign is paused, and says so. */
export class BalanceError extends Error {
  readonly integrationId: string;
  constructor(integrationId: string) {
    super('The integration’s balance does not cover the next messages.');
    this.integrationId = integrationId;
  }
}

/** A simulated route costs nothing, whatever its price says. */
export const costOf = (route: Pick<Route, 'price' | 'provider'>, parts: number): bigint =>
  route.provider === 'simulator' ? 0n : microsOf(route.price) * BigInt(parts);

/**
 * Takes what a batch costs at the most from its integration's balance, before anything is handed over: what is accepted
 * is paid for, the rest comes back when the batch is settled. One entry of the ledger per batch, under the batch's id.
 * Returns the amount.
 */
export async function reserve(tx: Tx, { teamId }: SendKey, { id, route, messages }: Batch, now: Date): Promise<string> {
  const amount = messages.reduce((sum, { smsParts }) => sum + costOf(route, smsParts), 0n);
  if (route.integrationId === null || amount === 0n) return '0';
  const reserved = decimalOf(amount);
  const moved = await enter(tx, teamId, route.integrationId, {
    kind: 'charge',
    amount: reserved,
    reason: `${messages.length} messages over route ${route.name}`,
    key: id,
    now,
  });
  if (moved === 'refused') throw new BalanceError(route.integrationId);
  return moved === 'not managed' ? '0' : reserved;
}

/** Gives back what a batch did not cost. */
export async function refund(
  tx: Tx,
  { teamId, integrationId, amount, now }: { teamId: string; integrationId: string; amount: bigint; now: Date },
): Promise<void> {
  if (amount <= 0n) return;
  await enter(tx, teamId, integrationId, {
    kind: 'refund',
    amount: decimalOf(amount),
    reason: 'Messages that were not accepted',
    key: uuidv7(),
    now,
  });
}

interface Entry {
  kind: LedgerKind;
  amount: string;
  reason: string;
  key: string;
  now: Date;
}

/** Balance and ledger in one statement; whether there is enough is decided by the update that takes it. */
async function enter(
  tx: Tx,
  teamId: string,
  integrationId: string,
  { kind, amount, reason, key, now }: Entry,
): Promise<'entered' | 'refused' | 'not managed'> {
  const change = kind === 'charge' ? `-${amount}` : amount;
  const [row] = await rowsOf<{ isManaged: boolean; entered: number }>(
    tx,
    Prisma.sql`
      WITH moved AS (
        UPDATE integrations SET balance = balance + ${change}::numeric,
          updated_at = greatest(${now}::timestamptz, updated_at + interval '1 millisecond')
        WHERE team_id = ${teamId}::uuid AND id = ${integrationId}::uuid
          AND is_balance_managed AND balance + ${change}::numeric >= 0
        RETURNING balance, updated_at
      ), entered AS (
        INSERT INTO ledger_entries
          (team_id, id, integration_id, kind, amount, balance_after, reason, webhook_request_id, created_at)
        SELECT ${teamId}::uuid, ${uuidv7()}::uuid, ${integrationId}::uuid, ${kind}::ledger_kind, ${amount}::numeric,
          balance, ${reason}, ${key}::uuid, updated_at FROM moved
        RETURNING 1)
      SELECT (SELECT count(*) FROM entered)::int AS entered,
        COALESCE((SELECT is_balance_managed FROM integrations
          WHERE team_id = ${teamId}::uuid AND id = ${integrationId}::uuid), false) AS "isManaged"`,
  );
  if (row!.entered > 0) return 'entered';
  return row!.isManaged ? 'refused' : 'not managed';
}
