const DAY = 86_400;

/** `Retry-After` or the like as seconds from now, a day at most: seconds or an HTTP date. Null when it is neither. */
export function retryAfterOf(given: unknown, now = Date.now()): number | null {
  if (typeof given !== 'string' && typeof given !== 'number') return null;
  const text = String(given).trim();
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : (dateOf(text) - now) / 1_000;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(Math.ceil(seconds), 0), DAY);
}

/** The three forms of an HTTP date, and ISO 8601. A date without a zone is UTC. */
function dateOf(text: string): number {
  if (!/^[A-Za-z]{3,9},? |^\d{4}-\d\d-\d\d/.test(text)) return Number.NaN;
  return Date.parse(/(?:GMT|UTC|Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
}
