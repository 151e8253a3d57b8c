import { createHash } from 'node:crypto';
import type { Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { move } from '../../billing/move.ts';

/**
 * Takes the cost of a call from the balance of its account's integration, once, and a later cost changes nothing. The key of the
 * ledger's entry is derived from the call's id, so that no charge of a service (E7) takes its place. The call has happened, so the balance may fall below zero; the account's campaigns
 * then pause. Simulated calls cost nothing.
 */
export async function chargeCall(
  tx: Tx,
  { teamId, id }: { teamId: string; id: string },
  voiceAccountId: string,
  cost: string,
): Promise<void> {
  if (!(Number(cost) > 0)) return;
  const key = keyOf(id);
  // Until 0.1.0 the key was the id itself.
  const integrationId = Prisma.sql`(SELECT a.integration_id FROM voice_accounts a WHERE a.team_id = ${teamId}::uuid
    AND a.id = ${voiceAccountId}::uuid AND a.adapter IS DISTINCT FROM 'simulator'
    -- Another integration may have paid, if the account had that one then.
    AND NOT EXISTS (SELECT FROM ledger_entries e WHERE e.team_id = ${teamId}::uuid AND e.webhook_request_id = ANY(${[key, id]}::uuid[])
      AND e.call_id = ${id}::uuid))`;
  const of = { callId: id };
  await move(tx, teamId, {
    integrationId,
    kind: 'charge',
    amount: cost,
    reason: '1 call',
    key,
    mayOverdraw: true,
    of,
  });
}

/** A UUID of version 8. */
function keyOf(callId: string): string {
  const hash = createHash('sha256').update(`charge of call ${callId}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
