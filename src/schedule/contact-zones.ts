import { zonesOfAreaCode } from './area-code-zones.ts';
import { countriesOfNumber, zonesElsewhere, zonesOfCountry } from './country-zones.ts';
import { knownZone } from './zone-offsets.ts';

interface ContactZones {
  /** All of them must allow contact. Days and weeks are counted in the first. */
  zones: readonly string[];
  source: 'contact' | 'area_code' | 'country' | 'team';
  reason: string | null;
}

interface ContactPlace {
  timezone: string | null;
  country: string | null;
  number: bigint | number | string;
}

/** IANA defines these without summer time, but people often write them for places that have it. */
const MAY_MEAN: Readonly<Record<string, readonly string[]>> = {
  EST: ['America/New_York'],
  MST: ['America/Denver'],
  GMT: ['Europe/London'],
};

/**
 * The contact's own zone, else every zone that its number or country may be in. The team's zone where there is none,
 * and in addition where no country is known to have the number.
 */
export function zonesOfContact({ timezone, country, number }: ContactPlace, teamTimezone: string): ContactZones {
  const own = timezone === null ? null : knownZone(timezone);
  if (own !== null) return { zones: [own, ...(MAY_MEAN[own] ?? [])], source: 'contact', reason: null };
  const unknown = timezone === null ? 'The contact has no time zone.' : 'The contact’s time zone is not known.';

  const digits = String(number);
  const area = zonesOfAreaCode(digits);
  if (area) return { zones: area, source: 'area_code', reason: unknown };
  const team = knownZone(teamTimezone) ?? 'UTC';
  const { countries, isUnknown } = countriesOfNumber(digits, country);
  const possible = [...(country === null ? [] : [country]), ...countries].flatMap(zonesOfCountry);
  if (possible.length > 0) {
    const zones = [...possible, ...zonesElsewhere(digits), ...(isUnknown ? [team] : [])];
    return { zones: [...new Set(zones)], source: 'country', reason: unknown };
  }
  return {
    zones: [team],
    source: 'team',
    reason: `${unknown} Its country is not known.`,
  };
}
