/** What callers are counted by: for IPv6 the first 64 bits, as one customer usually has all addresses below. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return plain;
  // A trailing IPv4 address takes two groups.
  const [head = '', tail] = plain
    .replace(/%.*$/, '')
    .replace(/[\d.]*\.\d+$/, '0:0')
    .split('::');
  const groups = head.split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  const all = [...groups, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...(tail ?? '').split(':')];
  return `${all
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
