const DAY = 86_400;

/** Seconds or a date, as seconds from now, at most a day. */
export function retryAfterOf(given: unknown, now = Date.now()): number | null {
  if (typeof given !== 'string' && typeof given !== 'number') return null;
  const text = String(given).trim();
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : (dateOf(text) - now) / 1_000;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(Math.ceil(seconds), 0), DAY);
}

/** HTTP dates and ISO 8601; UTC without a zone. */
function dateOf(text: string): number {
  if (!/^[A-Za-z]{3,9},? |^\d{4}-\d\d-\d\d/.test(text)) return Number.NaN;
  return Date.parse(/(?:GMT|UTC|Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
}
