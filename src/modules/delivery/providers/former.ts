import { decrypted, encryptToken, type TokenKeys } from '../../../secrets.ts';

/** More of them at once end the oldest: each is tried with every request that nothing else verifies. */
const MOST_FORMER = 5;

interface Former<Kept> {
  kept: Kept;
  until: string;
}

function formerOf<Kept>(keys: TokenKeys, sealed: Uint8Array | null, now: Date): Former<Kept>[] {
  const text = sealed && decrypted(keys, sealed);
  if (!text) return [];
  return (JSON.parse(text) as Former<Kept>[]).filter(({ until }) => new Date(until) > now);
}

/** What requests to us were verified with before it was replaced, the newest first, without what has expired. */
export const stillAccepted = <Kept>(...given: Parameters<typeof formerOf>): Kept[] =>
  formerOf<Kept>(...given).map(({ kept }) => kept);

/** Adds what is being replaced. Each is accepted until its own end, however often it is replaced meanwhile. */
export function addFormer<Kept>(
  keys: TokenKeys,
  sealed: Uint8Array | null,
  kept: Kept,
  overlapHours: number,
): { sealed: Uint8Array<ArrayBuffer>; until: Date } {
  const now = new Date();
  const until = new Date(now.getTime() + overlapHours * 3_600_000).toISOString();
  const former = [{ kept, until }, ...formerOf<Kept>(keys, sealed, now)].slice(0, MOST_FORMER);
  const last = Math.max(...former.map((one) => Date.parse(one.until)));
  return { sealed: encryptToken(keys, JSON.stringify(former)), until: new Date(last) };
}
