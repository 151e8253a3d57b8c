import type { Receipt } from 'sms-providers';
import { idOf, idsWithin } from '../../../database/partitions.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import type { Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Route } from '../engine/engine.ts';

import { ownName } from './own-name.ts';

/** `providerId` may stand in for the provider's id. `own` is our id, if the receipt has it. */
export interface Name {
  providerId: string;
  own: string | null;
  /** Its settlement is stored already: there is nothing to wait for. */
  isBound?: boolean;
}

export type Named = Receipt & Name;

export function nameOf(receipt: Receipt): Named[] {
  const { providerId, messageId } = receipt;
  const own = messageId !== null && isUuid(messageId) ? messageId.toLowerCase() : null;
  if (providerId !== null) return [{ ...receipt, providerId, own }];
  if (messageId === null) return [];
  return [{ ...receipt, providerId: ownName(own ?? messageId), own }];
}

/**
 * Waits for a settlement of the same names: otherwise both could commit unseen, and the receipts would never be
 * applied. Our own id in a receipt decides. `unbound`: names that wait for their settlement.
 */
export async function expectNames(
  tx: Tx,
  route: RouteKey,
  named: readonly Name[],
  now: Date,
): Promise<{ names: string[]; unbound: number }> {
  const names = named.map(({ providerId }) => providerId);
  const awaited = named.filter(({ isBound }) => !isBound);
  if (awaited.length === 0) return { names, unbound: 0 };
  await insertNames(tx, route, awaited, now);
  const others = await othersOf(tx, route, named);
  const unbound = [...others.values()].filter((isElsewhere) => !isElsewhere).length;
  const moved = named.flatMap(({ providerId, own }, at) => {
    if (own === null || !others.get(keyOf(providerId, own))) return [];
    names[at] = ownName(own);
    return [{ providerId: ownName(own), own }];
  });
  if (moved.length > 0) await insertNames(tx, route, moved, now);
  return { names, unbound };
}

type RouteKey = Pick<Route, 'teamId' | 'id'>;

const keyOf = (providerId: string, own: string) => `${providerId} ${own}`;

const BOUND = Prisma.sql`SELECT message_id FROM bound`;
const MESSAGE = Prisma.sql`m.id`;
const OF_SELLER = Prisma.sql`h.id`;

const amongOwn = (column: Prisma.Sql, named: readonly Name[]): Prisma.Sql =>
  idsWithin(
    column,
    named.flatMap(({ own }) => own ?? []),
  );

/** A message in `sending` gets its provider's id from the settlement, which locks messages before names. */
const insertNames = (tx: Tx, { teamId, id: routeId }: RouteKey, named: readonly Name[], now: Date) => {
  const isOurs = (column: Prisma.Sql) => amongOwn(column, named);
  return tx.change`WITH bound AS (
        INSERT INTO sms_provider_messages AS p (team_id, route_id, provider_id, message_id, created_at)
        SELECT DISTINCT ON (x.name) ${teamId}::uuid, ${routeId}::uuid, x.name, COALESCE(m.id, h.id), ${now}::timestamptz
        FROM unnest(${named.map(({ providerId }) => providerId)}::text[], ${named.map(({ own }) => own)}::uuid[]) x(name, own)
        LEFT JOIN LATERAL (SELECT m.id, m.sms_routing_route_id, m.status FROM sms_messages m
          WHERE m.team_id = ${teamId}::uuid AND m.id = x.own AND ${isOurs(MESSAGE)} OFFSET 0) m ON m.sms_routing_route_id = ${routeId}::uuid
          AND (m.status <> 'sending' OR x.name = ${ownName('')} || x.own)
        LEFT JOIN LATERAL (SELECT h.id, h.route_id, h.status FROM hub_messages h
          WHERE h.team_id = ${teamId}::uuid AND h.id = x.own AND ${isOurs(OF_SELLER)} OFFSET 0) h ON h.route_id = ${routeId}::uuid
          AND h.status NOT IN ('queued', 'sending')
        ORDER BY x.name, COALESCE(m.id, h.id)
        ON CONFLICT (team_id, route_id, provider_id) DO UPDATE SET message_id = EXCLUDED.message_id
          WHERE p.message_id IS NULL AND EXCLUDED.message_id IS NOT NULL
        RETURNING p.provider_id, p.message_id),
      of_sellers AS (
        UPDATE hub_messages h SET sms_id = b.provider_id FROM bound b
        WHERE h.team_id = ${teamId}::uuid AND h.id = b.message_id AND ${idOf(OF_SELLER, BOUND)} AND ${isOurs(OF_SELLER)} AND h.sms_id IS NULL
          AND h.status NOT IN ('queued', 'sending') AND b.provider_id <> ${ownName('')} || h.id)
      UPDATE sms_messages m SET sms_id = b.provider_id FROM bound b
      WHERE m.team_id = ${teamId}::uuid AND m.id = b.message_id AND ${idOf(MESSAGE, BOUND)} AND ${isOurs(MESSAGE)} AND m.sms_id IS NULL
        AND m.status <> 'sending'
        AND b.provider_id <> ${ownName('')} || m.id`;
};

/** Receipts with our id whose provider id belongs to another message (true) or to none yet (false). */
async function othersOf(
  tx: Tx,
  { teamId, id: routeId }: RouteKey,
  named: readonly Name[],
): Promise<Map<string, boolean>> {
  const both = named.filter(({ own, providerId }) => own !== null && providerId !== ownName(own));
  if (both.length === 0) return new Map();
  const ofName = Prisma.sql`LATERAL (SELECT p.message_id, p.is_shared FROM sms_provider_messages p
        WHERE p.team_id = ${teamId}::uuid AND p.route_id = ${routeId}::uuid AND p.provider_id = x.name OFFSET 0) p`;
  const rows = await tx.rows<{ name: string; own: string; isElsewhere: boolean }>`
      SELECT x.name, x.own, p.message_id IS NOT NULL AS "isElsewhere"
      FROM unnest(${both.map(({ providerId }) => providerId)}::text[], ${both.map(({ own }) => own)}::uuid[]) x(name, own)
      CROSS JOIN ${ofName}
      CROSS JOIN LATERAL (SELECT m.sms_routing_route_id FROM sms_messages m
        WHERE m.team_id = ${teamId}::uuid AND m.id = x.own AND ${amongOwn(MESSAGE, both)} OFFSET 0) m
      WHERE m.sms_routing_route_id = ${routeId}::uuid AND (p.is_shared OR p.message_id IS DISTINCT FROM x.own)
      UNION ALL SELECT x.name, x.own, true
      FROM unnest(${both.map(({ providerId }) => providerId)}::text[], ${both.map(({ own }) => own)}::uuid[]) x(name, own)
      CROSS JOIN ${ofName}
      CROSS JOIN LATERAL (SELECT d.route_id FROM direct_messages d
        WHERE d.team_id = ${teamId}::uuid AND d.id = x.own OFFSET 0) d
      WHERE d.route_id = ${routeId}::uuid AND p.message_id IS NOT NULL`;
  return new Map(rows.map(({ name, own, isElsewhere }) => [keyOf(name, own), isElsewhere]));
}
