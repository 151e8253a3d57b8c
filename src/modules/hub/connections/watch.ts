import { isAllowedAddress } from '../sellers/addresses.ts';
import { readEndpoints, type SignedIn } from '../sellers/sign-in.ts';
import type { Hub, Session } from './hub.ts';
import { LEASE_SECONDS, renewLeases } from './leases.ts';

/** Connections follow their endpoints: one statement, however many are open. */
export async function watchEndpoints({ services, bound }: Pick<Hub, 'services' | 'bound'>): Promise<void> {
  const open = [...bound.values()];
  if (open.length === 0) return;
  const keys = new Map(open.map((session) => [session.bound!.endpointId, session.bound!]));
  const { reach } = services.db;
  const away = new Set(open.flatMap(({ bound: known }) => (reach.has(known!.teamId) ? [] : known!.teamId)));
  const states = await readEndpoints(services, [...keys.values()]);
  const own = new Map<string, number>();
  for (const { bound: known } of open) {
    if (known!.kind !== 'receiver') own.set(known!.endpointId, (own.get(known!.endpointId) ?? 0) + 1);
  }
  const isAllowed = addressesOnce();
  for (const session of open) {
    const { endpointId, leaseId } = session.bound!;
    const state = states.get(endpointId);
    if (!state && away.has(session.bound!.teamId)) continue;
    if (!state) session.end('its endpoint was deleted');
    else if (!isAllowed(state, session.address)) session.end('its address is no longer allowed');
    else if (state.beyond?.includes(leaseId)) session.end('its endpoint may no longer have as many connections');
    else follow(session, { ...state, perSecond: shareOf(state, own.get(endpointId) ?? 0) });
  }
}

/** A seller may have 1,000 connections from one address, and as many ranges that it may come from. */
function addressesOnce(): (state: SignedIn, address: string) => boolean {
  const known = new Map<string, boolean>();
  return ({ endpointId, allowedIps }, address) => {
    const key = `${endpointId} ${address}`;
    const isAllowed = known.get(key) ?? isAllowedAddress(allowedIps, address);
    known.set(key, isAllowed);
    return isAllowed;
  };
}

/** Processes share an endpoint's rate by the connections that each has. */
function shareOf({ perSecond, submitting }: { perSecond: number | null; submitting: number }, own: number) {
  return perSecond === null ? null : (perSecond * own) / Math.max(own, submitting, 1);
}

function follow(session: Session, state: SignedIn): void {
  const known = session.bound!;
  if (state.username !== known.username || state.passwordHash !== known.passwordHash)
    session.end('its password was changed');
  else Object.assign(known, state);
}

/** Connections whose leases could not be renewed in time end, as others may have taken their place. */
export function openRenewal({ services, bound }: Pick<Hub, 'services' | 'bound'>): () => Promise<void> {
  let renewedAt = performance.now();
  return async () => {
    const open = [...bound.values()];
    const at = performance.now();
    try {
      if (open.length > 0) {
        const leases = open.map((session) => ({ teamId: session.bound!.teamId, id: session.bound!.leaseId }));
        const kept = await renewLeases(services.db, leases);
        for (const session of open) if (!kept.has(session.bound!.leaseId)) session.end('its lease ended');
      }
      renewedAt = at;
    } catch (error) {
      if (performance.now() - renewedAt > LEASE_SECONDS * 1_000)
        for (const session of open) session.end('its lease ended');
      throw error;
    }
  };
}
