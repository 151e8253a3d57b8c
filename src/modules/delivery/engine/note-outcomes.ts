import type { Tx } from '../../../database/transaction.ts';

/** What a receipt changed of a message. */
export interface Outcome {
  status: string;
  former: string;
  networkId: number | null;
  claimedAt: Date;
}

interface Counted {
  networkId: number;
  total: number;
  delivered: number;
  claimedAt: Date;
}

const MINUTE_MS = 60_000;

/** Final receipts count in the health of their route, one row for each network and minute of claims: {@link foldOutcomes}. */
export async function noteOutcomes(
  tx: Tx,
  teamId: string,
  routeId: string,
  outcomes: readonly Outcome[],
  now: Date,
): Promise<void> {
  const places = new Map<string, Counted>();
  for (const { status, former, networkId, claimedAt } of outcomes) {
    if (status === 'accepted') continue;
    const key = `${networkId} ${Math.floor(claimedAt.getTime() / MINUTE_MS)}`;
    const place = places.get(key) ?? { networkId: networkId ?? 0, total: 0, delivered: 0, claimedAt };
    places.set(key, place);
    if (former !== 'failed' && former !== 'expired') place.total += 1;
    if (status === 'delivered') place.delivered += 1;
    if (claimedAt < place.claimedAt) place.claimedAt = claimedAt;
  }
  if (places.size === 0) return;
  const column = <T>(of: (place: Counted) => T) => [...places.values()].map(of);
  await tx.change`INSERT INTO route_outcomes (team_id, id, route_id, network_id, total, delivered, claimed_at, at)
    SELECT ${teamId}::uuid, gen_random_uuid(), ${routeId}::uuid, x.network, x.total, x.delivered, x.claimed_at, ${now}::timestamptz
    FROM unnest(${column(({ networkId }) => networkId)}::int[], ${column(({ total }) => total)}::int[],
      ${column(({ delivered }) => delivered)}::int[], ${column(({ claimedAt }) => claimedAt.toISOString())}::timestamptz[])
      x(network, total, delivered, claimed_at)`;
}
