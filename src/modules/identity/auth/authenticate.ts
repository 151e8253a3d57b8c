import { LRUCache } from 'lru-cache';
import type { Services } from '../../../context.ts';
import { type Reader, read } from '../../../database/table.ts';
import { Prisma, type Role } from '../../../generated/prisma/client.ts';
import type { TokenScope, Viewer } from '../../../viewer.ts';
import { hashToken, SESSION_PREFIX, TEAM_TOKEN_PREFIX, teamOfToken } from './tokens.ts';

interface ViewerRow {
  token_id: string;
  token_name: string | null;
  scopes: TokenScope[] | null;
  role: Role;
  team_id: string;
  team_name: string;
  timezone: string;
  user_id: string | null;
  email: string | null;
  user_name: string | null;
  lacks_two_factor: boolean;
  stale: boolean;
}

interface Key {
  team: string;
  hash: Uint8Array;
}

export interface Authenticator {
  /** From the cache. Null: a wrong token; undefined: not cached. */
  known(token: string): Viewer | null | undefined;
  lookUp(token: string): Promise<Viewer | null>;
  idOf(token: string): string | undefined;
}

const KEPT_VIEWERS = 10_000;
/** Kept apart, so that guesses do not push good tokens out. */
const KEPT_WRONG = 10_000;
/** Longer headers are not cached, as they could fill the memory. */
const KEPT_CHARACTERS = 200;
const GOOD_MS = 600_000;

export const tokenIn = (authorization: string | undefined): string | undefined =>
  /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];

/** Caches hits and misses for `cacheMs`; a revoked token may work for that long. */
export function createAuthenticator(reader: Reader, cacheMs: number, { notesUse = true } = {}): Authenticator {
  const known = cacheMs > 0 ? new LRUCache<string, Viewer>({ max: KEPT_VIEWERS, ttl: cacheMs }) : null;
  const wrong = cacheMs > 0 ? new LRUCache<string, true>({ max: KEPT_WRONG, ttl: cacheMs }) : null;
  const good = new LRUCache<string, string>({ max: KEPT_VIEWERS, ttl: GOOD_MS });
  return {
    known: (token) => known?.get(token) ?? (wrong?.has(token) ? null : undefined),
    idOf: (token) => good.get(token),
    async lookUp(token) {
      const viewer = await lookUp(reader, token, notesUse);
      if (viewer) {
        // So that setting it up has its effect at once.
        if (!viewer.lacksTwoFactor) known?.set(token, viewer);
        good.set(token, viewer.token.id);
      } else {
        if (token.length <= KEPT_CHARACTERS) wrong?.set(token, true);
        good.delete(token);
      }
      return viewer;
    },
  };
}

async function lookUp(reader: Reader, token: string, notesUse: boolean): Promise<Viewer | null> {
  const kind = token.startsWith(SESSION_PREFIX) ? 'session' : token.startsWith(TEAM_TOKEN_PREFIX) ? 'team' : null;
  const team = teamOfToken(token);
  if (kind === null || team === null) return null;
  const key = { team, hash: hashToken(token) };
  const [row] = await read<ViewerRow>(reader, kind === 'session' ? sessionOf(key) : teamTokenOf(key));
  if (!row) return null;
  if (row.stale && notesUse) noteUse(reader, kind, key);
  return {
    user: row.user_id === null ? null : { id: row.user_id, email: row.email!, name: row.user_name! },
    team: { id: row.team_id, name: row.team_name, timezone: row.timezone },
    role: row.role,
    lacksTwoFactor: row.lacks_two_factor,
    token: { id: row.token_id, name: row.token_name, kind, scopes: row.scopes ?? [] },
  };
}

/** At most once a minute over all processes. */
function noteUse({ pool }: Reader, kind: 'session' | 'team', { team, hash }: Key): void {
  const table = kind === 'session' ? 'sessions' : 'team_tokens';
  const sql = `UPDATE ${table} SET last_used_at = now()
    WHERE team_id = $1 AND token_hash = $2 AND (last_used_at < now() - interval '1 minute') IS NOT FALSE`;
  setImmediate(() => void pool.query(sql, [team, hash]).catch(() => {}));
}

const LACKS_TWO_FACTOR = Prisma.sql`(t.requires_two_factor AND u.two_factor_at IS NULL)`;

const sessionOf = ({ team, hash }: Key) => Prisma.sql`
  SELECT s.id AS token_id, NULL AS token_name, NULL AS scopes, m.role, t.id AS team_id, t.name AS team_name, t.timezone,
    u.id AS user_id, u.email, u.name AS user_name,
    ${LACKS_TWO_FACTOR} AS lacks_two_factor,
    (s.last_used_at < now() - interval '1 minute') IS NOT FALSE AS stale
  FROM sessions s
  JOIN memberships m ON m.team_id = s.team_id AND m.user_id = s.user_id
  JOIN users u ON u.id = s.user_id
  JOIN teams t ON t.id = s.team_id
  WHERE s.team_id = ${team}::uuid AND s.token_hash = ${hash} AND s.expires_at > now()`;

const teamTokenOf = ({ team, hash }: Key) => Prisma.sql`
  SELECT k.id AS token_id, k.name AS token_name, k.scopes, k.role, t.id AS team_id, t.name AS team_name, t.timezone,
    NULL AS user_id, NULL AS email, NULL AS user_name, false AS lacks_two_factor,
    (k.last_used_at < now() - interval '1 minute') IS NOT FALSE AS stale
  FROM team_tokens k
  JOIN teams t ON t.id = k.team_id
  WHERE k.team_id = ${team}::uuid AND k.token_hash = ${hash} AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`;

/** Of teams on a node that is away nothing is known, and nothing changes. */
export async function viewersStillGood(
  { reader, db }: Pick<Services, 'reader' | 'db'>,
  viewers: readonly Viewer[],
): Promise<Set<Viewer>> {
  const ids = viewers.map(({ token }) => token.id);
  const away = new Set(viewers.flatMap(({ team }) => (db.reach.has(team.id) ? [] : team.id)));
  const teams = viewers.map(({ team }) => team.id);
  const asked = Prisma.sql`unnest(${teams}::uuid[], ${ids}::uuid[]) AS a(team_id, id)`;
  const rows = await read<{ id: string; role: Role }>(
    reader,
    Prisma.sql`SELECT /* across teams: each viewer in their own */ s.id, m.role FROM ${asked} JOIN sessions s ON s.team_id = a.team_id AND s.id = a.id
        JOIN memberships m ON m.team_id = s.team_id AND m.user_id = s.user_id
        JOIN users u ON u.id = s.user_id JOIN teams t ON t.id = s.team_id WHERE s.expires_at > now() AND NOT ${LACKS_TWO_FACTOR}${db.reach.within('s.team_id')}
    UNION ALL SELECT k.id, k.role FROM ${asked} JOIN team_tokens k ON k.team_id = a.team_id AND k.id = a.id
      WHERE k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())${db.reach.within('k.team_id')}`,
  );
  const roles = new Map(rows.map(({ id, role }) => [id, role]));
  return new Set(viewers.filter(({ token, role, team }) => roles.get(token.id) === role || away.has(team.id)));
}
