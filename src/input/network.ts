/**
 * The address that callers are counted by. For IPv6 it is the first 64 bits, as one customer usually has all addresses
 * below.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return plain;
  // An IPv4 address at the end takes two groups. Like a zone after `%`, it lies beyond the first 64 bits.
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
