import type { Receipt } from 'sms-providers';
import { z } from 'zod';
import { anyRow } from '../../../database/reads/any-row.ts';
import { COLLISION_OR_LOCKED, type Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { addJob } from '../../../jobs/add-job.ts';
import type { Task } from '../../../jobs/task.ts';
import { closeGate } from '../engine/call-gate.ts';
import type { Route } from '../engine/engine.ts';
import { holdErasures } from '../reach/erased-numbers.ts';
import { isListed } from '../reach/is-suppressed.ts';
import { directNamed, messageOfName } from './by-names.ts';
import { type Named, nameOf } from './names.ts';
import { optOut } from './opt-out.ts';
import { pauseSeconds, ROUNDS } from './queue-match.ts';

interface Recipient {
  number: string | null;
  /** A campaign's, a direct one or a seller's. */
  messageId: string;
  evidence: string | null;
  at: Date;
}

type RouteKey = Pick<Route, 'teamId' | 'id'>;
type Reported = Pick<Named, 'providerId' | 'own' | 'reason' | 'at'>;

/** Some providers accept a message first and report only then that its recipient has opted out with them. */
export async function optOutReported(tx: Tx, route: RouteKey, receipts: readonly Receipt[]): Promise<void> {
  const named = receipts.flatMap(nameOf);
  await optOutNamed(tx, route, named);
  await queueUnbound(tx, route, named, 0);
}

async function optOutNamed(tx: Tx, { teamId, id: routeId }: RouteKey, named: readonly Reported[]): Promise<void> {
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
        -- A receipt that comes again, with a time or without, or one from before a START: nothing else is for every purpose.
        AND NOT ${anyRow(Prisma.sql`FROM consent_events c WHERE c.team_id = ${teamId}::uuid AND c.number = r.number
          AND ((c.state = 'withdrawn' AND c.source = 'provider' AND c.message_id = r.message_id)
            OR (c.state = 'granted' AND c.purpose IS NULL AND c.occurred_at > x.at))`)}
      ORDER BY r.number`;
  for (const { number, messageId, evidence, at } of recipients)
    await optOut(tx, { teamId, number, method: 'provider', evidence, messageId, now: at });
}

const laterShape = z.object({
  teamId: z.uuid(),
  routeId: z.uuid(),
  providerId: z.string(),
  at: z.coerce.date(),
  round: z.int(),
});

/** Such a receipt may come before the provider's answer, which names its message: it is looked at again when receipts are. */
async function queueUnbound(
  tx: Tx,
  { teamId, id: routeId }: RouteKey,
  named: readonly Reported[],
  round: number,
): Promise<void> {
  const waiting = named.filter(({ own }) => own === null);
  if (round === ROUNDS || waiting.length === 0) return;
  const bound = await tx.rows<{ name: string }>`SELECT x.name
    FROM unnest(${waiting.map(({ providerId }) => providerId)}::text[]) x(name)
    CROSS JOIN ${messageOfName(teamId, routeId)} WHERE p.message_id IS NOT NULL
    UNION SELECT x.name FROM unnest(${waiting.map(({ providerId }) => providerId)}::text[]) x(name)
    WHERE ${anyRow(Prisma.sql`FROM direct_messages d WHERE ${directNamed(teamId, routeId)}`)}`;
  const known = new Set(bound.map(({ name }) => name));
  for (const { providerId, at } of waiting.filter((one) => !known.has(one.providerId)))
    await addJob(tx, {
      task: 'opt_out_reported',
      payload: { teamId, routeId, providerId, at, round },
      key: `opt_out_reported:${routeId}:${providerId}`,
      runAt: new Date(Date.now() + pauseSeconds(round) * 1_000),
    });
}

export const optOutReportedTask: Task = {
  async run({ db }, payload) {
    const { teamId, routeId, providerId, at, round } = laterShape.parse(payload);
    const route = { teamId, id: routeId };
    const named = [{ providerId, own: null, reason: null, at }];
    await db.transaction(
      async (tx) => {
        await tx.rows(closeGate(teamId));
        await holdErasures(tx, teamId);
        await optOutNamed(tx, route, named);
        await queueUnbound(tx, route, named, round + 1);
      },
      { again: COLLISION_OR_LOCKED },
    );
  },
};
