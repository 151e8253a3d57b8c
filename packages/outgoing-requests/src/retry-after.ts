import { parsedInUtc } from 'plain-json';

const DAY = 86_400;

/** From here on, September 2020, a number is seconds or milliseconds since the epoch. */
const EPOCH = 1.6e9;
const EPOCH_MS = 1.6e12;

/** Seconds or a moment, as seconds from now: at least one, so that nobody asks again at once without end, and at most a day. A header that came twice has both, separated by a comma. */
export function retryAfterOf(given: unknown, now = Date.now()): number | null {
  if (typeof given !== 'string' && typeof given !== 'number') return null;
  const text = String(given).trim();
  const number = /^(\d+(?:\.\d+)?)\s*(?:,|s\b|sec|$)/i.exec(text)?.[1];
  const seconds = number === undefined ? (dateOf(text) - now) / 1_000 : secondsOf(Number(number), now);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(Math.ceil(seconds), 1), DAY);
}

function secondsOf(number: number, now: number): number {
  if (number < EPOCH) return number;
  return number < EPOCH_MS ? number - now / 1_000 : (number - now) / 1_000;
}

/** HTTP dates and ISO 8601. */
function dateOf(text: string): number {
  if (!/^[A-Za-z]{3,9},? |^\d{4}-\d\d-\d\d/.test(text)) return Number.NaN;
  return parsedInUtc(text);
}
