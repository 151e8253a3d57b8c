import { chanceFrom } from '../../../chance.ts';
import type { Tx } from '../../../database/transaction.ts';
import type { Decision } from './decide.ts';
import type { DueContact } from './due.ts';
import type { Route } from './engine.ts';

interface Going {
  contact: Pick<DueContact, 'contactId'>;
  decision: Extract<Decision, { kind: 'send' }>;
}

/** Whom contacts heard from last over the routes that have several senders, by contact. One statement, if there are any. */
export async function formerSenders(tx: Tx, teamId: string, going: readonly Going[]): Promise<Map<string, string>> {
  const pooled = going.filter(({ decision }) => decision.route.senders);
  if (pooled.length === 0) return new Map();
  const rows = await tx.rows<{
    contactId: string;
    sender: string;
  }>`SELECT x.contact_id AS "contactId", m.sender_id AS sender
      FROM unnest(${pooled.map(({ contact }) => contact.contactId)}::uuid[],
        ${pooled.map(({ decision }) => decision.route.id)}::uuid[]) x(contact_id, route_id)
      CROSS JOIN LATERAL (SELECT sender_id FROM sms_messages m WHERE m.team_id = ${teamId}::uuid
        AND m.contact_id = x.contact_id AND m.sms_routing_route_id = x.route_id
        ORDER BY m.created_at DESC, m.id DESC LIMIT 1) m
      WHERE m.sender_id IS NOT NULL`;
  return new Map(rows.map(({ contactId, sender }) => [contactId, sender]));
}

/**
 * Whom a message over a route comes from: the contact's former sender as long as it is in the pool, else one of the pool,
 * always the same for a contact. Senders of the contact's country go before those for all.
 */
export function senderFor(
  route: Pick<Route, 'id' | 'senderId' | 'senders'>,
  { contactId, countryId }: Pick<DueContact, 'contactId' | 'countryId'>,
  former: string | undefined,
): string | null {
  const all = route.senders ?? [];
  const own = all.filter((one) => one.countryId !== null && one.countryId === countryId);
  const pool = own.length > 0 ? own : all.filter((one) => one.countryId === null);
  if (pool.length === 0) return route.senderId;
  if (former !== undefined && pool.some(({ sender }) => sender === former)) return former;
  return chanceFrom(`${contactId} ${route.id} sender`).pick(pool).sender;
}
