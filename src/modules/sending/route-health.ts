import { Prisma } from '../../generated/prisma/client.ts';
import type { Tx } from './engine.ts';
import { changed, rowsOf } from './rows.ts';
import type { SmsResult } from './sms-result.ts';

/** After so many failures of one kind in a row a campaign pauses. */
export const MAX_FAILURES = 100;

/**
 * Counts failures of one kind in a row on a route, over all campaigns and workers. An accepted message ends the row. Returns
 * the present count.
 */
export async function countFailures(
  tx: Tx,
  teamId: string,
  routeId: string,
  results: readonly SmsResult[],
): Promise<{ failures: number; kind: string | null }> {
  let row = 0;
  let kind: string | null = null;
  let isWhole = true;
  for (const result of results) {
    if (result.status === 'not_asked') continue;
    const failed = result.status === 'accepted' ? null : result.status === 'unknown' ? 'unknown' : result.kind;
    if (failed !== null && failed === kind) row += 1;
    else {
      isWhole &&= kind === null;
      kind = failed;
      row = failed === null ? 0 : 1;
      if (failed === null) isWhole = false;
    }
  }
  if (kind === null) {
    await changed(
      tx,
      Prisma.sql`UPDATE routes SET failures = 0, failure_kind = NULL
        WHERE team_id = ${teamId}::uuid AND id = ${routeId}::uuid AND failures > 0`,
    );
    return { failures: 0, kind: null };
  }
  const [route] = await rowsOf<{ failures: number }>(
    tx,
    Prisma.sql`UPDATE routes SET failure_kind = ${kind},
        failures = ${row}::int + CASE WHEN ${isWhole} AND failure_kind = ${kind} THEN failures ELSE 0 END
      WHERE team_id = ${teamId}::uuid AND id = ${routeId}::uuid RETURNING failures`,
  );
  return { failures: route?.failures ?? 0, kind };
}
