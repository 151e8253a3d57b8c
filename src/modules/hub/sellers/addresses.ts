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

function rangeOf(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
