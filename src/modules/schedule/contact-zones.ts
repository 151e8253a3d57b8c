import { getCountry } from 'countries-and-timezones';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import areaCodes from './area-codes.json' with { type: 'json' };
import { knownZone } from './zone-offsets.ts';

interface ContactZones {
  /** The contact is reached only when every one of these zones allows it. Days and weeks are counted in the first. */
  zones: readonly string[];
  source: 'contact' | 'area_code' | 'country' | 'team';
  /** Why a better source was not used, in a sentence. Null when the contact's own zone was. */
  reason: string | null;
}

interface ContactPlace {
  /** IANA name. */
  timezone: string | null;
  /** ISO code of two letters. */
  country: string | null;
  /** E.164 digits without the plus sign. */
  number: bigint | number | string;
}

/** Zones by area code, or by more digits, for North America, where numbers of all kinds have area codes. */
const byAreaCode = new Map<string, readonly string[]>();
for (const [zones, codes] of Object.entries(areaCodes)) {
  const known = zones.split(' ').flatMap((name) => knownZone(name) ?? []);
  for (const code of codes.split(' ')) byAreaCode.set(code, known);
}
const LONGEST = Math.max(...[...byAreaCode.keys()].map((code) => code.length));

const countries = new Map<string, readonly string[]>();

/** The contact's own zone, else that of its area code, else all zones of its country, else the team's. */
export function zonesOfContact(contact: ContactPlace, teamTimezone: string): ContactZones {
  const { timezone } = contact;
  const own = timezone === null ? null : knownZone(timezone);
  if (own !== null) return { zones: [own], source: 'contact', reason: null };
  const unknown = timezone === null ? 'The contact has no time zone.' : 'The contact’s time zone is not known.';

  const digits = String(contact.number);
  const area = zonesOfAreaCode(digits);
  if (area) return { zones: area, source: 'area_code', reason: unknown };
  const country = contact.country ?? countryOf(digits);
  const zones = country === null ? [] : zonesOfCountry(country);
  if (zones.length > 0) return { zones, source: 'country', reason: unknown };
  return {
    zones: [knownZone(teamTimezone) ?? 'UTC'],
    source: 'team',
    reason: `${unknown} ${country === null ? 'Its country is not known.' : 'Its country has no time zone of its own.'}`,
  };
}

function zonesOfAreaCode(digits: string): readonly string[] | undefined {
  if (digits.length !== 11 || digits[0] !== '1') return undefined;
  for (let length = LONGEST; length >= 3; length--) {
    const zones = byAreaCode.get(digits.slice(1, 1 + length));
    if (zones && zones.length > 0) return zones;
  }
  return undefined;
}

const countryOf = (digits: string): string | null => parsePhoneNumberFromString(`+${digits}`)?.country ?? null;

function zonesOfCountry(country: string): readonly string[] {
  const known = countries.get(country);
  if (known) return known;
  const zones = [...new Set((getCountry(country)?.timezones ?? []).flatMap((name) => knownZone(name) ?? []))];
  if (countries.size < 1_000) countries.set(country, zones);
  return zones;
}
