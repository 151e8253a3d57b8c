import type { Db } from '../../../database/transaction.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import type { HubBindKind } from '../../../generated/prisma/client.ts';
import type { EndpointKey } from '../traffic/submission.ts';

export const LEASE_SECONDS = 15;

interface Bind extends EndpointKey {
  /** As it was when the password was checked. */
  passwordHash: string;
  kind: HubBindKind;
  address: string;
  process: string;
}

/**
 * `full`: as many are open as the endpoint may have, over all processes. `changed`: it is gone, or its password is another one.
 * Who binds at the same moment waits for the endpoint's row.
 */
export function takeLease(
  db: Db,
  { teamId, endpointId, passwordHash, kind, address, process }: Bind,
): Promise<{ id: string } | 'full' | 'changed'> {
  return db.transaction(async (tx) => {
    const limits = await tx.row<Record<HubBindKind, number>>`SELECT tx AS transmitter, rx AS receiver,
        trx AS transceiver FROM seller_endpoints
      WHERE team_id = ${teamId}::uuid AND id = ${endpointId}::uuid AND password_hash = ${passwordHash}
        AND deleting_at IS NULL FOR NO KEY UPDATE`;
    if (!limits) return 'changed';
    await tx.change`DELETE FROM hub_connections
      WHERE team_id = ${teamId}::uuid AND seller_endpoint_id = ${endpointId}::uuid AND lease_until <= now()`;
    const { open } = (await tx.row<{ open: number }>`SELECT count(*)::int AS open FROM hub_connections
      WHERE team_id = ${teamId}::uuid AND seller_endpoint_id = ${endpointId}::uuid
        AND kind = ${kind}::hub_bind_kind`)!;
    if (open >= limits[kind]) return 'full';
    const id = uuidv7();
    await tx.change`INSERT INTO hub_connections
        (team_id, id, seller_endpoint_id, kind, address, process, bound_at, lease_until)
      VALUES (${teamId}::uuid, ${id}::uuid, ${endpointId}::uuid, ${kind}::hub_bind_kind, ${address}, ${process}, now(),
        now() + make_interval(secs => ${LEASE_SECONDS}::int))`;
    return { id };
  });
}

interface Lease {
  teamId: string;
  id: string;
}

/** The ids of those that go on. One that has ended may be another's by now. */
export async function renewLeases(db: Db, leases: readonly Lease[]): Promise<Set<string>> {
  const teams = leases.map(({ teamId }) => teamId);
  const ids = leases.map(({ id }) => id);
  const renewed = await db.rows<{ id: string }>`UPDATE /* across teams: connections to this process go on */
      hub_connections c SET lease_until = now() + make_interval(secs => ${LEASE_SECONDS}::int)
    FROM unnest(${teams}::uuid[], ${ids}::uuid[]) x(team, id)
    WHERE c.team_id = x.team AND c.id = x.id AND c.lease_until > now()${db.reach.within('c.team_id')} RETURNING c.id`;
  return new Set(renewed.map(({ id }) => id));
}

export async function endLease(db: Db, { teamId, id }: Lease): Promise<void> {
  await db.change`DELETE FROM hub_connections WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid`;
}
