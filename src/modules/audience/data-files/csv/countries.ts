import { type CountryCode, Metadata } from 'libphonenumber-js';
import { countryNamed, folded, withoutFlags } from './country-names.ts';

export interface Country {
  id: number;
  iso2: string;
  iso3: string;
  name: string;
}

export interface Countries {
  byId(id: number): Country | undefined;
  byIso2(code: string): Country | undefined;
  /** Several for digits: the country with that ISO 3166-1 number, then the one with that dialling code. */
  named(text: string): Country[];
}

export type Digits = 'iso' | 'dialling';

export function digitsOf(cells: readonly string[], countries: Countries): Digits | null {
  const kinds = new Set<Digits>();
  for (const cell of cells) {
    const number = isoNumber(cell);
    const iso = number === undefined ? undefined : countries.byId(number);
    const others = countries.named(cell).filter((country) => country !== iso);
    if (iso && others.length === 0) kinds.add('iso');
    else if (!iso && diallingCode(cell) !== undefined && others.length > 0) kinds.add('dialling');
  }
  return kinds.size === 1 ? [...kinds][0]! : null;
}

const isoNumber = (text: string) => (/^\d{1,3}$/.test(text) ? Number(text) : undefined);
const diallingCode = (text: string) => /^(?:\+|00)?(\d{1,4})$/.exec(text.replace(/[\s().-]/g, ''))?.[1];

export function indexCountries(rows: readonly Country[]): Countries {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byIso2 = new Map(rows.map((row) => [row.iso2, row]));
  const byName = new Map(rows.flatMap((row) => [row.name, row.iso3, row.iso2].map((name) => [folded(name), row])));

  /** Codes come before names: `NO` is Norway. */
  const called = (name: string) => byName.get(folded(name)) ?? byIso2.get(countryNamed(name) ?? '');
  const byNumber = (digits: string | undefined, id: number | undefined) => [
    byId.get(id ?? -1),
    byIso2.get(mainCountry(digits ?? '') ?? ''),
  ];

  function named(given: string): Country[] {
    const text = withoutFlags(given.normalize('NFKC')).trim();
    const dialled = diallingCode(text);
    const number = isoNumber(text);
    const found = dialled === undefined && number === undefined ? [called(text)] : byNumber(dialled, number);
    return [...new Set(found.filter((country) => country !== undefined))];
  }

  /** `Germany (DE)`, `DE - Deutschland`, `Germany +49`: every part means the same country. */
  function inParts(text: string, separators: RegExp): Country[] {
    const parts = text.split(separators).filter((part) => /[\p{Letter}\p{Number}]/u.test(part));
    const [first = [], ...others] = parts.map(named);
    return parts.length < 2 ? [] : first.filter((country) => others.every((other) => other.includes(country)));
  }

  return {
    byId: (id) => byId.get(id),
    byIso2: (code) => byIso2.get(code),
    named(text) {
      if (text.length > MAX_CHARACTERS) return [];
      const spelled = withoutFlags(text);
      const readings = [named(text), ...SEPARATORS.map((each) => inParts(spelled, each))];
      return readings.find((found) => found.length > 0) ?? [];
    },
  };
}

/** No country is written with as many. */
const MAX_CHARACTERS = 255;

/** Some names have a hyphen of their own: `Timor-Leste (East Timor)`. */
const SEPARATORS = [/[()[\]–—:|/,]|\s(?=\+)/, /[()[\]\-–—:|/,]|\s(?=\+)/];

type CallingCodes = Metadata & {
  getCountryCodesForCallingCode(code: string): CountryCode[] | undefined;
  numberingPlan: { leadingDigits(): string | undefined };
};
const metadata = new Metadata() as CallingCodes;

function mainCountry(digits: string): string | undefined {
  const countries = metadata.getCountryCodesForCallingCode(digits);
  if (countries) return countries[0];
  return metadata.getCountryCodesForCallingCode(digits[0] ?? '')?.find((country) => {
    metadata.selectNumberingPlan(country);
    const leading = metadata.numberingPlan.leadingDigits();
    return leading !== undefined && new RegExp(`^(?:${leading})$`).test(digits.slice(1));
  });
}
