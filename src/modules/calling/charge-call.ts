import type { Tx } from '../../database/transaction.ts';
import { uuidv7 } from '../../database/uuid.ts';

/**
 * Takes the cost of a call from the balance of its account's integration, once: the call's id is the key of the ledger's
 * entry, and a later cost changes nothing. The call has happened, so the balance may fall below zero; the account's campaigns
 * then pause. Simulated calls cost nothing.
 */
export async function chargeCall(
  tx: Tx,
  { teamId, id, toNumber }: { teamId: string; id: string; toNumber: bigint | string },
  voiceAccountId: string,
  cost: string,
): Promise<void> {
  if (!(Number(cost) > 0)) return;
  await tx.change`
    WITH moved AS (
      UPDATE integrations i SET balance = i.balance - ${cost}::numeric,
        updated_at = greatest(now(), i.updated_at + interval '1 millisecond')
      FROM voice_accounts a
      WHERE a.team_id = ${teamId}::uuid AND a.id = ${voiceAccountId}::uuid AND a.adapter IS DISTINCT FROM 'simulator'
        AND i.team_id = ${teamId}::uuid AND i.id = a.integration_id AND i.is_balance_managed
        AND NOT EXISTS (SELECT FROM ledger_entries e
          WHERE e.team_id = ${teamId}::uuid AND e.integration_id = i.id AND e.webhook_request_id = ${id}::uuid)
      RETURNING i.id, i.balance, i.updated_at)
    INSERT INTO ledger_entries
      (team_id, id, integration_id, kind, amount, balance_after, reason, webhook_request_id, created_at)
    SELECT ${teamId}::uuid, ${uuidv7()}::uuid, moved.id, 'charge', ${cost}::numeric, moved.balance,
      ${`Call to ${toNumber}`}, ${id}::uuid, moved.updated_at FROM moved`;
}
