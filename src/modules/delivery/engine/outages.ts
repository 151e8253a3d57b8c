import { identifier } from '../../../database/table.ts';
import type { Tx } from '../../../database/transaction.ts';

/** What calls go over. */
export type Links = 'routes' | 'voice_accounts';

/** A link that is down is tried again after a second, then after twice the time before, up to this. */
const LONGEST_PAUSE_SECONDS = 60;

interface Outage {
  /** Seconds that the provider asked us to wait. */
  least: number;
  /** Whether another call had an answer since the last outage: the pauses begin again. */
  hadAnswer: boolean;
  now: Date;
}

/** Pauses a link that is down, each time for longer. What happens during a pause belongs to the same outage. */
export async function pauseLonger(
  tx: Tx,
  links: Links,
  teamId: string,
  id: string,
  { least, hadAnswer, now }: Outage,
): Promise<{ pausedUntil: Date | null; isFirst: boolean }> {
  const table = identifier(links);
  const [row] = await tx.rows<{ pausedUntil: Date; isFirst: boolean }>`UPDATE ${table} l SET outages = x.outages,
        paused_until = CASE WHEN x.is_new THEN GREATEST(l.paused_until, ${now}::timestamptz + make_interval(
          secs => GREATEST(${least}::int, LEAST(${LONGEST_PAUSE_SECONDS}::int, 2 ^ LEAST(x.outages - 1, 10)))))
          ELSE l.paused_until END
      FROM (SELECT o.id, o.is_new,
          CASE WHEN NOT o.is_new THEN o.outages WHEN ${hadAnswer} THEN 1 ELSE o.outages + 1 END AS outages
        FROM (SELECT id, outages, outages = 0 OR paused_until IS NULL OR paused_until <= ${now}::timestamptz AS is_new
          FROM ${table} WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid FOR NO KEY UPDATE) o) x
      WHERE l.team_id = ${teamId}::uuid AND l.id = x.id
      RETURNING l.paused_until AS "pausedUntil", x.is_new AND l.outages = 1 AS "isFirst"`;
  return { pausedUntil: row?.pausedUntil ?? null, isFirst: row?.isFirst ?? false };
}

/** Pauses a route that refuses what others take. It is down until it takes messages again. Returns whether it was not before. */
export async function pauseRefusing(tx: Tx, teamId: string, routeId: string, until: Date): Promise<boolean> {
  const [row] = await tx.rows<{ isFirst: boolean }>`UPDATE routes r SET outages = GREATEST(o.outages, 1),
        paused_until = GREATEST(r.paused_until, ${until}::timestamptz)
      FROM (SELECT outages FROM routes WHERE team_id = ${teamId}::uuid AND id = ${routeId}::uuid FOR NO KEY UPDATE) o
      WHERE r.team_id = ${teamId}::uuid AND r.id = ${routeId}::uuid RETURNING o.outages = 0 AS "isFirst"`;
  return row?.isFirst ?? false;
}

/** Whether the link was down until now. */
export const noteBack = async (tx: Tx, links: Links, teamId: string, id: string): Promise<boolean> =>
  (await tx.change`UPDATE ${identifier(links)} SET outages = 0
      WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid AND outages > 0`) > 0;
