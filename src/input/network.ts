import ipaddr from 'ipaddr.js';

/** What callers are counted by: for IPv6 the first 64 bits, as one customer usually has all addresses below. */
export function networkOf(address: string): string {
  const bare = address.split('%', 1)[0]!;
  if (!bare.includes(':') || !ipaddr.IPv6.isValid(bare)) return address;
  const { parts } = ipaddr.IPv6.parse(bare);
  const embedded = EMBEDDED.find(([prefix]) => prefix.every((part, at) => part === parts[at]));
  if (embedded) return bytesOf(parts.slice(embedded[1], embedded[1] + 2)).join('.');
  return `${parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

/** IPv4 in IPv6 (mapped, NAT64, 6to4): there many customers share 64 bits. Where the IPv4 address begins. */
const EMBEDDED: readonly (readonly [prefix: readonly number[], at: number])[] = [
  [[0, 0, 0, 0, 0, 0xffff], 6],
  [[0x64, 0xff9b, 0, 0, 0, 0], 6],
  [[0x2002], 1],
];

const bytesOf = (parts: readonly number[]) => parts.flatMap((part) => [part >> 8, part & 0xff]);
