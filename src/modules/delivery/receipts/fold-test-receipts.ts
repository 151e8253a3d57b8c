import { idBetween } from '../../../database/partitions.ts';
import type { Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { announceSmsTest } from '../../../live/announce.ts';

import { ownIdOf, ownName } from './own-name.ts';

/** As {@link foldReceipts}, for test messages. A delivery is final. */
export async function foldTestReceipts(
  tx: Tx,
  teamId: string,
  routeId: string,
  providerIds: readonly string[],
  now: Date,
): Promise<void> {
  const told = await tx.rows<{ id: string }>`WITH waiting AS (
        SELECT r.id, r.status, r.reason, t.id AS test_id FROM sms_test_results t
        JOIN sms_test_schedules s ON s.team_id = t.team_id AND s.id = t.sms_test_schedule_id
          AND s.route_id = ${routeId}::uuid
        JOIN sms_receipts r ON r.team_id = t.team_id AND r.route_id = s.route_id
          AND r.provider_id IN (t.sms_id, ${ownName('')} || t.id) AND r.applied_at IS NULL
        WHERE t.team_id = ${teamId}::uuid
          AND (t.sms_id = ANY(${providerIds}::text[]) OR t.id = ANY(${providerIds.flatMap(ownIdOf)}::uuid[]))
      ), applied AS (
        UPDATE sms_receipts r SET applied_at = ${now}::timestamptz FROM waiting w
        WHERE r.team_id = ${teamId}::uuid AND r.id = w.id AND ${idBetween(Prisma.sql`r.id`, Prisma.sql`SELECT id FROM waiting`)}
      ), final AS (
        SELECT DISTINCT ON (test_id) * FROM waiting WHERE status IN ('delivered', 'failed', 'expired')
        ORDER BY test_id, status = 'delivered' DESC)
      UPDATE sms_test_results t SET
        status = CASE WHEN f.status = 'delivered' THEN 'delivered' ELSE 'failed' END::sms_test_status,
        failure_reason = CASE WHEN f.status = 'delivered' THEN NULL
          ELSE COALESCE(f.reason, 'The provider says: ' || f.status || '.') END
      FROM final f WHERE t.team_id = ${teamId}::uuid AND t.id = f.test_id AND t.status <> 'delivered' RETURNING t.id`;
  for (const { id } of told) await announceSmsTest(tx, id);
}
