import { countryReached } from 'phone-numbers';
import { chanceFrom } from '../../../chance.ts';
import type { Tx } from '../../../database/transaction.ts';
import { firstUuidOf } from '../../../database/uuid.ts';
import { countryIds } from '../networks/country-ids.ts';
import type { Route } from './engine.ts';

/** A contact that has had no message for longer draws a sender again. Of messages this few months are read. */
const KEPT_MS = 90 * 86_400_000;

/** Whom contacts heard from last over the routes that have several senders, by contact. One statement, if there are any. */
export async function formerSenders(
  tx: Tx,
  teamId: string,
  going: readonly { contactId: string; route: Route }[],
  now: Date,
): Promise<Map<string, string>> {
  const pooled = going.filter(({ route }) => route.senders);
  if (pooled.length === 0) return new Map();
  const rows = await tx.rows<{
    contactId: string;
    sender: string;
  }>`SELECT x.contact_id AS "contactId", m.sender_id AS sender
      FROM unnest(${pooled.map(({ contactId }) => contactId)}::uuid[], ${pooled.map(({ route }) => route.id)}::uuid[])
        x(contact_id, route_id)
      CROSS JOIN LATERAL (SELECT sender_id FROM sms_messages m WHERE m.team_id = ${teamId}::uuid
        AND m.contact_id = x.contact_id AND m.sms_routing_route_id = x.route_id
        AND m.id >= ${firstUuidOf(new Date(now.getTime() - KEPT_MS))}::uuid
        ORDER BY m.created_at DESC, m.id DESC LIMIT 1) m
      WHERE m.sender_id IS NOT NULL`;
  return new Map(rows.map(({ contactId, sender }) => [contactId, sender]));
}

interface Reader {
  /** What the sender is drawn for: a contact's id, or a number of nobody's contact. */
  seed: string;
  countryId: number | null;
}

/**
 * Whom a message over a route comes from: the former sender as long as it is in the pool, else one of the pool, always the
 * same for a reader. Senders of the reader's country go before those for all.
 */
export function senderFor(
  route: Pick<Route, 'id' | 'senderId' | 'senders'>,
  { seed, countryId }: Reader,
  former?: string,
): string | null {
  const all = route.senders ?? [];
  const own = all.filter((one) => one.countryId !== null && one.countryId === countryId);
  const pool = own.length > 0 ? own : all.filter((one) => one.countryId === null);
  if (pool.length === 0) return route.senderId;
  if (former !== undefined && pool.some(({ sender }) => sender === former)) return former;
  return chanceFrom(`${seed} ${route.id} sender`).pick(pool).sender;
}

/** Whom tests to a number come from. */
export const senderForNumber = async (tx: Tx, route: Route, number: string): Promise<string | null> =>
  senderFor(route, { seed: number, countryId: await countryIdOf(tx, number) });

/** `number`: E.164 digits. `stated`: the country of its contact. */
export async function countryIdOf(tx: Tx, number: string, stated: string | null = null): Promise<number | null> {
  const country = countryReached(number, stated);
  return country === null ? null : ((await countryIds(tx, [country])).get(country) ?? null);
}
