import { zoneSpelling } from './zone-names.ts';
import { knownZone } from './zone-offsets.ts';

/** More than any name has. */
const MOST_CHARACTERS = 64;

/** Zones only, of which there are few: others may be any text. */
const read = new Map<string, string>();

/**
 * A time zone by its IANA name, in any case; null for anything else, offsets too: they do not know of summer time. JavaScript also reads
 * abbreviations, and not as people mean them: BST as Dhaka, AST as Anchorage.
 */
export function readZone(text: string): string | null {
  if (text.length > MOST_CHARACTERS) return null;
  const key = text.toLowerCase();
  const known = read.get(key);
  if (known !== undefined) return known;
  const zone = zoneOf(text);
  if (zone !== null) read.set(key, zone);
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
