import type { TokenScope, Viewer } from '../../context.ts';
import { type Reader, read } from '../../database/table.ts';
import { Prisma, type Role } from '../../generated/prisma/client.ts';
import { hashToken, SESSION_PREFIX, TEAM_TOKEN_PREFIX } from './tokens.ts';

interface ViewerRow {
  token_id: string;
  scopes: TokenScope[] | null;
  role: Role;
  team_id: string;
  team_name: string;
  timezone: string;
  user_id: string | null;
  email: string | null;
  user_name: string | null;
}

/** The viewer that a request's `Authorization: Bearer …` names, or null. One statement. */
export async function authenticate(reader: Reader, authorization: string | undefined): Promise<Viewer | null> {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) return null;
  const kind = token.startsWith(SESSION_PREFIX) ? 'session' : token.startsWith(TEAM_TOKEN_PREFIX) ? 'team' : null;
  if (kind === null) return null;
  const hash = hashToken(token);
  const [row] = await read<ViewerRow>(reader, kind === 'session' ? sessionByHash(hash) : teamTokenByHash(hash));
  if (!row) return null;
  return {
    user: row.user_id === null ? null : { id: row.user_id, email: row.email!, name: row.user_name! },
    team: { id: row.team_id, name: row.team_name, timezone: row.timezone },
    role: row.role,
    token: { id: row.token_id, kind, scopes: row.scopes ?? [] },
  };
}

// A session ends with its membership: the join finds nothing once the person has left the team.
const sessionByHash = (hash: Uint8Array) => Prisma.sql`
  SELECT s.id AS token_id, NULL AS scopes, m.role, t.id AS team_id, t.name AS team_name, t.timezone,
    u.id AS user_id, u.email, u.name AS user_name
  FROM sessions s
  JOIN memberships m ON m.user_id = s.user_id AND m.team_id = s.team_id
  JOIN users u ON u.id = s.user_id
  JOIN teams t ON t.id = s.team_id
  WHERE s.token_hash = ${hash} AND s.expires_at > now()`;

const teamTokenByHash = (hash: Uint8Array) => Prisma.sql`
  SELECT k.id AS token_id, k.scopes, k.role, t.id AS team_id, t.name AS team_name, t.timezone,
    NULL AS user_id, NULL AS email, NULL AS user_name
  FROM team_tokens k
  JOIN teams t ON t.id = k.team_id
  WHERE k.token_hash = ${hash} AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`;
