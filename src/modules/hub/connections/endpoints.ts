import { createHash } from 'node:crypto';
import type { Db } from '../../../database/transaction.ts';
import type { EndpointKey } from '../traffic/submission.ts';

/** What open connections of an endpoint depend on. */
export interface EndpointState extends EndpointKey {
  allowedIps: string[];
  isSendingAllowed: boolean;
  window: number;
  perSecond: number | null;
  /** Changes with the password. */
  passwordMark: string;
}

export const markOf = (passwordHash: string): string => createHash('sha256').update(passwordHash).digest('hex');

/** Endpoints as they are now, in one statement; one that is missing was deleted. */
export async function readEndpointStates(db: Db, keys: readonly EndpointKey[]): Promise<Map<string, EndpointState>> {
  const teams = keys.map(({ teamId }) => teamId);
  const ids = keys.map(({ endpointId }) => endpointId);
  const rows = await db.rows<Omit<EndpointState, 'passwordMark'> & { passwordHash: string }>`SELECT
      /* across teams: endpoints that have connections to this process */
      e.team_id AS "teamId", e.id AS "endpointId", e.allowed_ips AS "allowedIps", e.window, e.per_second AS "perSecond",
      e.is_sending_allowed AS "isSendingAllowed", e.password_hash AS "passwordHash"
    FROM seller_endpoints e JOIN unnest(${teams}::uuid[], ${ids}::uuid[]) x(team, id)
      ON e.team_id = x.team AND e.id = x.id`;
  return new Map(
    rows.map(({ passwordHash, ...state }) => [state.endpointId, { ...state, passwordMark: markOf(passwordHash) }]),
  );
}
