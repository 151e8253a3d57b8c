/** How receipts write the ids of answers: alike, or in the other number system. */
export const READINGS = ['same', 'decimal', 'hexadecimal'] as const;
export type Reading = (typeof READINGS)[number];

const LONGEST = 20;

/** `decimal`: the answer is hexadecimal, the receipt decimal. Letter case and leading zeros may differ, too. */
export function spellingsOf(id: string): Map<string, Set<Reading>> {
  const found = new Map<string, Set<Reading>>();
  const add = (reading: Reading, names: readonly string[]) => {
    for (const name of names) found.set(name, (found.get(name) ?? new Set()).add(reading));
  };
  add('same', [id, id.toLowerCase(), id.toUpperCase()]);
  const bare = id.replace(/^0x/i, '').replace(/^0+(?=.)/, '');
  if (!/^[0-9a-f]+$/i.test(bare) || bare.length > LONGEST) return found;
  add('same', padded(bare));
  if (/^\d+$/.test(bare)) add('decimal', padded(BigInt(bare).toString(16)));
  add('hexadecimal', padded(BigInt(`0x${bare}`).toString()));
  return found;
}

function padded(number: string): string[] {
  const cases = [...new Set([number.toLowerCase(), number.toUpperCase()])];
  const widths = Array.from({ length: Math.max(LONGEST - number.length, 0) + 1 }, (_, more) => number.length + more);
  return cases.flatMap((each) => [...widths.map((width) => each.padStart(width, '0')), `0x${each}`]);
}
