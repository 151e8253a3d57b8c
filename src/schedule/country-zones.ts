import { getCountry } from 'countries-and-timezones';
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { knownZone } from './zone-offsets.ts';

/** The library lists no zone for these. */
const WITHOUT: Record<string, readonly string[]> = {
  AC: ['Atlantic/St_Helena'],
  TA: ['Atlantic/St_Helena'],
  XK: ['Europe/Belgrade'],
};

/** Prefixes that are used elsewhere than in the country that the library gives them: Australia’s Antarctic stations, Northern Cyprus. */
const ELSEWHERE: [string, readonly string[]][] = [
  ['6721', ['Antarctica/Casey', 'Antarctica/Davis', 'Antarctica/Macquarie', 'Antarctica/Mawson']],
  ...['90392', '905338', '905428', '905488'].map((prefix): [string, string[]] => [prefix, ['Asia/Famagusta']]),
];

export const zonesElsewhere = (digits: string): readonly string[] =>
  ELSEWHERE.find(([prefix]) => digits.startsWith(prefix))?.[1] ?? [];

const countries = new Map<string, readonly string[]>();

export function zonesOfCountry(country: string): readonly string[] {
  const known = countries.get(country);
  if (known) return known;
  const names = getCountry(country)?.timezones ?? WITHOUT[country] ?? [];
  const zones = [...new Set(names.flatMap((name) => knownZone(name) ?? []))];
  if (countries.size < 1_000) countries.set(country, zones);
  return zones;
}

const byCallingCode = new Map<string, readonly CountryCode[]>();
for (const country of getCountries()) {
  const code = getCountryCallingCode(country);
  byCallingCode.set(code, [...(byCallingCode.get(code) ?? []), country]);
}
const LONGEST = Math.max(...[...byCallingCode.keys()].map((code) => code.length));

interface Possible {
  countries: readonly string[];
  isUnknown: boolean;
}

export function countriesOfNumber(digits: string, stated: string | null): Possible {
  const sharing = sharingCode(digits);
  if (sharing.length < 2 || areAlike(sharing)) return { countries: sharing, isUnknown: false };
  const named = isCountry(stated, sharing) ? [stated] : [];
  const known = named.some((country) => hasNumber(country, digits)) ? named : having(sharing, digits);
  if (known.length > 0) return { countries: known, isUnknown: false };
  return { countries: named.length > 0 ? named : sharing, isUnknown: true };
}

function sharingCode(digits: string): readonly CountryCode[] {
  for (let length = 1; length <= LONGEST; length++) {
    const sharing = byCallingCode.get(digits.slice(0, length));
    if (sharing) return sharing;
  }
  return [];
}

function areAlike([first, ...others]: readonly CountryCode[]): boolean {
  const zones = zonesOfCountry(first!).join();
  return others.every((country) => zonesOfCountry(country).join() === zones);
}

const isCountry = (country: string | null, sharing: readonly CountryCode[]): country is CountryCode =>
  (sharing as readonly (string | null)[]).includes(country);

/** North American numbers without a geographic area code, such as toll-free ones, may be in any of its countries. */
const having = (sharing: readonly CountryCode[], digits: string) =>
  digits[0] === '1' ? [] : sharing.filter((country) => hasNumber(country, digits));

function hasNumber(country: CountryCode, digits: string): boolean {
  const number = parsePhoneNumberFromString(`+${digits}`);
  if (!number) return false;
  number.country = country;
  return number.isValid();
}
