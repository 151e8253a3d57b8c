import type { Tx } from '../../../database/transaction.ts';
import type { Route } from './engine.ts';

const SECOND_MS = 1_000;

export interface RouteRoom {
  /** Whether a route has a place left in this second. */
  has(routeId: string): boolean;
  take(routeId: string): void;
  /** When there will be places again. */
  moreAt: Date;
}

/**
 * Places on routes with a limit of messages a second, over all campaigns, direct messages and workers. Claims of such a route wait for each
 * other's commit.
 */
export async function roomOnRoutes(tx: Tx, routes: ReadonlyMap<string, Route>, now: Date): Promise<RouteRoom> {
  const left = new Map<string, number>();
  for (const { teamId, id, perSecond } of [...routes.values()].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    if (perSecond === null) continue;
    await tx.rows`SELECT FROM routes WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid FOR NO KEY UPDATE`;
    const since = new Date(now.getTime() - SECOND_MS);
    const [row] = await tx.rows<{ taken: number }>`SELECT (
        (SELECT COALESCE(sum(size), 0) FROM sms_batches
          WHERE team_id = ${teamId}::uuid AND route_id = ${id}::uuid AND claimed_at > ${since}::timestamptz)
        + (SELECT count(*) FROM direct_messages
          WHERE team_id = ${teamId}::uuid AND route_id = ${id}::uuid AND handed_at > ${since}::timestamptz))::int AS taken`;
    left.set(id, perSecond - row!.taken);
  }
  return {
    has: (routeId) => (left.get(routeId) ?? 1) > 0,
    take: (routeId) => left.set(routeId, (left.get(routeId) ?? Number.POSITIVE_INFINITY) - 1),
    moreAt: new Date(now.getTime() + SECOND_MS),
  };
}
