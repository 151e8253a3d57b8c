import { Temporal } from 'temporal-polyfill';
import { isStorableMoment, storableMoment } from '../input/moments.ts';

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)\s?([Zz]|[+-]\d\d:?\d\d)?)?$/;

/**
 * Loose ISO 8601 in `zone`: a skipped time moves forward, of a repeated one the first counts. Null outside of the years
 * 1 to 9999.
 */
export function readMoment(text: string, zone = 'UTC'): Date | null {
  const [, date, time = '00:00', offset] = MOMENT.exec(text) ?? [];
  if (date === undefined) return null;
  try {
    if (offset !== undefined) return instant(`${date}T${time}${offset.toUpperCase()}`);
    const local = Temporal.PlainDateTime.from(`${date}T${time}`);
    if (local.year === 0) return null;
    return storableMoment(local.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function instant(text: string): Date | null {
  const moment = new Date(Temporal.Instant.from(text).epochMilliseconds);
  return isStorableMoment(moment) ? moment : null;
}
