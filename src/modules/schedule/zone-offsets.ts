import { Temporal } from 'temporal-polyfill';

/** A time in which a zone keeps its offset from UTC. Milliseconds; infinite where it had or will have no other. */
interface Stretch {
  from: number;
  until: number;
  offset: number;
}

const DAY = 86_400_000;

const zones = new Map<string, string | null>();

/** The zone of an IANA name, in any case; null when there is none. Offsets are none: they know no summer time. */
export function knownZone(name: string): string | null {
  const known = zones.get(name);
  if (known !== undefined) return known;
  const zone = readZone(name);
  // More names than there are zones were made up by somebody.
  if (zones.size < 2_000) zones.set(name, zone);
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

/** Asked for each message: Temporal answers once for each zone and half-year. */
export function stretchAt(zone: string, at: number): Stretch {
  const known = stretches.get(zone) ?? [];
  for (const stretch of known) if (stretch.from <= at && at < stretch.until) return stretch;
  const fresh = readStretch(zone, at);
  stretches.set(zone, [...known, fresh]);
  return fresh;
}

function readStretch(zone: string, at: number): Stretch {
  const zoned = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
  // The change before a moment leaves out the one at that moment.
  const from = zoned(at + 1).getTimeZoneTransition('previous')?.epochMilliseconds ?? Number.NEGATIVE_INFINITY;
  const until = zoned(at).getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
  return { from, until, offset: zoned(at).offsetNanoseconds / 1_000_000 };
}

/** Days since 1970 that a calendar in the zone has shown by then. */
export const localDay = (zone: string, at: number): number => Math.floor((at + stretchAt(zone, at).offset) / DAY);

/** The calendar's day of that number. */
export const dateOfDay = (day: number): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(day * DAY)
    .toZonedDateTimeISO('UTC')
    .toPlainDate();
