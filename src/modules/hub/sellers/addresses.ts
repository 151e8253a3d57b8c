import ipaddr from 'ipaddr.js';

/** An empty list allows any address. */
export const isAllowedAddress = (allowedIps: readonly string[], address: string): boolean =>
  allowedIps.length === 0 || isWithin(allowedIps, address);

/** Whether an address is one of these or in a range of these. An IPv4 address may come in IPv6's form. */
export function isWithin(ranges: readonly string[], address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const from = ipaddr.process(address);
  return ranges.some((text) => {
    const [range, bits] = rangeOf(text);
    return range.kind() === from.kind() && from.match(range, bits);
  });
}

/** What is before an IPv4 address in IPv6's form. */
const MAPPED_BITS = 96;

function rangeOf(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (text.includes('/')) {
    const [range, bits] = ipaddr.parseCIDR(text);
    const isMapped = range instanceof ipaddr.IPv6 && range.isIPv4MappedAddress() && bits >= MAPPED_BITS;
    return isMapped ? [range.toIPv4Address(), bits - MAPPED_BITS] : [range, bits];
  }
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
