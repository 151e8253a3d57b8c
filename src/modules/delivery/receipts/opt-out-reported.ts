import type { Receipt } from 'sms-providers';
import { anyRow } from '../../../database/reads/any-row.ts';
import type { Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Route } from '../engine/engine.ts';
import { isListed } from '../reach/is-suppressed.ts';
import { directNamed } from './by-names.ts';
import { nameOf } from './names.ts';
import { optOut } from './opt-out.ts';

interface Recipient {
  number: string;
  /** A campaign's, a direct one or a seller's. */
  messageId: string;
  evidence: string | null;
  at: Date;
}

/** Some providers accept a message first and report only then that its recipient has opted out with them. */
export async function optOutReported(
  tx: Tx,
  { teamId, id: routeId }: Pick<Route, 'teamId' | 'id'>,
  receipts: readonly Receipt[],
): Promise<void> {
  const named = receipts.flatMap(nameOf);
  const recipients = await tx.rows<Recipient>`
      SELECT DISTINCT ON (r.number) r.number::text AS number, r.message_id AS "messageId", x.reason AS evidence, x.at
      FROM unnest(${named.map(({ providerId }) => providerId)}::text[], ${named.map(({ own }) => own)}::uuid[],
        ${named.map(({ reason }) => reason)}::text[], ${named.map(({ at }) => at.toISOString())}::timestamptz[])
        x(name, own, reason, at)
      LEFT JOIN LATERAL (SELECT p.message_id FROM sms_provider_messages p
        WHERE p.team_id = ${teamId}::uuid AND p.route_id = ${routeId}::uuid AND p.provider_id = x.name
          AND NOT p.is_shared OFFSET 0) p ON true
      CROSS JOIN LATERAL (
        SELECT m.phone_normalized::bigint AS number, m.id AS message_id FROM sms_messages m
        WHERE m.team_id = ${teamId}::uuid AND m.id = COALESCE(x.own, p.message_id) AND m.sms_routing_route_id = ${routeId}::uuid
        UNION ALL SELECT d.number, d.id FROM direct_messages d
        WHERE d.team_id = ${teamId}::uuid AND d.id = x.own AND d.route_id = ${routeId}::uuid
        UNION ALL (SELECT d.number, d.id FROM direct_messages d
        WHERE ${directNamed(teamId, routeId)} AND x.own IS NULL OFFSET 0)
        UNION ALL SELECT h.number, h.id FROM hub_messages h
        WHERE h.team_id = ${teamId}::uuid AND h.id = COALESCE(x.own, p.message_id) AND h.route_id = ${routeId}::uuid) r
      WHERE NOT ${isListed(teamId, Prisma.sql`r.number`)}
        -- A receipt that comes again, with a time or without, or one from before a START.
        AND NOT ${anyRow(Prisma.sql`FROM consent_events c WHERE c.team_id = ${teamId}::uuid AND c.number = r.number
          AND ((c.state = 'withdrawn' AND c.source = 'provider' AND c.message_id = r.message_id)
            OR (c.state = 'granted' AND c.channel IS DISTINCT FROM 'voice' AND c.occurred_at > x.at))`)}
      ORDER BY r.number`;
  for (const { number, messageId, evidence, at } of recipients)
    await optOut(tx, { teamId, number, method: 'provider', evidence, messageId, now: at });
}
