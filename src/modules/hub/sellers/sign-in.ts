import ipaddr from 'ipaddr.js';
import type { Services } from '../../../context.ts';
import { acrossTeams } from '../../../database/teams.ts';
import { verifyPassword } from '../../identity/auth/passwords.ts';
import { attemptsOf, countLoginAttempt, forgiveLoginAttempts } from '../../identity/auth/throttle.ts';
import type { EndpointKey } from '../traffic/submission.ts';

interface SignIn {
  username: string;
  password: string;
  address: string;
}

export interface SignedIn extends EndpointKey {
  /** What was checked: it may change meanwhile. */
  passwordHash: string;
}

/** Null alike, and after equal time, for an unknown username, a wrong password and an address that is not allowed. Throws `RATE_LIMITED`. */
export async function signInEndpoint(
  services: Pick<Services, 'db' | 'config'>,
  { username, password, address }: SignIn,
): Promise<SignedIn | null> {
  const attempts = attemptsOf({ address }, `seller ${username}`);
  await countLoginAttempt(services, attempts);
  const endpoint = await services.db.prisma.sellerEndpoint.findFirst({
    where: { teamId: acrossTeams('A seller signs in with a username alone.'), username },
  });
  const isRight = await verifyPassword(endpoint?.passwordHash ?? null, password);
  if (!endpoint || !isRight || !isAllowedAddress(endpoint.allowedIps, address)) return null;
  await forgiveLoginAttempts(services, attempts);
  return { teamId: endpoint.teamId, endpointId: endpoint.id, passwordHash: endpoint.passwordHash };
}

/** Addresses and ranges in CIDR form; none allows any. */
export function isAllowedAddress(allowed: readonly string[], address: string): boolean {
  if (allowed.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  const from = ipaddr.process(address);
  return allowed.some((one) => {
    const [range, bits] = one.includes('/') ? ipaddr.parseCIDR(one) : [ipaddr.parse(one), undefined];
    return range.kind() === from.kind() && from.match(range, bits ?? (range.kind() === 'ipv4' ? 32 : 128));
  });
}
