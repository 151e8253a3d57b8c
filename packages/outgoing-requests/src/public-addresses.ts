import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A request to a private address, which nothing has been sent to. */
export class PrivateAddressError extends Error {}

/** Public addresses that only a cloud's own hosts can reach: Azure's and IBM's. */
const OF_CLOUDS = ['168.63.129.16/32', '161.26.0.0/16', '166.8.0.0/14'].map((range) => ipaddr.IPv4.parseCIDR(range));
/** The rest of IPv6 embeds IPv4 addresses (`::/96`) or is unassigned. */
const ASSIGNED = ipaddr.IPv6.parseCIDR('2000::/3');

/** Of an IP address. */
export function isPublic(text: string): boolean {
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4
    ? !OF_CLOUDS.some((range) => address.match(range))
    : (address as ipaddr.IPv6).match(ASSIGNED);
}

/** Of a URL's host. What other names resolve to is for `publicLookup` to check. */
export function isPrivateHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return isIP(bare) ? !isPublic(bare) : PRIVATE_NAME.test(bare);
}

/** Names that the public DNS never has, such as `metadata.google.internal`. */
const PRIVATE_NAME = /^(?:.+\.)?(?:localhost|localdomain|local|internal|home\.arpa)\.?$/i;

export function refusePrivateHost(host: string): void {
  if (isPrivateHost(host)) throw new PrivateAddressError();
}

/** As a connection's `lookup`, so that the addresses checked are those connected to. */
export const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    const allowed = addresses.filter(({ address }) => isPublic(address));
    if (allowed.length === 0) return callback(new PrivateAddressError(), '', 0);
    if (options.all) return callback(null, allowed);
    callback(null, allowed[0]!.address, allowed[0]!.family);
  });
};
