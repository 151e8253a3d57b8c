import type { Tx } from '../../../database/transaction.ts';

import { ownIdOf, ownName } from './own-name.ts';

/** As {@link foldReceipts}, for direct messages. A delivery is final. */
export async function foldDirectReceipts(
  tx: Tx,
  teamId: string,
  routeId: string,
  providerIds: readonly string[],
  now: Date,
): Promise<void> {
  const own = providerIds.flatMap(ownIdOf);
  await tx.change`WITH waiting AS (
        SELECT r.id, r.status, r.code, r.reason, r.occurred_at, d.id AS message_id FROM direct_messages d
        JOIN sms_receipts r ON r.team_id = d.team_id AND r.route_id = d.route_id
          AND r.provider_id IN (d.sms_id, ${ownName('')} || d.id) AND r.applied_at IS NULL
        WHERE d.team_id = ${teamId}::uuid AND d.route_id = ${routeId}::uuid AND d.status <> 'QUEUED'
          AND (d.sms_id = ANY(${providerIds}::text[]) OR d.id = ANY(${own}::uuid[]))
      ), applied AS (
        UPDATE sms_receipts r SET applied_at = ${now}::timestamptz FROM waiting w
        WHERE r.team_id = ${teamId}::uuid AND r.id = w.id
      ), final AS (
        SELECT DISTINCT ON (message_id) * FROM waiting WHERE status IN ('delivered', 'failed', 'expired', 'accepted')
        ORDER BY message_id, status = 'delivered' DESC, status <> 'accepted' DESC, occurred_at DESC)
      UPDATE direct_messages d SET status = upper(f.status)::direct_message_status, dlr_code = f.code,
        sent_at = COALESCE(d.sent_at, ${now}::timestamptz), updated_at = ${now}::timestamptz,
        settled_at = CASE WHEN f.status = 'accepted' THEN d.settled_at ELSE f.occurred_at END,
        reason = CASE WHEN f.status IN ('delivered', 'accepted') THEN NULL
          ELSE COALESCE(f.reason, 'The provider says: ' || f.status || '.') END
      FROM final f WHERE d.team_id = ${teamId}::uuid AND d.id = f.message_id AND d.status <> 'DELIVERED'
        AND (f.status <> 'accepted' OR d.status = 'UNKNOWN') AND (f.status = 'delivered' OR d.status NOT IN ('FAILED', 'EXPIRED'))`;
}
