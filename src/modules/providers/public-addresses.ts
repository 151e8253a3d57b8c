import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The address is of a private network, of this machine or of no host. Callers must not reach it through us. */
export class PrivateAddressError extends Error {}

export const isPublic = (address: string): boolean => ipaddr.process(address).range() === 'unicast';

/** Checks a host that is an address: it is never looked up. */
export function refusePrivateHost(host: string): void {
  const bare = host.replace(/^\[|\]$/g, '');
  if (isIP(bare) && !isPublic(bare)) throw new PrivateAddressError();
}

/** For a connection's `lookup`, so that the addresses that were checked are those that are connected to. */
export const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    const allowed = addresses.filter(({ address }) => isPublic(address));
    if (allowed.length === 0) return callback(new PrivateAddressError(), '', 0);
    if (options.all) return callback(null, allowed);
    callback(null, allowed[0]!.address, allowed[0]!.family);
  });
};
