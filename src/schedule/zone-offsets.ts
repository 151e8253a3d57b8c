import { Temporal } from 'temporal-polyfill';

/** A time of constant offset from UTC, in milliseconds; infinite where no change comes before or after. */
interface Stretch {
  from: number;
  until: number;
  offset: number;
}

const DAY = 86_400_000;

const zones = new Map<string, string>();

/** An IANA name in any case, else null. Offsets are not zones: they have no daylight saving time. */
export function knownZone(name: string): string | null {
  const known = zones.get(name);
  if (known !== undefined) return known;
  const zone = readZone(name);
  if (zone !== null && zones.size < 2_000) zones.set(name, zone);
  return zone;
}

function readZone(name: string): string | null {
  if (!/^[A-Za-z][\w+\-/]*$/.test(name)) return null;
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId;
  } catch {
    return null;
  }
}

const stretches = new Map<string, Stretch[]>();

/** Needed for each message, so Temporal is asked only once per zone and half-year. */
export function stretchAt(zone: string, at: number): Stretch {
  const known = stretches.get(zone) ?? [];
  for (const stretch of known) if (stretch.from <= at && at < stretch.until) return stretch;
  const fresh = readStretch(zone, at);
  stretches.set(zone, [...known, fresh]);
  return fresh;
}

function readStretch(zone: string, at: number): Stretch {
  const zoned = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
  // `previous` leaves out a change at the moment itself.
  const from = zoned(at + 1).getTimeZoneTransition('previous')?.epochMilliseconds ?? Number.NEGATIVE_INFINITY;
  const until = zoned(at).getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
  return { from, until, offset: zoned(at).offsetNanoseconds / 1_000_000 };
}

export const localDay = (zone: string, at: number): number => Math.floor((at + stretchAt(zone, at).offset) / DAY);

export const dateOfDay = (day: number): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(day * DAY)
    .toZonedDateTimeISO('UTC')
    .toPlainDate();
