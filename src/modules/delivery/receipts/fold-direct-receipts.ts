import { idBetween, idOf } from '../../../database/partitions.ts';
import type { Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { announceAll, conversationTopic } from '../../../live/announce.ts';
import { appliedAt, directNamed, waitingReceipts } from './by-names.ts';
import { ownName } from './own-name.ts';

/** As {@link foldReceipts}, for direct messages. Our own id in a receipt decides. A delivery is final. */
export async function foldDirectReceipts(
  tx: Tx,
  teamId: string,
  routeId: string,
  providerIds: readonly string[],
  now: Date,
): Promise<void> {
  const settled = await tx.rows<{ conversationId: string | null }>`WITH waiting AS (
        SELECT r.id, r.provider_id, r.status, r.code, CASE WHEN d.number = 0 THEN NULL ELSE r.reason END AS reason,
          r.occurred_at, d.id AS message_id, d.number = 0 AS is_erased
        FROM ${waitingReceipts(teamId, routeId, providerIds)}
        LEFT JOIN LATERAL (SELECT o.id, o.route_id, o.status, o.number FROM direct_messages o
          WHERE o.team_id = ${teamId}::uuid AND o.id = r.message_id OFFSET 0) o ON o.route_id = ${routeId}::uuid
        CROSS JOIN LATERAL (SELECT o.id, o.status, o.number WHERE o.id IS NOT NULL
          UNION ALL (SELECT d.id, d.status, d.number FROM direct_messages d
          WHERE o.id IS NULL AND ${directNamed(teamId, routeId)} OFFSET 0)) d
        WHERE d.status <> 'queued'
      ), applied AS (
        UPDATE sms_receipts r SET ${appliedAt(now)} FROM waiting w
        WHERE r.team_id = ${teamId}::uuid AND r.id = w.id AND ${idBetween(Prisma.sql`r.id`, Prisma.sql`SELECT id FROM waiting`)}
      ), final AS (
        SELECT DISTINCT ON (message_id) * FROM waiting WHERE status IN ('delivered', 'failed', 'expired', 'accepted')
        ORDER BY message_id, status = 'delivered' DESC, status <> 'accepted' DESC, occurred_at DESC)
      UPDATE direct_messages d SET status = f.status::direct_message_status, dlr_code = f.code,
        sms_id = COALESCE(d.sms_id, NULLIF(f.provider_id, ${ownName('')} || d.id)),
        sent_at = COALESCE(d.sent_at, ${now}::timestamptz), updated_at = ${now}::timestamptz,
        settled_at = CASE WHEN f.status = 'accepted' THEN d.settled_at ELSE f.occurred_at END,
        reason = CASE WHEN f.status IN ('delivered', 'accepted') THEN NULL
          ELSE COALESCE(f.reason, 'The provider says: ' || f.status || '.') END
      FROM final f WHERE d.team_id = ${teamId}::uuid AND d.id = f.message_id
        AND ${idOf(Prisma.sql`d.id`, Prisma.sql`SELECT message_id FROM final`)} AND d.status <> 'delivered'
        AND (f.status <> 'accepted' OR d.status IN ('sending', 'unknown')) AND (f.status = 'delivered' OR d.status NOT IN ('failed', 'expired'))
      RETURNING d.conversation_id AS "conversationId"`;
  const conversations = new Set(settled.flatMap(({ conversationId }) => conversationId ?? []));
  if (conversations.size > 0) await announceAll(tx, [...conversations].map(conversationTopic));
}
