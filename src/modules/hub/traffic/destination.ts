import { canonicalNumber, readNumber } from 'phone-numbers';
import type { Submission } from './submission.ts';

interface DestinationNumber {
  /** E.164 digits in the form that is stored. */
  digits: string;
  /** ISO 3166-1 alpha-2; null where a range belongs to several countries or none. */
  country: string | null;
}

/** Reading a number takes longer than all else in a decision, and sellers write to the same people again. */
const MOST_KNOWN = 20_000;
const known = new Map<string, DestinationNumber | null>();

/** A destination without a plus sign begins with its country code, too: a team has no country. Null when it is no number. */
export function destinationNumber({
  destination,
  isInternational,
}: Pick<Submission, 'destination' | 'isInternational'>): DestinationNumber | null {
  const text = isInternational && /^\d/.test(destination) ? `+${destination}` : destination;
  const before = known.get(text);
  if (before !== undefined) return before;
  const found = read(text);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(text, found);
  return found;
}

function read(text: string): DestinationNumber | null {
  const number = readNumber(text);
  return number && { digits: canonicalNumber(number.digits), country: number.country ?? null };
}
