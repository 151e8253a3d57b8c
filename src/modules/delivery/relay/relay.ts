import type { OutgoingSms } from 'sms-providers';
import { idIn, idOf } from '../../../database/partitions.ts';
import { anyRow } from '../../../database/reads/any-row.ts';
import { all, type Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { waitWith } from '../engine/behind.ts';
import type { Carrier } from '../engine/carrier.ts';
import { SUPPRESSED } from '../engine/decide.ts';
import type { Engine } from '../engine/engine.ts';
import { handOver } from '../engine/hand-over.ts';
import { CAME_BACK } from '../engine/provider-calls.ts';
import type { NotAsked } from '../engine/sms-result.ts';
import { type Leftovers, sweepLeft } from '../engine/sweep.ts';
import { sweepInTurn } from '../engine/sweep-in-turn.ts';
import { isListed } from '../reach/is-suppressed.ts';
import { claimRelayed, outgoing, type Relayed } from './claim-relay.ts';
import { nextEndpoint, type RelayKey } from './relay-queue.ts';
import { settleRelay } from './settle-relay.ts';

/** One step of sending what sellers submitted. False when there is nothing to do. */
export async function relay(engine: Engine, taken = () => {}): Promise<boolean> {
  const found = await sweepInTurn(looksOf(engine), () => sweepRelayed(engine));
  const turn = await nextEndpoint(engine, engine.now());
  if (!turn) return found;
  const batches = await claimRelayed(engine, turn);
  taken();
  const wait = waitWith(engine);
  const carrier = relayCarrier(engine, turn);
  await all(
    batches.map(({ id, route, messages }) =>
      wait(route.id, handOver(engine, carrier, { id, takeovers: 0 }, route, messages)),
    ),
  );
  return true;
}

/** Campaigns and sellers are swept in turns of their own. */
const looks = new WeakMap<Engine, { now(): Date }>();

function looksOf(engine: Engine): { now(): Date } {
  const known = looks.get(engine) ?? { now: () => engine.now() };
  looks.set(engine, known);
  return known;
}

function relayCarrier(engine: Engine, { teamId, endpointId }: RelayKey): Carrier {
  const key = { teamId, endpointId };
  return {
    teamId,
    sendId: null,
    notToAsk: (tx, messages) => notToAsk(tx, key, messages, engine.now()),
    settle: (batch, route, answered, isLast) => settleRelay(engine, key, batch, route, answered, isLast),
  };
}

const endsWith = (reason: string): NotAsked => ({
  status: 'not_asked',
  kept: { status: 'skipped', rule: 'suppressed', reason },
});

/**
 * A STOP or an erasure since its claim, an endpoint that was deleted or switched off, or the end of its validity: in the last two cases it
 * comes back, and waits or expires.
 */
async function notToAsk(
  tx: Tx,
  { teamId, endpointId }: RelayKey,
  messages: readonly OutgoingSms[],
  now: Date,
): Promise<Map<string, NotAsked>> {
  const rows = await tx.rows<
    Record<'isErased' | 'isValid' | 'isSuppressed', boolean> & { id: string; isAllowed: boolean | null }
  >`
    SELECT m.id, m.number IS NULL AS "isErased", m.status = 'sending' AND m.valid_until > ${now}::timestamptz AS "isValid",
      (SELECT e.is_sending_allowed FROM seller_endpoints e WHERE e.team_id = ${teamId}::uuid AND e.id = ${endpointId}::uuid
        AND e.deleting_at IS NULL) AS "isAllowed",
      (${anyRow(Prisma.sql`FROM contacts c WHERE c.team_id = ${teamId}::uuid AND c.number = m.number
        AND c.unsubscribed_at IS NOT NULL`)} OR ${isListed(teamId, Prisma.sql`m.number`)}) AS "isSuppressed"
    FROM hub_messages m WHERE m.team_id = ${teamId}::uuid AND ${idIn(
      Prisma.sql`m.id`,
      messages.map(({ id }) => id),
    )}`;
  const kept = new Map(messages.map(({ id }) => [id, CAME_BACK]));
  for (const { id, isErased, isValid, isAllowed, isSuppressed } of rows) {
    if (isErased) kept.set(id, endsWith('Its recipient was erased.'));
    else if (isSuppressed) kept.set(id, endsWith(SUPPRESSED));
    else if (isAllowed === null) kept.set(id, endsWith('Its endpoint was deleted.'));
    else if (isAllowed && isValid) kept.delete(id);
  }
  return kept;
}

/** Of those that a batch was written down with, the ones that it still has. */
const isOfBatch = (teamId: string, batchId: string) =>
  Prisma.sql`m.team_id = ${teamId}::uuid AND m.batch_id = ${batchId}::uuid AND m.status = 'sending' AND ${idOf(
    Prisma.sql`m.id`,
    Prisma.sql`SELECT unnest(b.message_ids) FROM sms_batches b WHERE b.team_id = ${teamId}::uuid AND b.id = ${batchId}::uuid`,
  )}`;

const OF_SELLERS: Leftovers<RelayKey> = {
  columns: Prisma.sql`b.seller_endpoint_id AS "endpointId"`,
  joins: Prisma.empty,
  which: Prisma.sql`b.seller_endpoint_id IS NOT NULL`,
  carrierOf: relayCarrier,
  messagesOf: async (tx, teamId, batchId, route) => {
    const rows = await tx.rows<
      Relayed & { wasAsked: boolean }
    >`SELECT m.id, m.number::text AS number, m.sender, m.text, m.country_id AS "countryId",
        m.id = ANY(ARRAY(SELECT unnest(c.message_ids) FROM sms_provider_calls c
          WHERE c.team_id = ${teamId}::uuid AND c.batch_id = ${batchId}::uuid)) AS "wasAsked"
      FROM hub_messages m WHERE ${isOfBatch(teamId, batchId)} ORDER BY m.id`;
    return rows.map((row) => ({ ...outgoing(row, route), wasAsked: row.wasAsked }));
  },
  // Before each call the carrier looks again.
  mayGo: async (tx, { teamId }, batchId) => {
    const rows = await tx.rows<{ id: string }>`SELECT m.id FROM hub_messages m WHERE ${isOfBatch(teamId, batchId)}`;
    return new Set(rows.map(({ id }) => id));
  },
};

export const sweepRelayed = (engine: Engine): Promise<boolean> => sweepLeft(engine, OF_SELLERS);
