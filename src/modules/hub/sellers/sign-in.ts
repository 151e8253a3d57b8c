import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Services } from '../../../context.ts';
import { read } from '../../../database/table.ts';
import { NOBODY } from '../../../database/teams.ts';
import { type HubBindKind, Prisma } from '../../../generated/prisma/client.ts';
import { checkGuess, oneOfAlike } from '../../identity/auth/check-password.ts';
import { verifyPassword } from '../../identity/auth/passwords.ts';
import { type Place, placeOf } from '../../identity/auth/places.ts';
import type { EndpointKey } from '../traffic/submission.ts';
import { isAllowedAddress } from './addresses.ts';
import { PASSWORD, USERNAME } from './endpoint-rules.ts';

/** An endpoint that has signed in, with what its sessions go by. */
export interface SignedIn extends EndpointKey {
  username: string;
  /** What was checked: it may change meanwhile. */
  passwordHash: string;
  allowedIps: string[];
  tx: number;
  rx: number;
  trx: number;
  window: number;
  perSecond: number | null;
  isSendingAllowed: boolean;
}

export interface Credentials {
  username: string;
  password: string;
  address: string;
}

type Needs = Pick<Services, 'db' | 'reader' | 'config'>;

export type SignIn = (given: Credentials) => Promise<SignedIn | null>;

const KNOWN_MS = 1_000;
const MOST_KNOWN = 10_000;

/** {@link signInEndpoint} of a server. Hashing a password takes long, so who signed in is known for a second. */
export function openSignIn(services: Needs): SignIn {
  const known = new LRUCache<string, SignedIn>({ max: MOST_KNOWN, ttl: KNOWN_MS });
  return async (given) => {
    const key = keyOf(given);
    const before = known.get(key);
    if (before) return before;
    const endpoint = await signInEndpoint(services, given);
    if (endpoint) known.set(key, endpoint);
    return endpoint;
  };
}

/**
 * Null, in equal time, for a wrong password, an unknown or deleted username, and an address that it may not sign in from.
 * Throws `RATE_LIMITED`. Sign-ins that are alike and come at the same moment are one attempt: sellers open many
 * connections at once.
 */
export const signInEndpoint = (services: Needs, given: Credentials): Promise<SignedIn | null> =>
  oneOfAlike(services.db, ['seller', given.username, given.password, given.address], () => signIn(services, given));

async function signIn(services: Needs, { username, password, address }: Credentials): Promise<SignedIn | null> {
  const row = isPossible(username, password) ? await find(services, username) : null;
  const isHere = row !== null && isAllowedAddress(row.allowedIps, address);
  // E-mail addresses have no blank, so that no person is locked out by an endpoint's username.
  const name = `seller ${username.toLowerCase()}`;
  const known = knownOf(services, isHere ? row : null, address);
  const guess = { name, isStranger: async () => !(await known.isKnown()) };
  const stored = isHere ? row.passwordHash : null;
  if (!(await checkGuess({ ...services, address }, guess, () => verifyPassword(stored, password)))) return null;
  await known.keep();
  return row;
}

interface OpenEndpoint extends SignedIn {
  /** Connections over which it may submit, to all processes. */
  submitting: number;
  /** The newest leases, of all processes, that are more than it may have by now. */
  beyond: string[] | null;
}

/** Open sessions look again, by the ids of their endpoints; a deleted one is missing. */
export async function readEndpoints(
  { reader, db }: Pick<Services, 'reader' | 'db'>,
  keys: readonly EndpointKey[],
): Promise<Map<string, OpenEndpoint>> {
  const teams = keys.map(({ teamId }) => teamId);
  const ids = keys.map(({ endpointId }) => endpointId);
  const rows = await read<OpenEndpoint>(
    reader,
    Prisma.sql`SELECT /* across teams: each session’s endpoint in its own */ ${COLUMNS},
        (SELECT count(*)::int FROM hub_connections c WHERE c.team_id = e.team_id AND c.seller_endpoint_id = e.id
          AND c.kind <> 'receiver' AND c.lease_until > now()${db.reach.within('c.team_id')}) AS submitting,
        (SELECT ${newest('transmitter', 'tx')} || ${newest('receiver', 'rx')} || ${newest('transceiver', 'trx')}
          FROM hub_connections c WHERE c.team_id = e.team_id AND c.seller_endpoint_id = e.id
            AND c.lease_until > now()${db.reach.within('c.team_id')}) AS beyond
      FROM unnest(${teams}::uuid[], ${ids}::uuid[]) AS a(team_id, id)
      JOIN seller_endpoints e ON e.team_id = a.team_id AND e.id = a.id
      WHERE e.deleting_at IS NULL${db.reach.within('e.team_id')}`,
  );
  return new Map(rows.map((row) => [row.endpointId, row]));
}

const newest = (kind: HubBindKind, limit: 'tx' | 'rx' | 'trx') =>
  Prisma.sql`(array_agg(c.id ORDER BY c.bound_at, c.id) FILTER (WHERE c.kind = ${kind}::hub_bind_kind))[e.${Prisma.raw(limit)} + 1:]`;

const COLUMNS = Prisma.sql`e.team_id AS "teamId", e.id AS "endpointId", e.username,
  e.password_hash AS "passwordHash", e.allowed_ips AS "allowedIps", e.tx, e.rx, e.trx, e."window",
  e.per_second AS "perSecond", e.is_sending_allowed AS "isSendingAllowed"`;

async function find({ reader, db }: Needs, username: string): Promise<SignedIn | null> {
  const row = await db.reach.find(async () => {
    const [found] = await read<SignedIn>(
      reader,
      Prisma.sql`SELECT /* across teams: usernames are one across the installation */ ${COLUMNS}
      FROM seller_usernames u JOIN seller_endpoints e ON e.team_id = u.team_id AND e.username = u.username
      WHERE u.username = ${username} AND e.deleting_at IS NULL${db.reach.within('e.team_id')}`,
    );
    return found;
  });
  return row ?? null;
}

/** Wrong passwords from other addresses do not lock a seller out where it has signed in within 30 days, or where it has `allowedIps`. */
function knownOf({ db }: Needs, row: SignedIn | null, address: string): Place {
  const place = placeOf(db, 'seller', row?.endpointId ?? NOBODY, address);
  if (row === null || row.allowedIps.length === 0) return place;
  return { isKnown: async () => true, keep: async () => {} };
}

const isPossible = (username: string, password: string) =>
  USERNAME.format.test(username) && username.length <= USERNAME.most && password.length <= PASSWORD.most;

const keyOf = ({ username, password, address }: Credentials) =>
  createHash('sha256')
    .update(JSON.stringify([username, password, address]))
    .digest('base64url');
