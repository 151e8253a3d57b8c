import { createHash } from 'node:crypto';
import type { Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { move } from '../../billing/move.ts';
import { decimalOf, type Micros, microsOf } from '../../delivery/engine/money.ts';

interface Charged {
  teamId: string;
  id: string;
  cost: string | null;
}

/**
 * Takes the cost of a call from the balance of its account's integration, once; where a later event says another cost, the difference
 * follows. Keys of the ledger's entries are derived from the call's id, so that no charge of a service (E7) takes their place. The call has happened, so the balance may fall below zero; the account's campaigns
 * then pause. Simulated calls cost nothing.
 */
export async function chargeCall(
  tx: Tx,
  before: Pick<Charged, 'cost'>,
  call: Charged,
  { id: eventId, voiceAccountId }: { id: string; voiceAccountId: string },
): Promise<void> {
  const [was, is] = [before.cost ?? '0', call.cost ?? '0'].map(microsOf) as [Micros, Micros];
  if (is > 0n && (await chargeFirst(tx, call, voiceAccountId))) return;
  if (was === is) return;
  const { teamId, id } = call;
  // Who paid for it. Nobody where the balance was not managed.
  const integrationId = Prisma.sql`(SELECT e.integration_id FROM ledger_entries e WHERE e.team_id = ${teamId}::uuid
    AND e.webhook_request_id = ANY(${[keyOf(id), id]}::uuid[]) AND e.call_id = ${id}::uuid LIMIT 1)`;
  await move(tx, teamId, {
    integrationId,
    ...(is > was
      ? { kind: 'charge', amount: decimalOf(is - was), mayOverdraw: true }
      : { kind: 'refund', amount: decimalOf(was - is) }),
    reason: 'Another cost of 1 call',
    key: keyOf(`${id} by ${eventId}`),
    of: { callId: id },
  });
}

/** False when it was charged before, or nobody pays for it. */
async function chargeFirst(tx: Tx, { teamId, id, cost }: Charged, voiceAccountId: string): Promise<boolean> {
  const key = keyOf(id);
  // Until 0.1.0 the key was the id itself.
  const integrationId = Prisma.sql`(SELECT a.integration_id FROM voice_accounts a WHERE a.team_id = ${teamId}::uuid
    AND a.id = ${voiceAccountId}::uuid AND a.adapter IS DISTINCT FROM 'simulator'
    -- Another integration may have paid, if the account had that one then.
    AND NOT EXISTS (SELECT FROM ledger_entries e WHERE e.team_id = ${teamId}::uuid AND e.webhook_request_id = ANY(${[key, id]}::uuid[])
      AND e.call_id = ${id}::uuid))`;
  const of = { callId: id };
  return move(tx, teamId, {
    integrationId,
    kind: 'charge',
    amount: cost!,
    reason: '1 call',
    key,
    mayOverdraw: true,
    of,
  });
}

/** A UUID of version 8. */
function keyOf(call: string): string {
  const hash = createHash('sha256').update(`charge of call ${call}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
