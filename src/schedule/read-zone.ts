import { zoneSpelling } from './zone-names.ts';
import { knownZone } from './zone-offsets.ts';

const read = new Map<string, string | null>();

/**
 * A time zone by its IANA name, in any case; null for anything else, offsets too: they do not know of summer time. JavaScript also reads
 * abbreviations, and not as people mean them: BST as Dhaka, AST as Anchorage.
 */
export function readZone(text: string): string | null {
  const known = read.get(text);
  if (known !== undefined) return known;
  const zone = zoneOf(text);
  if (read.size < 1_000) read.set(text, zone);
  return zone;
}

function zoneOf(text: string): string | null {
  if (!/^[A-Za-z][\w+\-/]*$/.test(text)) return null;
  try {
    const known = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
    return zoneSpelling(text) ?? (knownZone(text) === null ? null : known);
  } catch {
    return null;
  }
}
