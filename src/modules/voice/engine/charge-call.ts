import type { Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { move } from '../../billing/move.ts';

/**
 * Takes the cost of a call from the balance of its account's integration, once: the call's id is the key of the ledger's
 * entry, and a later cost changes nothing. The call has happened, so the balance may fall below zero; the account's campaigns
 * then pause. Simulated calls cost nothing.
 */
export async function chargeCall(
  tx: Tx,
  { teamId, id }: { teamId: string; id: string },
  voiceAccountId: string,
  cost: string,
): Promise<void> {
  if (!(Number(cost) > 0)) return;
  const integrationId = Prisma.sql`(SELECT a.integration_id FROM voice_accounts a WHERE a.team_id = ${teamId}::uuid
    AND a.id = ${voiceAccountId}::uuid AND a.adapter IS DISTINCT FROM 'simulator'
    -- Another integration may have paid, if the account had that one then.
    AND NOT EXISTS (SELECT FROM ledger_entries e WHERE e.team_id = ${teamId}::uuid AND e.webhook_request_id = ${id}::uuid
      AND e.call_id = ${id}::uuid))`;
  const of = { callId: id };
  await move(tx, teamId, {
    integrationId,
    kind: 'charge',
    amount: cost,
    reason: '1 call',
    key: id,
    mayOverdraw: true,
    of,
  });
}
