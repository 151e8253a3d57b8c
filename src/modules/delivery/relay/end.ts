import { idIn } from '../../../database/partitions.ts';
import type { Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { theOnly } from '../../billing/move.ts';
import { type Paid, refund } from '../engine/reserve.ts';
import type { RelayKey } from './relay-queue.ts';
import { ENDED, type Ended, returnReceipts } from './return-receipts.ts';

export interface End {
  ids: readonly string[];
  reasons: readonly string[];
  status: 'failed' | 'expired' | 'canceled';
  former: 'queued' | 'sending' | 'unknown';
  /** Only what is still of this batch: a message keeps its id in its next one. Absent: whichever it is of. */
  batchId?: string;
}

export const ofBatch = (batchId: string | undefined): Prisma.Sql =>
  batchId === undefined ? Prisma.empty : Prisma.sql` AND p.batch_id = ${batchId}::uuid`;

/** Ends messages that did not go out: price and cost are given back. Returns which did. */
export async function endUnsent(
  tx: Tx,
  teamId: string,
  { ids, reasons, status, former, batchId }: End,
  now: Date,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const ended = await tx.rows<Ended & Charges>(
    // Returns what they had cost.
    Prisma.sql`UPDATE hub_messages m SET status = ${status}::hub_message_status, reason = x.reason, price = 0, cost = 0,
        due_at = NULL, settled_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
      FROM (SELECT p.id, p.price, p.cost, u.reason FROM hub_messages p
        JOIN unnest(${ids}::uuid[], ${reasons}::text[]) u(id, reason) ON u.id = p.id
        WHERE p.team_id = ${teamId}::uuid AND ${idIn(Prisma.sql`p.id`, ids)} AND p.status = ${former}::hub_message_status${ofBatch(batchId)}
        ORDER BY p.id FOR UPDATE OF p) x
      WHERE m.team_id = ${teamId}::uuid AND m.id = x.id AND ${idIn(Prisma.sql`m.id`, ids)}
      RETURNING ${ENDED}, x.price, x.cost, m.integration_id AS "integrationId", m.payer_id AS "payerId"`,
  );
  const sellerEndpointId = theOnly(ended.map(({ endpointId }) => endpointId));
  await refund(tx, teamId, ended.flatMap(chargesOf), now, { sellerEndpointId });
  await returnReceipts(tx, teamId, ended, now);
  return ended.map(({ id }) => id);
}

const AT_ONCE = 1_000;

/** Ends all that an endpoint has in the queue, each block as `inBlock` runs it. Only in one transaction does the caller keep others from adding to it. */
export async function endQueued(
  inBlock: (work: (tx: Tx) => Promise<number>) => Promise<number>,
  { teamId, endpointId }: RelayKey,
  reason: string,
): Promise<void> {
  const endSome = async (tx: Tx) => {
    const rows = await tx.rows<{ id: string }>`SELECT id FROM hub_messages WHERE team_id = ${teamId}::uuid
      AND seller_endpoint_id = ${endpointId}::uuid AND due_at IS NOT NULL ORDER BY due_at, id LIMIT ${AT_ONCE}::int`;
    const end = { ids: rows.map(({ id }) => id), reasons: rows.map(() => reason) };
    await endUnsent(tx, teamId, { ...end, status: 'canceled', former: 'queued' }, new Date());
    return rows.length;
  };
  for (let found = AT_ONCE; found === AT_ONCE; ) found = await inBlock(endSome);
}

interface Charges {
  price: string;
  cost: string;
  integrationId: string | null;
  payerId: string | null;
}

const chargesOf = ({ price, cost, integrationId, payerId }: Charges): Paid[] => [
  { cost: price, integrationId },
  { cost, integrationId: payerId },
];

/** By its id or that of one of its parts. */
const named = ({ teamId, endpointId }: RelayKey, id: string) =>
  Prisma.sql`m.team_id = ${teamId}::uuid AND m.seller_endpoint_id = ${endpointId}::uuid AND m.id = COALESCE(
    (SELECT p.message_id FROM hub_parts p WHERE p.team_id = ${teamId}::uuid
      AND p.seller_endpoint_id = ${endpointId}::uuid AND p.id = ${id}::uuid), ${id}::uuid)`;

interface RelayedState {
  status: string;
  dlrCode: number | null;
  settledAt: Date | null;
}

/** A part that waits for the others of its message. */
const waitingPart = ({ teamId, endpointId }: RelayKey, id: string) =>
  Prisma.sql`SELECT 'queued' AS status, NULL::int AS "dlrCode", NULL::timestamptz AS "settledAt" FROM hub_parts
    WHERE team_id = ${teamId}::uuid AND seller_endpoint_id = ${endpointId}::uuid AND id = ${id}::uuid AND message_id IS NULL`;

/** What query_sm tells. Undefined: the endpoint has no such message. */
export const relayedState = (tx: Tx, key: RelayKey, id: string): Promise<RelayedState | undefined> =>
  tx.row<RelayedState>`SELECT m.status::text, m.dlr_code AS "dlrCode", m.settled_at AS "settledAt" FROM hub_messages m
    WHERE ${named(key, id)} UNION ALL ${waitingPart(key, id)}`;

/** What cancel_sm does. Once it has left the queue it cannot be taken back, nor before all its parts are there. */
export async function cancelRelayed(
  tx: Tx,
  key: RelayKey,
  id: string,
  now: Date,
): Promise<'canceled' | 'too_late' | 'too_early' | 'not_found'> {
  const found = await tx.row<{ id: string }>`SELECT m.id FROM hub_messages m WHERE ${named(key, id)}`;
  if (!found) return (await tx.rows(waitingPart(key, id))).length > 0 ? 'too_early' : 'not_found';
  const end = { ids: [found.id], reasons: ['The seller canceled it.'], status: 'canceled', former: 'queued' } as const;
  return (await endUnsent(tx, key.teamId, end, now)).length > 0 ? 'canceled' : 'too_late';
}
