import { idBetween, idOf } from '../../../database/partitions.ts';
import { all, type Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { markHubMessages } from '../../insight/reports/roll-ups/marks.ts';
import { noteOutcomes, type Outcome } from '../engine/note-outcomes.ts';
import { appliedAt, type Months, messageOfName, rankOf, waitingReceipts } from '../receipts/by-names.ts';
import { ENDED, type Ended, returnReceipts } from './return-receipts.ts';

const ID = Prisma.sql`m.id`;

/** As {@link foldReceipts}, for sellers' messages. Our own id in a receipt decides. Returns the names that others may know. */
export async function foldRelayReceipts(
  tx: Tx,
  teamId: string,
  routeId: string,
  providerIds: readonly string[],
  months: Months,
  now: Date,
): Promise<string[]> {
  const known = await tx.rows<Known>`WITH known AS (
        SELECT x.name, r.id, r.status, r.code, r.reason, r.occurred_at, COALESCE(r.message_id, p.message_id) AS message_id
        FROM ${waitingReceipts(teamId, routeId, providerIds)} LEFT JOIN ${messageOfName(teamId, routeId)} ON TRUE
      ), messages AS (
        SELECT m.id, m.status AS former, m.destination = '' AS is_erased FROM (SELECT DISTINCT message_id FROM known ORDER BY 1) k
        CROSS JOIN LATERAL (SELECT m.id, m.status, m.route_id, m.destination FROM hub_messages m
          WHERE m.team_id = ${teamId}::uuid AND m.id = k.message_id AND ${months(ID)} OFFSET 0 FOR UPDATE) m
        WHERE m.route_id = ${routeId}::uuid AND m.status NOT IN ('queued', 'rejected', 'canceled')
      ), waiting AS (SELECT k.*, m.former, m.is_erased FROM known k JOIN messages m ON m.id = k.message_id
      ), applied AS (
        UPDATE sms_receipts r SET ${appliedAt(now)} FROM waiting w
        WHERE r.team_id = ${teamId}::uuid AND r.id = w.id AND ${idBetween(Prisma.sql`r.id`, Prisma.sql`SELECT id FROM waiting`)}
      ), highest AS (
        SELECT DISTINCT ON (message_id) * FROM waiting
        ORDER BY message_id, ${rankOf(Prisma.sql`status`)} DESC, occurred_at DESC
      ), moved AS (
        UPDATE hub_messages m SET status = h.status::hub_message_status, dlr_code = h.code,
          settled_at = CASE WHEN h.status = 'accepted' THEN m.settled_at ELSE h.occurred_at END,
          reason = CASE WHEN h.status IN ('delivered', 'accepted') THEN NULL
            ELSE COALESCE(CASE WHEN NOT h.is_erased THEN h.reason END, 'The provider says: ' || h.status || '.') END,
          sent_at = COALESCE(m.sent_at, ${now}::timestamptz), updated_at = ${now}::timestamptz
        FROM highest h WHERE m.team_id = ${teamId}::uuid AND m.id = h.message_id
          AND ${idOf(ID, Prisma.sql`SELECT message_id FROM highest`)} AND ${months(ID)}
          AND ${rankOf(Prisma.sql`h.status`)} > ${rankOf(Prisma.sql`h.former`)}
        RETURNING ${ENDED}, h.former, m.network_id AS "networkId", m.sent_at AS "claimedAt"
      )
      SELECT k.name, k.id IS NOT NULL AS "isOfSeller", d.* FROM (
        SELECT DISTINCT k.name, m.id FROM known k LEFT JOIN messages m ON m.id = k.message_id) k
      LEFT JOIN moved d ON d.id = k.id`;
  // A message stands under each of its names.
  const moved = [...new Map(known.flatMap((one) => (one.id === null ? [] : [[one.id, one]]))).values()] as Moved[];
  // More may still be reported about these, so they get no receipt yet.
  const accepted = moved.flatMap(({ id, status }) => (status === 'accepted' ? [id] : []));
  await all([noteOutcomes(tx, teamId, routeId, moved, now), markHubMessages(tx, teamId, accepted)]);
  await returnReceipts(tx, teamId, moved.filter(hasEnded), now);
  return [...new Set(known.flatMap(({ name, isOfSeller }) => (isOfSeller ? [] : [name])))];
}

type Moved = Outcome & (Ended | (Omit<Ended, 'status'> & { status: 'accepted' }));

/** Without a message where nothing was moved. */
type Known = { name: string; isOfSeller: boolean } & (Moved | { id: null });

const hasEnded = (message: Moved): message is Outcome & Ended => message.status !== 'accepted';
